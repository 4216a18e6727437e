"""Samples of a motion sensor, gathered in short beats, so that what follows need not look at each of them."""

from __future__ import annotations

from bisect import bisect_left
from copy import deepcopy
from math import inf
from operator import sub
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.senses.space import Vector

BEAT: Final = 0.05
"""How long a beat is, s: half a swing of a hand's tremor (8 to 12 Hz), which so stands out between beats while the
sensor's own noise and a motor's hum (20 Hz and more) average out within one."""


class Beat(NamedTuple):
    """What was felt in 50 ms."""

    began: float
    """When the first of its samples was taken, s."""
    ended: float
    """When the last was taken, s."""
    mean: Vector
    """m/s²."""
    rough: float
    """How far apart the samples are on the worst axis, m/s²."""
    t: list[float]
    x: list[float]
    y: list[float]
    z: list[float]


class Beats:
    """Cuts a stream of samples into beats, the same ones however it comes in; what is still may be passed over."""

    def __init__(self) -> None:
        self._t: list[float] = []
        self._x: list[float] = []
        self._y: list[float] = []
        self._z: list[float] = []
        self._edge = -inf
        """When the next beat is over, s."""
        self._still = 0
        """So many of the samples that wait are known to be still."""
        self.ended = -inf
        """When the last sample was taken that waits no more, s."""

    def take(self, t: Iterable[float], x: Iterable[float], y: Iterable[float], z: Iterable[float]) -> None:
        """Take in samples (s, m/s²), oldest first: they wait until they are felt, or passed over."""
        self._t += t
        self._x += x
        self._y += y
        self._z += z

    def next(self) -> Beat | None:
        """The next beat, as soon as it is full; what was still is no more."""
        times, self._still = self._t, 0
        while times and times[-1] >= self._edge:
            end = bisect_left(times, self._edge)
            beat = None
            if end:
                beat = _beat(times[:end], self._x[:end], self._y[:end], self._z[:end])
                self._drop(end)
            # The first sample after a pause sets the beat anew.
            late = times[0] - self._edge
            self._edge = (self._edge if late < BEAT else times[0]) + BEAT
            if beat is not None:
                return beat
        return None

    def waiting(self) -> list[Beat]:
        """The beats that are full and wait."""
        return list(iter(deepcopy(self).next, None)) if self.are_there(1) else []

    def are_still(self, beats: int, middle: Vector, within: float, gap: float) -> bool:
        """Whether what is there of the next so many beats is all near ``middle`` (m/s²), and no ``gap`` (s) is in it."""
        times, first, end = self._t, self._still, len(self._t)
        limit = self._edge + (beats - 1) * BEAT
        if end and times[-1] >= limit:
            end = bisect_left(times, limit, first)
        before = times[first - 1] if first else self.ended
        if end == first:
            return end == len(times) or times[end] - before <= gap
        if times[end - 1] - before > gap and max(map(sub, times[first:end], [before, *times[first:end]])) > gap:
            return False
        x, y, z = middle
        for column, place in (self._x, x), (self._y, y), (self._z, z):
            # To sort a few floats takes a third of the instructions of looking for the least and the greatest of them.
            values = sorted(column[first:end])
            if values[0] < place - within or values[-1] > place + within:
                return False
        self._still = end
        return True

    def are_there(self, beats: int) -> bool:
        """Whether so many beats wait."""
        return bool(self._t) and self._t[-1] >= self._edge + (beats - 1) * BEAT

    def pass_over(self, beats: int) -> Vector | None:
        """Let go of so many beats, unfelt; returns their mean. If an axis was frozen all the while, they stay: None."""
        end = bisect_left(self._t, self._edge + (beats - 1) * BEAT)
        x, y, z = self._x[:end], self._y[:end], self._z[:end]
        if _is_frozen(x) or _is_frozen(y) or _is_frozen(z):
            return None
        self._drop(end)
        self._edge += beats * BEAT
        self._still -= end
        return sum(x) / end, sum(y) / end, sum(z) / end

    def _drop(self, end: int) -> None:
        self.ended = self._t[end - 1]
        del self._t[:end], self._x[:end], self._y[:end], self._z[:end]


def _is_frozen(column: list[float]) -> bool:
    return column[0] == column[-1] and min(column) == max(column)


def _beat(t: list[float], x: list[float], y: list[float], z: list[float]) -> Beat:
    xs, ys, zs = sorted(x), sorted(y), sorted(z)
    if xs[0] <= 0.0 <= xs[-1] and ys[0] <= 0.0 <= ys[-1] and zs[0] <= 0.0 <= zs[-1]:
        t, x, y, z = _alive(t, x, y, z)
        xs, ys, zs = sorted(x), sorted(y), sorted(z)
    n = len(t)
    rough = max(xs[-1] - xs[0], ys[-1] - ys[0], zs[-1] - zs[0])
    return Beat(t[0], t[-1], (sum(x) / n, sum(y) / n, sum(z) / n), rough, t, x, y, z)


def _alive(
    t: list[float], x: list[float], y: list[float], z: list[float]
) -> tuple[list[float], list[float], list[float], list[float]]:
    """Without the zeros on all axes that an MPU6050 shows when it has lost its supply: no box feels nothing at all."""
    rows = [row for row in zip(t, x, y, z, strict=True) if any(row[1:])]
    if not rows:
        return t[:1], [0.0], [0.0], [0.0]
    ts, xs, ys, zs = zip(*rows, strict=True)
    return list(ts), list(xs), list(ys), list(zs)
