"""How near a movement comes to what is told, as whoever looks for the right place for the box sees it."""

from __future__ import annotations

import pytest

from companion.senses import Nearness
from hardware import GRAVITY as G
from tests.senses.boxes import Box


def watched(box: Box, seconds: float) -> Nearness:
    """The most of each in a while."""
    most = Nearness(0.0, 0.0)
    for _ in range(round(seconds / 0.05)):
        box.let(0.05)
        near = box.motion.nearness
        if near is not None:
            most = Nearness(max(most.lift, near.lift), max(most.knock, near.knock))
    return most


@pytest.fixture
def box() -> Box:
    """One that has lain there for a while."""
    box = Box()
    box.let(5.0)
    return box


def test_a_box_that_lies_there_is_far_from_everything(box: Box) -> None:
    most = watched(box, 20.0)
    assert most.lift < 0.35
    assert most.knock == 0.0


@pytest.mark.parametrize(("g", "told"), [(0.05, False), (0.3, True), (1.0, True)])
def test_the_knock_that_is_told_is_the_one_that_fills_the_bar(box: Box, g: float, *, told: bool) -> None:
    box.world.knock(g * G, 0.6)
    most = watched(box, 3.0)
    assert (most.knock >= 1.0) is told
    assert (box.felt == ["knock"]) is told
    assert most.lift < 1.0


def test_a_stronger_movement_is_nearer(box: Box) -> None:
    reached = []
    for g in (0.03, 0.05, 0.07):
        box.world.knock(g * G, 0.6)
        reached.append(watched(box, 3.0).knock)
    assert reached == sorted(reached)
    assert reached[0] < reached[-1]


def test_on_the_way_into_hands_it_comes_near_and_in_them_there_is_nothing_to_tell(box: Box) -> None:
    box.world.lift()
    most = watched(box, 2.0)
    assert box.felt == ["lifted"]
    assert most.lift > 0.35
    assert box.motion.nearness is None
