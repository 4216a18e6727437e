"""The machine that this runs on: its clock, its I2C bus, its pins and its disk."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from smbus2 import SMBus

from hardware.clock import SystemClock
from hardware.database import open_database
from hardware.panel import pins_unavailable
from hardware.ports import Machine

if TYPE_CHECKING:
    from gpiozero import Factory

_FACTORIES: Final = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}


def real_machine() -> Machine:
    """A Raspberry Pi, or whatever this is."""
    return Machine(clock=SystemClock(), open_bus=SMBus, pin_factory=_pin_factory, open_database=open_database)


def _pin_factory(name: str) -> Factory:
    """A gpiozero pin factory by its name: never guessed, and loaded only when it is asked for."""
    try:
        module, factory = _FACTORIES[name]
        return getattr(import_module(module), factory)()
    except Exception as error:
        raise pins_unavailable(name, error) from error
