"""The sensor's pin INT: what the chip does with it, and a thread that lets the chip wait for longer because of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from hardware import GRAVITY, Panel, Pins
from hardware.simulated import SimulatedMachine, VirtualClock, World
from tests.hardware.conftest import Box

if TYPE_CHECKING:
    from collections.abc import Callable


PIN = 24
REST, HANDS = 0.2, 0.04
LATCHED, ANY_READ_CLEARS, ACTIVE_LOW = 0x20, 0x10, 0x80
MOTION, DATA_READY = 0x40, 0x01


class Chip:
    """A chip on a table, told by register."""

    def __init__(self, **registers: int) -> None:
        self.clock = VirtualClock()
        self.world = World(self.clock)
        self.sensor = SimulatedMachine(self.clock, self.world).sensor
        self.world.follow(self.sensor.disturb)
        self.levels: list[tuple[float, bool]] = []
        self.sensor.pin.listener = lambda high: self.levels.append((self.clock.monotonic(), high))
        usual = {"PWR_MGMT_1": 1, "CONFIG": 3, "SMPLRT_DIV": 4, "ACCEL_CONFIG": 0x11, "MOT_THR": 20, "MOT_DUR": 1,
                 "INT_PIN_CFG": LATCHED, "INT_ENABLE": MOTION}  # fmt: skip
        for name, value in {**usual, **registers}.items():
            self.write(name, value)
        self.clock.sleep(1.0)

    def write(self, name: str, value: int) -> None:
        from hardware.simulated.mpu6050 import REGISTERS

        self.sensor.write(bytes((REGISTERS[name], value)))

    def read(self, register: int = 0x3A) -> int:
        self.sensor.write(bytes((register,)))
        return self.sensor.read(1)[0]

    def knock(self, g: float) -> None:
        self.clock.sleep(self.world.knock(g * GRAVITY, 0.1) + 0.5)

    @property
    def edges(self) -> list[bool]:
        return [high for _, high in self.levels]


@pytest.mark.parametrize(
    ("threshold", "high_pass", "g", "flagged"),
    [
        pytest.param(20, 1, 0.3, True, id="300 mg, above 40"),
        pytest.param(250, 1, 0.3, False, id="300 mg, below 500"),
        pytest.param(20, 1, 0.02, False, id="20 mg, below 40"),
        pytest.param(20, 4, 0.3, True, id="behind 0.63 Hz"),
        pytest.param(20, 0, 0.3, False, id="the filter held at nothing"),
    ],
)
def test_a_knock_above_the_threshold_is_flagged(threshold: int, high_pass: int, g: float, flagged: bool) -> None:
    chip = Chip(MOT_THR=threshold, ACCEL_CONFIG=0x10 | high_pass)
    chip.knock(g)
    assert bool(chip.read() & MOTION) == flagged
    assert chip.edges == [True, False] * flagged


def test_gravity_is_no_motion_and_a_quiet_hour_tells_nothing() -> None:
    chip = Chip()
    chip.clock.sleep(3600.0)
    assert not chip.read() & MOTION
    assert not chip.levels


def test_a_duration_must_be_exceeded_all_the_while() -> None:
    chip = Chip(MOT_DUR=255)
    chip.knock(0.3)
    assert not chip.read() & MOTION


def test_a_latched_pin_stays_up_until_the_status_is_read() -> None:
    chip = Chip()
    chip.knock(0.5)
    chip.clock.sleep(2.0)
    assert chip.edges == [True]
    chip.read(0x75)
    assert chip.edges == [True]
    assert chip.read() & MOTION
    assert chip.edges == [True, False]
    assert not chip.read() & MOTION


@pytest.mark.parametrize(
    ("config", "edges"),
    [
        pytest.param(LATCHED | ACTIVE_LOW, [False, True], id="active low"),
        pytest.param(LATCHED | ANY_READ_CLEARS, [True, False], id="any read clears"),
    ],
)
def test_the_pin_is_as_it_was_configured(config: int, edges: list[bool]) -> None:
    chip = Chip(INT_PIN_CFG=config)
    chip.levels.clear()
    chip.knock(0.5)
    chip.read(0x75 if config & ANY_READ_CLEARS else 0x3A)
    assert chip.edges == edges


def test_a_pulse_for_each_sample_while_it_is_not_latched() -> None:
    chip = Chip(INT_PIN_CFG=0)
    chip.knock(0.5)
    assert len(chip.edges) > 4
    assert chip.edges == [True, False] * (len(chip.edges) // 2)


def test_a_chip_that_forgets_lets_its_pin_down_and_watches_again_when_told() -> None:
    chip = Chip()
    chip.knock(0.5)
    chip.sensor.brown_out()
    assert chip.edges == [True, False]
    chip.knock(0.5)
    assert chip.edges == [True, False]
    for name, value in (("PWR_MGMT_1", 1), ("CONFIG", 3), ("SMPLRT_DIV", 4), ("ACCEL_CONFIG", 0x11), ("MOT_THR", 20),
                        ("INT_PIN_CFG", LATCHED), ("INT_ENABLE", MOTION)):  # fmt: skip
        chip.write(name, value)
    chip.clock.sleep(1.0)
    chip.knock(0.5)
    assert chip.edges == [True, False, True]


class Moving:
    """What a world moves that comes later: its clock is the box's."""

    world: World

    def motion(self, t: float) -> tuple[float, float, float]:
        return self.world.motion(t)

    def still_until(self, t: float) -> float:
        return self.world.still_until(t)


class Wired(Box):
    """A box in a world, whose pin INT is wired."""

    def __init__(self) -> None:
        moving = Moving()
        super().__init__(alert=True, motion=moving)
        self.world = moving.world = World(self.clock)
        self.world.follow(self.sensor.disturb)
        self.machine.wire_interrupt(PIN)
        factory = self.machine.pins.factory("lgpio")
        self.panel = Panel(factory, Pins(buttons=(17,), alert=PIN), lambda _edge: None, self.thread.moved)


@pytest.fixture
def table() -> Wired:
    """One that was moved once: from then on the pin is believed."""
    box = Wired()
    box.run(2.0)
    knock(box)
    return box


def knock(box: Wired, g: float = 0.5) -> None:
    box.clock.sleep(box.world.knock(g * GRAVITY, 0.1) + 0.5)


def looks(box: Box, seconds: float) -> float:
    """How often in a second samples were fetched."""
    before = len(box.batches)
    box.run(seconds)
    return (len(box.batches) - before) / seconds


def test_the_chip_waits_longer_once_it_has_been_quiet_and_no_sample_is_lost(table: Wired) -> None:
    assert looks(table, 8.0) == pytest.approx(1 / REST, rel=0.1)
    table.run(5.0)
    assert looks(table, 100.0) == pytest.approx(2.5, rel=0.1)
    table.run(3600.0)
    counters = table.counters
    assert (counters.samples_lost, counters.reinit, table.status("sensor")) == (0, 0, "ok")
    assert 0 <= table.sensor.samples - counters.samples <= 0.5 * 200
    assert table.panel.conditions[0].status == "ok"


def test_a_movement_wakes_it_at_once(table: Wired) -> None:
    for number in range(40):
        table.run(12.0 + number * 0.0137)
        began = table.clock.monotonic()
        table.world.knock(0.8 * GRAVITY, 0.1)
        table.run(0.3)
        # The chip's filter and its next sample take 10 ms of it.
        assert next(t for t in table.batch_times if t > began) - began < 0.04


def test_in_hands_it_is_fetched_as_often_as_was_asked(table: Wired) -> None:
    table.run(20.0)
    table.thread.pace(HANDS)
    assert looks(table, 10.0) == pytest.approx(1 / HANDS, rel=0.1)


def pull_out(box: Box) -> None:
    box.machine.wire_interrupt(0)


def hold(level: bool, box: Box) -> None:
    box.machine.wire_interrupt(0)
    box.machine.pins.drive_by_chip(PIN, level)


def lose_edges(box: Box) -> None:
    box.machine.pins.fail("deaf")


@pytest.mark.parametrize(
    "break_it", [pull_out, partial(hold, True), partial(hold, False), lose_edges], ids=["out", "high", "low", "deaf"]
)
def test_a_pin_that_tells_nothing_costs_only_the_long_waits(
    break_it: Callable[[Wired], None], table: Wired, caplog: pytest.LogCaptureFixture
) -> None:
    table.run(12.0)
    break_it(table)
    for _ in range(6):
        knock(table)
    table.run(12.0)
    assert looks(table, 100.0) == pytest.approx(1 / REST, rel=0.1)
    assert (table.counters.samples_lost, table.status("sensor")) == (0, "ok")
    assert caplog.text.count("check its wire") == 1


def test_a_pin_that_rattles_wakes_nobody_for_long(table: Wired) -> None:
    table.machine.wire_interrupt(0)
    for _ in range(200):
        table.clock.sleep(0.05)
        for high in (True, False):
            table.machine.pins.drive_by_chip(PIN, high)
    assert looks(table, 10.0) == pytest.approx(1 / REST, rel=0.1)


def test_a_relative_is_looked_at_as_without_the_pin(make_box: Callable[..., Box]) -> None:
    box = make_box(alert=True)
    box.sensor.identify_as(0x70)
    box.run(30.0)
    assert box.sensor.register(0x38) == 0x10
    assert looks(box, 30.0) == pytest.approx(1 / REST, rel=0.1)


def test_without_the_pin_the_registers_are_as_ever(make_box: Callable[..., Box]) -> None:
    box = make_box().run(2.0)
    assert [box.sensor.register(each) for each in (0x1C, 0x1F, 0x20, 0x37, 0x38)] == [0x10, 0, 0, 0, 0x10]
    box = make_box(alert=True).run(2.0)
    assert [box.sensor.register(each) for each in (0x1C, 0x1F, 0x20, 0x37, 0x38)] == [0x11, 20, 1, 0x20, 0x50]


def test_a_pin_that_cannot_be_had_is_said_and_costs_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    machine = SimulatedMachine(VirtualClock(), World(VirtualClock()))
    panel = Panel(machine.pins.factory("lgpio"), Pins(buttons=(17,), alert=17), lambda _edge: None, lambda: None)
    assert [each.status for each in panel.conditions] == ["ok"]
    assert "the sensor's INT pin is not heard" in caplog.text
