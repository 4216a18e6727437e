"""What recordings of real sensors show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.segments import Segment, felt_in
from hardware import GRAVITY, Recording, read_recording
from tests.senses.boxes import RECORDED_IN_G, iphone_samples, recording

if TYPE_CHECKING:
    from companion.senses import Felt


def felt(name: str) -> tuple[list[Segment], list[Felt]]:
    return felt_in(read_recording(recording(name), unit="g", columns=RECORDED_IN_G[name]))


def turned(one: Recording, gain: float) -> Recording:
    """The same movement of a sensor that sits on edge and has another gain."""
    x = tuple(gain * (0.6 * y + 0.8 * z) for y, z in zip(one.y, one.z, strict=True))
    y = tuple(-gain * x for x in one.x)
    z = tuple(gain * (0.8 * y - 0.6 * z) for y, z in zip(one.y, one.z, strict=True))
    return Recording(one.t, x, y, z)


def test_a_quiet_minute_with_spikes_is_one_rest() -> None:
    segments, events = felt("mpu6050_idle_on_table.csv")
    assert [segment.handled for segment in segments] == [False]
    assert events == []


def test_a_box_that_begins_in_the_hand_is_set_down_once() -> None:
    segments, events = felt("mpu6050_handled_then_set_down.csv")
    assert [segment.handled for segment in segments] == [True, False]
    assert [event.kind for event in events] == ["set_down"]
    # It touches the table at 7.9 s and settles on its cable until 9.5 s.
    assert 7.5 < segments[1].began < 8.2
    assert 8.0 < events[0].at < 8.8


def test_a_hand_that_shakes_now_and_then_is_a_hand_all_the_time() -> None:
    """Between the shakes it is still for a second, hand-held: 25 times as restless as a sensor on a table."""
    segments, events = felt("mpu6050_shake.csv")
    assert [segment.handled for segment in segments] == [True]
    assert events == []


def test_tilts_and_a_spin_are_handled_and_rest_lies_between() -> None:
    segments, events = felt("ximu3_rest_tilts_spin.csv")
    assert [segment.handled for segment in segments] == [False, True, False, True, False]
    assert [event.kind for event in events] == ["lifted", "set_down", "lifted", "set_down"]
    assert [round(segment.began) for segment in segments[:4]] == [0, 8, 56, 60]
    # The turntable swings to and fro until then.
    assert 66.0 < segments[4].began < 71.0


def test_five_knocks_on_a_table_are_five_and_no_lift() -> None:
    rows = list(iphone_samples())
    t, x, y, z = zip(*((t - rows[0][0], x * GRAVITY, y * GRAVITY, z * GRAVITY) for t, x, y, z in rows), strict=True)
    segments, events = felt_in(Recording(t, x, y, z))
    assert [segment.handled for segment in segments] == [True, False, True]
    assert [event.kind for event in events] == ["set_down", *["knock"] * 5, "lifted"]
    knocks = [event.at for event in events if event.kind == "knock"]
    assert knocks == pytest.approx([3.14, 3.65, 4.27, 5.95, 6.33], abs=0.05)
    assert segments[1].began < 2.2
    assert segments[2].began > 7.5


@pytest.mark.parametrize("milli_g", [5, 10])
@pytest.mark.parametrize("name", sorted(RECORDED_IN_G))
def test_it_does_not_matter_how_coarse_a_recording_is(name: str, milli_g: int) -> None:
    """Values that noise does not change are not frozen."""
    one = read_recording(recording(name), unit="g", columns=RECORDED_IN_G[name])
    step = milli_g / 1000 * GRAVITY
    x, y, z = (tuple(round(value / step) * step for value in axis) for axis in (one.x, one.y, one.z))
    as_it_is, coarse = felt_in(one), felt_in(Recording(one.t, x, y, z))
    assert [event.kind for event in as_it_is[1]] == [event.kind for event in coarse[1]]
    assert [segment.handled for segment in as_it_is[0]] == [segment.handled for segment in coarse[0]]
    assert [event.at for event in as_it_is[1]] == pytest.approx([event.at for event in coarse[1]], abs=0.6)


@pytest.mark.parametrize("gain", [0.92, 1.1])
@pytest.mark.parametrize("name", sorted(RECORDED_IN_G))
def test_it_does_not_matter_how_the_sensor_sits_and_what_it_takes_for_one_g(name: str, gain: float) -> None:
    one = read_recording(recording(name), unit="g", columns=RECORDED_IN_G[name])
    as_it_is, as_turned = felt_in(one), felt_in(turned(one, gain))
    assert [event.kind for event in as_it_is[1]] == [event.kind for event in as_turned[1]]
    assert [segment.handled for segment in as_it_is[0]] == [segment.handled for segment in as_turned[0]]
