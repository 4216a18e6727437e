"""What is usual for a sensor under a box at rest: how it is fixed there, and how restless it is by itself."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.senses.knocks import least
from companion.senses.space import angle_between

if TYPE_CHECKING:
    from companion.senses.space import Vector

_WAYS: Final = {
    "x": (1.0, 0.0, 0.0),
    "-x": (-1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
    "-z": (0.0, 0.0, -1.0),
}


class Usual(NamedTuple):
    """A box that lay still on one table for a while."""

    rest: Vector
    """What it felt on the mean, m/s²."""
    jitter: Vector
    """How much the mean of 50 ms changes from one to the next on each axis, m/s²."""
    rough: float
    """How far apart the samples within 50 ms are on the worst axis, m/s²."""

    @property
    def up(self) -> str:
        """Which of the sensor's axes points up."""
        return min(_WAYS, key=lambda way: angle_between(self.rest, _WAYS[way]))

    @property
    def askew(self) -> float:
        """How far that axis is from upright, degrees."""
        return angle_between(self.rest, _WAYS[self.up])

    @property
    def knock(self) -> float:
        """What a knock reaches at least, m/s²."""
        return least(self.rough)

    @property
    def weight(self) -> float:
        """What it takes for the size of gravity, m/s²; up to 8 % off is usual."""
        return hypot(*self.rest)
