"""Every page on every size of phone, for eyes, ears and thumbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.phone.everybody import is_for_everybody

if TYPE_CHECKING:
    from playwright.sync_api import Response

    from tests.phone.hands import Hands
    from tests.web.house import House

LONG = ("W" * 40, '<b>Ben</b> & "Co"', "محمد", "😺 Zoë")

TABLES: dict[str, tuple[str, list[dict[str, object]]]] = {
    "katz-schmaus": ("katz-schmaus", [{"do": "lift"}, {"do": "call", "player": LONG[2]}]),
    "katz-fatz": ("katz-fatz", [{"do": "score", "player": LONG[0], "points": -112, "toys": 3}]),
    "mad-cat": ("mad-cat-sad-cat", [{"do": "lock", "kind": "mad"}, {"do": "take", "card": "four"}]),
    "fat-cats": ("fat-cats", [{"do": "eaters", "players": [LONG[0], LONG[1]]}]),
    "mad-cat-locked": ("mad-cat-sad-cat", [{"do": "lock", "kind": "sad"}]),
    "mad-cat-dice": ("mad-cat-sad-cat", [{"do": "set_aside", "dice": ["M1", "M1", "M1", "W"]}]),
    "fat-cats-round": ("fat-cats", [{"do": "correct", "set": {"cards.blue_left": 0}}]),
    "over": ("katz-schmaus", [{"do": "lift"}, {"do": "result"}, {"do": "finish"}]),
}

EVERYWHERE = ("/", "/history/1", "/more")
PATHS = {
    "mad-cat": (*EVERYWHERE, "/history", "/counted", "/tabletop"),
    "mad-cat-locked": ("/", "/mooch?card=four"),
    "mad-cat-dice": ("/wish?odds=on",),
    "fat-cats-round": ("/",),
    "over": ("/", "/history", "/workshop"),
}
"""What hangs on the game is looked at in each, the rest in one."""


def lay(house: House, table: str) -> None:
    name, commands = TABLES[table]
    game = house.phone.begin(name, *LONG)
    for command in commands:
        assert house.phone.tell(game, command).status == 200, command


@pytest.mark.parametrize("table", TABLES)
def test_every_page_fits_and_can_be_used_by_everybody(house: House, hands: Hands, table: str) -> None:
    lay(house, table)
    is_for_everybody(hands, *PATHS.get(table, EVERYWHERE))


def test_the_first_view_weighs_less_than_100_kb(house: House, hands: Hands) -> None:
    lay(house, "mad-cat")
    loaded = dict[str, int]()

    def weigh(response: Response) -> None:
        if not response.url.endswith("/api/events"):
            loaded[response.url] = len(response.body())

    hands.spoilt = True
    hands.page.on("response", weigh)
    hands.page.goto(f"{hands.address}/", wait_until="load")
    expect(hands.question).to_be_visible()
    assert len(loaded) >= 7
    assert sum(loaded.values()) < 100_000, loaded


def test_by_keyboard_alone(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    hands.button("Lift, 3 treats").focus()
    hands.page.keyboard.press("Enter")
    hands.sees("Ada plays")
    # The answer that stands in the same place has the focus; one goes on from there.
    expect(hands.button("Set down")).to_be_focused()
    hands.page.keyboard.press("Space")
    hands.sees("Nobody called?")


def test_what_was_booked_is_said(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    hands.sees("Ada lifts the box")
    for command in ({"do": "lift"}, {"do": "set_down"}, {"do": "result"}):
        house.phone.tell(game, command)
    expect(hands.page.get_by_role("status").filter(has_text="Ada +3")).to_have_count(1)


def test_a_name_is_what_was_typed(house: House, hands: Hands) -> None:
    lay(house, "katz-schmaus")
    hands.open()
    for name in LONG:
        expect(hands.page.locator(".scores .name", has_text=name)).to_have_count(1)
    expect(hands.page.locator(".scores b b")).to_have_count(0)
