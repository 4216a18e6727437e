"""What shakes a box that stands on a table: knocks, motors, what rings on, small hands that drum."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan, cos, exp, log, pi, radians, sin
from typing import TYPE_CHECKING

from hardware.ports import GRAVITY

if TYPE_CHECKING:
    from random import Random

    from hardware.simulated.mounting import Vector


@dataclass(frozen=True)
class Vibration:
    """Back and forth along one direction, even or dying away; starts from rest."""

    start: float
    end: float
    hz: float
    accel: float
    """Its height at the start, m/s²."""
    decay: float
    """How fast it dies away, 1/s."""
    direction: Vector
    """Of length 1, in the box."""

    def wave(self, t: float) -> float:
        """The acceleration along the direction, m/s²."""
        gone = t - self.start
        return self.accel * exp(-self.decay * gone) * sin(self.omega * gone)

    def at(self, t: float) -> Vector:
        a = self.wave(t)
        x, y, z = self.direction
        return a * x, a * y, a * z

    @cached_property
    def omega(self) -> float:
        return 2 * pi * self.hz


@dataclass(frozen=True)
class Drumming:
    """Blows on the box, never quite even."""

    start: float
    end: float
    hz: float
    beats: tuple[Vibration, ...]
    """Timed from the beat they belong to; they come round again and again."""

    def at(self, t: float) -> Vector:
        count, phase = divmod((t - self.start) * self.hz, 1.0)
        beat = self.beats[int(count) % len(self.beats)]
        gone = phase / self.hz
        return beat.at(gone) if gone >= beat.start else (0.0, 0.0, 0.0)


def hum(start: float, hz: float, accel: float, seconds: float, random: Random) -> Vibration:
    """A motor, a fridge, a loudspeaker: always the same."""
    return Vibration(start, start + seconds, hz, accel, 0.0, _mostly_up(random, 40.0))


def ring(start: float, hz: float, high: float, low: float, seconds: float, random: Random) -> Vibration:
    """A table that rings on from ``high`` to ``low`` (m/s²)."""
    return Vibration(start, start + seconds, hz, high, log(high / low) / seconds, _mostly_up(random, 20.0))


def bump(start: float, accel: float, seconds: float, hz: float, random: Random, *, spread: float = 25.0) -> Vibration:
    """A blow that reaches ``accel`` (m/s²) once and is over after so many seconds, mostly along the vertical."""
    # 5 time constants leave 0.7 % of it.
    decay = 5.0 / seconds
    hz = max(hz, 1.0 / seconds)
    omega = 2 * pi * hz
    highest = atan(omega / decay) / omega
    return Vibration(
        start,
        start + seconds,
        hz,
        accel / (exp(-decay * highest) * sin(omega * highest)),
        decay,
        _mostly_up(random, spread),
    )


def knock(start: float, accel: float, seconds: float, random: Random) -> Vibration:
    """A knuckle, an elbow, dice on the table: wood answers at some tens of Hz."""
    return bump(start, accel, seconds, random.uniform(30.0, 60.0), random)


def rattle(start: float, seconds: float, random: Random) -> Drumming:
    """What is in the box rolls about and hits its walls."""
    hz = random.uniform(9.0, 13.0)
    hits = tuple(
        bump(
            random.uniform(0.0, 0.5) / hz,
            random.uniform(0.01, 0.06) * GRAVITY,
            0.45 / hz,
            random.uniform(50, 80),
            random,
            spread=180.0,
        )
        for _ in range(11)
    )
    return Drumming(start, start + seconds, hz, hits)


def drumming(start: float, seconds: float, random: Random) -> Drumming:
    """A five-year-old, 3 to 6 times a second."""
    hz = random.uniform(3.0, 6.0)
    # A prime number of beats, so that it sounds like no rhythm.
    beats = tuple(
        bump(
            random.uniform(0.0, 0.25) / hz, random.uniform(0.1, 0.5) * GRAVITY, 0.7 / hz, random.uniform(25, 45), random
        )
        for _ in range(17)
    )
    return Drumming(start, start + seconds, hz, beats)


def _mostly_up(random: Random, spread: float) -> Vector:
    """A direction within so many degrees of up, or of down."""
    lean, bearing = radians(random.uniform(0.0, spread)), random.uniform(0.0, 2 * pi)
    sign = random.choice((-1.0, 1.0))
    return sin(lean) * cos(bearing), sin(lean) * sin(bearing), sign * cos(lean)
