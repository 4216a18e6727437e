"""How a game of Katz Fatz is seen on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.katz_fatz.commands import ROUNDS
from companion.games.katz_fatz.state import State
from companion.games.said import fill

if TYPE_CHECKING:
    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue


def notes(seen: Seen, tongue: Tongue) -> tuple[str, ...]:
    """Which round of how many, who deals, and the toy with its holder."""
    state, words = seen.state, tongue.words
    assert isinstance(state, State)
    told = [
        fill(words.round_of, {"number": state.round, "rounds": ROUNDS}),
        fill(words.deals, {"name": state.players[state.dealer]}),
    ]
    toy, holder = state.table.toy, state.table.holder
    if toy is not None:
        held = words.word(toy)
        told.append(held if holder is None else f"{state.players[holder]}: {held}")
    return tuple(told)


def tally(seen: Seen, name: str) -> tuple[str, ...]:
    """The points of the round that was scored last."""
    state = seen.state
    assert isinstance(state, State)
    scored = [number for number, mark in enumerate(state.marks[state.seat_of(name)], 1) if mark.points is not None]
    return ("rounds", name, str(max(scored, default=state.round)))
