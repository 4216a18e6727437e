"""A game is begun by phone, in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.phone.hands import Hands
    from tests.web.house import House

NEW = ("<b>Zoë</b>", 'Ada & "Co"')


def test_two_who_were_never_here_begin_from_nothing(house: House, hands: Hands) -> None:
    hands.open()
    hands.page.get_by_role("link", name="Mad Cat Sad Cat").tap()
    for seat, name in enumerate(NEW, 1):
        hands.page.get_by_label("Somebody else").fill(name)
        hands.tap("Take a seat")
        expect(hands.page.locator(".seat[aria-current]")).to_have_count(seat)
    hands.page.get_by_label("Somebody else").fill(NEW[1].upper())
    hands.tap("Take a seat")
    expect(hands.page.get_by_role("alert")).to_have_text(f"{NEW[1]} has a seat already.")
    # Both at once: the second is looked for on the page that the first has led to.
    hands.page.locator("#later1").tap()
    hands.page.locator("#starter1").tap()
    expect(hands.page.locator("#starter1")).to_have_attribute("aria-current", "true")
    expect(hands.page.locator("#starter1")).to_have_text(NEW[1])
    hands.tap("Begin")
    hands.sees(f"{NEW[1]}: mad or sad?")
    ledger = house.daemon.session.ledger
    assert ledger is not None and ledger.state.players == NEW[::-1]


def test_the_same_once_more_is_one_tap(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    house.phone.tell(game, {"do": "finish"})
    hands.open()
    hands.tap("Again: Ben begins")
    hands.sees("Ben lifts the box")
    assert house.daemon.session.game_id == 2


def test_a_game_that_is_on_is_put_aside_and_taken_up_again(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open("/new")
    hands.tap("Put it aside: it can be taken up again")
    hands.page.get_by_role("button", name="Ada, Ben").tap()
    hands.sees("Ada lifts the box")
    assert house.daemon.session.game_id == 1
