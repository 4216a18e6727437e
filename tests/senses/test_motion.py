"""What a box feels of hands and tables."""

from __future__ import annotations

from itertools import pairwise, product
from math import inf
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.senses import Motion
from hardware.simulated.mounting import Axis
from tests.senses.boxes import RATES, Box, G, lying, play

REAL_RATES = (100.0, 200.0)
"""Slower than that, a table's tens of Hz look like slow movements to a sensor without a filter."""


@pytest.mark.parametrize(("seed", "axis", "hz"), [(i, *case) for i, case in enumerate(product(get_args(Axis), RATES))])
def test_a_turn_is_a_lift_and_a_set_down_however_the_sensor_sits(seed: int, axis: Axis, hz: float) -> None:
    box = Box(seed, hz=hz, uneven=0.4, gain=0.92 if seed % 2 else 1.0)
    box.world.mount(axis, (0.0, 17.0, 35.0)[seed % 3])
    box.world.bias(0.05 * G, -0.04 * G, 0.06 * G)
    box.let(3.5)
    taken = box.clock.monotonic()
    play(box)
    put = box.clock.monotonic()
    box.let(1.5)
    assert box.felt == ["lifted", "set_down"]
    assert 0.0 < box.after(taken, "lifted") <= 0.4
    # A sensor that is read more slowly shows more noise: of 480 such turns 3 took longer than 0.8 s, none at 200 Hz.
    assert box.after(taken, "set_down") <= put - taken + (0.8 if hz == 200.0 else 1.2)
    handling = box.told[-1][1].handling
    assert handling is not None
    assert abs(handling.began - taken) < 0.1
    assert abs(handling.ended - put) < 0.5
    assert 25.0 < handling.most_tilt < 40.0


@pytest.mark.parametrize("hz", REAL_RATES)
@pytest.mark.parametrize("g", [0.25, 0.47, 1.0, 2.5])
def test_a_bumped_table_is_no_lift(g: float, hz: float) -> None:
    box = lying(hz=hz)
    box.world.knock(g * G, 1.3)
    box.let(3.0)
    assert box.felt == ["knock"]


@pytest.mark.parametrize("hz", REAL_RATES)
@pytest.mark.parametrize(
    ("pitch", "high", "seconds"), [(5, 0.3, 2), (6, 0.2, 3), (9, 0.4, 4), (12, 0.3, 2), (25, 0.5, 5), (40, 1.0, 8)]
)
def test_a_ringing_table_is_one_knock(pitch: float, high: float, seconds: float, hz: float) -> None:
    box = lying(hz=hz)
    box.world.ring(pitch, high * G, 0.02 * G, seconds)
    box.let(seconds + 2.0)
    assert box.felt == ["knock"]


@pytest.mark.parametrize(
    ("pitch", "g"), [(8, 0.04), (12, 0.05), (20, 0.05), (30, 0.05), (50, 0.02), (50, 0.2), (60, 0.1), (100, 0.15)]
)
def test_a_motor_is_nothing_when_it_starts_runs_and_stops(pitch: float, g: float) -> None:
    box = lying()
    box.world.hum(pitch, g * G, 15.0)
    box.let(20.0)
    assert box.felt == []
    assert not box.motion.handled


def test_a_motor_that_runs_from_the_beginning_is_nothing() -> None:
    box = Box()
    box.world.hum(30.0, 0.1 * G, 30.0)
    box.let(20.0)
    assert box.felt == []
    assert not box.motion.handled


@pytest.mark.parametrize("lain", [0.0, 0.2, 0.5, 1.5, 2.5])
@pytest.mark.parametrize(("pitch", "g"), [(5, 0.2), (8, 0.3), (10, 0.5), (12, 0.3), (16, 0.2), (16, 0.3), (16, 0.5)])
def test_a_motor_that_runs_soon_after_the_start_leaves_no_set_down(pitch: float, g: float, lain: float) -> None:
    box = Box()
    box.let(lain)
    box.world.hum(pitch, g * G, 4.0)
    box.let(6.0)
    assert not {"lifted", "set_down"} & set(box.felt)
    assert not box.motion.handled
    assert box.motion.moved_at == -inf


@pytest.mark.parametrize("seed", range(4))
def test_a_child_that_drums_on_the_box_knocks_and_does_not_lift(seed: int) -> None:
    box = lying(seed)
    box.let(box.world.drum(5.0) + 2.0)
    assert set(box.felt) == {"knock"}


@pytest.mark.parametrize(("hz", "g"), [(3, 0.5), (4, 1.0), (5, 0.5), (6, 2.5), (10, 1.0)])
def test_a_shake_is_in_hands_also_where_it_clips(hz: float, g: float) -> None:
    box = lying()
    box.let(box.world.shake(hz, g * G, 3.0) + 2.0)
    assert box.felt == ["lifted", "set_down"]


def test_shaking_alone_is_no_tilting() -> None:
    box = lying()
    box.let(box.world.lift() + 0.5)
    box.let(box.world.shake(4.0, 1.5 * G, 2.0))
    box.let(box.world.set_down() + 1.5)
    handling = box.told[-1][1].handling
    assert handling is not None
    assert handling.most_shake > 1.3 * G
    assert handling.most_tilt < 15.0


def test_an_emptied_box_was_tipped_over() -> None:
    box = lying()
    box.let(box.world.empty() + 1.5)
    assert box.felt == ["lifted", "set_down"]
    handling = box.told[-1][1].handling
    assert handling is not None
    assert handling.most_tilt > 80.0


@pytest.mark.parametrize("seed", range(4))
def test_a_box_that_is_only_passed_on_is_hardly_tilted(seed: int) -> None:
    box = lying(seed)
    box.let(box.world.pass_on() + 1.5)
    assert box.felt == ["lifted", "set_down"]
    handling = box.told[-1][1].handling
    assert handling is not None
    assert handling.ended - handling.began < 2.5
    assert handling.most_tilt < 15.0


@pytest.mark.parametrize("seed", range(4))
def test_a_lap_is_no_table(seed: int) -> None:
    box = lying(seed)
    box.let(box.world.lap(20.0) + 1.5)
    assert box.felt == ["lifted", "set_down"]


@pytest.mark.parametrize("seed", range(4))
def test_a_box_held_still_and_askew_is_not_set_down(seed: int) -> None:
    box = lying(seed)
    box.let(box.world.lift())
    box.let(box.world.tilt(30.0, 1.0) + 20.0)
    assert box.felt == ["lifted"]
    assert abs(box.motion.tilt - 30.0) < 6.0


def test_the_ball_rolls_to_the_side_that_is_down() -> None:
    box = lying()
    box.let(box.world.lift())
    box.let(box.world.tilt(40.0, 1.0, 120.0) + 1.0)
    assert abs(box.motion.bearing - 120.0) < 12.0


def test_a_box_that_is_tilted_very_slowly_is_in_hands() -> None:
    box = lying()
    box.let(box.world.tilt(20.0, 60.0))
    assert box.felt[:1] == ["lifted"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seconds", [0.3, 0.5, 1.0, 3.0])
def test_a_box_that_begins_in_the_hand_is_only_set_down(seconds: float, seed: int) -> None:
    box = Box(seed)
    box.miss(box.world.lift() + 1.0)
    box.let(seconds)
    assert box.motion.handled or not box.motion.settled
    box.let(box.world.set_down() + 1.5)
    assert box.felt == ["set_down"]


def test_a_lift_right_after_the_start_is_felt() -> None:
    box = Box()
    box.let(0.4)
    assert box.motion.settled
    play(box)
    box.let(1.5)
    assert box.felt == ["lifted", "set_down"]


def test_how_long_the_box_lies_there_counts_from_when_it_was_put_down() -> None:
    box = lying()
    began = box.motion.since
    play(box)
    box.let(1.5)
    handling = box.told[-1][1].handling
    assert handling is not None
    assert began < handling.began < box.motion.since == handling.ended


@pytest.mark.parametrize("seed", range(3))
def test_an_emptied_box_that_is_shaken_out_was_tipped_over(seed: int) -> None:
    box = lying(seed)
    box.let(box.world.lift())
    box.let(box.world.tilt(120.0, 0.6))
    box.let(box.world.shake(4.0, 1.5 * G, 1.0))
    box.let(box.world.tilt(0.0, 0.6))
    box.let(box.world.set_down() + 1.5)
    handling = box.told[-1][1].handling
    assert handling is not None
    assert handling.steepest > 90.0


def test_how_far_a_box_was_tilted_that_was_in_hands_from_the_first_moment_is_known_once_it_rests() -> None:
    box = Box()
    box.world.lift()
    box.world.tilt(30.0, 1.0)
    box.let(4.0)
    box.let(box.world.tilt(0.0, 1.0) + 1.0)
    box.let(box.world.set_down() + 8.0)
    handling = box.told[-1][1].handling
    assert handling is not None
    assert 20.0 < handling.most_tilt < 40.0


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=30))
def test_it_does_not_matter_how_samples_come_in(sizes: list[int]) -> None:
    samples = HANDLED
    whole = Motion().feed(*zip(*samples, strict=True))
    motion, felt, at = Motion(), [], 0
    while at < len(samples):
        for size in sizes:
            part = samples[at : at + size]
            felt += motion.feed(*zip(*part, strict=True)) if part else []
            at += size
    assert felt == whole
    assert [one.kind for one in whole] == ["lifted", "set_down"]


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.0, 30.0))
def test_whatever_is_felt_lifts_and_set_downs_take_turns(seed: int, wildness: float) -> None:
    random = Random(seed)
    motion, t, kinds, last = Motion(), 0.0, [], -1.0
    force = [0.0, 0.0, G]
    for _ in range(3000):
        t += 0.6 if random.random() < 0.001 else random.uniform(0.005, 0.02)
        if random.random() < 0.005:
            force = [random.gauss(0.0, wildness) for _ in range(3)]
        for felt in motion.feed([t], *([axis + random.gauss(0.0, 0.04)] for axis in force)):
            assert last <= felt.at <= t
            last = felt.at
            kinds.append(felt.kind)
    turns = [kind for kind in kinds if kind != "knock"]
    assert all(a != b for a, b in pairwise(turns))


def _handled() -> list[tuple[float, float, float, float]]:
    """A box without noise that is lifted and set down."""
    box = Box()
    box.world.mount("+x")
    samples: list[tuple[float, float, float, float]] = []
    for move in (None, box.world.lift, box.world.set_down):
        first = box.clock.monotonic()
        seconds = (move() if move else 1.0) + 1.5
        box.clock.sleep(seconds)
        times = [first + k / 100 for k in range(round(seconds * 100))]
        samples += ((t, *force) for t, force in zip(times, box.world.motions(times), strict=True))
    return samples


HANDLED = _handled()
