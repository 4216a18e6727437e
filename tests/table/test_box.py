"""What the handling of the box means: one line a case."""

from __future__ import annotations

import pytest

from companion.table.box import Box


@pytest.mark.parametrize(
    ("what", "seconds", "most_tilt", "entered"),
    [
        ("a turn", 12.0, 35.0, "set_down"),
        ("a cautious turn", 2.0, 9.0, "set_down"),
        ("tipped to 75 degrees, as far as a turn may", 5.0, 75.0, "set_down"),
        ("emptied", 4.0, 120.0, "void"),
        ("passed on", 1.5, 20.0, "void"),
        ("carried level", 8.0, 4.0, "void"),
    ],
)
def test_a_handling(what: str, seconds: float, most_tilt: float, entered: str) -> None:
    box = Box()
    assert box.lifted(10.0, "ready") == {"do": "lift"}
    assert box.set_down(10.0 + seconds, seconds, most_tilt, "playing") == {"do": entered}, what


def test_a_pause_of_less_than_three_seconds_is_the_same_turn() -> None:
    box = Box()
    box.lifted(10.0, "ready")
    box.set_down(20.0, 10.0, 30.0, "playing")
    assert box.lifted(22.9, "rest") == {"do": "lift", "again": True}


def test_after_three_seconds_it_is_the_next_players_turn() -> None:
    box = Box()
    box.lifted(10.0, "ready")
    box.set_down(20.0, 10.0, 30.0, "playing")
    assert box.lifted(23.0, "rest") == {"do": "lift"}


def test_a_box_emptied_in_the_pause_does_not_take_the_turn_back() -> None:
    box = Box()
    box.lifted(10.0, "ready")
    box.set_down(20.0, 10.0, 30.0, "playing")
    box.lifted(22.0, "rest")
    assert box.set_down(25.0, 3.0, 130.0, "playing") == {"do": "set_down"}


@pytest.mark.parametrize("phase", ["called", "over", None])
def test_handling_between_call_and_result_means_nothing(phase: str | None) -> None:
    box = Box()
    assert box.lifted(10.0, phase) is None
    assert box.set_down(14.0, 4.0, 30.0, phase) is None


@pytest.mark.parametrize(
    ("phase", "seconds_after", "sensor_ok", "is_open"),
    [
        ("ready", 60.0, True, False),
        ("ready", 60.0, False, True),
        ("playing", 60.0, True, True),
        ("rest", 2.9, True, True),
        ("rest", 3.0, True, False),
        ("called", 0.0, True, False),
        ("over", 0.0, False, False),
        (None, 0.0, False, False),
    ],
)
def test_when_a_press_is_a_call(phase: str | None, seconds_after: float, sensor_ok: bool, is_open: bool) -> None:
    box = Box()
    box.lifted(10.0, "ready")
    box.set_down(20.0, 10.0, 30.0, "playing")
    assert box.call_is_open(phase, 20.0 + seconds_after, sensor_ok=sensor_ok) is is_open


def test_a_turn_that_was_on_when_the_plug_was_pulled_is_not_taken_back() -> None:
    box = Box()
    box.resume("playing")
    assert box.set_down(3.0, 1.0, 0.0, "playing") == {"do": "set_down"}
