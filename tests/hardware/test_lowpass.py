"""What the chip's low-pass filter lets through, by RM-MPU-6000A section 4.3."""

from __future__ import annotations

from array import array
from itertools import cycle
from math import hypot, inf, pi, sin
from typing import TYPE_CHECKING

import pytest

from hardware import GRAVITY
from hardware.simulated import SimulatedMachine, VirtualClock, World
from hardware.simulated.lowpass import BANDWIDTHS, LowPass

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated import SimulatedMpu6050
    from hardware.simulated.lowpass import Motion
    from tests.hardware.conftest import Box

BEGAN = 1000.0


class Tone:
    """A sine of 1 m/s² along z, on top of gravity."""

    def __init__(self, hz: float) -> None:
        self._omega = 2 * pi * hz

    def motion(self, t: float) -> tuple[float, float, float]:
        return 0.0, 0.0, GRAVITY + sin(self._omega * (t - BEGAN))

    def still_until(self, t: float) -> float:
        return t


class Step:
    """Level until a moment, on its side from then on; counts how often it is asked."""

    def __init__(self, when: float) -> None:
        self._when = when
        self.asked = 0

    def motion(self, t: float) -> tuple[float, float, float]:
        self.asked += 1
        return (0.0, 0.0, GRAVITY) if t < self._when else (GRAVITY, 0.0, 0.0)

    def still_until(self, t: float) -> float:
        self.asked += 1
        return self._when if t < self._when else inf


def filtered(motion: Motion, setting: int) -> LowPass:
    lowpass = LowPass(motion)
    lowpass.restart(BEGAN, 0.001, setting)
    return lowpass


def gain(hz: float, setting: int) -> float:
    """How much of a tone is left."""
    lowpass = filtered(Tone(hz), setting)
    # Two seconds are whole periods of all tones asked for; read against a sine and a cosine.
    heard = [lowpass.at(tick)[2] - GRAVITY for tick in range(3000)][1000:]
    parts = (
        sum(value * sin(2 * pi * hz * tick / 1000 + turn) for tick, value in enumerate(heard)) for turn in (0.0, pi / 2)
    )
    return hypot(*parts) / 1000


@pytest.mark.parametrize(("hz", "left"), [(10, 1.0), (44, 0.707), (100, 0.19), (200, 0.04)])
def test_at_44_hz_the_filter_lets_hands_through_and_damps_what_would_alias(hz: float, left: float) -> None:
    assert gain(hz, 3) == pytest.approx(left, abs=0.02)


@pytest.mark.parametrize("setting", range(7))
def test_at_every_settings_bandwidth_three_decibels_are_missing(setting: int) -> None:
    assert gain(BANDWIDTHS[setting], setting) == pytest.approx(0.707, abs=0.01)


@pytest.mark.parametrize("setting", range(8))
def test_a_step_arrives_whole(setting: int) -> None:
    lowpass = filtered(Step(BEGAN + 0.5), setting)
    assert lowpass.at(499) == (0.0, 0.0, GRAVITY)
    x, _, z = lowpass.at(500 + round(1000 / BANDWIDTHS[setting]))
    assert x == pytest.approx(GRAVITY, rel=0.05)
    assert z == pytest.approx(0.0, abs=0.05 * GRAVITY)
    assert not lowpass.settled
    assert lowpass.at(2500) == (GRAVITY, 0.0, 0.0)
    assert lowpass.settled


def test_a_rest_of_hours_costs_nothing() -> None:
    step = Step(BEGAN + 0.5)
    lowpass = filtered(step, 3)
    for tick in range(0, 10_000_000, 200):
        lowpass.at(tick)
    assert step.asked / 50_000 < 4


# In the chip.

STARTED = ((0x1A, 3), (0x19, 4), (0x1C, 0x10), (0x6B, 0x01), (0x6A, 0x40), (0x23, 0x08))


def table(plan: Callable[[World], object], *reads: float) -> array[int]:
    """What the FIFO gives of a box on a table, emptied at these intervals (s), again and again, for ten seconds."""
    clock = VirtualClock()
    world = World(clock, 5)
    chip = SimulatedMachine(clock, world).sensor
    for write in STARTED:
        chip.write(bytes(write))
    # A quarter of 5 ms beside the samples, where they would see the crests of a tone at their rate.
    clock.sleep(0.50125)
    drained(chip)
    plan(world)
    end = clock.monotonic() + 10.0
    words = array("h")
    pauses = cycle(reads)
    while (now := clock.monotonic()) < end:
        clock.sleep(min(next(pauses), end - now))
        words += drained(chip)
    return words


def drained(chip: SimulatedMpu6050) -> array[int]:
    """All that the FIFO has."""
    chip.write(b"\x72")
    waiting = int.from_bytes(chip.read(2), "big")
    chip.write(b"\x74")
    words = array("h", chip.read(waiting))
    words.byteswap()
    return words


def play(world: World) -> None:
    world.hum(50.0, 0.5, 8.0)
    world.drift(1.0, 20.0)
    world.lift()
    world.tilt(40.0, 1.0)
    world.shake(4.0, 5.0, 1.5)
    world.tilt(0.0, 1.0)
    world.set_down()


@pytest.mark.parametrize("reads", [(0.01,), (0.2,), (0.7,), (0.013, 0.4, 0.0051)], ids=str)
def test_samples_are_the_same_however_they_are_read(reads: tuple[float, ...]) -> None:
    assert table(play, *reads) == table(play, 0.05)


def test_the_newest_samples_are_the_same_when_older_ones_were_pushed_out() -> None:
    late = table(play, 4.0)
    assert late[-3 * 100 :] == table(play, 0.05)[-3 * 100 :]
    assert len(late) < 3 * 600


def test_a_motor_at_the_sample_rate_is_no_lean() -> None:
    """Without the filter, 200 Hz at 200 samples a second is a shift that comes and goes."""
    z = table(lambda world: world.hum(200.0, 0.05 * GRAVITY, 5.0), 0.05)[2::3]
    rest = sum(z[-500:]) / 500
    assert all(abs(sum(z[first : first + 100]) / 100 - rest) < 0.005 * 4096 for first in range(0, 1900, 100))


def test_a_knock_is_felt_at_its_height() -> None:
    z = table(lambda world: world.knock(0.5 * GRAVITY, 0.05), 0.05)[2::3]
    assert max(abs(value - 4096) for value in z) > 0.2 * 4096


def test_a_fault_at_the_output_is_not_filtered(box: Box) -> None:
    for write in STARTED:
        box.sensor.write(bytes(write))
    box.clock.sleep(0.5025)
    box.sensor.spike(4 * GRAVITY)
    box.clock.sleep(0.1)
    high = [x for x in drained(box.sensor)[::3] if x > 4096]
    assert len(high) == 1
    assert high[0] == pytest.approx(4 * 4096, rel=0.05)
