"""Samples of a motion sensor, gathered in short beats, so that what follows need not look at each of them."""

from __future__ import annotations

from bisect import bisect_left
from math import inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.senses.space import Vector

BEAT = 0.05
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
    """Cuts a stream of samples into beats, the same ones however it comes in."""

    def __init__(self) -> None:
        self._t: list[float] = []
        self._x: list[float] = []
        self._y: list[float] = []
        self._z: list[float] = []
        self._edge = -inf
        """When the beat that fills now is over, s."""

    def feed(self, t: Iterable[float], x: Iterable[float], y: Iterable[float], z: Iterable[float]) -> list[Beat]:
        """Take in samples (s, m/s², oldest first); returns the beats that are full now."""
        times, xs, ys, zs = self._t, self._x, self._y, self._z
        times.extend(t)
        xs.extend(x)
        ys.extend(y)
        zs.extend(z)
        if not times:
            return []
        full = []
        start, last = 0, times[-1]
        while last >= self._edge:
            end = bisect_left(times, self._edge, start)
            if end > start:
                full.append(_beat(times[start:end], xs[start:end], ys[start:end], zs[start:end]))
                start = end
            # The first sample after a pause sets the beat anew.
            late = times[start] - self._edge
            self._edge = (self._edge if late < BEAT else times[start]) + BEAT
        del times[:start], xs[:start], ys[:start], zs[:start]
        return full


def _beat(t: list[float], x: list[float], y: list[float], z: list[float]) -> Beat:
    # To sort a few floats takes a third of the instructions of looking for the least and the greatest of them.
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
