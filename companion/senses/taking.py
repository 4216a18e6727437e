"""Hands that take a box, told from a table that only shakes it, by the last beats of a box that lay still."""

from __future__ import annotations

from collections import deque
from itertools import accumulate
from math import hypot
from operator import sub
from typing import TYPE_CHECKING, Final

from companion.senses.lines import noise_of, spread_of, turns
from companion.senses.space import MILLI_G, Vector, apart, dot, mean_of, middle_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.senses.beats import Beat
    from companion.senses.stirs import Stir

LEANS: Final = 35 * MILLI_G
"""A box that leans by this much, 2 degrees, on the mean of 0.3 s is in hands, m/s². A box that settles on its cable
creeps by 20 mg, a table that people lean on by 10; a lift reaches 100 to 200."""

NO_RING: Final = 0.4
"""And leans by this part of what stands out at the time: of a table that rings at 5 Hz a quarter is left in the mean."""

SWINGS: Final = 0.25
"""A box that swings to and fro at this speed is in hands, m/s from one way to the other: a shake of 0.5 g at 5 Hz has
0.31. The hardest knock in the recordings has 0.09, a table that rings with 0.3 g at 5 Hz 0.19."""

SHAKEN_FOR: Final = 0.25
"""If it has for so long, s, and still does: the hardest knocks are faster, but over by then."""

LASTS: Final = 0.9
"""What swings along one line is shaken if 0.3 s later it still does by this part; a table's ring dies away. One of
0.47 g is at 0.85 if it lasts for 6 s."""

SURE: Final = 0.15
"""What goes along one line leans only when it has stirred for so long, s: by then a table's swing at 3 Hz comes back."""

CARRIED, STILL = 12, 2
"""Or it went along the line and is still again, for the second beat, not more than so many beats after it stirred:
0.6 s. A table that swings as fast still does then."""

SHORT: Final = 6
"""Beats, 0.3 s: a whole swing of a table that rings at 3.3 Hz."""

_COURSE: Final = 40
"""Beats, 2 s, over which it is seen how often it turned."""


class Taking:
    """Finds out whether hands take a box that lies."""

    def __init__(self) -> None:
        self.since: float | None = None
        """When it stirred, s; None while it does not."""
        self.peak = 0.0
        """How far it went since, m/s²."""
        self._last: deque[Beat] = deque(maxlen=2 * SHORT)
        self._levels: deque[float] = deque(maxlen=SHORT)
        self._course: deque[Vector] = deque(maxlen=_COURSE)
        """The beats' means since it stirred."""
        self._swung = False
        """Whether it has swung since."""

    @property
    def is_on(self) -> bool:
        """Whether anything is known that a box at rest should forget."""
        return bool(self._levels)

    @property
    def latest(self) -> list[Beat]:
        """The last beats, 0.3 s of them."""
        return list(self._last)[-SHORT:]

    def add(self, beat: Beat) -> None:
        """Take in a beat, whatever it shows."""
        self._last.append(beat)

    def feel(self, beat: Beat, stir: Stir, *, quiet: bool) -> None:
        """Take in how it stirred in that beat."""
        self._levels.append(stir.level)
        self.peak = max(self.peak, stir.reach)
        if not quiet and self.since is None:
            self.since = min(stir.began, beat.began)
        if self.since is not None:
            self._course.append(beat.mean)

    def is_sure(self, at: float, rest: Vector, recent: Sequence[Vector], rough: float, *, still: int) -> bool:
        """Whether hands have it (s), which lay as ``rest`` and has been ``still`` again for so many beats.

        ``recent`` are the means of the last beats, ``rough`` is how far apart samples usually are (m/s²).
        """
        if self.since is None:
            return False
        leans = len(recent) >= SHORT and self.lean(rest, recent) >= 1.0
        # It goes to and fro faster than a table does, and has for a while.
        swings = at - self.since >= SHAKEN_FOR and len(self._last) >= SHORT and swing(rest, self.latest) > 1.0
        self._swung = self._swung or swings
        if not leans and not self._swung:
            return False
        spread = spread_of(self.latest[-len(self._course) :], rest)
        if not spread.is_line(noise_of(rough)):
            return leans or swings
        turned = self._turned(rest, spread.way)
        return (
            (leans and turned < 2 and at - self.since >= SURE)
            or (swings and self._lasts(rest))
            or (turned == 1 and still == STILL and len(self._course) <= CARRIED)
        )

    def forget(self, *, beats: bool = False) -> None:
        """It rests; of ``beats`` that were otherwise nothing is to be concluded either."""
        self.since = None
        self.peak = 0.0
        self._levels.clear()
        self._course.clear()
        self._swung = False
        if beats:
            self._last.clear()

    def lean(self, rest: Vector, recent: Sequence[Vector]) -> float:
        """How far from how it lay, as a part of what hands make, on the mean and on the median: swings and blows change
        only one of them.
        """
        last = [recent[i] for i in range(-SHORT, 0)]
        # The third largest: a table that rings is as loud all the time, a hand's first touch is not.
        loud = sorted(self._levels)[-3] if len(self._levels) > 2 else 0.0
        ring = NO_RING * loud
        leans = []
        for place in (mean_of(last), middle_of(last)):
            leans.append(apart(place, rest) / LEANS)
            if ring:
                leans.append(max(map(abs, map(sub, place, rest))) / ring)
        return min(leans)

    def _turned(self, rest: Vector, way: Vector) -> int:
        """How often it has turned from one side to the other since it stirred; what it only grazes does not count."""
        middle = dot(rest, way)
        course = [dot(mean, way) - middle for mean in self._course]
        return turns(course, max(map(abs, course)) / 2)

    def _lasts(self, rest: Vector) -> bool:
        """Whether it swings as it did 0.3 s ago."""
        last = list(self._last)
        if len(self._course) <= len(last) or len(last) < 2 * SHORT:
            return False
        return _speeds(rest, last[SHORT:])[0] >= LASTS * _speeds(rest, last[:SHORT])[0]


def swing(rest: Vector, last: Sequence[Beat]) -> float:
    """How fast it goes to and fro in some beats, as a part of what hands make."""
    whole, lately = _speeds(rest, last)
    return min(whole / SWINGS, lately / (SWINGS / 2))


def _speeds(rest: Vector, last: Sequence[Beat]) -> tuple[float, float]:
    """How fast it goes from one way to the other in some beats, and in the second half of them, m/s."""
    count = sum(len(beat.t) for beat in last)
    tick = (last[-1].ended - last[0].began) / (count - 1)
    ways, now = [], []
    for axis, middle in enumerate(rest):
        values = (value for beat in last for value in (beat.x, beat.y, beat.z)[axis])
        speeds = list(accumulate((tick * (value - middle) for value in values), initial=0.0))
        ways.append(max(speeds) - min(speeds))
        lately = speeds[count // 2 :]
        now.append(max(lately) - min(lately))
    return hypot(*ways), hypot(*now)
