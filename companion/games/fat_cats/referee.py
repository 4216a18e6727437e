"""What the referee of Fat Cats answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.fat_cats import track
from companion.games.fat_cats.commands import Move, Order
from companion.games.prompt import Answer

if TYPE_CHECKING:
    from companion.games.commands import Question
    from companion.games.fat_cats.state import State


def answer(state: State, question: Question) -> Answer:
    """The answer, and the rule it rests on; raises Refusal illegal where a cat is off the track."""
    for name in question.named():
        state.present_seat_of(name)
    match question:
        case Move():
            return _cushion(state, state.seat_of(question.player), question)
        case Order():
            return _order(state, [state.seat_of(name) for name in question.players])
    raise TypeError(f"{question} is no question of Fat Cats")


def _cushion(state: State, seat: int, move: Move) -> Answer:
    path = (state.back if move.back else state.forward)(seat, move.treats)
    name, start = state.players[seat], state.positions[seat]
    if not path:
        return Answer(start, f"{name}'s cat stays on {_place(state, start)}: there is no cushion to go to")
    low, high = sorted((start, path[-1]))
    skipped = sorted(state.occupied(but=seat) & set(range(low, high)))
    why = f"{name}'s cat counts {', '.join(_place(state, cushion) for cushion in path)}"
    if skipped:
        why += f"; {', '.join(map(str, skipped))} {'is' if len(skipped) == 1 else 'are'} occupied and not counted"
    if len(path) < move.treats:
        why += "; there the way ends"
    return Answer(path[-1], why)


def _place(state: State, cushion: int) -> str:
    if cushion == track.CARPET:
        return "the carpet"
    return "the crown" if cushion == state.options.cushions else str(cushion)


def _order(state: State, seats: list[int]) -> Answer:
    order = state.in_order(seats)
    why = "the hindmost cat moves first"
    if sum(state.positions[seat] == track.CARPET for seat in seats) > 1:
        why += f", on the carpet clockwise from {state.players[state.first]}, the smallest belly girth"
    return Answer([state.players[seat] for seat in order], why)
