"""How the hardware is built: what hangs on the bus, and what is wired to which pin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OledChip = Literal["ssd1306", "sh1106", "ssd1309"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BusSettings:
    """What hangs on the bus, and how it is meant to be."""

    bus: int
    """Its number: 1 is ``/dev/i2c-1``."""
    sensor: bool
    sensor_address: int
    alert: bool
    """Whether the sensor's pin INT is wired, and ``HardwareThread.moved`` is called when it goes up."""
    oled: bool
    oled_address: int
    oled_chip: OledChip
    oled_size: tuple[int, int]
    """Pixels, across and down."""
    contrast: int
    """The display's brightness until another is wanted, 0 to 255."""
    rotate: int
    """Quarter turns."""


@dataclass(frozen=True, slots=True)
class Pins:
    """Which pins things are wired to, as GPIO numbers; None: there is no such thing."""

    buttons: tuple[int, ...]
    """Each to a contact that joins it with ground: buttons, a switch, the two contacts of a rotary encoder."""
    buzzer: int | None = None
    light: int | None = None
    tones: bool = False
    """Whether the buzzer is a passive one, which makes the tones that it is given."""
    alert: int | None = None
    """To the sensor's pin INT, which goes up when it is moved."""
