"""A table for hardware tests: simulated chips in virtual time, and what the hardware thread tells."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

import pytest

from hardware import Batch, BusSettings, Condition, Counters, HardwareThread, ThreadEvent
from hardware.simulated import SimulatedMachine, VirtualClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated.lowpass import Motion

SETTINGS = BusSettings(
    bus=1,
    sensor=True,
    sensor_address=0x68,
    alert=False,
    oled=True,
    oled_address=0x3C,
    oled_chip="ssd1306",
    oled_size=(128, 64),
    contrast=0xCF,
    rotate=0,
)


class Rest:
    """A box at rest, not quite level."""

    def motion(self, _t: float) -> tuple[float, float, float]:
        return (0.7, 0.04, 9.78)

    def still_until(self, _t: float) -> float:
        return inf


class Box:
    """A simulated machine, the hardware thread on it, and all that it told."""

    def __init__(self, hertz: int = 400_000, motion: Motion | None = None, **settings: Any) -> None:
        self.clock = VirtualClock()
        self.machine = SimulatedMachine(self.clock, motion or Rest(), hertz=hertz)
        self.bus, self.sensor, self.oled = self.machine.bus, self.machine.sensor, self.machine.oled
        self.conditions: list[tuple[float, Condition]] = []
        self.batches: list[Batch] = []
        self.batch_times: list[float] = []
        self.counters = Counters()
        self.settings = replace(SETTINGS, **settings)
        self.thread = HardwareThread(self.machine.machine, self.settings, self.note)

    def note(self, event: ThreadEvent) -> None:
        match event:
            case Batch():
                self.batches.append(event)
                self.batch_times.append(self.clock.monotonic())
            case Condition():
                self.conditions.append((self.clock.monotonic(), event))
            case Counters():
                self.counters = event

    def run(self, seconds: float) -> Box:
        """Start it, if it does not run, and let time pass."""
        if not self.thread.alive:
            self.thread.start()
        self.clock.sleep(seconds)
        return self

    def status(self, part: str) -> str:
        """What was last told of a part."""
        return [condition.status for _, condition in self.conditions if condition.part == part][-1]

    def why(self, part: str) -> str:
        """The last sentence about a part, with its cure."""
        (*_, last) = (condition for _, condition in self.conditions if condition.part == part)
        return f"{last.why}: {last.cure}"

    def since(self, t: float) -> list[tuple[float, str, str]]:
        """What was told since a time: when, of which part, and how it is."""
        return [(when, each.part, each.status) for when, each in self.conditions if when >= t]

    @property
    def times(self) -> list[float]:
        """When each sample was taken."""
        return [t for batch in self.batches for t in batch.t]


@pytest.fixture
def box() -> Box:
    return Box()


@pytest.fixture
def make_box() -> Callable[..., Box]:
    return Box
