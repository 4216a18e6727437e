"""How hands move a box: smoothly from here to there, never quite still.

A reach is a minimum-jerk movement (Flash and Hogan 1985): 10u³ - 15u⁴ + 6u⁵ of the way after the part u of the time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING, Final

from hardware.ports import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from hardware.simulated.mounting import Vector

    _Tone = tuple[float, float, float]
    """rad/s, rad, and its height."""

# The sensor lies under the box: so far below the hands that hold its sides, and off the axis it turns about (m).
_BELOW_HANDS: Final = 0.03
_OFF_AXIS: Final = 0.05
# From the elbow to the box (m).
_ARM: Final = 0.35


@dataclass(frozen=True, slots=True)
class Push:
    """A reach through the room: where to, in m, along level axes that turn with the box."""

    start: float
    end: float
    way: Vector

    def at(self, t: float) -> Vector:
        """The acceleration, m/s², along the level axes."""
        seconds = self.end - self.start
        a = _acceleration((t - self.start) / seconds) / (seconds * seconds)
        x, y, z = self.way
        return a * x, a * y, a * z


@dataclass(frozen=True, slots=True)
class Lean:
    """A change of tilt. A tilt is a vector: its length the angle (rad), its direction the side that goes down."""

    start: float
    end: float
    before: tuple[float, float]
    after: tuple[float, float]

    def tilt(self, t: float) -> tuple[float, float]:
        """The tilt at a time, also before and after the change, rad."""
        if t >= self.end:
            return self.after
        u = max(0.0, (t - self.start) / (self.end - self.start))
        part = u * u * u * (10 + u * (6 * u - 15))
        (a, b), (c, d) = self.before, self.after
        return a + (c - a) * part, b + (d - b) * part

    def at(self, t: float) -> Vector:
        """What the sensor feels of the swing below the hands, m/s², in the box."""
        seconds = self.end - self.start
        u = (t - self.start) / seconds
        x, y = self.after[0] - self.before[0], self.after[1] - self.before[1]
        a = -_BELOW_HANDS * _acceleration(u) / (seconds * seconds)
        v = 30 * (u * (1 - u)) ** 2 / seconds
        return a * x, a * y, _BELOW_HANDS * v * v * (x * x + y * y)


@dataclass(frozen=True, slots=True)
class Shake:
    """Side to side and back to where it began."""

    start: float
    end: float
    omega: float
    """2π times the frequency, rad/s."""
    accel: float
    side: tuple[float, float]
    """The direction, of length 1."""

    def swing(self, t: float) -> Vector:
        """How far to the side, how fast, and the acceleration: m, m/s, m/s²."""
        gone, rest = t - self.start, self.end - t
        w = self.omega
        # Swings in and out within 1.5 periods each; a third of a short shake is left for whole swings.
        ease = min(3 * pi / w, (self.end - self.start) / 3)
        part, v, a = _eased(min(gone, rest), ease)
        if rest < gone:
            v = -v
        size = -self.accel / (w * w)
        s, c = sin(w * gone), cos(w * gone)
        return size * part * s, size * (v * s + part * w * c), size * ((a - part * w * w) * s + 2 * v * w * c)

    def at(self, t: float) -> Vector:
        place, speed, along = self.swing(t)
        # An arm swings in an arc: away from the middle the box is a little higher.
        up = (speed * speed + place * along) / _ARM
        return along * self.side[0], along * self.side[1], up


def shake(start: float, hz: float, accel: float, seconds: float, random: Random) -> Shake:
    """A shake whose strongest swing has that acceleration (m/s²)."""
    way = random.uniform(0.0, 2 * pi)
    unit = Shake(0.0, seconds, 2 * pi * hz, 1.0, (cos(way), sin(way)))
    # The swings of a short one hardly come up to it by themselves, or go beyond.
    swings = ceil(hz * seconds)
    highest = max(abs(unit.swing(seconds * k / (40 * swings))[2]) for k in range(40 * swings))
    return replace(unit, start=start, end=start + seconds, accel=accel / highest)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn about the vertical: gravity stays where it is."""

    start: float
    end: float
    angle: float
    """rad."""

    def at(self, t: float) -> Vector:
        seconds = self.end - self.start
        u = (t - self.start) / seconds
        speed = self.angle * 30 * (u * (1 - u)) ** 2 / seconds
        return (
            -_OFF_AXIS * speed * speed,
            _OFF_AXIS * self.angle * _acceleration(u) / (seconds * seconds),
            0.0,
        )


@dataclass(frozen=True, slots=True)
class Hold:
    """A while in which hands are on the box."""

    start: float
    end: float
    lifted: bool
    """Off the table, so that the table is not felt."""

    def grip(self, t: float) -> float:
        """How much of the hands' unrest comes through, 0 to 1: it grows as they take hold and ends as they let go."""
        u = min(1.0, max(0.0, min(t - self.start, self.end - t) / self.ease))
        return u * u * (3 - 2 * u)

    @property
    def ease(self) -> float:
        """How long the hands take to get hold of it, and to let go, s."""
        return min(0.25, (self.end - self.start) / 3)


class Unrest:
    """The tremor and the sway of a person's hands, the same for the same seed.

    Physiological tremor is 8 to 12 Hz; held boxes show 0.02 to 0.05 g of it and lean to and fro by some degrees.
    """

    def __init__(self, random: Random) -> None:
        # Two near tones an axis beat, so that it swells and ebbs as muscles do.
        self.tremor = _tremor(
            (2 * pi * random.uniform(8.0, 12.0), random.uniform(0, 2 * pi), random.uniform(0.010, 0.025) * GRAVITY)
            for _ in range(6)
        )
        """m/s² at a time, in the box."""
        self.sway = _sway(
            (2 * pi * hz * random.uniform(0.85, 1.15), random.uniform(0, 2 * pi), radians(random.uniform(0.8, 1.5)))
            for hz in (0.3, 0.3, 0.13, 0.13)
        )
        """A tilt at a time, rad."""


def boxed(force: Vector, tilt: tuple[float, float]) -> Vector:
    """A force along level axes as the tilted box has it."""
    tx, ty = tilt
    x, y, z = force
    angle = hypot(tx, ty)
    if angle < 1e-9:
        return force
    kx, ky = -ty / angle, tx / angle
    s, c = sin(angle), cos(angle)
    along = (kx * x + ky * y) * (1 - c)
    return (
        x * c - ky * z * s + kx * along,
        y * c + kx * z * s + ky * along,
        z * c - (kx * y - ky * x) * s,
    )


def _tremor(tones: Iterable[_Tone]) -> Callable[[float], Vector]:
    (a, b, c), (d, e, f), (g, h, i), (j, k, m), (n, o, p), (q, r, s) = tones
    # A thousand times a second in the hands: constants of a closure cost a third less than a tuple's.
    return lambda t: (
        c * sin(a * t + b) + f * sin(d * t + e),
        i * sin(g * t + h) + m * sin(j * t + k),
        p * sin(n * t + o) + s * sin(q * t + r),
    )


def _sway(tones: Iterable[_Tone]) -> Callable[[float], tuple[float, float]]:
    (a, b, c), (d, e, f), (g, h, i), (j, k, m) = tones
    return lambda t: (
        c * sin(a * t + b) + i * sin(g * t + h),
        f * sin(d * t + e) + m * sin(j * t + k),
    )


def _acceleration(u: float) -> float:
    """Of a way of 1 in a time of 1."""
    return 60 * u * (1 - u) * (1 - 2 * u)


def _eased(gone: float, ease: float) -> tuple[float, float, float]:
    """How far a smooth start is after some time, and its first and second derivatives."""
    if gone >= ease:
        return 1.0, 0.0, 0.0
    u = gone / ease
    return (
        u * u * u * (10 + u * (6 * u - 15)),
        30 * (u * (1 - u)) ** 2 / ease,
        _acceleration(u) / (ease * ease),
    )
