"""The barest lifts there can be: along one line only, by hands that do not tremble."""

from __future__ import annotations

from math import cos, pi, radians, sin
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.senses import Motion
from hardware import GRAVITY
from tests.senses.boxes import NOISE

if TYPE_CHECKING:
    from collections.abc import Callable

    Force = tuple[float, float, float]

G = GRAVITY
LAIN = 3.2
"""How long a box lies before, s."""


def felt(force: Callable[[float], Force], seconds: float, hz: float) -> list[tuple[float, str]]:
    """How long after its beginning what was felt of a movement, whose force (m/s²) goes by the time since then (s)."""
    random, motion = Random(round(hz)), Motion()
    told: list[tuple[float, str]] = []
    times = [k / hz for k in range(round((LAIN + seconds) * hz))]
    for first in range(0, len(times), 10):
        t = times[first : first + 10]
        forces = [force(max(0.0, time - LAIN)) for time in t]
        x, y, z = ([f[axis] + random.gauss(0.0, sd) for f in forces] for axis, sd in enumerate(NOISE))
        told += [(t[-1] - LAIN, one.kind) for one in motion.feed(t, x, y, z)]
    return told


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0])
@pytest.mark.parametrize("degrees", [2.5, 4.0, 6.0, 10.0, 20.0, 45.0, 90.0])
def test_a_box_that_tilts_along_one_line_is_lifted(degrees: float, seconds: float) -> None:
    even = degrees in (4.0, 20.0)
    bearing = radians(degrees * 16 % 90 if even else 0.0 if degrees > 6.0 else 90.0)

    def force(t: float) -> Force:
        part = min(1.0, t / seconds)
        angle = radians(degrees) * (part if even else (1 - cos(pi * part)) / 2)
        return -G * sin(angle) * cos(bearing), -G * sin(angle) * sin(bearing), G * cos(angle)

    after, kind = felt(force, seconds + 0.5, 100.0 if seconds in (0.1, 1.0) else 200.0)[0]
    assert kind == "lifted"
    # As soon as it has come to two degrees and 0.3 s have shown it.
    assert after <= 0.3 + seconds * min(1.0, 0.2 + 2.0 / degrees)


@pytest.mark.parametrize("hz", [100.0, 200.0])
@pytest.mark.parametrize("axis", [0, 2])
@pytest.mark.parametrize(
    ("metres", "seconds"), [(0.05, 0.3), (0.05, 0.8), (0.1, 0.3), (0.1, 0.5), (0.1, 1.2), (0.2, 0.5), (0.2, 1.2)]
)
def test_a_box_that_is_carried_along_one_line_is_lifted(metres: float, seconds: float, axis: int, hz: float) -> None:
    def force(t: float) -> Force:
        u = min(1.0, t / seconds)
        push = metres * 60 * u * (1 - u) * (1 - 2 * u) / seconds**2
        return (push, 0.0, G) if axis == 0 else (0.0, 0.0, G + push)

    assert [kind for _, kind in felt(force, seconds + 0.2, hz)] == ["lifted"]


@pytest.mark.parametrize("axis", [0, 2])
@pytest.mark.parametrize(("pitch", "g"), [(3.0, 0.5), (4.0, 0.5), (4.0, 1.5), (5.0, 0.5), (6.0, 0.5), (10.0, 1.0)])
def test_a_box_that_is_shaken_along_one_line_is_lifted(pitch: float, g: float, axis: int) -> None:
    def force(t: float) -> Force:
        push = g * G * sin(2 * pi * pitch * t)
        return (push, 0.0, G) if axis == 0 else (0.0, 0.0, G + push)

    assert [kind for _, kind in felt(force, 1.0, 200.0)] == ["lifted"]
