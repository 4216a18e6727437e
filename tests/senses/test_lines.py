"""How far samples stray from a line."""

from __future__ import annotations

from math import inf, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.senses.beats import Beat, Beats
from companion.senses.lines import off_line

LENGTHS = st.floats(-1.0, 1.0).filter(lambda value: abs(value) > 0.05)


def beats(rows: list[tuple[float, float, float]]) -> list[Beat]:
    x, y, z = zip(*rows, strict=True)
    return Beats().feed([k / 200 for k in range(len(rows))], x, y, z)


@given(st.tuples(LENGTHS, LENGTHS, LENGTHS))
def test_what_swings_along_a_line_is_on_it_wherever_that_points(way: tuple[float, float, float]) -> None:
    a, b, c = way
    rows = [(a * sin(k), b * sin(k), 9.8 + c * sin(k)) for k in range(61)]
    assert off_line(beats(rows), (0.0, 0.0, 9.8)) < 1e-6


def test_a_circle_is_off_by_half_of_its_height_and_a_spike_is_nothing() -> None:
    rows = [(0.001 * sin(0.7 * k), sin(k), 9.8 + sin(k + 1.5708)) for k in range(62)]
    assert off_line(beats(rows)) == pytest.approx(1 / sqrt(2), abs=0.06)
    spiked = [(0.2 * sin(k) + (3.0 if k == 30 else 0.0), 0.1 * sin(k), 9.8 + sin(k)) for k in range(62)]
    assert off_line(beats(spiked), (0.0, 0.0, 9.8)) < 0.06


def test_an_axis_that_is_not_recorded_proves_no_line() -> None:
    assert off_line(beats([(0.0, 0.0, 9.8 + sin(k)) for k in range(61)])) == inf
