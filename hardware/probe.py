"""One look at every part, for whoever wants to know what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.bus import Bus
from hardware.care import condition
from hardware.chips import WHO_AM_I, look_for_display, look_for_sensor, name, sensor_driver
from hardware.errors import HardwareError
from hardware.ports import Condition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.ports import Machine, Part
    from hardware.thread import BusSettings


def probe_machine(machine: Machine, settings: BusSettings, pin_factory: str) -> Iterator[Condition]:
    """How bus, sensor, display and pins are, each with what was found.

    It changes nothing, and may look while a companion runs.
    """
    bus = Bus(machine, settings.bus)
    yield _look("bus", lambda: _bus(bus, settings.sensor_address))
    yield _look("sensor", lambda: _sensor(bus, settings.sensor_address))
    yield _look("oled", lambda: _display(bus, settings.oled_address))
    bus.close()
    yield _look("button", lambda: _pins(machine, pin_factory))


def _look(part: Part, look: Callable[[], str]) -> Condition:
    try:
        return Condition(part, "ok", look())
    except (HardwareError, OSError) as error:
        return condition(part, error)


def _bus(bus: Bus, address: int) -> str:
    bus.answers(address, (WHO_AM_I,))
    return f"I2C bus {bus.number} can be used"


def _sensor(bus: Bus, address: int) -> str:
    sensor_driver()
    look_for_sensor(bus, address)
    identity = bus.read(address, WHO_AM_I, 1)[0]
    where = f"0x{address:02X}"
    return f"{where} answers 0x{identity:02X}: {name(identity, where)}"


def _display(bus: Bus, address: int) -> str:
    look_for_display(bus, address)
    return f"0x{address:02X} answers"


def _pins(machine: Machine, pin_factory: str) -> str:
    machine.pin_factory(pin_factory).close()
    return f"the pins can be used by {pin_factory}"
