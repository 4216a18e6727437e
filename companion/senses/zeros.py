"""A sensor's zero that jumps on one axis, and stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.senses.space import MILLI_G

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.senses.beats import Beat
    from companion.senses.space import Vector

LEAST: Final = 30 * MILLI_G
"""What jumps by less lifts no box, and is not told from its noise, m/s²."""

STAYS: Final = 8
"""So many samples on each side of it show that it is one: of a table's knock no eight are alike, and the others none."""

_NEAR: Final = 3
"""So many on each side of it, but the one on its way, are at their levels already."""

SLOPE: Final = 0.15
"""Up to this part of the jump, on their mean: of a box that tilts within 0.05 s, as no hand does, they have 0.25."""


class Jump(NamedTuple):
    """A zero has jumped."""

    axis: int
    by: float
    """m/s²."""


def jump_in(beats: Sequence[Beat], rest: Vector, noise: float) -> Jump | None:
    """The jump that is all that some beats show of a box that lay as ``rest``; noise is up to ``noise`` wide (m/s²).

    A box that hands move goes through all that lies between, moves on other axes too, and is not still at once.
    """
    columns = [[value for beat in beats for value in (beat.x, beat.y, beat.z)[axis]] for axis in range(3)]
    newest = beats[-1].mean
    axis = max(range(3), key=lambda one: abs(newest[one] - rest[one]))
    if len(columns[axis]) < 2 * STAYS or any(_width(columns[one]) > noise for one in range(3) if one != axis):
        return None
    way = 1.0 if newest[axis] > rest[axis] else -1.0
    away = [way * (value - rest[axis]) for value in columns[axis]]
    half = way * (newest[axis] - rest[axis]) / 2
    split = max((place for place, value in enumerate(away) if value < half), default=-1) + 1
    before, after = away[:split], away[split:]
    if len(before) < STAYS or len(after) < STAYS or max(_width(before), _width(after)) > noise:
        return None
    low, high = sum(before) / split, sum(after) / len(after)
    by = high - low
    if abs(low) > noise / 2 or by < LEAST:
        return None
    on_their_way = min(before[-1] - low, high - after[0])
    slope = [on_their_way, *(value - low for value in before[-_NEAR:-1]), *(high - value for value in after[1:_NEAR])]
    return Jump(axis, way * by) if sum(slope) / len(slope) <= SLOPE * by else None


def _width(values: Sequence[float]) -> float:
    """From the second lowest to the second highest: a lone spike does not count."""
    ordered = sorted(values)
    return ordered[-2] - ordered[1]
