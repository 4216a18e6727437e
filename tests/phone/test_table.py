"""The page at a table, in a browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.games import GAMES, Refusal

from tests.phone.hands import TABLET, Hands

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from companion.table.ledger import Ledger
    from tests.web.house import House


def ledger(house: House) -> Ledger:
    ledger = house.daemon.session.ledger
    assert ledger is not None
    return ledger


def test_a_call_takes_two_taps(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    hands.open()
    hands.sees("Ada lifts the box")
    hands.tap("Lift, 3 treats")
    hands.tap("Called!")
    hands.tap("Cem")
    hands.tap("Cem +3")
    expect(hands.booked).to_have_text("Cem +3")
    hands.sees("Ben lifts the box")
    assert ledger(house).state.scores == {"Ada": 0, "Ben": 0, "Cem": 3}
