"""A simulated box whose sensor is as noisy as a real one, and recordings of real ones."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.senses import Felt, Motion
from hardware import GRAVITY
from hardware.simulated.time import VirtualClock
from hardware.simulated.world import World

if TYPE_CHECKING:
    from collections.abc import Iterator

NOISE = (0.0035 * GRAVITY, 0.0031 * GRAVITY, 0.0055 * GRAVITY)
"""Standard deviations of a real MPU6050, m/s²."""

G = GRAVITY
RATES = (50.0, 62.5, 100.0, 200.0)
"""How fast a sensor may be read, Hz."""

RECORDINGS = Path(os.environ.get("COMPANION_RECORDINGS", Path(__file__).parents[3] / "shared" / "imu"))


class Box:
    """A world, a sensor under a box in it, and what the box felt by that."""

    frozen: dict[int, float]
    """Axes that give the same value all the time."""
    spike: tuple[int, float]
    """An axis, and what is too much on it, m/s²."""

    def __init__(self, seed: int = 0, *, hz: float = 200.0, uneven: float = 0.0, gain: float = 1.0) -> None:
        self.clock = VirtualClock()
        self.world = World(self.clock, seed)
        self.motion = Motion()
        self.told: list[tuple[float, Felt]] = []
        self._shown = [0.0, 0.0, 0.0]
        self.frozen = {}
        self.spike = (0, 0.0)
        self._random = Random(seed)
        self._tick = 1.0 / hz
        self._uneven = uneven
        self._gain = gain
        self._next = self.clock.monotonic()

    @property
    def felt(self) -> list[str]:
        return [felt.kind for _, felt in self.told]

    def let(self, seconds: float) -> None:
        """Let so much time pass, the samples coming in handfuls of 50 ms."""
        end = self.clock.monotonic() + seconds
        while (now := self.clock.monotonic()) < end:
            self.clock.sleep(min(0.05, end - now))
            self._feed(self.clock.monotonic())

    def miss(self, seconds: float) -> None:
        """Let so much time pass without a sample."""
        self.clock.sleep(seconds)
        self._next = self.clock.monotonic()

    def freeze(self, *axes: int) -> None:
        """Let axes give from now on what they gave last."""
        self.frozen = {axis: self._shown[axis] for axis in axes}

    def thaw(self) -> None:
        """Let them live again."""
        self.frozen = {}

    def after(self, since: float, kind: str) -> float:
        """How long after a time it was told that something happened, s."""
        return next(now - since for now, felt in self.told if felt.kind == kind and now >= since)

    def _feed(self, now: float) -> None:
        times = []
        while self._next < now:
            times.append(self._next)
            self._next += self._tick * (1 + self._uneven * self._random.uniform(-0.5, 0.5))
        motions = self.world.motions(times)
        x, y, z = ([self._sensed(motion[axis], axis) for motion in motions] for axis in range(3))
        self.told += ((now, felt) for felt in self.motion.feed(times, x, y, z))

    def _sensed(self, force: float, axis: int) -> float:
        value = self._gain * force + self._random.gauss(0.0, NOISE[axis])
        if axis == self.spike[0]:
            value += self.spike[1]
        self._shown[axis] = self.frozen.get(axis, max(-2 * GRAVITY, min(2 * GRAVITY, value)))
        return self._shown[axis]


def lying(seed: int = 0, *, hz: float = 200.0, uneven: float = 0.0, gain: float = 1.0) -> Box:
    box = Box(seed, hz=hz, uneven=uneven, gain=gain)
    box.let(3.5)
    return box


def play(box: Box) -> None:
    """A turn, as people take it."""
    box.let(box.world.lift())
    box.let(box.world.tilt(30.0, 1.0, 45.0) + 1.5)
    box.let(box.world.shake(3.0, 0.8 * G, 1.5))
    box.let(box.world.tilt(0.0, 1.0) + 0.5)
    box.let(box.world.set_down())


def recording(name: str) -> Path:
    """A recording of a real sensor; the test is skipped where there is none."""
    path = RECORDINGS / name
    if not path.exists():
        pytest.skip(
            f"{path} is not there: recordings are not part of the project (COMPANION_RECORDINGS names their folder)"
        )
    return path


def iphone_samples() -> Iterator[tuple[float, float, float, float]]:
    """The phone's recording, which is of z alone, without gravity: time (s), x, y, z (g)."""
    with recording("iphone6_table_knocks_back_5.csv").open(newline="") as file:
        for t, z in csv.reader(file):
            yield float(t), 0.0, 0.0, 1.0 + float(z)


_ARDUINO = {"t_ms": "timestamp", "ax": "aX", "ay": "aY", "az": "aZ"}
_XIMU3 = {"t": "Time (s)", **{f"a{axis.lower()}": f"Accelerometer {axis} (g)" for axis in "XYZ"}}

RECORDED_IN_G = {
    "mpu6050_idle_on_table.csv": _ARDUINO,
    "mpu6050_handled_then_set_down.csv": _ARDUINO,
    "mpu6050_shake.csv": _ARDUINO,
    "ximu3_rest_tilts_spin.csv": _XIMU3,
}
"""What the recordings call their columns."""
