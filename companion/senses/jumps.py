"""What a sensor invents on one axis: spikes, and levels that it jumps to and back from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.senses.beats import Beat
from companion.senses.stirs import SPIKES

if TYPE_CHECKING:
    from companion.senses.space import Vector

FAR: Final = 6
"""So many times as far from rest as noise reaches is a jump: half a swing of a table, felt in three samples of which
none lies between it and rest, is as even as noise only up to 4.5."""

EVENS_OUT: Final = 50
"""What a level is, is a mean over so many samples; until then it turns out to be none if other axes move."""


class Jumps:
    """Takes jumps off the beats of a box that lies on a table.

    Hands tremble on all axes, and what moves goes through all that lies between. An axis that does not, and stays
    where it is while the others show nothing but noise, tells of no movement, however far it went.
    """

    def __init__(self) -> None:
        self._axis = 0
        """The axis that strayed last."""
        self._level: float | None = None
        """Where it jumped to, m/s², until it is back."""
        self._count = 0
        """Of how many samples that is the mean."""
        self._run: list[float] = []
        """What may become a level."""
        self._moves = False
        """It moves: until it is back at rest it jumps nowhere."""

    def without(self, beat: Beat, rest: Vector, noise: float) -> Beat:
        """The beat as if the sensor had not jumped; up to ``noise`` from rest is rest (m/s²).

        One or two samples of a spike are left to be seen, but do not count for the mean.
        """
        if self._level is None:
            (a, b, c), (u, v, w) = beat.mean, rest
            if beat.rough + max(abs(a - u), abs(b - v), abs(c - w)) <= noise:
                if self._run:
                    self._run = []
                self._moves = False
                return beat
        if not self._strays_alone(beat, rest, noise):
            return beat
        axis = self._axis
        columns = [beat.x, beat.y, beat.z]
        columns[axis] = values = self._mended(columns[axis], rest[axis], noise)
        off = [value - rest[axis] for value in values]
        strays = [each for each in off if abs(each) > noise]
        if len(strays) <= SPIKES and len(strays) < len(off) and all(abs(each) > FAR * noise for each in strays):
            off = [each for each in off if abs(each) <= noise]
        mean = list(beat.mean)
        mean[axis] = rest[axis] + sum(off) / len(off)
        x, y, z = columns
        rough = max(max(column) - min(column) for column in columns)
        return Beat(beat.began, beat.ended, (mean[0], mean[1], mean[2]), rough, beat.t, x, y, z)

    def _strays_alone(self, beat: Beat, rest: Vector, noise: float) -> bool:
        """Whether one axis is away from rest, and no other."""
        columns = (beat.x, beat.y, beat.z)
        stray = [
            axis
            for axis, column in enumerate(columns)
            if max(column) - rest[axis] > noise or rest[axis] - min(column) > noise
        ]
        if self._level is not None and (stray == [self._axis] or self._count == EVENS_OUT):
            return True
        if len(stray) != 1 or stray[0] != self._axis:
            self._level = None
            self._run = []
            self._moves = len(stray) > 1 or (self._moves and bool(stray))
        if len(stray) != 1:
            return False
        self._axis = stray[0]
        # Axes that are not recorded are no witnesses.
        return all(axis == self._axis or max(column) > min(column) for axis, column in enumerate(columns))

    def _mended(self, values: list[float], rest: float, noise: float) -> list[float]:
        """The values without the level that they jumped to."""
        mended = list(values)
        for place, value in enumerate(values):
            if self._level is not None and abs(value - self._level) >= abs(value - rest):
                self._level = None
            if self._level is not None:
                self._count = min(self._count + 1, EVENS_OUT)
                self._level += (value - self._level) / self._count
                mended[place] = value - self._level + rest
            elif abs(value - rest) <= noise:
                self._run = []
                self._moves = False
            elif not self._moves:
                self._run.append(value)
                if len(self._run) > SPIKES and (level := self._reached(rest, noise)) is not None:
                    began = max(0, place - SPIKES)
                    mended[began : place + 1] = [each - level + rest for each in values[began : place + 1]]
        return mended

    def _reached(self, rest: float, noise: float) -> float | None:
        """The level that a run is which is too long for a spike; else it moves."""
        run, self._run = self._run, []
        level = sum(run) / len(run)
        self._moves = max(run) - min(run) > noise or abs(level - rest) < FAR * noise
        if self._moves:
            return None
        self._level, self._count = level, len(run)
        return level
