"""What a box feels of hands, tables and time."""

from __future__ import annotations

from itertools import pairwise, product
from math import inf, sin
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.senses import Motion
from hardware import GRAVITY
from hardware.simulated.mounting import Axis
from tests.senses.boxes import NOISE, Box

G = GRAVITY
RATES = (50.0, 62.5, 100.0, 200.0)
REAL_RATES = (100.0, 200.0)
"""Slower than that, a table's tens of Hz look like slow movements to a sensor without a filter."""


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


def test_how_long_the_box_lies_there_counts_from_when_it_was_put_down() -> None:
    box = lying()
    began = box.motion.since
    play(box)
    box.let(1.5)
    handling = box.told[-1][1].handling
    assert handling is not None
    assert began < handling.began < box.motion.since == handling.ended


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


def test_eight_hours_on_a_table_are_nothing() -> None:
    random = Random(8)
    noise = [[random.gauss(0.0, sd) for _ in range(10_007)] for sd in NOISE]
    motion = Motion()
    felt = []
    hz, handful = 62.5, 40
    for first in range(0, round(8 * 3600 * hz), handful):
        t = [(first + k) / hz for k in range(handful)]
        place = first % 9_967
        drift = 0.03 * G * first / (8 * 3600 * hz)
        x, y, z = (axis[place : place + handful] for axis in noise)
        hum = [0.02 * G * sin(310.0 * when) if first % 100_000 < 30_000 else 0.0 for when in t]
        spike = random.randrange(handful) if random.random() < 0.01 else -1
        z = [0.915 * G + a + b + (0.1 * G if k == spike else 0.0) for k, (a, b) in enumerate(zip(z, hum, strict=True))]
        felt += motion.feed(t, [0.07 * G + drift + a for a in x], y, z)
    assert felt == []
    assert not motion.handled


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


@pytest.mark.parametrize("handful", [1, 7, 40, 10_000])
@pytest.mark.parametrize("before", [15.0, 44.0, 50.0], ids="rested {} s".format)
def test_what_comes_after_a_long_rest_is_felt_on_time_however_samples_come_in(before: float, handful: int) -> None:
    random, hz, lifted = Random(3), 100.0, before + 3.0
    samples = []
    for at in range(round((before + 5.0) * hz)):
        t = at / hz
        force = [random.gauss(middle, noise / 2) for middle, noise in zip((0.1, 0.2, G), NOISE, strict=True)]
        force[2] += 0.3 * G * ((t % 0.02) / 0.01 - 0.5) if 0.0 <= t - before < 0.1 else 0.0
        force[0] += 4.0 * min(max(t - lifted, 0.0), 1.0)
        samples.append((t, *force))
    motion, felt = Motion(), []
    for at in range(0, len(samples), handful):
        felt += motion.feed(*zip(*samples[at : at + handful], strict=True))
    assert felt == Motion().feed(*zip(*samples, strict=True))
    assert [one.kind for one in felt] == ["knock", "lifted"]
    assert felt[0].at == pytest.approx(before, abs=0.02)
    assert felt[1].at == pytest.approx(lifted, abs=0.4)
    assert 0.0 < lifted + 0.1 - motion.since < 0.2


@pytest.mark.parametrize("rest", [1.7, 2.5, 20.0, 33.0])
@pytest.mark.parametrize("away", [0.02, 0.1, 0.24, 0.26, 0.3, 0.62, 1.2, 1.3, 5.0, 3600.0])
@pytest.mark.parametrize("handful", [1, 40, 10_000])
def test_a_sensor_that_says_nothing_for_a_while_costs_no_lift_and_makes_none(
    rest: float, away: float, handful: int
) -> None:
    random, hz, back = Random(4), 200.0, rest + away
    lifted = back + 4.0
    samples = []
    for at in [*(n / hz for n in range(round(rest * hz))), *(back + n / hz for n in range(round(6.0 * hz)))]:
        force = [random.gauss(middle, noise / 2) for middle, noise in zip((0.1, 0.2, G), NOISE, strict=True)]
        force[0] += 4.0 * min(max(at - lifted, 0.0), 1.0)
        samples.append((at, *force))
    motion, felt = Motion(), []
    for at in range(0, len(samples), handful):
        felt += motion.feed(*zip(*samples[at : at + handful], strict=True))
    assert [one.kind for one in felt] == ["lifted"]
    assert felt[0].at == pytest.approx(lifted, abs=0.4)


def test_a_box_whose_sensor_freezes_after_a_long_rest_is_lifted_as_ever() -> None:
    box = lying()
    box.let(20.0)
    box.freeze(1)
    box.let(25.0)
    assert box.felt == []
    box.thaw()
    box.let(1.5)
    play(box)
    assert box.felt == ["lifted"]


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
