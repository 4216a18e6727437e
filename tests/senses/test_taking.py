"""Hands that take a box, and tables that only shake it."""

from __future__ import annotations

import pytest

from hardware import GRAVITY
from tests.measuring.mistaken import Blow, Hum, Ring, felt
from tests.senses.boxes import Box

G = GRAVITY


@pytest.mark.parametrize("hz", [100.0, 200.0])
@pytest.mark.parametrize(
    ("seed", "ring"),
    list(
        enumerate(
            [Ring(3, 0.47), Ring(4, 0.9), Ring(5, 0.47), Ring(6, 2.0), Ring(8, 0.9), Ring(10, 2.0), Ring(25, 2.0)]
        )
    ),
)
def test_a_table_that_rings_hard_is_knocked_and_lifts_no_box(ring: Ring, seed: int, hz: float) -> None:
    assert felt(ring, seed, hz=hz) == ["knock"]


@pytest.mark.parametrize(
    ("seed", "blow"), list(enumerate([Blow(2.5, 1.3), Blow(4.0, 0.3), Blow(4.0, 1.0), Blow(8.0, 0.5)]))
)
def test_a_blow_beyond_the_sensors_range_is_a_knock(blow: Blow, seed: int) -> None:
    assert felt(blow, seed) == ["knock"]


@pytest.mark.parametrize(
    ("seed", "hum"),
    list(enumerate(Hum(hz, g, lain=0.0) for hz, g in [(2, 0.2), (3, 0.3), (4, 0.5), (5, 0.3), (8, 0.5)])),
)
def test_a_box_on_a_table_that_moves_from_the_first_moment_was_in_no_hands(hum: Hum, seed: int) -> None:
    assert felt(hum, seed) == []


@pytest.mark.parametrize("after", [0.2, 0.5, 1.0, 2.0])
@pytest.mark.parametrize(("seed", "hz", "g"), [(0, 5, 0.4), (1, 6, 0.9), (2, 8, 0.9)])
def test_a_box_that_is_lifted_while_its_table_rings_is_lifted_in_time(
    seed: int, hz: float, g: float, after: float
) -> None:
    box = Box(seed)
    box.let(3.5)
    box.world.ring(hz, g * G, 0.02 * G, 3.0)
    box.let(after)
    assert "lifted" not in box.felt
    taken = box.clock.monotonic()
    box.let(box.world.lift() + 0.5)
    assert box.felt[-1] == "lifted"
    assert box.after(taken, "lifted") <= 0.4
