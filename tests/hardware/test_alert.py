"""How far the sensor's interrupt pin is relied on."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.alert import QUIET_AFTER, Alert

BOTH, STATUS, PIN, NEITHER = (True, True), (True, False), (False, True), (False, False)
"""Whether the chip's status told a movement at a look, and the pin before it."""


def looked(*looks: tuple[bool, bool]) -> Alert:
    alert = Alert()
    for second, (moved, told) in enumerate(looks):
        if told:
            alert.tell()
        alert.look(float(second), moved=moved)
    return alert


@pytest.mark.parametrize(
    ("looks", "believed"),
    [
        pytest.param((), False, id="nothing has moved yet"),
        pytest.param((NEITHER,) * 20, False, id="nothing moves"),
        pytest.param((BOTH,), True, id="both tell a movement"),
        pytest.param((STATUS,) * 20, False, id="the wire is out"),
        pytest.param((PIN,) * 20, False, id="the wire hums"),
        pytest.param((BOTH, STATUS, BOTH), True, id="moved in the middle of a look"),
        pytest.param((BOTH, STATUS, PIN, STATUS, PIN), True, id="told for the look after"),
        pytest.param((BOTH, STATUS, NEITHER, STATUS), False, id="the wire has come off"),
        pytest.param((BOTH, PIN, NEITHER, PIN), False, id="the pin tells what is not"),
        pytest.param((BOTH, STATUS, STATUS, BOTH), True, id="the wire is in again"),
    ],
)
def test_the_pin_is_believed_while_it_tells_what_the_chip_says(
    looks: tuple[tuple[bool, bool], ...], believed: bool
) -> None:
    assert looked(*looks).believed == believed


@given(st.lists(st.sampled_from([BOTH, STATUS, PIN, NEITHER]), max_size=30))
def test_nobody_dozes_where_something_has_just_moved(looks: list[tuple[bool, bool]]) -> None:
    alert = looked(*looks)
    last = max((second for second, (moved, told) in enumerate(looks) if moved or told), default=-1)
    assert not alert.dozes(last + QUIET_AFTER - 0.01)
    assert alert.dozes(last + QUIET_AFTER) == alert.believed


def test_a_wire_that_is_out_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        looked(*(STATUS,) * 200)
    assert len(caplog.records) == 1
    assert "check its wire" in caplog.text


def test_a_chip_that_does_not_feel_a_lift_lets_nobody_doze_again(caplog: pytest.LogCaptureFixture) -> None:
    alert = looked(BOTH)
    alert.felt_a_lift(1.0)
    assert alert.dozes(60.0)
    with caplog.at_level(logging.WARNING):
        alert.felt_a_lift(60.0)
    alert.tell()
    alert.look(61.0, moved=True)
    assert not alert.dozes(600.0)
    assert "told nothing of a lift" in caplog.text
