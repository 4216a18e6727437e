"""What a simulated sensor reads of a force: with its scale, its noise, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random
from typing import TYPE_CHECKING, Final, Literal

from hardware.ports import GRAVITY
from hardware.simulated.noise import TABLE, Raw, noise, saturated, still_frames

if TYPE_CHECKING:
    from hardware.simulated.mounting import Vector

Axis = Literal["x", "y", "z"]

_TEMPERATURE: Final = round((24.5 - 36.53) * 340)
"""24.5 °C, in the register's steps (RM-MPU-6000A, section 4.18)."""
_TURNING: Final = (12, -7, 4)
"""What the gyroscope reads at rest, in its own steps."""


@dataclass
class _Frozen:
    until: float
    value: int | None = None
    """What it reads, once it was read."""


@dataclass(frozen=True)
class _Spike:
    begins: float
    ends: float
    acceleration: float


class Analog:
    """The part of a chip before its registers. Forces are in m/s² along its axes; ``one_g`` is how many steps 1 g makes."""

    def __init__(self, seed: int) -> None:
        self.scale = 1.0
        """What it reads of 1 g, in g; real chips are off by up to 8 %."""
        self._noise_begins = Random(seed).randrange(TABLE)
        self._spikes: list[_Spike] = []
        self._frozen: dict[int, _Frozen] = {}

    def freeze(self, axis: Axis, until: float) -> None:
        """Let an axis give the same value from now on; of two frosts the longer one lasts."""
        number = "xyz".index(axis)
        before = self._frozen.get(number)
        self._frozen[number] = _Frozen(until if before is None else max(until, before.until))

    def thaw(self) -> None:
        """Let all axes live again."""
        self._frozen.clear()

    def spike(self, acceleration: float, begins: float, ends: float) -> None:
        """Add m/s² to the x axis for a time."""
        self._spikes.append(_Spike(begins, ends, acceleration))

    def heal(self) -> None:
        """Take all faults off it."""
        self._frozen.clear()
        self._spikes.clear()

    def spiked(self, force: Vector, t: float) -> Vector:
        """A force with the spikes of that moment (s, monotonic)."""
        x, y, z = force
        return x + sum(spike.acceleration for spike in self._spikes if spike.begins <= t < spike.ends), y, z

    def steady_until(self, t: float) -> float:
        """Until when it reads a force that stays the same but for its noise; ``t`` itself where it does not."""
        if any(t < frozen.until for frozen in self._frozen.values()):
            return t
        until = inf
        for spike in self._spikes:
            if spike.begins <= t < spike.ends:
                return t
            if spike.begins > t:
                until = min(until, spike.begins)
        return until

    def read(self, force: Vector, t: float, number: int, one_g: int) -> Raw:
        """What a sample holds, by its number."""
        level = self._level(force, one_g)
        x, y, z = level[:3]
        for spike in self._spikes:
            if spike.begins <= t < spike.ends:
                x += round(spike.acceleration / GRAVITY * one_g)
        place = (number + self._noise_begins) % TABLE
        along_x, along_y, along_z = noise(one_g)
        felt = [saturated(x + along_x[place]), saturated(y + along_y[place]), saturated(z + along_z[place])]
        for axis, frozen in self._frozen.items():
            if t < frozen.until:
                frozen.value = felt[axis] if frozen.value is None else frozen.value
                felt[axis] = frozen.value
        return (felt[0], felt[1], felt[2], *level[3:])

    def frames(self, force: Vector, first: int, count: int, one_g: int, columns: tuple[int, ...]) -> bytes:
        """So many samples in a row of a force that stays the same, of each the columns that are wanted."""
        block = still_frames(self._level(force, one_g), one_g, columns)
        size = 2 * len(columns)
        begin = (first + self._noise_begins) % TABLE
        frames = block[begin * size : (begin + count) * size]
        while len(frames) < count * size:
            frames += block[: count * size - len(frames)]
        return frames

    def _level(self, force: Vector, one_g: int) -> Raw:
        """What it reads of a force without noise, in its own units, not saturated."""
        x, y, z = force
        steps = self.scale * one_g / GRAVITY
        return (round(x * steps), round(y * steps), round(z * steps), _TEMPERATURE, *_TURNING)
