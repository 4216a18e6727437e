"""Whether a box only goes to and fro along a line, as a table does that hums or rings, or trembles as in hands."""

from __future__ import annotations

from collections import deque
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING

from companion.senses.space import Vector, dot
from companion.senses.stirs import SPIKES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.senses.beats import Beat
    from companion.senses.stillness import Noise

SHORT = 6
"""Beats, 0.3 s, in which a tremor shows."""

_SQUARED = 5
"""Times: what is off the line by the direction's own inaccuracy is then a thousandth of what is along it."""


class Line:
    """Follows a box of which nothing is known, and tells whether it has kept to one line at a time."""

    def __init__(self, noise: Noise) -> None:
        self.kept = True
        """Whether it has all the while, so that a table may be all that moves it."""
        self._noise = noise
        self._last: deque[Beat] = deque(maxlen=SHORT)

    def feel(self, beat: Beat) -> None:
        """Take in the next beat."""
        if self.kept:
            self._last.append(beat)
            self.kept = len(self._last) < SHORT or self._noise.is_on_line(off_line(self._last))


def off_line(beats: Iterable[Beat], middle: Vector | None = None) -> float:
    """How far the samples are from the straight line through ``middle`` that they keep to best, m/s² (rms).

    Two that are farthest off, which may be spikes, do not count. Where ``middle`` is not given it is their own mean;
    infinite where an axis always shows the same: what is not recorded may have moved.
    """
    columns = [
        [value for column in axis for value in column] for axis in zip(*((b.x, b.y, b.z) for b in beats), strict=True)
    ]
    if len(columns[0]) <= 2 * SPIKES or any(min(column) == max(column) for column in columns):
        return inf
    mx, my, mz = middle or [sum(column) / len(column) for column in columns]
    away = [(x - mx, y - my, z - mz) for x, y, z in zip(*columns, strict=True)]
    line = _along(away)
    squares = sorted(dot(one, one) - dot(one, line) ** 2 for one in away)[:-SPIKES]
    return sqrt(max(0.0, sum(squares)) / len(squares))


def _along(away: list[Vector]) -> Vector:
    """The direction, of length 1, that has most of what is away."""
    xx = xy = xz = yy = yz = zz = 0.0
    for x, y, z in away:
        xx += x * x
        xy += x * y
        xz += x * z
        yy += y * y
        yz += y * z
        zz += z * z
    rows = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    for _ in range(_SQUARED):
        # The largest eigenvalue outgrows the others; the matrix stays symmetric.
        size = rows[0][0] + rows[1][1] + rows[2][2]
        a, b, c = ((x / size, y / size, z / size) for x, y, z in rows)
        rows = (
            (dot(a, a), dot(a, b), dot(a, c)),
            (dot(b, a), dot(b, b), dot(b, c)),
            (dot(c, a), dot(c, b), dot(c, c)),
        )
    x, y, z = max(rows, key=lambda row: dot(row, row))
    length = hypot(x, y, z)
    return x / length, y / length, z / length
