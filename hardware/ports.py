"""What the hardware offers to whoever uses it: small interfaces and plain values."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from random import Random

    from gpiozero import Factory
    from smbus2 import i2c_msg

    from hardware.clock import Clock

GRAVITY: Final = 9.80665
"""m/s²; the standard one (ISO 80000-3)."""

SAMPLE_RATE: Final = 200.0
"""Samples a second: a knock is over in 20 ms, and 128 frames of the sensor's FIFO last 0.64 s."""

Part = Literal["bus", "sensor", "oled", "button", "buzzer", "disk", "clock", "network", "mqtt"]
Status = Literal["ok", "degraded", "absent"]


class Batch(NamedTuple):
    """Samples of an accelerometer in the order they were taken, one column a quantity."""

    t: Sequence[float]
    """When each was taken, s, monotonic."""
    x: Sequence[float]
    """Acceleration along the chip's own axes, m/s², gravity included."""
    y: Sequence[float]
    z: Sequence[float]


class Edge(NamedTuple):
    """A change of a contact."""

    t: float
    """s, monotonic, as the kernel saw it where it says so."""
    closed: bool
    button: int
    """Which one, counted from 0 in the wiring's order."""


@dataclass(frozen=True, slots=True)
class Condition:
    """How a part is, for people."""

    part: Part
    status: Status
    why: str = ""
    """What was found, in one sentence; while a box plays, empty where all is well."""
    cure: str = ""
    """What to do about it."""


@dataclass(frozen=True, slots=True)
class Counters:
    """What was counted since the start."""

    samples: int = 0
    samples_lost: int = 0
    nak: int = 0
    """Transfers that failed, each try counted."""
    reinit: int = 0
    """How often a sensor that was lost works again."""
    frames: int = 0
    """Pictures that were brought to the display, as far as they differed from the one before."""
    bus_bytes: int = 0

    def as_dict(self) -> dict[str, int]:
        """By name."""
        return asdict(self)


class I2cAdapter(Protocol):
    """An open I2C bus, as ``smbus2.SMBus`` has it; what is transferred again and again, it need be told only once."""

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Transfer the messages as one transaction, reads filled in place. Raises OSError as the kernel would."""

    def prepare(self, *messages: i2c_msg) -> Callable[[], object]:
        """A transaction that is carried out at each call, with the same buffers. Each raises OSError likewise."""

    def close(self) -> None:
        """Give the node back."""


class PowerSwitch(Protocol):
    """What switches the machine off."""

    def off(self) -> None:
        """Ask for it; it takes a moment. Raises NoSwitch, OSError."""

    def stay_on(self) -> None:
        """Do not ask any more: nothing came of it."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The few things that differ between a Pi and a simulated one; all else above them is the same code."""

    clock: Clock
    open_bus: Callable[[int], I2cAdapter]
    """By the number of the bus (1 is ``/dev/i2c-1``). Raises OSError."""
    pin_factory: Callable[[str], Factory]
    """A gpiozero pin factory by its name in the configuration (``lgpio``, ``gpiod``, ``rpigpio``, ``mock``)."""
    open_database: Callable[[Path], sqlite3.Connection]
    """Like ``sqlite3.connect`` with ``isolation_level=None``: transactions begin where they are told to."""
    address: Callable[[], str | None]
    """The IPv4 address by which others reach it now; None while there is no network."""
    switch: PowerSwitch
    identity: Callable[[], str]
    """12 hexadecimal digits that no other machine has."""
    chance: Random
    """By which something is drawn by lot."""
