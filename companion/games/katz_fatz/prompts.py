"""What the table has to answer next in Katz Fatz.

A whole score takes three numbers, in the order of the rulebook (katz-fatz:163-167): the points, the toy symbols, the hand
colours. Each is a command of its own that says what the ones before said; null stands for what is still to be
counted, so a round does not end, and nothing is counted, before the last of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from companion.games.katz_fatz.cards import Toy
from companion.games.katz_fatz.state import ROUND
from companion.games.prompt import Choice, Prompt, Range
from companion.games.said import said

if TYPE_CHECKING:
    from companion.games.katz_fatz.state import Missing, State

# Every number begins at 0: nobody has it yet, and a button that only counts upwards is soonest there. Begun at a usual
# score (12 points, 2 toys, 3 colours) a whole score takes one button 8.9 s in the middle, and from 0 on 5.6 s. 10 tens
# keep a score below 0 within 10 presses (15 tens took 15); what is beyond can be corrected.
POINTS: Final = (-30, 69)

# 13 numbers are chosen from one list. 12 toys are more than a pile has cards on most evenings.
TOYS: Final = (0, 12)

HAND_COLOURS: Final = (0, 6)

# The known values are 35 and 20; a scale may begin with a malus or a bonus (KF-A9).
VALUES: Final = (-40, 99)


def question(state: State) -> Prompt | None:
    """The prompt of a game that goes on: first what was half told, then the next score or value."""
    half = state.half_told
    if half is not None:
        return _ask_rest(state, *half)
    if state.unscored and state.phase == ROUND:
        return _ask_points(state, state.unscored[0])
    missing = state.missing
    return None if missing is None else _ask_value(state, missing)


def telling(state: State) -> tuple[Choice, ...]:
    """The toy of the round (katz-fatz:33), and then who has it; neither is asked for, as many tables play without."""
    if state.phase != ROUND:
        return ()
    toys = [Choice(said(toy), {"do": "toy", "toy": toy}, (said("toy"),)) for toy in get_args(Toy)]
    if state.table.toy is None:
        return tuple(toys)
    names = [state.players[seat] for seat in state.present]
    holders = [Choice(name, {"do": "toy_to", "player": name}, (said("toy holder"),)) for name in names]
    return (*holders, Choice(said("in the middle"), {"do": "toy_to", "player": None}, (said("toy holder"),)), *toys)


def _ask_points(state: State, seat: int) -> Prompt:
    name = state.players[seat]
    command = {"do": "score", "player": name, "round": state.round, "toys": None, "hand_colours": None}
    # Before the first score the round is still played: nobody has to answer yet.
    playing = len(state.unscored) == len(state.present)
    return _number(said("Points of {name}", name=name), name, POINTS, command, "points", optional=playing)


def _ask_rest(state: State, seat: int, number: int) -> Prompt:
    name, mark = state.players[seat], state.marks[seat][number - 1]
    command = {"do": "score", "player": name, "round": number, "points": mark.points}
    if mark.toys is None:
        text = said("Toys of {name}", name=name)
        return _number(text, name, TOYS, {**command, "hand_colours": mark.splats}, "toys")
    text = said("Colours of {name}", name=name)
    return _number(text, name, HAND_COLOURS, {**command, "toys": mark.toys}, "hand_colours")


def _ask_value(state: State, missing: Missing) -> Prompt:
    name, which, symbols = state.players[missing.seat], missing.which, missing.symbols
    symbol = {"toys": said("toy"), "splats": said("splat")}[which]
    if symbols:
        text = said("Value at {symbol} {number}", symbol=symbol, number=symbols)
    else:
        text = said("Value of no {symbol}", symbol=symbol)
    return _number(text, name, VALUES, {"do": "pad_value", "which": which, "symbols": symbols}, "value")


def _number(
    text: str, name: str, limits: tuple[int, int], command: dict[str, object], field: str, *, optional: bool = False
) -> Prompt:
    asked = Range(*limits, command, field)
    return Prompt(kind="number", text=text, player=name, range=asked, default=0, optional=optional)
