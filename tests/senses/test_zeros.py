"""A sensor's zero that jumps on one axis."""

from __future__ import annotations

import pytest

from hardware import GRAVITY
from tests.senses.boxes import Box

G = GRAVITY


def lying(seed: int, hz: float) -> Box:
    box = Box(seed, hz=hz)
    box.let(3.5 + seed * 0.007)
    return box


@pytest.mark.parametrize("hz", [62.5, 200.0])
@pytest.mark.parametrize("seconds", [0.2, 0.5, 3.0])
@pytest.mark.parametrize(("seed", "g"), list(enumerate([0.05, -0.075, 0.1, -0.15, 0.2])))
def test_a_zero_that_jumps_and_comes_back_is_no_movement(seed: int, g: float, seconds: float, hz: float) -> None:
    box = lying(seed, hz)
    box.spike = (seed % 3, g * G)
    box.let(seconds)
    box.spike = (0, 0.0)
    box.let(2.0)
    assert box.felt == []


@pytest.mark.parametrize(("seed", "g"), list(enumerate([0.06, -0.1, 0.18])))
def test_a_box_whose_zero_has_jumped_is_lifted_and_set_down_as_ever(seed: int, g: float) -> None:
    box = lying(seed, 200.0)
    box.spike = (seed, g * G)
    box.let(1.0)
    taken = box.clock.monotonic()
    box.let(box.world.lift() + 1.0)
    assert box.felt == ["lifted"]
    assert box.after(taken, "lifted") <= 0.4
    box.let(box.world.set_down() + 0.8)
    assert box.felt == ["lifted", "set_down"]


@pytest.mark.parametrize("seed", range(3))
def test_a_box_that_is_lifted_just_as_its_zero_jumps_is_lifted(seed: int) -> None:
    box = lying(seed, 200.0)
    box.spike = (seed, 0.1 * G)
    box.let(0.15)
    taken = box.clock.monotonic()
    box.let(box.world.lift() + 1.0)
    assert box.felt == ["lifted"]
    assert box.after(taken, "lifted") <= 0.4
