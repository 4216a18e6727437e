"""Whether a box only goes to and fro along a straight line, as a table does that rings or hums; hands tremble beside it."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.senses.pulse import RAIL
from companion.senses.space import MILLI_G, Vector, dot
from companion.senses.stirs import SPIKES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.senses.beats import Beat

TREMBLES: Final = 6
"""Beats, 0.3 s, in which a tremor shows."""

UNKNOWN: Final = 12 * MILLI_G
"""So near to a line is the noise of a sensor that is not known, m/s² (rms): a real MPU6050's is 4 to 5 mg, the tremor
of simulated hands makes it 20 mg and more."""

AT_MOST: Final = 14 * MILLI_G
"""Nor is more ever taken for noise."""

OF_ROUGH: Final = 0.5
"""This part of how far apart a sensor's samples are in 50 ms: two equally restless axes make 0.46 of it at 200 samples
a second, 0.6 at 100."""

BENDS: Final = 0.05
"""And this part of what goes along the line, as no table and no sensor is quite straight."""

_SQUARED: Final = 5
"""Times: what is off the line by the direction's own inaccuracy is then a thousandth of what is along it."""


class Spread(NamedTuple):
    """How samples lie about a point."""

    way: Vector
    """Of the straight line that they keep to best, of length 1."""
    along: float
    """m/s² (rms)."""
    off: float
    """m/s² (rms); infinite where nobody knows."""

    def is_line(self, noise: float) -> bool:
        """Whether they keep to it but for ``noise`` (m/s²)."""
        return self.off <= max(noise, BENDS * self.along)


def noise_of(rough: float) -> float:
    """How far from a line a sensor's own noise is, m/s² (rms), whose samples are usually so far apart (m/s²)."""
    return min(OF_ROUGH * rough, AT_MOST)


class Line:
    """Follows a box of which nothing is known, and tells whether it has kept to one line at a time."""

    def __init__(self) -> None:
        self.kept = True
        """Whether it has all the while, so that a table may be all that moves it."""
        self._last: deque[Beat] = deque(maxlen=TREMBLES)

    def feel(self, beat: Beat) -> None:
        """Take in the next beat."""
        if self.kept:
            self._last.append(beat)
            self.kept = len(self._last) < TREMBLES or spread_of(self._last).is_line(UNKNOWN)


def spread_of(beats: Iterable[Beat], middle: Vector | None = None) -> Spread:
    """How the samples lie about ``middle``, or about their own mean.

    What a sensor's range may have cut off does not count, nor do two that are farthest off and may be spikes. Where an
    axis always shows the same it is not recorded, and may have moved.
    """
    rows = [row for beat in beats for row in zip(beat.x, beat.y, beat.z, strict=True) if max(map(abs, row)) < RAIL]
    columns = list(zip(*rows, strict=True))
    if len(rows) <= 2 * SPIKES or any(min(column) == max(column) for column in columns):
        return Spread((0.0, 0.0, 0.0), 0.0, inf)
    mx, my, mz = middle or [sum(column) / len(column) for column in columns]
    away = [(x - mx, y - my, z - mz) for x, y, z in rows]
    way = _along(away)
    along = [dot(one, way) ** 2 for one in away]
    off = sorted(dot(one, one) - far for one, far in zip(away, along, strict=True))[:-SPIKES]
    return Spread(way, sqrt(sum(along) / len(along)), sqrt(max(0.0, sum(off)) / len(off)))


def turns(course: Sequence[float], noise: float) -> int:
    """How often what goes along a line has turned from one side to the other; up to ``noise`` it is on none (m/s²)."""
    sides = [value > 0.0 for value in course if abs(value) > noise]
    return sum(a != b for a, b in pairwise(sides))


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
