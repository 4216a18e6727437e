"""The hardware of the box, real or simulated: ports, drivers, and the one thread that owns the bus."""

from __future__ import annotations

from hardware.address import own_address
from hardware.clock import Clock, Mailbox, SystemClock
from hardware.environment import GPIOD, LGPIO, PIP
from hardware.errors import (
    BadRecording,
    BusUnavailable,
    DisplayAbsent,
    DriverMissing,
    HardwareError,
    NoSwitch,
    NotThisChip,
    PinsUnavailable,
    SensorAbsent,
    SensorLost,
    StartTimeout,
)
from hardware.identity import own_identity
from hardware.machine import real_machine
from hardware.panel import Panel
from hardware.ports import (
    GRAVITY,
    SAMPLE_RATE,
    Batch,
    Condition,
    Counters,
    Edge,
    I2cAdapter,
    Machine,
    Part,
    PowerSwitch,
    Status,
)
from hardware.probe import probe_bus
from hardware.recording import Recording, Unit, read_recording
from hardware.settings import BusSettings, OledChip, Pins
from hardware.thread import HardwareThread, ThreadEvent

__all__ = [
    "GPIOD",
    "GRAVITY",
    "LGPIO",
    "PIP",
    "SAMPLE_RATE",
    "BadRecording",
    "Batch",
    "BusSettings",
    "BusUnavailable",
    "Clock",
    "Condition",
    "Counters",
    "DisplayAbsent",
    "DriverMissing",
    "Edge",
    "HardwareError",
    "HardwareThread",
    "I2cAdapter",
    "Machine",
    "Mailbox",
    "NoSwitch",
    "NotThisChip",
    "OledChip",
    "Panel",
    "Part",
    "Pins",
    "PinsUnavailable",
    "PowerSwitch",
    "Recording",
    "SensorAbsent",
    "SensorLost",
    "StartTimeout",
    "Status",
    "SystemClock",
    "ThreadEvent",
    "Unit",
    "own_address",
    "own_identity",
    "probe_bus",
    "read_recording",
    "real_machine",
]
