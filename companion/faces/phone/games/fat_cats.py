"""How a game of Fat Cats is seen on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.fat_cats.state import State

if TYPE_CHECKING:
    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue


def notes(seen: Seen, tongue: Tongue) -> tuple[str, ...]:
    """How far it is to the crown, where that is counted."""
    state, own = seen.state, tongue.own
    assert isinstance(state, State)
    cushions = state.options.cushions
    return () if cushions is None else (own.crown_at.format(cushions=cushions),)


def tally(seen: Seen, name: str) -> tuple[str, ...]:
    """The cushion that the cat sits on."""
    del seen
    return ("positions", name)
