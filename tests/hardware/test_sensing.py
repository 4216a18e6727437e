"""The sensor's tending: started, fetched from, found out when it lies, and started anew; nothing false is told meanwhile."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from hardware.simulated import Nak

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware import Mailbox
    from hardware.simulated.analog import Axis
    from tests.hardware.conftest import Box

WEIGHT = 9.78


def test_samples_have_times_that_fit_the_chip(box: Box) -> None:
    box.sensor.clock_error = -0.015
    box.run(60.0)
    times = box.times
    assert all(earlier < later for earlier, later in pairwise(times))
    assert all(batch.t[-1] <= told for batch, told in zip(box.batches, box.batch_times, strict=True))
    gaps = [later - earlier for earlier, later in pairwise(times[4000:])]
    assert min(gaps) > 0.9 / 197
    assert max(gaps) < 1.1 / 197


def test_a_quiet_table_wakes_up_about_five_times_a_second(box: Box) -> None:
    box.run(5.0)
    before = len(box.batches), box.bus.busy
    box.run(20.0)
    assert 95 <= len(box.batches) - before[0] <= 101
    assert (box.bus.busy - before[1]) / 20 < 0.05


def test_a_short_burst_of_naks_loses_nothing(box: Box) -> None:
    box.run(5.0)
    box.bus.naks.append(Nak(address=0x68, until=box.clock.monotonic() + 0.3))
    box.run(5.0)
    assert (box.counters.samples_lost, box.counters.reinit) == (0, 0)
    assert box.since(1002.0) == []


@pytest.mark.parametrize(
    "registers",
    [None, ["ACCEL_CONFIG"], ["SMPLRT_DIV"], ["CONFIG"], ["FIFO_EN"], ["USER_CTRL"], ["PWR_MGMT_1"]],
    ids=str,
)
def test_a_sensor_that_forgot_starts_again_and_tells_nothing_false(box: Box, registers: list[str] | None) -> None:
    box.run(20.0)
    box.sensor.brown_out(registers)
    t = box.clock.monotonic()
    box.run(5.0)
    (lost, part, status), (back, _, again) = box.since(t)
    assert (part, status, again) == ("sensor", "degraded", "ok")
    assert back - t < 2.0
    assert box.counters.reinit == 1
    assert all(abs(z - WEIGHT) < 0.3 for batch in box.batches for z in batch.z)
    assert lost <= back
    assert box.sensor.register(0x1C) == 0x10


@pytest.mark.parametrize("axes", [(), ("x",), ("z",)], ids=str)
def test_a_frozen_sensor_is_degraded_until_it_lives_again(box: Box, axes: tuple[Axis, ...]) -> None:
    box.run(5.0)
    box.sensor.freeze(*axes)
    box.run(30.0)
    assert box.status("sensor") == "degraded"
    assert "frozen" in box.why("sensor")
    told = len(box.conditions)
    samples = len(box.times)
    box.run(60.0)
    assert (len(box.conditions), len(box.times)) == (told, samples)
    box.sensor.thaw()
    box.run(6.0)
    assert box.status("sensor") == "ok"


def test_a_sensor_without_weight_is_lost_and_not_thrown(make_box: Callable[..., Box]) -> None:
    box = make_box()
    box.run(5.0)
    box.sensor.analog.scale = 0.01
    box.run(2.0)
    assert any(each.status == "degraded" and "no weight" in each.why for _, each in box.conditions)


@pytest.mark.parametrize(
    ("identity", "status", "word"),
    [
        (0x70, "ok", ""),
        (0x71, "ok", ""),
        (0x72, "ok", ""),
        (0x73, "ok", ""),
        (0x75, "ok", ""),
        (0x98, "ok", ""),
        (0x38, "degraded", "0x38"),
        (0x19, "degraded", "0x19"),
        (0x00, "degraded", "wiring"),
        (0xFF, "degraded", "wiring"),
    ],
)
def test_relatives_are_taken_and_nonsense_is_named(box: Box, identity: int, status: str, word: str) -> None:
    box.sensor.identify_as(identity)
    box.run(3.0)
    assert box.status("sensor") == status
    assert word in box.why("sensor")
    assert bool(box.batches) == (status == "ok")
    assert box.status("oled") == "ok"


def test_a_relative_with_half_the_fifo_loses_nothing_and_counts_what_a_long_hang_costs(box: Box) -> None:
    box.sensor.identify_as(0x70)
    box.run(60.0)
    assert (box.counters.samples_lost, box.counters.reinit) == (0, 0)
    assert len(box.times) == pytest.approx(200 * 59.5, abs=60)
    held: Mailbox[None] = box.clock.mailbox()
    box.thread.ping(lambda: held.get(box.clock.monotonic() + 0.6))
    box.run(5.0)
    assert box.counters.samples_lost == pytest.approx(0.6 * 200, rel=0.3)
    assert {each.status for _, each in box.conditions} == {"ok"}


@pytest.mark.parametrize("identity", [0x00, 0xFF, 0x38])
@pytest.mark.parametrize(("reads", "told"), [(3, ["ok"]), (19, ["ok"]), (45, ["degraded", "ok"])])
def test_a_sensor_that_says_nonsense_at_first_is_asked_again(
    box: Box, identity: int, reads: int, told: list[str]
) -> None:
    box.sensor.identify_as(identity, reads=reads)
    box.run(6.0)
    assert [each.status for _, each in box.conditions if each.part == "sensor"] == told


def test_a_reset_that_never_ends_is_given_up_and_tried_again(box: Box) -> None:
    box.sensor.hold_reset()
    box.run(20.0)
    assert box.status("sensor") == "degraded"
    assert "resetting" in box.why("sensor")
    box.sensor.heal()
    box.run(6.0)
    assert box.status("sensor") == "ok"


def test_a_driver_that_cannot_be_loaded_costs_only_the_sensor(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hardware.mpu6050", None)
    box.run(1.0)
    assert (box.status("sensor"), box.status("oled")) == ("absent", "ok")
    assert "the sensor's driver cannot be loaded" in box.why("sensor")
