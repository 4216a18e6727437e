"""Faults of the simulation end by themselves, each at its own time."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from hardware import PinsUnavailable
from hardware.bus import Bus
from hardware.simulated import SimulatedDisk, SimulatedPins, VirtualClock
from hardware.simulated.faults import Faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.hardware.conftest import Box


def test_each_fault_has_an_end_of_its_own() -> None:
    clock = VirtualClock()
    faults: Faults[str] = Faults(clock)
    faults.begin("short", 2.0)
    faults.begin("long", 5.0)
    faults.begin("long", 1.0)  # ends no sooner for that
    faults.begin("for ever")
    seen = []
    for _ in range(3):
        seen.append([kind for kind in ("short", "long", "for ever") if kind in faults])
        clock.sleep(2.0)
    assert seen == [["short", "long", "for ever"], ["long", "for ever"], ["long", "for ever"]]
    assert "long" not in faults
    faults.end()
    assert "for ever" not in faults


def identity(box: Box, address: int = 0x68) -> int:
    return Bus(box.machine.machine).read(address, 0x75, 1)[0]


CHIPS: tuple[tuple[str, Callable[[Box], object], Callable[[Box], bool]], ...] = (
    ("sensor away", lambda box: box.sensor.unplug(3.0), lambda box: not box.sensor.plugged),
    ("display away", lambda box: box.oled.unplug(3.0), lambda box: not box.oled.plugged),
    ("another name", lambda box: box.sensor.identify_as(0x38, seconds=3.0), lambda box: identity(box) == 0x38),
    ("elsewhere", lambda box: box.bus.move(box.sensor, 0x69, 3.0), lambda box: box.bus.chips.get(0x69) is box.sensor),
)  # fmt: skip


@pytest.mark.parametrize(("begin", "is_so"), [case[1:] for case in CHIPS], ids=[case[0] for case in CHIPS])
def test_a_chip_is_well_again_after_its_time(
    box: Box, begin: Callable[[Box], object], is_so: Callable[[Box], bool]
) -> None:
    begin(box)
    box.clock.sleep(2.9)
    assert is_so(box)
    box.clock.sleep(0.2)
    assert identity(box) == 0x68
    assert not is_so(box)


def test_a_reset_that_is_held_is_let_go(box: Box) -> None:
    bus = Bus(box.machine.machine)
    box.sensor.hold_reset(3.0)
    bus.write(0x68, (0x6B, 0x80))
    box.clock.sleep(2.9)
    assert bus.read(0x68, 0x6B, 1) == b"\xc0"
    box.clock.sleep(0.2)
    assert bus.read(0x68, 0x6B, 1) == b"\x40"


def test_a_frozen_axis_thaws_and_another_stays_frozen(box: Box) -> None:
    box.run(5.0)
    box.sensor.freeze("x", seconds=1.0)
    box.sensor.freeze("z", seconds=1.5)
    box.sensor.freeze("z", seconds=0.5)
    began = box.clock.monotonic()
    box.run(2.5)
    moving: dict[str, set[float]] = {"x": set(), "z": set()}
    for batch in box.batches:
        for t, x, z in zip(batch.t, batch.x, batch.z, strict=True):
            if began + 1.1 < t < began + 1.4:
                moving["x"].add(x)
                moving["z"].add(z)
    assert len(moving["x"]) > 5
    assert len(moving["z"]) == 1
    assert box.status("sensor") == "ok"


def test_pins_can_be_had_again_after_a_time() -> None:
    pins = SimulatedPins(VirtualClock())
    pins.fail("unavailable", 3.0)
    pins.fail("deaf", 5.0)
    with pytest.raises(PinsUnavailable):
        pins.factory("lgpio")
    pins.clock.sleep(3.0)
    pins.factory("lgpio").close()
    assert pins.has("deaf")
    pins.clock.sleep(2.0)
    assert not pins.has("deaf")


def test_a_disk_is_well_again_after_a_time(tmp_path: Path) -> None:
    clock = VirtualClock()
    disk = SimulatedDisk(clock, tmp_path)
    disk.fail("read-only", 3.0)
    disk.slow(0.5, 5.0)
    db = disk.open_database(tmp_path / "box.db")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("BEGIN IMMEDIATE")
    clock.sleep(3.0)

    def commit() -> float:
        began = clock.monotonic()
        db.execute("BEGIN IMMEDIATE")
        db.execute("CREATE TABLE IF NOT EXISTS words (word TEXT)")
        db.execute("COMMIT")
        return clock.monotonic() - began

    db.execute("PRAGMA synchronous = FULL")
    assert commit() == 0.5
    clock.sleep(2.0)
    assert commit() == 0.0
    db.close()
