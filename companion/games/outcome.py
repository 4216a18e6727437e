"""How a turn ended."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """What a turn brought, for the table to see at once."""

    player: str
    """Who got something, or could have."""
    amount: int
    caller: str | None = None
    """Who challenged, where somebody did."""
    penalty: int = 0
    """What the challenger lost."""
