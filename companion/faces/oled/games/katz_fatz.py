"""How a game of Katz Fatz is seen: the round with its toy, and at its end one number after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.faces.oled import screens
from companion.faces.words import signed
from companion.games.katz_fatz.commands import ROUNDS, Actions
from companion.games.katz_fatz.referee import answer
from companion.games.katz_fatz.state import ROUND, State

if TYPE_CHECKING:
    from companion.faces.oled.moment import Moment

STEPS: Final = ("points", "toys", "hand_colours")
"""The numbers of a score in their order (katz-fatz:163-167)."""


def now(moment: Moment) -> screens.Screen | None:
    """While nobody has entered anything the round is on; then name and number."""
    state, prompt = moment.state, moment.view.table.prompt
    assert isinstance(state, State)
    if state.over or state.alone or prompt is None or prompt.range is None:
        return None
    if state.phase == ROUND and prompt.optional and moment.untouched:
        return _round(state, moment)
    item, field = moment.item, prompt.range.field
    if field not in STEPS or item is None or item.number is None:
        return None
    words = moment.words
    what = dict(zip(STEPS, (words.counted_points, words.counted_toys, words.counted_colours), strict=True))[field]
    tens = moment.listing.step > 1
    amount = item.label if tens or field != "points" else signed(item.number)
    # The name of whose next number is asked stands above it.
    booked, last = moment.booked, moment.view.booked
    if last is not None and last.command.get("player") == prompt.player:
        booked = booked.removeprefix(prompt.player or "").lstrip(": ")
    return screens.Count(prompt.player or "", what, amount, STEPS.index(field), len(STEPS), moment.signs, booked)


def _round(state: State, moment: Moment) -> screens.Screen:
    words, table = moment.words, state.table
    dealer = words.deals.format(name=state.players[state.dealer])
    return screens.Toy(
        words.round_of.format(number=state.round, rounds=ROUNDS),
        dealer if table.toy is None else words.word(table.toy),
        _actions(state),
        "" if table.holder is None else state.players[table.holder],
        moment.listing.title,
        moment.signs,
        f"{state.round}/{ROUNDS}",
        moment.booked,
    )


def _actions(state: State) -> int:
    """How many whoever has the toy takes; while it lies in the middle, whoever will."""
    holder = state.present[0] if state.table.holder is None else state.table.holder
    held = state.with_table(state.table._replace(holder=holder))
    return int(str(answer(held, Actions(player=state.players[holder])).answer))
