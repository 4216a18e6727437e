"""Katz Fatz at the end of a round: everybody scores on the own phone, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.phone.hands import Hands

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.house import House

SIX = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fee")

TAP, THINK = 0.45, 1.2
"""What a thumb takes for a target of 64 px, and a person to look at cards or pad once more, s (Card, Moran and Newell)."""


def test_six_phones_score_at_once(browser: Browser, house: House) -> None:
    house.phone.begin("katz-fatz", *SIX)
    phones = [Hands(browser, house) for _ in SIX]
    for name, hands in zip(SIX, phones, strict=True):
        hands.open(f"/whose?is={name}")
    for seat, hands in enumerate(phones):
        # Each is at its last number when the others are entered.
        hands.key(str(seat + 1))
        hands.tap("OK")
        hands.tap("OK")
    for hands in phones:
        hands.tap("OK")
    for hands in phones:
        hands.is_at(6)
        expect(hands.page.locator("h2#asked")).to_have_text("Scores of round 2")
    assert {entry.who: entry.command["points"] for entry in house.ledger.entries} == {
        name: seat + 1 for seat, name in enumerate(SIX)
    }
    for hands in phones:
        hands.close()


def test_a_whole_game(house: House, hands: Hands) -> None:
    house.phone.begin("katz-fatz", "Ada", "Ben")
    hands.open()
    points = ((12, -7, 30, 4), (9, 21, -14, 8))
    for number, each in enumerate(zip(*points, strict=True), 1):
        expect(hands.page.locator("h2#asked")).to_have_text(f"Scores of round {number}")
        for scored in each:
            before = house.ledger.revision
            hands.is_at(before)
            hands.key(str(scored))
            for _ in range(3):
                hands.tap("OK")
            hands.is_past(before)
    # Nobody had a symbol to cross off: what the pad has for that is asked once, and holds for both.
    hands.sees("Value of no splat")
    hands.key("10")
    hands.tap("Done")
    expect(hands.page.locator(".head")).to_contain_text("The game is over")
    assert house.ledger.state.scores == {"Ada": 49, "Ben": 34}


def test_a_score_takes_a_player_less_than_8_s(house: House, hands: Hands) -> None:
    house.phone.begin("katz-fatz", "Ada", "Ben")
    hands.open("/whose?is=Ben")
    taps = 0
    for number in ("12", "2", "3"):
        hands.key(number)
        hands.tap("OK")
        taps += len(number) + 1
    hands.is_at(1)
    assert house.ledger.entries[0].command == {
        "do": "score", "player": "Ben", "round": 1, "points": 12, "toys": 2, "hand_colours": 3,
    }  # fmt: skip
    assert taps * TAP + 3 * THINK + 1.0 <= 8.0


def test_what_is_half_typed_outlives_the_others_entries_and_a_reload(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-fatz", "Ada", "Ben", "Cem")
    hands.open("/whose?is=Ben")
    hands.key("-14")
    hands.tap("OK")
    hands.key("2")
    house.phone.tell(game, {"do": "score", "player": "Ada", "points": 5})
    hands.is_at(1)
    hands.page.reload()
    expect(hands.page.locator("#points2")).to_have_value("−14")
    hands.tap("OK")
    hands.key("3")
    hands.tap("OK")
    hands.is_at(2)
    assert house.ledger.entries[1].command["points"] == -14
    assert house.ledger.entries[1].command["toys"] == 2


def test_another_players_form_that_is_open_stays_where_it_is(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-fatz", "Ada", "Ben", "Cem")
    hands.open()
    hands.page.locator("#sheet1-3 > summary").tap()
    hands.page.locator("#sheet1-1 > summary").tap()
    house.phone.tell(game, {"do": "score", "player": "Ada", "points": 5})
    hands.is_at(1)
    expect(hands.page.locator("#points3")).to_be_visible()
    expect(hands.page.locator("#points2")).to_be_hidden()


def test_card_by_card_the_companion_counts(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-fatz", "Ada", "Ben")
    for command in ({"do": "toy", "toy": "scratching-tree"}, {"do": "toy_to", "player": "Ada"}):
        house.phone.tell(game, command)
    hands.open("/whose?is=Ada")
    hands.page.locator("#by-cards1 > summary").tap()
    form = hands.page.locator("#by-cards1")

    def tap(name: str) -> None:
        form.get_by_role("button", name=name, exact=True).locator("visible=true").first.tap()

    for value, *special in (
        ("−5", "red"),
        ("0", "green", "♥ Cuddling"),
        ("−3", "blue"),
        ("7", "yellow", "★ Toy symbol"),
    ):
        tap(value)
        for each in special:
            tap(each)
    hand = form.locator("[data-hand=purple]")
    hand.tap()
    expect(form.locator(".working dl")).to_contain_text("total12")
    for line in ("−5counts 5", "without blue", "plus12", "minus0", "toys1", "hand colours1"):
        expect(form.locator(".working dl")).to_contain_text(line)
    hands.page.reload()
    expect(form.locator(".pile li")).to_have_count(4)
    expect(hand).to_have_attribute("aria-pressed", "true")
    # One of them was none: it is touched and taken away.
    form.get_by_role("button", name="7, ★ Toy symbol, yellow").tap()
    tap("Remove it")
    expect(form.locator(".working dl")).to_contain_text("total5")
    tap("Done")
    hands.is_at(3)
    assert house.ledger.state.scores == {"Ada": 5, "Ben": 0}
    expect(hands.page.locator("#last-count")).to_contain_text("Counted: Ada, round 1")


def test_what_was_wrong_is_read_in_full_where_the_field_is_at_the_top_of_what_is_seen(
    house: House, hands: Hands
) -> None:
    house.phone.begin("katz-fatz", "Ada", "Ben")
    hands.open("/whose?is=Ada")
    points = hands.page.locator("input[id^=points]:visible")
    points.fill("abc")
    points.evaluate("field => field.scrollIntoView()")
    for _ in range(3):
        hands.tap("OK")
    refused = hands.page.locator("#notes .refused")
    expect(refused).to_contain_text("A whole number, please")
    expect(refused).to_be_in_viewport(ratio=1)


def test_after_an_undo_the_form_of_the_one_it_was_taken_from_is_open(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-fatz", "Ada", "Ben", "Cem")
    house.phone.tell(game, {"do": "score", "player": "Ada", "points": 5})
    hands.open()
    expect(hands.page.locator("#points2")).to_be_visible()
    hands.tap("↶ Undo")
    hands.is_at(2)
    expect(hands.page.locator("#points1")).to_be_visible()
    expect(hands.page.locator("#points2")).to_be_hidden()


def test_on_the_smallest_phone_numbers_keys_and_ok_are_seen_at_once(browser: Browser, house: House) -> None:
    game = house.phone.begin("katz-fatz", *SIX)
    house.phone.tell(game, {"do": "score", "player": "Ada", "points": 5})
    # German has the longer words.
    hands = Hands(browser, house, (320, 568), language="de")
    for path in ("/", "/whose?is=Cem"):
        hands.open(path)
        seat = 2 if path == "/" else 3
        expect(hands.page.locator(f"#points{seat}")).to_be_in_viewport(ratio=1)
        assert hands.is_above_the_bar(f"points{seat}-done")
    hands.close()


def test_a_number_that_is_too_long_is_refused_not_cut(house: House, hands: Hands) -> None:
    house.phone.begin("katz-fatz", "Ada", "Ben")
    hands.open("/whose?is=Ada")
    points = hands.page.locator("#points1")
    points.focus()
    hands.page.keyboard.insert_text("-32768")
    expect(points).to_have_value("-32768")
    for _ in range(3):
        hands.tap("OK")
    expect(hands.page.locator("#notes .refused")).to_contain_text("from -200 to 200")
    assert house.ledger.revision == 0
