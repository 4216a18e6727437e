"""Past games for tests: ended ones, without a journal."""

from __future__ import annotations

from companion.games.state import Ended
from companion.table.records import Result, Seat
from companion.table.results import Past
from companion.table.tally import Best, Closest, Person, Streak, Tally
from tests.faces.phone.seeing import NOON

HOUR = 3600.0


def past(
    number: int,
    scores: dict[str, int],
    game: str = "katz-schmaus",
    ended: Ended = Ended.PLAYED,
    begun: float | None = NOON,
    length: float = 40 * 60.0,
) -> Past:
    """A game that is over; who has most has won, unless it was abandoned."""
    most = max(scores.values())
    seats = (
        Seat(
            name,
            score,
            1 + sum(other > score for other in scores.values()),
            score == most and ended is not Ended.ABANDONED,
        )
        for name, score in scores.items()
    )
    return Past(number, Result(game, ended, begun, length, tuple(seats)))


def tally(*names: str) -> Tally:
    """People who have played as often as they come early, and hold all records together."""
    people = tuple(
        Person(name, ("Adele",) if at == 0 else (), 9 - at, 3 - at % 3, {"fat-cats": (9 - at, 3 - at % 3)}, at == 3)
        for at, name in enumerate(names)
    )
    best = {"fat-cats": Best(31, names[0], 4), "katz-schmaus": Best(14, names[1], 2)}
    closest = {"fat-cats": Closest(0, names[1], 4), "katz-schmaus": Closest(1, names[0], 2)}
    return Tally(people, best, closest, Streak(4, names[1], 9))
