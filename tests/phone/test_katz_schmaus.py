"""A round of Katz & Schmaus with the box that is felt, and a call by phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.phone.hands import Hands
from tests.web.house import FEELING, House

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Route


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, FEELING) as house:
        yield house


def test_a_round_with_the_box_and_a_call_by_phone(browser: Browser, house: House) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    house.feel()
    ada, ben = Hands(browser, house), Hands(browser, house)
    ada.open("/whose?is=Ada")
    ben.open("/whose?is=Ben")
    expect(ben.page.locator("#where")).to_have_text("on the table")
    expect(ben.button("CALL!")).to_have_count(0)
    world = house.world
    world.lift()
    world.tilt(25, 0.5, 0)
    expect(ben.page.locator("#where")).to_have_text("in the hands")
    expect(ben.page.locator("#clock")).to_have_text(re.compile(r"^[1-9]\d* s$"))
    ben.page.wait_for_function("Number(document.getElementById('ball').getAttribute('cx')) > 60")
    expect(ada.page.locator(".slot")).to_have_text("It is your turn: the others may call.")
    ben.tap("CALL!")
    for hands in (ada, ben):
        expect(hands.page.locator(".call")).to_contain_text("Ben called")
        expect(hands.page.locator(".evidence")).to_have_text(re.compile("while it still moved|s after a wobble"))
    assert [(e.command["do"], e.source, e.who) for e in house.ledger.entries] == [
        ("lift", "sensor", None),
        ("call", "phone", "Ben"),
    ]
    world.tilt(5, 0.5, 0)
    world.set_down()
    # The box moved on after the call: that is seen once it rests.
    expect(ben.page.locator(".evidence")).to_contain_text("it moved on for")
    ada.tap("Ben +2")
    for hands in (ada, ben):
        hands.sees("Ben lifts the box")
        expect(hands.booked).to_have_text("Ben +2")
        hands.close()


def test_a_while_after_the_box_was_put_down_the_call_closes_by_itself(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    house.feel()
    hands.open()
    house.phone.tell(game, {"do": "lift"})
    expect(hands.button("CALL!")).to_be_visible()
    house.phone.tell(game, {"do": "set_down"})
    expect(hands.page.locator(".slot")).to_have_text("too late to call")
    hands.tap("Called!")
    hands.sees("Who called?")


def test_who_calls_after_somebody_else_is_told_who_was_quicker(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    house.phone.tell(game, {"do": "lift"})
    hands.open("/whose?is=Cem")
    expect(hands.button("CALL!")).to_be_visible()
    # Nothing reaches this phone for a moment.
    hands.page.route("**/", lambda route: route.abort())
    house.phone.tell(game, {"do": "call", "player": "Ben"})
    hands.tap("CALL!")
    expect(hands.page.locator("#notes .refused")).to_contain_text("too late: it is called already")
    assert house.ledger.state.scores == {"Ada": 0, "Ben": 0, "Cem": 0}
    assert house.ledger.revision == 2


def test_a_call_that_the_box_does_not_hear_is_no_call_later(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    house.phone.tell(game, {"do": "lift"})
    hands.open("/whose?is=Cem")

    def lose(route: Route) -> None:
        route.abort()

    hands.page.route("**/commands", lose)
    hands.tap("CALL!")
    expect(hands.page.locator("#notes")).to_contain_text("not sent yet")
    # The 2 s in which it is worth something go by.
    hands.page.evaluate(
        "localStorage.setItem('companion commands', JSON.stringify(JSON.parse(localStorage.getItem('companion commands'))"
        ".map((one) => Object.assign(one, { tapped: 1 }))))"
    )
    hands.page.unroute("**/commands", lose)
    hands.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(hands.page.locator("#notes .refused")).to_contain_text("the box has not heard the call in time")
    assert house.ledger.revision == 1


def test_four_treats_were_taken_though_nobody_said_so(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    house.phone.tell(game, {"do": "lift"})
    hands.open("/whose?is=Cem")
    hands.tap("4")
    expect(hands.page.locator(".head")).to_contain_text("on the board 4")
    hands.tap("CALL!")
    hands.tap("Cem +4")
    expect(hands.booked).to_have_text("Cem +4")
