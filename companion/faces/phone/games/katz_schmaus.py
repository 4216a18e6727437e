"""How a game of Katz & Schmaus is seen on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.katz_schmaus.state import State
from companion.games.said import fill

if TYPE_CHECKING:
    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue


def notes(seen: Seen, tongue: Tongue) -> tuple[str, ...]:
    """What is left in the lid, and the last round."""
    state = seen.state
    assert isinstance(state, State)
    supply = fill(tongue.words.supply, {"vps": state.supply})
    return (supply, tongue.words.last_round) if state.last_round else (supply,)


def tally(seen: Seen, name: str) -> tuple[str, ...]:
    """What lies in the bowl."""
    del seen
    return ("bowls", name)
