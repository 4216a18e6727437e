"""How a game of Fat Cats is seen: who eats, how many treats, and how far the cats have come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces.oled import screens
from companion.games.fat_cats.state import BOWLS, EATING, State

if TYPE_CHECKING:
    from companion.faces.oled.moment import Moment


def now(moment: Moment) -> screens.Screen | None:
    """After a serving the cats on their way, with the question who ate; then each who eats; at the end the crown."""
    state = moment.state
    assert isinstance(state, State)
    if state.over:
        crowned = moment.untouched and (state.crowned is not None or state.at_crown)
        return screens.End(state.winners, None, "crowned", moment.signs) if crowned else None
    if state.alone:
        return None
    if state.phase == BOWLS and moment.untouched and any(state.positions):
        return _track(state, moment, moment.answer, moment.following)
    eats = moment.command.get("do") == "eat" and not moment.command.get("ghost")
    if state.phase == EATING and eats:
        return screens.Eating(state.turn or "", moment.answer, moment.following, _track(state, moment), moment.signs)
    return None


def track(moment: Moment) -> screens.Screen:
    """All cats on their way."""
    state = moment.state
    assert isinstance(state, State)
    return _track(state, moment)


def _track(state: State, moment: Moment, answer: str = "", following: str = "") -> screens.Track:
    end = state.path[-1] if state.path else None
    cats = tuple(
        screens.Cat(
            state.players[seat],
            state.positions[seat],
            state.trays[seat],
            # On the carpet sit several: whose cat went back there is not to be seen.
            moved=bool(end) and state.positions[seat] == end,
        )
        for seat in state.in_order(state.present)
    )
    return screens.Track(cats, state.options.cushions, state.path, answer, following, moment.signs)
