"""What a box feels by a sensor that freezes, spikes, or says nothing for a moment."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.senses.boxes import RATES, Box, G, lying

if TYPE_CHECKING:
    from hardware.simulated.mounting import Axis


def test_a_sensor_started_anew_with_another_zero_invents_nothing() -> None:
    box = lying()
    box.miss(1.0)
    box.world.bias(0.06 * G, -0.04 * G, 0.03 * G)
    box.let(5.0)
    assert box.felt == []
    assert not box.motion.handled


def test_missing_samples_hide_neither_a_lift_nor_a_set_down() -> None:
    box = lying()
    box.world.lift()
    box.miss(1.0)
    box.let(3.0)
    assert box.felt == ["lifted"]
    box.world.set_down()
    box.miss(1.5)
    box.let(2.0)
    assert box.felt == ["lifted", "set_down"]


def test_a_table_knocked_while_samples_are_missing_is_nothing() -> None:
    box = lying()
    box.world.knock(0.5 * G, 1.0)
    box.let(0.1)
    box.miss(0.4)
    box.let(3.0)
    assert box.felt == []


@pytest.mark.parametrize("zeros", [0.15, 0.6])
def test_a_sensor_that_lost_its_supply_feels_nothing(zeros: float) -> None:
    box = lying()
    now = box.clock.monotonic()
    times = [now + k / 200 for k in range(1, round(zeros * 200))]
    nothing = [0.0] * len(times)
    assert box.motion.feed(times, nothing, nothing, nothing) == []
    box.miss(zeros)
    box.let(3.0)
    assert box.felt == []


ALL = (0, 1, 2)


@pytest.mark.parametrize("axes", [ALL, (0,), (1,), (2,)])
@pytest.mark.parametrize(("seed", "hz"), list(enumerate(RATES)))
def test_a_sensor_that_freezes_in_the_hands_is_not_set_down(axes: tuple[int, ...], seed: int, hz: float) -> None:
    box = lying(seed, hz=hz)
    box.let(box.world.lift() + 2.0)
    box.freeze(*axes)
    box.let(1.9)
    box.thaw()
    box.let(2.0)
    assert box.felt == ["lifted"]
    box.let(box.world.set_down() + 1.5)
    assert box.felt == ["lifted", "set_down"]


@pytest.mark.parametrize("axes", [ALL, (0,), (1,), (2,)])
def test_a_sensor_that_freezes_on_the_table_feels_the_lift_after_it(axes: tuple[int, ...]) -> None:
    box = lying()
    box.freeze(*axes)
    box.let(1.9)
    box.thaw()
    box.let(1.0)
    assert box.felt == []
    taken = box.clock.monotonic()
    box.let(box.world.lift() + 0.5)
    assert box.felt == ["lifted"]
    assert box.after(taken, "lifted") <= 0.4


@pytest.mark.parametrize("axis", ALL)
def test_a_sensor_of_which_one_axis_is_frozen_tells_of_no_knock(axis: int) -> None:
    box = lying()
    box.freeze(axis)
    box.let(0.5)
    box.world.knock(0.5 * G, 0.1)
    box.let(1.0)
    box.thaw()
    box.let(1.0)
    assert box.felt == []
    box.world.knock(0.5 * G, 0.1)
    box.let(1.0)
    assert box.felt == ["knock"]


@pytest.mark.parametrize("hums_at", [0.0, 0.4, 0.7])
@pytest.mark.parametrize("axes", [ALL, (2,)])
def test_a_sensor_that_freezes_while_a_motor_runs_or_after_it_feels_nothing(
    axes: tuple[int, ...], hums_at: float
) -> None:
    for seed, freezes_at in product(range(3), (0.6, 2.0, 11.0)):
        box = Box(seed)
        box.let(hums_at)
        box.world.hum(50.0, 0.05 * G, 10.0)
        box.let(freezes_at)
        box.freeze(*axes)
        box.let(1.0)
        box.thaw()
        box.let(12.0)
        assert box.felt == []
        assert not box.motion.handled


@pytest.mark.parametrize("samples", [1, 2, 3, 10, 60, 800])
@pytest.mark.parametrize("g", [-4.0, -1.0, 0.25, 0.5, 1.0, 4.0])
@pytest.mark.parametrize(("seed", "axis", "hz"), [(1, "+z", 200.0), (2, "-x", 100.0), (6, "+y", 62.5)])
def test_a_sensors_spike_is_nothing_on_the_table(seed: int, axis: Axis, hz: float, g: float, samples: int) -> None:
    box = Box(seed, hz=hz)
    box.world.mount(axis)
    box.let(3.5)
    # Where in a beat it begins may matter.
    box.let(seed * 0.007)
    box.spike = (seed % 3, g * G)
    box.let(samples / hz)
    box.spike = (0, 0.0)
    box.let(2.0)
    assert box.felt == []
    assert not box.motion.handled


def test_a_knock_is_as_hard_as_the_hand_though_the_sensor_had_a_spike_just_before() -> None:
    box = lying()
    box.spike = (2, 1.5 * G)
    box.let(0.005)
    box.spike = (0, 0.0)
    box.let(0.3)
    box.world.knock(0.3 * G, 0.5)
    box.let(2.0)
    assert box.felt == ["knock"]
    assert 0.15 * G < box.told[0][1].peak < 0.5 * G


def test_knocks_and_lifts_are_felt_while_an_axis_is_off() -> None:
    box = lying()
    box.spike = (0, 1.0 * G)
    box.let(1.0)
    box.world.knock(0.4 * G, 0.5)
    box.let(2.0)
    assert box.felt == ["knock"]
    taken = box.clock.monotonic()
    box.let(box.world.lift() + 1.0)
    assert box.felt == ["knock", "lifted"]
    assert box.after(taken, "lifted") <= 0.4


@pytest.mark.parametrize(("axis", "g"), [(0, -1.0), (0, -8.0), (0, 8.0), (1, 8.0), (2, -8.0)])
def test_a_sensors_spike_in_the_hands_does_not_turn_the_box_over(axis: int, g: float) -> None:
    box = lying()
    box.let(box.world.lift())
    box.let(box.world.tilt(20.0, 2.0))
    box.spike = (axis, g * G)
    box.let(1.0)
    box.spike = (0, 0.0)
    box.let(box.world.tilt(25.0, 2.0))
    box.let(box.world.tilt(0.0, 0.5))
    box.let(box.world.set_down() + 1.5)
    assert box.felt == ["lifted", "set_down"]
    handling = box.told[-1][1].handling
    assert handling is not None
    assert handling.steepest < 75.0


def test_a_box_that_is_put_down_with_an_axis_off_rests_when_that_is_over() -> None:
    box = lying()
    box.let(box.world.lift() + 2.0)
    box.spike = (0, 4.0 * G)
    box.let(box.world.set_down() + 6.0)
    assert box.felt == ["lifted"]
    box.spike = (0, 0.0)
    box.let(1.5)
    assert box.felt == ["lifted", "set_down"]
