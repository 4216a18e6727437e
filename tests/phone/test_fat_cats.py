"""A game of Fat Cats by its own form, in a browser; a usual round takes three or four taps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.phone.hands import Hands

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.house import House


def begin(house: House, *told: dict[str, object], players: str = "Ada Ben Cem Dora", cushions: int = 30) -> str:
    header = {"game": "fat-cats", "players": players.split(), "options": {"cushions": cushions}}
    game = f"/api/games/{house.phone.post('/api/games', header).json['id']}"
    for command in told:
        assert house.phone.tell(game, command).status == 200, command
    return game


def tap(hands: Hands, *ids: str) -> None:
    for each in ids:
        hands.page.locator(f"#{each}").tap()


def preview(hands: Hands, text: str) -> None:
    expect(hands.page.locator(".round .preview")).to_have_text(text)


@pytest.mark.parametrize(
    ("taps", "foretold", "positions"),
    [
        (("eats1-3", "eats3-2"), "Ada 0 → 3; Cem 0 → 2", (3, 0, 2, 0)),
        (("eats1-2", "eats2-1", "eats4-3"), "Ada 0 → 2; Ben 0 → 1; Dora 0 → 5", (2, 1, 0, 5)),
    ],
    ids=["two eat: three taps", "three eat: four taps"],
)
def test_a_round_is_three_or_four_taps(
    house: House, hands: Hands, taps: tuple[str, ...], foretold: str, positions: tuple[int, ...]
) -> None:
    begin(house)
    hands.open()
    tap(hands, *taps)
    preview(hands, foretold)
    tap(hands, "round")
    hands.is_at(1)
    assert tuple(house.ledger.state.scores.values()) == positions
    assert [entry.command["do"] for entry in house.ledger.entries] == ["round"]


def test_taps_add_up_and_can_be_taken_back(house: House, hands: Hands) -> None:
    begin(house)
    hands.open()
    tap(hands, "eats2-3", "eats2-2", "eats2-1", "eats1-1")
    expect(hands.page.locator("#eats2")).to_have_value("6")
    hands.page.get_by_label("More of Ada").tap()
    hands.page.get_by_role("group", name="Ada").get_by_role("button", name="Nothing").tap()
    preview(hands, "Ben 0 → 6")


def test_a_half_typed_round_outlives_other_peoples_entries_and_a_reload(house: House, hands: Hands) -> None:
    game = begin(house)
    hands.open()
    tap(hands, "eats1-3")
    assert house.phone.tell(game, {"do": "correct", "set": {"positions.Ben": 2}}).status == 200
    hands.is_at(1)
    expect(hands.page.locator("#eats1")).to_have_value("3")
    preview(hands, "Ada 0 → 4")
    hands.page.reload()
    expect(hands.page.locator("#eats1")).to_have_value("3")
    # Somebody else tells the round: nobody asks for the half one any more.
    assert house.phone.tell(game, {"do": "round", "eat": {"Ada": {"treats": 3}}}).status == 200
    hands.is_at(2)
    expect(hands.page.locator("#eats1")).to_have_value("")


def test_a_ghost_is_passed_on_with_a_tray(house: House, hands: Hands) -> None:
    begin(house, {"do": "correct", "set": {"cards.blue_left": 0, "positions.Ben": 5}})
    hands.open()
    tap(hands, "eats1-2")
    hands.page.get_by_label("More of Ada").tap()
    hands.page.get_by_role("group", name="Ada").get_by_text("Tray to Ben").tap()
    preview(hands, "Ben 5 → 3")
    tap(hands, "round")
    hands.is_at(2)
    state = house.ledger.state
    assert state.scores == {"Ada": 0, "Ben": 3, "Cem": 0, "Dora": 0}
    assert house.ledger.game.view(state)["trays"] == {"Ada": 0, "Ben": 2, "Cem": 1, "Dora": 1}


def test_bowls_say_who_eats(house: House, hands: Hands) -> None:
    begin(house, players="Ada Ben Cem")
    hands.open()
    hands.page.get_by_text("Tell the bowls").tap()
    for bowl in ("bowl1A", "bowl2C", "bowl3B", "bowl3C"):
        hands.page.locator(f"label[for={bowl}]").tap()
    expect(hands.page.locator(".bowls .preview")).to_have_text("eating: Ada")
    hands.tap("Turn them over")
    hands.sees("Ada eats")
    hands.tap("+3")
    hands.sees("Who ate?")
    expect(hands.page.locator("#bowl2C")).to_be_disabled()
    assert house.ledger.state.scores == {"Ada": 3, "Ben": 0, "Cem": 0}


def test_a_whole_game_to_the_crown(house: House, hands: Hands) -> None:
    begin(house, players="Ada Ben Cem", cushions=12)
    hands.open()
    taps = 0
    for rounds in range(1, 5):
        tap(hands, "eats1-3", "eats2-2", "round")
        hands.is_at(rounds)
        taps += 3
    # They skip each other: Ada comes to 3, 7, 11 and the crown.
    expect(hands.page.locator(".head")).to_contain_text("The game is over")
    expect(hands.page.locator(".track")).to_have_attribute(
        "aria-label", "Ada at the crown, Ben on 10, Cem on the carpet, crown at 12"
    )
    assert taps == 12


def test_nothing_has_to_be_scrolled_on_a_usual_phone(browser: Browser, house: House) -> None:
    begin(house, players="Ada Ben Cem Dora Eva")
    hands = Hands(browser, house, (360, 640))
    hands.open()
    for each in ("eats1-1", "eats5-3", "round"):
        assert hands.is_above_the_bar(each), each
    hands.close()


def test_six_cats_and_what_tells_their_round_are_on_one_screen_of_a_tablet(browser: Browser, house: House) -> None:
    begin(house, players="Ada Ben Cem Dora Emil Frieda")
    hands = Hands(browser, house, size=(1024, 768))
    hands.open()
    for each in ("eats1-1", "eats6-3", "round"):
        assert hands.is_above_the_bar(each), each
    expect(hands.page.locator("nav")).to_be_in_viewport(ratio=1)
    hands.close()


def test_five_that_eat_are_told_how_many_may(house: House, hands: Hands) -> None:
    house.phone.begin("fat-cats", "Ada", "Ben", "Cem", "Dora", "Emil")
    hands.open()
    for seat in range(1, 6):
        hands.page.locator(f"#eats{seat}-1").tap()
    expect(hands.page.locator(".round [data-preview]")).to_have_text("At most four can eat in one round.")
    hands.tap("Done")
    expect(hands.page.locator("#notes .refused")).to_contain_text("At most four can eat in one round.")
    assert house.ledger.revision == 0
