"""Simulated hardware: chips, bus, pins, disk, hands and faults, below the same drivers that run on a Pi."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from hardware.database import open_database
from hardware.identity import simulated_identity
from hardware.ports import Machine
from hardware.simulated.bus import Nak, SimulatedBus
from hardware.simulated.disk import Harm, SimulatedDisk, spoil
from hardware.simulated.knob import Bounces, SimulatedKnob
from hardware.simulated.mpu6050 import SimulatedMpu6050
from hardware.simulated.network import SimulatedNetwork
from hardware.simulated.oled import SimulatedOled
from hardware.simulated.pins import SimulatedPins
from hardware.simulated.sh1106 import SimulatedSh1106
from hardware.simulated.ssd1306 import SimulatedSsd1306, SimulatedSsd1309
from hardware.simulated.switch import SimulatedSwitch
from hardware.simulated.time import PowerCut, VirtualClock
from hardware.simulated.world import ImpossibleMovement, World

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from hardware.clock import Clock
    from hardware.settings import OledChip
    from hardware.simulated.lowpass import Motion

__all__ = [
    "Bounces",
    "Harm",
    "ImpossibleMovement",
    "Nak",
    "PowerCut",
    "SimulatedBus",
    "SimulatedDisk",
    "SimulatedKnob",
    "SimulatedMachine",
    "SimulatedMpu6050",
    "SimulatedNetwork",
    "SimulatedOled",
    "SimulatedPins",
    "SimulatedSwitch",
    "VirtualClock",
    "World",
    "spoil",
]

_OLEDS: Final[Mapping[OledChip, type[SimulatedOled]]] = {
    "ssd1306": SimulatedSsd1306,
    "ssd1309": SimulatedSsd1309,
    "sh1106": SimulatedSh1106,
}


class SimulatedMachine:
    """A Pi with a sensor, a display and whatever is wired to its pins, in a world that the sensor feels."""

    def __init__(
        self,
        clock: Clock,
        motion: Motion,
        *,
        hertz: int = 400_000,
        seed: int = 1,
        open_database: Callable[[Path], sqlite3.Connection] = open_database,
        address: Callable[[], str | None] | None = None,
        identity: str | None = None,
    ) -> None:
        """``address`` is asked where a real network is to reach it; ``identity`` tells it from others there."""
        self.bus = SimulatedBus(clock, hertz)
        self.sensor = SimulatedMpu6050(clock, motion, seed)
        self.oled: SimulatedOled = SimulatedSsd1306(clock, seed=seed)
        self.pins = SimulatedPins(clock)
        self.knob = SimulatedKnob(seed)
        self.network = SimulatedNetwork(clock)
        self.switch = SimulatedSwitch()
        self.bus.chips = {0x68: self.sensor, 0x3C: self.oled}
        self._seed = seed
        self._interrupt_at = 0
        self.machine = Machine(
            clock=clock,
            open_bus=self.bus.open,
            pin_factory=self.pins.factory,
            open_database=open_database,
            address=address or self.network.address,
            switch=self.switch,
            identity=lambda: identity or simulated_identity(),
            chance=Random(seed),
        )

    def build_in(self, chip: OledChip, size: tuple[int, int] = (128, 64), *, turned: bool = False) -> SimulatedOled:
        """Put another display in the place of the one that is there, perhaps upside down."""
        old, new = self.oled, _OLEDS[chip](self.bus.clock, size, self._seed)
        new.turned = turned
        new.back_at = old.back_at
        self.bus.chips = {address: new if other is old else other for address, other in self.bus.chips.items()}
        self.oled = new
        return new

    def wire_interrupt(self, pin: int) -> None:
        """Join the sensor's pin INT with a GPIO; 0: pull the wire out."""
        if self._interrupt_at:
            self.sensor.pin.listener = None
            self.pins.drive_by_chip(self._interrupt_at, None)
        self._interrupt_at = pin
        if pin:
            self.sensor.pin.listener = partial(self.pins.drive_by_chip, pin)

    def cut_power(self) -> None:
        """The supply was away: every chip has forgotten what it was told, and no pin is driven."""
        for chip in (self.sensor, self.oled):
            if chip.plugged:
                chip.plug()
        self.pins.power_off()
        # What the system was asked stands in /run, which is in memory.
        self.switch.stay_on()

    def heal(self) -> None:
        """Take all faults off bus, chips, pins and network."""
        self.bus.heal()
        self.sensor.heal()
        self.oled.heal()
        self.pins.heal()
        self.network.heal()
