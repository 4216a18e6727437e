"""How tests look at a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces.phone import LiveBox, Seen
from companion.table.history import header_row, history, row_of

if TYPE_CHECKING:
    from companion.table.ledger import Ledger

NOON = 1.79e9
"""Unix time, s: 2026-09-21 14:13:20 UTC."""

REST = LiveBox(
    felt=True,
    in_hands=False,
    tilt=0.0,
    bearing=0.0,
    seconds=2.0,
    call_open=False,
    closes_in=None,
    before_call=None,
    after_call=None,
)
"""The box lies still, and the call is closed."""


def seen(ledger: Ledger, *, saved: bool = True) -> Seen:
    rows = [header_row(ledger.header, "button", None, 0.0, NOON), *(row_of(entry, None) for entry in ledger.entries)]
    return Seen(number=7, ledger=ledger, history=tuple(history(ledger, rows)), saved=saved)
