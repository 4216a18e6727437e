"""The hardware of the box, real or simulated: ports, drivers, and the one thread that owns the bus."""

from __future__ import annotations

from hardware.clock import Clock, Mailbox, SystemClock
from hardware.errors import (
    BusUnavailable,
    DisplayAbsent,
    HardwareError,
    NotThisChip,
    PinsUnavailable,
    SensorAbsent,
    SensorLost,
    StartTimeout,
)
from hardware.machine import real_machine
from hardware.panel import Panel, Pins
from hardware.ports import Accelerometer, Batch, Condition, Counters, Edge, I2cAdapter, Machine, Part, Status
from hardware.thread import BusSettings, HardwareThread, ThreadEvent

__all__ = [
    "Accelerometer",
    "Batch",
    "BusSettings",
    "BusUnavailable",
    "Clock",
    "Condition",
    "Counters",
    "DisplayAbsent",
    "Edge",
    "HardwareError",
    "HardwareThread",
    "I2cAdapter",
    "Machine",
    "Mailbox",
    "NotThisChip",
    "Panel",
    "Part",
    "Pins",
    "PinsUnavailable",
    "SensorAbsent",
    "SensorLost",
    "StartTimeout",
    "Status",
    "SystemClock",
    "ThreadEvent",
    "real_machine",
]
