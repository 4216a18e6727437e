"""What a sensor under the box feels of hands and tables."""

from __future__ import annotations

from itertools import pairwise
from math import acos, degrees, dist, hypot, inf, nan, sqrt
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware import GRAVITY, HardwareError, Recording
from hardware.simulated.mounting import Axis, Vector, mounted
from hardware.simulated.time import VirtualClock
from hardware.simulated.world import ImpossibleMovement, World

if TYPE_CHECKING:
    from collections.abc import Callable

UP = (0.0, 0.0, GRAVITY)
AXES: tuple[Axis, ...] = get_args(Axis)


class Box:
    """A world and a sensor that is read 200 times a second."""

    def __init__(self, seed: int = 1) -> None:
        self.clock = VirtualClock()
        self.world = World(self.clock, seed)

    def feel(self, seconds: float, hz: float = 200.0) -> list[Vector]:
        """What is felt from now on for so long."""
        start = self.clock.monotonic()
        self.clock.sleep(seconds)
        return self.world.motions(start + k / hz for k in range(round(seconds * hz)))

    @property
    def now(self) -> Vector:
        return self.world.motion(self.clock.monotonic())


@pytest.fixture
def box() -> Box:
    return Box()


def angle(a: Vector, b: Vector) -> float:
    return degrees(acos(max(-1.0, min(1.0, sum(p * q for p, q in zip(a, b, strict=True)) / hypot(*a) / hypot(*b)))))


def mean(felt: list[Vector]) -> Vector:
    x, y, z = (sum(axis) / len(felt) for axis in zip(*felt, strict=True))
    return x, y, z


def peak(felt: list[Vector], rest: Vector = UP) -> float:
    return max(dist(one, rest) for one in felt)


def way(felt: list[Vector], hz: float = 200.0) -> Vector:
    """How far a box that was at rest has come, m, as long as it stayed about level."""
    speed, place = [0.0] * 3, [0.0] * 3
    for force in felt:
        for axis in range(3):
            speed[axis] += (force[axis] - UP[axis]) / hz
            place[axis] += speed[axis] / hz
    return place[0], place[1], place[2]


# At rest


@pytest.mark.parametrize("axis", AXES)
def test_a_box_at_rest_feels_gravity_along_the_axis_that_points_up(box: Box, axis: Axis) -> None:
    box.world.mount(axis)
    expected = [0.0, 0.0, 0.0]
    expected["xyz".index(axis[1])] = GRAVITY if axis[0] == "+" else -GRAVITY
    assert box.now == pytest.approx(expected)


@given(st.sampled_from(AXES), st.floats(0, 180), st.floats(-180, 180))
def test_a_mounting_is_a_turn_and_no_mirror(axis: Axis, skew: float, bearing: float) -> None:
    (a, b, c), (d, e, f), (g, h, i) = mounted(axis, skew, bearing)
    assert a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == pytest.approx(1.0)
    for row in ((a, b, c), (d, e, f), (g, h, i)):
        assert hypot(*row) == pytest.approx(1.0)


@given(st.sampled_from(AXES), st.floats(0.1, 90), st.integers(0, 1000))
def test_a_skewed_sensor_feels_all_of_gravity_askew(axis: Axis, skew: float, seed: int) -> None:
    box = Box(seed)
    box.world.mount(axis)
    straight = box.now
    box.world.mount(axis, skew)
    assert hypot(*box.now) == pytest.approx(GRAVITY)
    assert angle(box.now, straight) == pytest.approx(skew, abs=1e-4)


def test_a_quiet_table_is_still_for_ever(box: Box) -> None:
    assert box.world.still_until(box.clock.monotonic()) == inf
    assert set(box.feel(60.0)) == {UP}


# In the hands


@pytest.mark.parametrize("seed", range(8))
def test_a_lifted_box_rises_by_a_hands_breadth(seed: int) -> None:
    box = Box(seed)
    seconds = box.world.lift()
    assert 0.4 <= seconds <= 0.6
    _, _, height = way(box.feel(seconds))
    assert 0.07 < height < 0.16


@pytest.mark.parametrize("seed", range(8))
def test_a_lift_begins_with_a_jerk_that_is_felt_at_once(seed: int) -> None:
    box = Box(seed)
    box.world.lift()
    assert peak(box.feel(0.1)) > 0.08 * GRAVITY


@pytest.mark.parametrize("seed", range(8))
def test_a_box_in_the_hands_is_never_quite_still(seed: int) -> None:
    box = Box(seed)
    box.clock.sleep(box.world.lift() + 0.5)
    for _ in range(10):
        felt = box.feel(1.0)
        middle = mean(felt)
        tremor = sqrt(sum(dist(one, middle) ** 2 for one in felt) / len(felt))
        assert 0.01 * GRAVITY < tremor < 0.08 * GRAVITY
        assert angle(middle, UP) < 6.0
    assert box.world.still_until(box.clock.monotonic()) == box.clock.monotonic()


@pytest.mark.parametrize(("manner", "low", "high"), [("softly", 0.1, 0.3), (None, 0.25, 0.7), ("hard", 0.9, 2.2)])
@pytest.mark.parametrize("seed", range(4))
def test_a_box_is_put_down_as_gently_as_told(manner: str, low: float, high: float, seed: int) -> None:
    box = Box(seed)
    box.clock.sleep(box.world.lift() + 1.0)
    felt = box.feel(box.world.set_down(manner), hz=4000.0)  # type: ignore[arg-type]  # a table of texts
    contact = felt[int(0.45 * 4000) :]
    assert low * GRAVITY < peak(contact) < high * GRAVITY
    assert set(box.feel(10.0)) == {UP}
    assert box.world.still_until(box.clock.monotonic()) == inf


@pytest.mark.parametrize("bearing", [0, 30, 90, 180, -90])
@pytest.mark.parametrize("size", [5, 30, 90, 150])
def test_a_tilt_shows_as_that_angle_of_gravity(box: Box, size: float, bearing: float) -> None:
    box.feel(box.world.tilt(size, 1.0, bearing))
    assert angle(box.now, UP) == pytest.approx(size)
    assert box.world.tilt_now == pytest.approx(size)
    box.feel(3.0)
    assert angle(box.now, UP) == pytest.approx(size)
    box.feel(box.world.tilt(0, 1.0))
    assert box.now == pytest.approx(UP)


def test_the_side_that_a_box_tilts_to_goes_down(box: Box) -> None:
    box.feel(box.world.tilt(30, 1.0, 0))
    assert box.now == pytest.approx((-GRAVITY / 2, 0.0, GRAVITY * sqrt(3) / 2))
    box.feel(box.world.tilt(30, 1.0, 90))
    assert box.now == pytest.approx((0.0, -GRAVITY / 2, GRAVITY * sqrt(3) / 2))


@pytest.mark.parametrize("seed", range(4))
def test_a_tilt_in_the_hands_sways_about_its_angle(seed: int) -> None:
    box = Box(seed)
    box.clock.sleep(box.world.lift())
    box.clock.sleep(box.world.tilt(30, 1.0, 45))
    angles = [angle(mean(box.feel(0.5)), UP) for _ in range(40)]
    assert sum(angles) / len(angles) == pytest.approx(30.0, abs=1.5)
    assert max(angles) - min(angles) > 1.0
    assert all(24.0 < one < 36.0 for one in angles)


def test_a_slow_tilt_is_felt_as_nothing_but_the_turning_gravity(box: Box) -> None:
    box.world.mount("-z")
    start = box.clock.monotonic()
    seconds = box.world.tilt(30, 20.0)
    box.clock.sleep(seconds)
    held = [hypot(*box.world.motion(start + k / 10)) for k in range(200)]
    assert held == pytest.approx([GRAVITY] * 200, abs=0.8)


@pytest.mark.parametrize("hz", [2.0, 4.0, 7.0])
@pytest.mark.parametrize("g", [0.5, 2.0])
def test_a_shake_reaches_its_acceleration_and_ends_where_it_began(box: Box, hz: float, g: float) -> None:
    felt = box.feel(box.world.shake(hz, g * GRAVITY, 3.0), hz=1000.0)
    sideways = [hypot(x, y) for x, y, _ in felt]
    assert max(sideways) == pytest.approx(g * GRAVITY, rel=0.1, abs=0.06 * GRAVITY)
    strong = sum(one > 0.9 * g * GRAVITY for one in sideways)
    assert strong > 0.15 * len(felt)
    # Tremor, twice summed up, wanders by itself.
    assert hypot(*way(felt, hz=1000.0)) < 0.1
    assert set(box.feel(1.0)) == {UP}


def test_a_turn_leaves_gravity_where_it_is(box: Box) -> None:
    felt = box.feel(box.world.turn(90, 1.0))
    middle = mean(felt)
    assert middle[2] == pytest.approx(GRAVITY, abs=0.02)
    assert 0.2 < peak(felt) < 2.0
    assert box.world.tilt_now == 0.0


@pytest.mark.parametrize("seed", range(6))
def test_an_emptied_box_is_tipped_over_and_stands_again(seed: int) -> None:
    box = Box(seed)
    seconds = box.world.empty()
    assert box.world.in_hands is False
    assert 2.0 < seconds < 6.0
    felt = box.feel(seconds)
    over = [angle(mean(felt[k : k + 20]), UP) > 100 for k in range(0, len(felt) - 20, 20)]
    assert 0.8 < sum(over) * 0.1 < 2.0
    assert set(box.feel(1.0)) == {UP}


def test_a_box_emptied_in_the_hands_stays_in_the_hands(box: Box) -> None:
    box.clock.sleep(box.world.lift())
    box.clock.sleep(box.world.empty())
    assert box.world.in_hands
    assert box.world.tilt_now == 0.0


@pytest.mark.parametrize("seed", range(6))
def test_a_box_that_is_passed_on_moves_aside_and_stays_level(seed: int) -> None:
    box = Box(seed)
    seconds = box.world.pass_on()
    assert 1.2 < seconds < 2.1
    box.feel(seconds)
    assert not box.world.in_hands
    assert set(box.feel(1.0)) == {UP}
    box.clock.sleep(box.world.lift() + 1.0)
    x, y, _ = way(box.feel(box.world.pass_on()))
    assert 0.08 < hypot(x, y) < 0.4
    assert box.world.in_hands


@pytest.mark.parametrize("seed", range(6))
def test_a_drumming_child_is_felt_three_to_six_times_a_second(seed: int) -> None:
    box = Box(seed)
    felt = box.feel(box.world.drum(10.0))
    loud = [dist(one, UP) > 0.08 * GRAVITY for one in felt]
    # A beat begins where the last 80 ms were quiet.
    beats = sum(loud[k] and not any(loud[max(0, k - 16) : k]) for k in range(len(loud)))
    assert 24 <= beats <= 62
    assert peak(felt) < 0.6 * GRAVITY


def test_a_box_on_a_lap_leans_by_some_degrees(box: Box) -> None:
    box.world.lap(20.0)
    box.clock.sleep(2.0)
    angles = [angle(mean(box.feel(0.5)), UP) for _ in range(30)]
    assert 2.0 < max(angles) < 10.0
    box.clock.sleep(10.0)
    assert box.now == UP


def test_hands_do_one_thing_after_another(box: Box) -> None:
    box.world.lift()
    box.world.tilt(40, 1.0)
    seconds = box.world.set_down()
    assert 2.0 < seconds < 2.6
    felt = box.feel(seconds)
    assert max(angle(mean(felt[k : k + 20]), UP) for k in range(0, len(felt) - 20, 20)) > 30
    assert box.now == UP


def test_the_same_seed_makes_the_same_hands() -> None:
    def evening(seed: int) -> list[Vector]:
        box = Box(seed)
        felt = []
        for act in (box.world.lift, box.world.empty, box.world.set_down, box.world.pass_on):
            felt += box.feel(act())
        return felt

    assert evening(3) == evening(3)
    assert evening(3) != evening(4)


# Mistakes


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (lambda w: w.set_down(), "on the table already: lift it first"),
        (lambda w: (w.lift(), w.lift()), "in the hands already: set it down first"),
        (lambda w: w.tilt(200, 1.0), "tilt: the angle is 200: from 0 to 180"),
        (lambda w: w.tilt(20, 0.0), "tilt: 0 s is no duration"),
        (lambda w: w.shake(0.0, 1.0, 1.0), "shake: 0 Hz is no frequency"),
        (lambda w: w.shake(4.0, -1.0, 1.0), "shake: the acceleration is -1"),
        (lambda w: w.shake(4.0, 1.0, 0.1), "no whole swing at 4 Hz: at least 0.25 s"),
        (lambda w: w.turn(nan, 1.0), "turn: the angle is nan"),
        (lambda w: w.ring(30.0, 1.0, 2.0, 1.0), "ring: the acceleration at the end is 2: from 0 to 1"),
        (lambda w: w.ring(30.0, 0.0, 0.0, 1.0), "ring: the acceleration at the start is 0: from 0.001"),
        (lambda w: w.hum(50.0, 1.0, inf), "hum: inf s is no duration"),
        (lambda w: w.knock(nan, 0.1), "knock: the acceleration is nan"),
        (lambda w: w.drift(1.0, -1.0), "drift: -1 s is no duration"),
        (lambda w: w.bias(0.0, inf, 0.0), "bias: a shift is inf"),
    ],
)
def test_what_hands_cannot_do_is_said(box: Box, mistake: Callable[[World], object], said: str) -> None:
    with pytest.raises(ImpossibleMovement, match=said) as caught:
        mistake(box.world)
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, ValueError)


# The table


@given(st.floats(0.05, 3.0), st.floats(0.02, 1.5), st.integers(0, 1000))
@settings(max_examples=40)
def test_a_knock_reaches_its_acceleration_once_and_dies_away(g: float, seconds: float, seed: int) -> None:
    box = Box(seed)
    felt = box.feel(box.world.knock(g * GRAVITY, seconds), hz=20_000.0)
    highest = peak(felt)
    assert highest == pytest.approx(g * GRAVITY, rel=0.01)
    assert peak(felt[int(0.9 * len(felt)) :]) < 0.05 * highest
    assert box.now == UP


def test_a_sensor_that_is_read_200_times_a_second_sees_most_of_a_knock() -> None:
    for seed in range(50):
        box = Box(seed)
        assert peak(box.feel(box.world.knock(1.0, 0.2))) > 0.55


def test_a_hum_goes_on_as_told_and_then_stops(box: Box) -> None:
    assert box.world.hum(50.0, 0.3, 60.0) == 60.0
    felt = box.feel(60.0, hz=1723.0)
    assert peak(felt) == pytest.approx(0.3, rel=1e-3)
    assert mean(felt) == pytest.approx(UP, abs=1e-3)
    assert set(box.feel(1.0)) == {UP}


def test_a_table_rings_on_from_one_strength_to_another(box: Box) -> None:
    felt = box.feel(box.world.ring(25.0, 5.0, 0.2, 3.0), hz=1000.0)
    assert peak(felt[:40]) == pytest.approx(5.0, rel=0.05)
    assert peak(felt[-40:]) == pytest.approx(0.2, rel=0.05)
    assert peak(felt[1500:1540]) == pytest.approx(1.0, rel=0.05)


def test_what_shakes_the_table_is_not_felt_in_the_hands(box: Box) -> None:
    quiet = Box()
    quiet.clock.sleep(quiet.world.lift())
    box.clock.sleep(box.world.lift())
    box.world.hum(50.0, 3.0, 5.0)
    box.world.knock(9.0, 0.5)
    assert box.feel(2.0) == quiet.feel(2.0)


def test_a_hum_is_felt_again_when_the_box_is_put_down(box: Box) -> None:
    box.world.hum(50.0, 3.0, 60.0)
    assert peak(box.feel(1.0)) > 2.0
    box.clock.sleep(box.world.lift() + 0.3)
    assert peak(box.feel(1.0)) < 2.0
    box.clock.sleep(box.world.set_down())
    assert peak(box.feel(1.0)) > 2.0


# The sensor


@given(
    st.lists(
        st.sampled_from(["lift", "down", "hard", "tilt", "shake", "turn", "empty", "pass_on", "drum", "lap", "hum"]),
        max_size=6,
    ),
    st.integers(0, 99),
)
@example(["lift", "pass_on", "lap"], 13)
@settings(max_examples=60, deadline=None)
def test_nothing_but_a_blow_jumps(acts: list[str], seed: int) -> None:
    box = Box(seed)
    world = box.world
    do: dict[str, Callable[[], object]] = {
        "lift": lambda: world.lift() if not world.in_hands else None,
        "down": lambda: world.set_down() if world.in_hands else None,
        "hard": lambda: world.set_down("hard") if world.in_hands else None,
        "tilt": lambda: world.tilt(60, 0.6, seed),
        "shake": lambda: world.shake(4.0, 2 * GRAVITY, 1.5),
        "turn": lambda: world.turn(180, 1.0),
        "empty": world.empty,
        "pass_on": world.pass_on,
        "drum": lambda: world.drum(2.0),
        "lap": lambda: world.lap(4.0),
        "hum": lambda: world.hum(50.0, 0.5, 10.0),
    }
    for act in acts:
        do[act]()
    felt = box.feel(30.0)
    assert max(dist(a, b) for a, b in pairwise(felt)) < 3 * GRAVITY


@given(st.integers(0, 99), st.floats(0.0, 30.0), st.floats(0.0, 30.0))
@settings(max_examples=60, deadline=None)
def test_what_is_said_to_be_still_is_still(seed: int, later: float, at: float) -> None:
    box = Box(seed)
    box.world.drift(0.1, 60.0)
    box.world.knock(2.0, 0.3)
    box.clock.sleep(later)
    box.world.empty()
    box.world.tilt(5.0, 1.0)
    box.clock.sleep(60.0 - later)
    t = box.clock.monotonic() - at
    until = min(box.world.still_until(t), box.clock.monotonic())
    assert until >= t
    felt = box.world.motion(t)
    assert {box.world.motion(t + (until - t) * k / 7) for k in range(7)} == {felt}


def test_a_drift_is_a_line_to_the_sensor_and_costs_little(box: Box) -> None:
    start = box.clock.monotonic()
    box.world.drift(0.5, 3600.0)
    box.clock.sleep(8 * 3600)
    t, steps = start, 0
    while t < box.clock.monotonic():
        assert box.world.motion(t)[0] == pytest.approx(0.5 * (t - start) / 3600, abs=0.0007)
        t = box.world.still_until(t)
        steps += 1
    assert steps < 8000
    assert box.now == pytest.approx((4.0, 4.0, GRAVITY + 4.0), abs=0.001)


def test_a_drift_is_of_one_axis_or_all_and_ends(box: Box) -> None:
    box.world.bias(0.1, 0.2, 0.3)
    assert box.now == pytest.approx((0.1, 0.2, GRAVITY + 0.3))
    box.world.drift(1.0, 10.0, axis="y")
    box.clock.sleep(10.0)
    assert box.now == pytest.approx((0.1, 1.2, GRAVITY + 0.3), abs=0.001)
    box.world.drift(0.0, 10.0)
    box.clock.sleep(10.0)
    assert box.now == pytest.approx((0.1, 1.2, GRAVITY + 0.3), abs=0.001)
    assert box.world.still_until(box.clock.monotonic()) == inf


def test_a_sensor_that_is_turned_does_not_change_what_was_felt_before(box: Box) -> None:
    then = box.clock.monotonic()
    box.clock.sleep(1.0)
    box.world.mount("-x")
    assert box.world.motion(then) == UP
    assert box.now == pytest.approx((-GRAVITY, 0.0, 0.0))


def test_many_at_once_are_the_same_as_one_by_one(box: Box) -> None:
    start = box.clock.monotonic()
    box.world.hum(50.0, 0.3, 20.0)
    box.world.knock(3.0, 0.2)
    box.clock.sleep(2.0)
    box.world.empty()
    box.clock.sleep(10.0)
    times = [start + k / 200 for k in range(2400)]
    assert box.world.motions(times) == [box.world.motion(t) for t in times]
    assert box.world.motions(reversed(times)) == [box.world.motion(t) for t in reversed(times)]


RECORDING = Recording((0.0, 0.5, 1.0), (0.0, 1.0, 0.7), (0.0, 2.0, 0.1), (9.0, 9.5, 9.0))


def test_a_recording_is_felt_as_it_was_recorded_and_stays_as_it_ended(box: Box) -> None:
    box.world.mount("-z")
    start = box.clock.monotonic()
    assert box.world.replay(RECORDING) == 1.0
    box.clock.sleep(5.0)
    assert box.world.motion(start) == (0.0, 0.0, 9.0)
    assert box.world.motion(start + 0.25) == pytest.approx((0.5, 1.0, 9.25))
    assert box.world.motion(start + 0.5) == (1.0, 2.0, 9.5)
    assert box.now == pytest.approx((0.7, 0.1, 9.0))
    assert box.world.still_until(box.clock.monotonic()) == inf


def test_after_a_recording_hands_and_tables_go_on_from_there(box: Box) -> None:
    box.clock.sleep(box.world.replay(RECORDING))
    rest = box.now
    assert peak(box.feel(box.world.knock(4.0, 0.2), hz=5000.0), rest) == pytest.approx(4.0, rel=0.02)
    box.clock.sleep(box.world.tilt(30.0, 1.0))
    # It reads 0.92 g at rest, as real ones do, and so an angle a little wrong.
    assert angle(box.now, rest) == pytest.approx(30.0, abs=3.0)
