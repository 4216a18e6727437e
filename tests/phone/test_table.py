"""The page at a table, in a browser."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.phone.hands import Hands

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from companion.table.ledger import Ledger
    from tests.web.house import House


def test_a_turn_with_a_call_takes_four_taps(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    hands.open()
    hands.sees("Ada lifts the box")
    for name in ("Lift, 3 treats", "CALL!", "Cem", "Cem +3"):
        hands.tap(name)
    hands.sees("Ben lifts the box")
    expect(hands.booked).to_have_text("Cem +3")
    assert house.ledger.state.scores == {"Ada": 0, "Ben": 0, "Cem": 3}


@pytest.mark.usefixtures("plain")
def test_a_whole_game_is_played_by_the_questions_alone(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    chance = Random(1)
    while not house.ledger.state.over:
        before = house.ledger.revision
        hands.is_at(before)
        _answer(hands, house.ledger, chance)
        hands.is_past(before)
    assert house.ledger.revision > 8
    expect(hands.page.locator(".head")).to_contain_text("The game is over")


def _answer(hands: Hands, ledger: Ledger, chance: Random) -> None:
    """Give one of the answers there are, in all ways that there are."""
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    if prompt.range is not None:
        number = chance.randint(max(-9, prompt.range.min), min(12, prompt.range.max))
        if prompt.range.max - prompt.range.min < 13:
            hands.page.locator(f"#answer{number - prompt.range.min + 1}").tap()
        else:
            hands.key(str(number))
            hands.tap("Done")
        return
    choice = chance.choice(prompt.choices)
    pages = list(dict.fromkeys(each.pages[0] for each in prompt.choices if each.pages))
    alike = [each for each in prompt.choices if each.pages[:1] == choice.pages[:1]]
    prefix = "answer"
    if choice.pages:
        # What has no page of its own stands first, where there is any.
        page = pages.index(choice.pages[0]) + (2 if any(not each.pages for each in prompt.choices) else 1)
        folded = hands.page.locator(f"#page{page}:not([open]) > summary")
        if folded.count():
            folded.tap()
        prefix = f"page{page}-"
    hands.page.locator(f"#{prefix}{alike.index(choice) + 1}").tap()


def test_undo_and_redo_stand_at_the_bottom(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    for command in ({"do": "lift"}, {"do": "call"}, {"do": "result", "to": "Ben"}):
        assert house.phone.tell(game, command).status == 200
    hands.open()
    expect(hands.booked).to_have_text("Ben +3")
    hands.tap("↶ Undo")
    expect(hands.booked).to_have_text("Taken back: Ben +3")
    hands.sees("Who gets them?")
    hands.tap("↷ Redo")
    expect(hands.booked).to_have_text("Ben +3")
    assert house.ledger.state.scores == {"Ada": 0, "Ben": 3}


def test_what_the_pad_says_is_two_taps_and_the_number(house: House, hands: Hands) -> None:
    house.phone.begin("mad-cat-sad-cat", "Ada", "Ben")
    hands.open()
    hands.page.get_by_role("link", name="Ben: 0").tap()
    hands.key("14")
    hands.tap("Done")
    expect(hands.page.locator(".scores")).to_contain_text("14")
    assert house.ledger.state.scores == {"Ada": 0, "Ben": 14}


@pytest.mark.usefixtures("plain")
def test_a_number_is_understood_as_people_write_it(house: House, hands: Hands) -> None:
    house.phone.begin("katz-fatz", "Ada", "Ben")
    hands.open()
    for typed, points in {"-7": -7, "−7": -7, "+3": 3, "-0": 0, " 12 ": 12}.items():
        hands.sees("Points of Ada")
        hands.page.locator("#number").fill(typed)
        hands.page.keyboard.press("Enter")
        hands.sees("Toys of Ada")
        assert house.ledger.state.scores["Ada"] == points, typed
        hands.tap("↶ Undo")


def test_that_a_tap_was_saved_stands_in_nobodys_way(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    hands.tap("Lift, 3 treats")
    saved = hands.page.locator("#notes .saved")
    expect(saved).to_have_text("saved")
    covered = saved.evaluate("note => note.getBoundingClientRect().bottom > document.querySelector('main').offsetTop")
    assert not covered


@pytest.mark.usefixtures("plain")
def test_what_is_no_number_is_said_where_it_was_typed(house: House, hands: Hands) -> None:
    house.phone.begin("katz-fatz", "Ada", "Ben")
    hands.open()
    for typed in ("", "-", "1.5", "1e2", "１２", "12x"):
        hands.page.locator("#number").fill(typed)
        hands.tap("Done")
        note = hands.page.locator("#notes .refused")
        expect(note).to_contain_text("A whole number, please")
        note.get_by_role("button").tap()
        expect(note).to_have_count(0)
    assert house.ledger.revision == 0


@pytest.mark.usefixtures("plain")
def test_the_keys_step_turn_and_delete(house: House, hands: Hands) -> None:
    house.phone.begin("katz-fatz", "Ada", "Ben")
    hands.open()
    shown = hands.page.locator("#number")
    for key, value in (("1", "1"), ("2", "12"), ("-", "−12"), ("0", "−120")):
        hands.key(key)
        expect(shown).to_have_value(value)
    hands.page.locator("[data-key=delete]").tap()
    expect(shown).to_have_value("−12")
    hands.tap("+10")
    hands.tap("−1")
    expect(shown).to_have_value("−3")
    hands.tap("Done")
    hands.sees("Toys of Ada")
    assert house.ledger.state.scores["Ada"] == -3


def test_an_earlier_entry_is_amended(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    for command in ({"do": "lift"}, {"do": "call", "player": "Ben"}, {"do": "result", "to": "Ben"}, {"do": "lift"}):
        assert house.phone.tell(game, command).status == 200
    hands.open()
    hands.page.get_by_role("link", name="History", exact=True).tap()
    hands.page.get_by_role("link", name="Amend: Ben +3").tap()
    hands.page.get_by_label("in box").fill("2")
    hands.page.get_by_label("to", exact=True).select_option("Ada")
    hands.tap("Amend it")
    expect(hands.page).to_have_url(f"{hands.address}/history")
    assert house.ledger.standing()[3] == {"do": "result", "in_box": 2, "to": "Ada"}
    assert house.ledger.state.scores == {"Ada": 2, "Ben": 0, "Cem": 0}


def test_a_round_is_amended_meal_by_meal(house: House, hands: Hands) -> None:
    players = ("Ada", "Ben", "Cem")
    game = house.phone.begin("fat-cats", *players)
    eaten = {"Ada": {"treats": 3}, "Cem": {"treats": 2}}
    assert house.phone.tell(game, {"do": "round", "eat": eaten}).status == 200
    hands.open("/history/1")
    hands.page.get_by_role("checkbox", name="Cem", exact=True).uncheck()
    hands.page.get_by_role("group", name="Ada").get_by_label("treats").fill("5")
    hands.tap("Amend it")
    expect(hands.page).to_have_url(f"{hands.address}/history")
    assert house.ledger.standing()[1] == {"do": "round", "eat": {"Ada": {"treats": 5}}}


def test_turns_that_nobody_told_are_skipped(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    hands.open("/history")
    hands.page.get_by_text("Nobody told the companion?").tap()
    hands.tap("+1")
    hands.tap("Skip them")
    expect(hands.page.locator(".history")).to_contain_text("skipped turn")
    assert house.ledger.state.turn == "Cem"


def test_the_referee_is_asked(house: House, hands: Hands) -> None:
    house.phone.begin("mad-cat-sad-cat", "Ada", "Ben")
    hands.open("/more")
    hands.page.locator("summary", has_text="How is it shared?").tap()
    hands.page.get_by_label("vps").fill("5")
    hands.page.get_by_label("moochers").fill("2")
    hands.page.get_by_role("button", name="Ask", exact=True).locator("visible=true").tap()
    expect(hands.page.locator(".answer").locator("visible=true")).to_contain_text("2, 1")
    assert house.ledger.revision == 0


def test_people_come_and_go_and_are_called_otherwise(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    hands.open("/more")
    hands.page.locator("#player2 > summary").tap()
    hands.tap("Ben leaves")
    hands.tap("Ben is back")
    # Who types while the page changes has two names in one.
    expect(hands.page.get_by_role("button", name="Ben leaves")).to_be_visible()
    hands.page.locator("#name2").fill("Beñat <b>")
    hands.page.locator("#player2").get_by_role("button", name="Rename").tap()
    expect(hands.page.locator("#player2 > summary")).to_have_text("Beñat <b>")
    assert [entry.command["do"] for entry in house.ledger.entries] == ["leave", "return", "rename"]


def test_a_game_ends_only_when_that_is_meant(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open("/more")
    expect(hands.button("Yes, finish")).to_be_hidden()
    hands.page.get_by_text("Finish: what stands counts").tap()
    hands.tap("Yes, finish")
    expect(hands.page.locator(".head")).to_contain_text("The game is over")
    assert house.ledger.state.over


def test_the_history_says_whose_phone_it_was(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open("/more")
    hands.page.get_by_role("link", name="Ben", exact=True).tap()
    expect(hands.page).to_have_url(f"{hands.address}/")
    hands.tap("Lift, 3 treats")
    expect(hands.page.locator(".booked")).to_contain_text("by Ben")
    assert [entry.who for entry in house.ledger.entries] == ["Ben"]


def test_another_language_is_chosen_and_kept(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open("/more")
    hands.page.get_by_role("link", name="Deutsch").tap()
    hands.page.get_by_role("link", name="Tisch", exact=True).tap()
    hands.sees("Ada hebt die Box an")


def test_a_german_phone_is_answered_in_german(browser: Browser, house: House) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands = Hands(browser, house, language="de-AT")
    hands.open()
    hands.sees("Ada hebt die Box an")
    hands.close()


def test_whoever_has_not_scanned_the_code_looks_on(browser: Browser, house: House) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    stranger = Hands(browser, house, joins=False)
    stranger.open()
    expect(stranger.page.locator(".head")).to_contain_text("You are looking on")
    expect(stranger.button("Lift, 3 treats")).to_be_disabled()
    house.phone.tell(game, {"do": "lift"})
    stranger.sees("Ada plays")
    stranger.close()


def test_on_a_small_phone_the_bar_leads_to_the_tabs(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open("/history")
    tabs = hands.page.locator("nav")
    expect(tabs).not_to_be_in_viewport()
    hands.page.get_by_role("link", name="Pages").tap()
    expect(tabs).to_be_in_viewport(ratio=1)
    tabs.get_by_role("link", name="Table").tap()
    hands.sees("Ada lifts the box")


def test_without_a_script_everything_can_be_looked_at(browser: Browser, house: House) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for path in ("/", "/history", "/counted", "/more", "/tabletop"):
        page.goto(f"http://127.0.0.1:{house.port}{path}")
        expect(page.get_by_role("heading", name="Katz & Schmaus")).to_be_visible()
    context.close()


def test_where_no_game_is_on_that_is_said(hands: Hands) -> None:
    for path in ("/", "/history", "/history/3", "/counted", "/more", "/tabletop"):
        hands.open(path)
        expect(hands.page.locator("h1")).to_have_text("No game is on")
