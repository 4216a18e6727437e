"""How the scores went, round by round: a drawing, and the same as a table."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from companion.table.ledger import Ledger

WIDTH, HEIGHT = 340.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 12.0, 12.0, 28.0
MARK: Final = 5.0
"""How far a mark reaches from its middle."""


class Line(NamedTuple):
    """One player's way."""

    name: str
    points: str
    """As ``polyline`` takes them."""
    marks: str
    """As ``path`` takes them: each player's have a shape of their own."""


class Tick(NamedTuple):
    """A number beside an axis."""

    text: str
    at: float


class Plot(NamedTuple):
    """The drawing."""

    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    rounds: tuple[tuple[int, tuple[int, ...]], ...]
    """Each round with everybody's score after it; 0 is the beginning."""


def plot(ledger: Ledger) -> Plot:
    """The scores of a game after each of its rounds."""
    rounds = _rounds(ledger)
    scores = [score for _, after in rounds for score in after]
    up = _ticks(min(0, *scores), max(1, *scores))
    low, high = up[0], up[-1]

    def x(at: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * at / max(1, len(rounds) - 1), 1)

    def y(score: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score - low) / (high - low), 1)

    lines = []
    for seat, name in enumerate(ledger.state.players):
        way = [(x(at), y(after[seat])) for at, (_, after) in enumerate(rounds)]
        points = " ".join(f"{px},{py}" for px, py in way)
        lines.append(Line(name, points, "".join(mark(seat, px, py) for px, py in way)))
    every = max(1, len(rounds) // 10)
    across = tuple(Tick(str(number), x(at)) for at, (number, _) in enumerate(rounds) if at % every == 0)
    return Plot(tuple(lines), across, tuple(Tick(str(value), y(value)) for value in up), tuple(rounds))


def mark(seat: int, x: float, y: float) -> str:
    """The outline of a seat's mark: corners around the middle, as many and turned as no other seat has them."""
    corners, turned, depth = _SHAPES[seat % len(_SHAPES)]
    count = corners * 2 if depth < 1 else corners
    path = []
    for at in range(count):
        angle = turned + 2 * pi * at / count
        reach = MARK * (depth if depth < 1 and at % 2 else 1)
        path.append(f"{x + reach * sin(angle):.1f},{y - reach * cos(angle):.1f}")
    return f"M{' L'.join(path)}Z"


_SHAPES: Final = (
    (12, 0.0, 1.0),
    (4, pi / 4, 1.0),
    (3, 0.0, 1.0),
    (4, 0.0, 1.0),
    (5, 0.0, 0.45),
    (3, pi, 1.0),
    (4, 0.0, 0.35),
)
"""A disc, a square, a triangle, a diamond, a star, a triangle on its tip, a cross of four rays: how many corners, turned by
how much, and how deep they are cut between."""


def _rounds(ledger: Ledger) -> list[tuple[int, tuple[int, ...]]]:
    """Everybody's score after each round, by the commands that count in the end."""
    state = ledger.state_at(0)
    rounds = [(0, state.points)]
    for command in ledger.standing().values():
        number = state.round
        state = ledger.game.apply(state, command)
        if rounds[-1][0] == number:
            rounds[-1] = (number, state.points)
        else:
            rounds.append((number, state.points))
    return rounds


def _ticks(low: int, high: int) -> list[int]:
    """Round numbers from at most ``low`` to at least ``high``, some five.

    >>> _ticks(0, 21), _ticks(-7, 64)
    ([0, 5, 10, 15, 20, 25], [-20, 0, 20, 40, 60, 80])
    """
    step = next(
        size for power in range(6) for size in (10**power, 2 * 10**power, 5 * 10**power) if high - low <= 5 * size
    )
    return list(range(low // step * step, -(-high // step) * step + 1, step))
