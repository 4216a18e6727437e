"""Whether a sensor is alive: what feels anything is never quite the same for long."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Final

from companion.senses.space import MILLI_G

if TYPE_CHECKING:
    from companion.senses.beats import Beat

LISTENS: Final = 6
"""For so many beats, 0.3 s, it is found out which axes show noise; that others are the same for long means nothing."""

FINE: Final = 4 * MILLI_G
"""Those do that have made a step no larger than this, m/s²: some recordings have an axis that is nothing but 0, or are
coarser than a table's noise."""

SAME: Final = 0.1
"""Part of an axis's samples that equal the one before, as long as that is not known, and never taken for less: of an
MPU6050's it is 0.03, where it was written down in thousandths of g 0.09."""

NEVER: Final = 1e-6
"""Values are stuck if noise would hold them like that with this probability, or less: 7 samples in a row, more where
an axis is coarse. It is a beat that is lost if it did."""

LASTS: Final = 40
"""What is usual is a mean over so many beats, 2 s."""

RAIL: Final = 14.5
"""Beyond it, 1.5 g, a value may be the end of a sensor's range, where no noise is seen, m/s²: of the smallest, 2 g,
and of a sensor that shows 0.8 of what it should."""


class Pulse:
    """Finds beats in which the sensor, or an axis of it, was frozen."""

    def __init__(self) -> None:
        self._axes = (_Axis(), _Axis(), _Axis())

    def beats(self, beat: Beat, *, resting: bool) -> bool:
        """Whether all axes were alive; what is usual is learnt while the box is ``resting``."""
        x, y, z = self._axes
        alive = x.lives(beat.x, resting=resting)
        alive &= y.lives(beat.y, resting=resting)
        return z.lives(beat.z, resting=resting) and alive


class _Axis:
    def __init__(self) -> None:
        self._last: float | None = None
        self._run = 0
        """How many samples are the same by now."""
        self._step = inf
        """The smallest change from one to the next, m/s²."""
        self._listened = 0
        self._same = SAME
        """What part of them usually equals the one before."""

    def lives(self, values: list[float], *, resting: bool) -> bool:
        # What is frozen for longer than a beat begins a beat with the value that the last one ended with.
        held = values[0] == self._last
        if self._listened < LISTENS:
            self._listen(values)
        longest = self._longest(values) if held else 1
        self._last = values[-1]
        if not held:
            self._run = 1
        elif self._step <= FINE and max(SAME, min(self._same, 0.99)) ** (longest - 1) <= NEVER:
            return False
        if resting:
            self._same += (held - self._same) / LASTS
        return True

    def _listen(self, values: list[float]) -> None:
        self._listened += 1
        steps = [abs(b - a) for a, b in pairwise(values)]
        self._step = min(self._step, *filter(None, steps), inf)
        if steps:
            self._same += (steps.count(0.0) / len(steps) - self._same) / LISTENS

    def _longest(self, values: list[float]) -> int:
        """How many samples in a row are the same at most, those before this beat included."""
        longest, run, last = 1, self._run, self._last
        for value in values:
            run = run + 1 if value == last and abs(value) < RAIL else 1
            longest = max(longest, run)
            last = value
        self._run = run
        return longest
