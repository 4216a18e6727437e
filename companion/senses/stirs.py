"""Samples that stand out of a beat, a sensor's spikes left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.senses.space import MILLI_G, Vector

if TYPE_CHECKING:
    from companion.senses.beats import Beat

STANDS_OUT: Final = 30 * MILLI_G
"""A sample so far off is none of a sensor's noise, m/s² (5.5 times its deviation on an MPU6050's worst axis)."""

SPIKES: Final = 2
"""So many samples that stand out next to each other are no movement yet. Of a real sensor's spikes, one in 700
samples, two meet in an hour, three in a month; the weakest finger on a table makes three at 100 Hz."""


class Stir(NamedTuple):
    """How a beat's samples stand out."""

    began: float
    """When the first did, s; the beat's end if none did."""
    reach: float = 0.0
    """How far the farthest did, m/s²."""
    level: float = 0.0
    """How far the third farthest of this beat and the last one did: two spikes do not change that, m/s²."""


class Stirs:
    """Finds what stands out in beat after beat."""

    def __init__(self) -> None:
        self._began = 0.0
        self._count = 0
        self._paused = False
        self._fars: list[float] = []
        """How far those went that were no more than spikes until now."""
        self._before: list[float] = []

    def feel(self, beat: Beat, middle: Vector, limit: float) -> Stir:
        """What stands out of a beat by more than ``limit`` (m/s²), seen from what is felt on the whole."""
        mx, my, mz = middle
        found, began = [], beat.ended
        for t, x, y, z in zip(beat.t, beat.x, beat.y, beat.z, strict=True):
            far = max(abs(x - mx), abs(y - my), abs(z - mz))
            if far > limit:
                if not self._count:
                    self._began = t
                self._count += 1
                self._fars.append(far)
                self._paused = False
                if self._count > SPIKES:
                    began = min(began, self._began)
                    found += self._fars
                    self._fars.clear()
            elif self._paused:
                self.forget()
            else:
                # One swing through the middle is no end of it, two are.
                self._paused = True
        both = sorted(self._before + found)
        self._before = found
        if not found:
            return Stir(began)
        return Stir(began, max(found), both[-1 - SPIKES] if len(both) > SPIKES else both[0])

    def forget(self) -> None:
        """Nothing stands out now."""
        self._count = 0
        self._fars.clear()
