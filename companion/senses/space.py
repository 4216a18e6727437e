"""Directions in space, as few as a box needs."""

from __future__ import annotations

from math import acos, atan2, degrees, hypot
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

Vector = tuple[float, float, float]

GRAVITY: Final = 9.80665
"""m/s²; the standard one, as hardware has it too: the senses stand alone."""

MILLI_G: Final = GRAVITY / 1000
"""A thousandth of gravity, m/s²."""


def angle_between(a: Vector, b: Vector) -> float:
    """The angle between two directions, 0 to 180 degrees; 0 where one of them is none.

    >>> round(angle_between((0.0, 0.0, 9.8), (0.0, 4.0, 0.0)))
    90
    """
    size = hypot(*a) * hypot(*b)
    if size == 0.0:
        return 0.0
    return degrees(acos(max(-1.0, min(1.0, dot(a, b) / size))))


def bearing_of(up: Vector, rest: Vector) -> float:
    """Towards where a box leans that felt ``rest`` when level and feels ``up`` now, 0 to 360 degrees.

    The side that has gone down, counted from the sensor's x axis towards its y axis where z is up; where x is up or
    down, from its y axis.

    >>> round(bearing_of(up=(-1.0, 0.0, 9.7), rest=(0.0, 0.0, 9.8)))
    0
    >>> round(bearing_of(up=(0.0, -1.0, 9.7), rest=(0.0, 0.0, 9.8)))
    90
    """
    size = hypot(*rest)
    if size == 0.0:
        return 0.0
    n = (rest[0] / size, rest[1] / size, rest[2] / size)
    axis = (1.0, 0.0, 0.0) if abs(n[0]) < 0.9 else (0.0, 1.0, 0.0)
    along = dot(axis, n)
    first = (axis[0] - along * n[0], axis[1] - along * n[1], axis[2] - along * n[2])
    second = (
        n[1] * first[2] - n[2] * first[1],
        n[2] * first[0] - n[0] * first[2],
        n[0] * first[1] - n[1] * first[0],
    )
    return degrees(atan2(-dot(up, second), -dot(up, first))) % 360.0


def dot(a: Vector, b: Vector) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def apart(a: Vector, b: Vector) -> float:
    """The distance of two points."""
    return hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])


def farthest(a: Vector, b: Vector) -> float:
    """How far two points are apart on the axis on which that is most."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


def mean_of(vectors: Sequence[Vector]) -> Vector:
    """Their mean."""
    n = len(vectors)
    x, y, z = map(sum, zip(*vectors, strict=True))
    return x / n, y / n, z / n


def middle_of(vectors: Sequence[Vector]) -> Vector:
    """Their median on each axis, which a few outliers do not move."""
    n = len(vectors)
    x, y, z = ((axis[(n - 1) // 2] + axis[n // 2]) / 2 for axis in map(sorted, zip(*vectors, strict=True)))
    return x, y, z
