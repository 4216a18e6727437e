"""A game of Mad Cat Sad Cat by its own form, in a browser; a turn takes two taps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.games.telling import tell
from tests.phone.hands import Hands

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.house import House

GAME = "mad-cat-sad-cat"


def begin(house: House, *players: str, told: tuple[dict[str, object], ...] = ()) -> str:
    game = house.phone.begin(GAME, *players)
    for command in told:
        assert house.phone.tell(game, command).status == 200, command
    return game


def tap(hands: Hands, *ids: str) -> None:
    """Tap what has these ids, each as soon as it is there."""
    for each in ids:
        hands.page.locator(f"#{each}").tap()


@pytest.mark.parametrize(
    ("taps", "vps"),
    [
        (("lock-mad", "take-four"), {"Ada": 2, "Ben": 0, "Cem": 0}),
        (("lock-sad", "take-five"), {"Ada": 3, "Ben": 0, "Cem": 0}),
        (("lock-sad", "fail"), {"Ada": 0, "Ben": 0, "Cem": 0}),
    ],
)
def test_a_turn_is_two_taps(house: House, hands: Hands, taps: tuple[str, ...], vps: dict[str, int]) -> None:
    begin(house, "Ada", "Ben", "Cem")
    hands.open()
    tap(hands, *taps)
    hands.sees("Ben: mad or sad?")
    assert house.ledger.state.scores == vps


def test_a_mooch_is_three_taps_more_and_the_share_is_shown_before(house: House, hands: Hands) -> None:
    begin(house, "Ada", "Ben", "Cem", "Dora", told=({"do": "lock", "kind": "mad"}, {"do": "fail"}))
    hands.open()
    hands.page.get_by_role("link", name="Catpot 4").tap()
    hands.page.get_by_text("Cem", exact=True).tap()
    expect(hands.page.locator(".preview")).to_have_text("Cem +4")
    tap_and_back(hands)
    assert house.ledger.state.scores == {"Ada": 0, "Ben": 0, "Cem": 4, "Dora": 0}


def test_several_mooch_together_while_the_turn_goes_on(house: House, hands: Hands) -> None:
    five: dict[str, object] = {"do": "correct", "set": {"pots.mad.four.outer": 5}}
    begin(house, "Ada", "Ben", "Cem", "Dora", told=({"do": "lock", "kind": "mad"}, five))
    hands.open()
    hands.page.get_by_role("link", name="Four mooched: 5").tap()
    hands.page.get_by_text("Ben", exact=True).tap()
    hands.page.get_by_text("Dora", exact=True).tap()
    expect(hands.page.locator(".preview")).to_have_text("Ben +2, Dora +2, 1 stays on the card")
    # What is half told outlives a reload.
    hands.page.reload()
    expect(hands.page.locator(".preview")).to_have_text("Ben +2, Dora +2, 1 stays on the card")
    tap_and_back(hands)
    hands.sees("Ada takes?")
    assert house.ledger.state.scores == {"Ada": 0, "Ben": 2, "Cem": 0, "Dora": 2}


def tap_and_back(hands: Hands) -> None:
    hands.tap("Done")
    expect(hands.page).to_have_url(f"{hands.address}/")


def test_the_way_with_dice_leads_to_the_same_as_the_quick_one(house: House, hands: Hands) -> None:
    begin(house, "Ada", "Ben", "Cem")
    hands.open()
    hands.page.get_by_role("link", name="Tell the dice").tap()
    for face in ("M1", "M1", "S2", "W", "M2", "M3"):
        hands.tap(face)
    # The sixth was none: only five are rolled. The last one was mistyped.
    tap_off(hands, "M1 M1 S2 W M2", "M1 M1 S2 W")
    hands.tap("M1")
    hands.tap("Rolled so")
    hands.sees("Ada sets aside?")
    for number in (1, 2, 5):
        hands.page.locator(f"label[for=rolled{number}]").tap()
    hands.tap("Set these aside")
    expect(hands.page.locator(".lying .die")).to_have_text(["M1", "M1", "M1"])
    hands.tap("W")
    expect(hands.page.locator(".preview")).to_have_text("Four +2")
    hands.tap("Set these aside")
    tap(hands, "take-four")
    hands.sees("Ben: mad or sad?")
    quick = tell({"do": "lock", "kind": "mad"}, {"do": "take", "card": "four"}, game=GAME)
    checked = house.ledger
    assert checked.state.scores == quick.state.scores == {"Ada": 2, "Ben": 0, "Cem": 0}
    assert checked.game.view(checked.state)["pots"] == quick.game.view(quick.state)["pots"]
    assert checked.entries[-1].command == quick.entries[-1].command


def tap_off(hands: Hands, before: str, after: str) -> None:
    dice = hands.page.get_by_label("Tapped")
    expect(dice).to_have_value(before)
    hands.tap("Take the last one off")
    expect(dice).to_have_value(after)


def test_the_odds_are_for_the_phone_that_wants_them(browser: Browser, house: House, hands: Hands) -> None:
    begin(house, "Ada", "Ben", told=({"do": "set_aside", "dice": ["M1", "M1", "M1", "W"]},))
    other = Hands(browser, house)
    other.open()
    hands.open()
    hands.page.get_by_role("link", name="Show the odds").tap()
    expect(hands.page.locator(".odds")).to_have_text("Roll on: 1.3 VPs expected, stop: 2.0")
    hands.open("/more")
    hands.open()
    expect(hands.page.locator(".better")).to_have_text("stop: 2.0")
    other.sees("Ada takes?")
    expect(other.page.locator(".odds")).to_have_count(0)
    other.close()


def test_a_whole_game_is_two_taps_a_turn(house: House, hands: Hands) -> None:
    begin(house, "Ada", "Ben")
    hands.open()
    taps = 0
    for turn in range(7):
        before = house.ledger.revision
        tap(hands, ("lock-mad", "lock-sad")[turn % 2])
        hands.is_past(before)
        before += 1
        tap(hands, "fail" if turn == 3 else "take-five")
        hands.is_past(before)
        taps += 2
    hands.sees("The last turn is over")
    hands.tap("The end")
    expect(hands.page.locator(".head")).to_contain_text("The game is over")
    assert taps == 14 and house.ledger.revision == 15


def test_nothing_has_to_be_scrolled_on_a_usual_phone(browser: Browser, house: House) -> None:
    hands = Hands(browser, house, (360, 640))
    begin(house, "Ada", "Ben", "Cem", "Dora")
    hands.open()
    for ids in (
        ("lock-mad", "lock-sad"),
        ("take-two-pairs", "take-five", "mooch-five", "fail"),
        ("lock-mad", "lock-sad", "mooch-four"),
    ):
        for each in ids:
            assert hands.is_above_the_bar(each), each
        before = house.ledger.revision
        tap(hands, "take-four" if "take-five" in ids else "lock-mad")
        hands.is_past(before)
    hands.close()
