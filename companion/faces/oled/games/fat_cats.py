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
    moves = _moves(moment)
    if state.phase == BOWLS and moment.untouched and any(state.positions):
        stand = _track(state, moment, moment.answer, moment.following)
        return screens.Moved(moves, _note(state, moves, moment), stand, moment.signs) if moves else stand
    eats = moment.command.get("do") == "eat" and not moment.command.get("ghost")
    if state.phase == EATING and eats:
        booked = f"{moves[0].name} {moves[0].start}→{moves[0].end}" if moves else ""
        return screens.Eating(
            state.turn or "", moment.answer, moment.following, _track(state, moment), moment.signs, booked
        )
    return None


def track(moment: Moment) -> screens.Screen:
    """All cats on their way."""
    state = moment.state
    assert isinstance(state, State)
    return _track(state, moment)


def _moves(moment: Moment) -> tuple[screens.Move, ...]:
    """Which cats what was entered last has moved, while that is fresh."""
    booked = moment.view.booked
    if booked is None:
        return ()
    before, after = booked.before, booked.after
    assert isinstance(before, State)
    assert isinstance(after, State)
    each = zip(after.players, before.positions, after.positions, strict=True)
    return tuple(screens.Move(name, start, end) for name, start, end in each if start != end)


def _note(state: State, moves: tuple[screens.Move, ...], moment: Moment) -> str:
    """Past whom a cat has come, whose cushions are not counted (fat-cats:79); or that it went back."""
    if len(moves) > 1:
        return ""
    ((_, start, end),) = moves
    words = moment.words
    if end == 0:
        return words.onto_carpet
    low, high = sorted((start, end))
    between = (seat for seat in state.in_order(state.present) if low < state.positions[seat] < high)
    names = ", ".join(state.players[seat] for seat in between)
    return words.passed_cats.format(names=names) if names else ""


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
