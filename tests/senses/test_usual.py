"""What was usual on a table: a box that knows it is at home there from the first moment on."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import pytest

from companion.senses import Felt, Motion, Usual
from companion.senses.space import GRAVITY

RATE = 200
NOISE = (0.0035, 0.0031, 0.0055)


def samples(
    seconds: float, *, began: float = 0.0, tilt: float = 0.0, noise: float = 1.0, sway: float = 0.0, seed: int = 1
) -> tuple[list[float], list[float], list[float], list[float]]:
    """So many times a real sensor's noise, and a hand that sways by g, tilted towards x by degrees."""
    random, count = Random(seed), round(seconds * RATE)
    t = [began + k / RATE for k in range(count)]
    rest = (sin(radians(tilt)), 0.0, cos(radians(tilt)))
    x, y, z = (
        [GRAVITY * (rest[k] + noise * random.gauss(0.0, NOISE[k]) + sway * sin(6.0 * now + k)) for now in t]
        for k in range(3)
    )
    return t, x, y, z


def learnt(**how: float) -> Usual:
    motion = Motion()
    motion.feed(*samples(14.0, **how))  # type: ignore[arg-type]  # numbers all
    assert motion.usual is not None
    return motion.usual


def test_what_is_usual_is_known_after_ten_seconds_at_rest_and_not_in_hands() -> None:
    motion, known = Motion(), []
    for part in (samples(9.0), samples(5.0, began=9.0, seed=2), samples(2.0, began=14.0, tilt=40.0, sway=0.02)):
        motion.feed(*part)
        known.append(motion.usual is not None)
    assert known == [False, True, False]
    assert motion.handled
    usual = learnt()
    assert (usual.up, round(usual.askew)) == ("z", 0)
    assert usual.weight == pytest.approx(GRAVITY, abs=0.02)
    assert usual.knock == pytest.approx(0.08 * GRAVITY)


@pytest.mark.parametrize(
    ("tilt", "up", "askew"), [(0, "z", 0), (30, "z", 30), (88, "x", 2), (175, "-z", 5), (-90, "-x", 0)]
)
def test_a_sensor_may_be_fixed_in_any_way(tilt: float, up: str, askew: float) -> None:
    usual = Usual((GRAVITY * sin(radians(tilt)), 0.0, GRAVITY * cos(radians(tilt))), (0.0, 0.0, 0.0), 0.0)
    assert (usual.up, round(usual.askew)) == (up, askew)


@pytest.mark.parametrize(("side", "up"), [(1, "y"), (-1, "-y")])
def test_a_sensor_may_be_fixed_on_its_edge(side: int, up: str) -> None:
    assert Usual((0.1, side * GRAVITY, -0.1), (0.0, 0.0, 0.0), 0.0).up == up


def test_a_sensor_that_trembles_more_than_most_lies_at_once_where_it_was_measured() -> None:
    restless = Usual((0.0, 0.0, GRAVITY), (0.06, 0.05, 0.09), 0.6)
    shown = samples(2.0, noise=4.5)
    stranger, guest = Motion(), Motion((restless,))
    stranger.feed(*shown)
    guest.feed(*shown)
    assert stranger.handled
    assert guest.settled and not guest.handled


def test_a_hand_that_is_still_at_the_start_is_no_table_where_one_is_known() -> None:
    usual = learnt()
    begun_in_hands = samples(1.2, tilt=25.0, sway=0.1)
    held_still = samples(2.0, began=1.2, tilt=25.0)
    put_down = samples(2.0, began=3.2, seed=3)
    felt: dict[bool, list[Felt]] = {}
    for known in (False, True):
        motion = Motion((usual,) if known else ())
        felt[known] = [one for part in (begun_in_hands, held_still, put_down) for one in motion.feed(*part)]
    assert [one.kind for one in felt[True]] == ["set_down"]
    handling = felt[True][0].handling
    assert handling is not None
    # It swayed by six degrees before it was still.
    assert 25.0 < handling.most_tilt < 31.0
    assert [one.kind for one in felt[False]][:1] == ["set_down"] and felt[False][0].at < 3.2


def test_another_table_than_that_which_was_measured_is_learnt_as_ever() -> None:
    motion = Motion((learnt(),))
    motion.feed(*samples(3.0, tilt=5.0, noise=1.6, seed=4))
    assert motion.settled and not motion.handled
