"""A box that has lain there for long: nothing is felt by it, and whatever comes then is felt as ever."""

from __future__ import annotations

from math import sin
from random import Random

import pytest

from companion.senses import Motion
from tests.senses.boxes import NOISE, G, lying, play


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
