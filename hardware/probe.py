"""One look at the bus and at what hangs on it, for whoever wants to know what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from smbus2 import i2c_msg

from hardware.bus import Bus
from hardware.care import condition
from hardware.chips import NOP, WHO_AM_I, look_for_display, look_for_sensor, name, sensor_driver
from hardware.errors import HardwareError
from hardware.ports import Condition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.ports import Machine, Part
    from hardware.settings import BusSettings

_MEASURED: Final = 57
"""Bytes: the sensor's registers from 0x3B up to its FIFO, which only its owner may read."""
_FIRST: Final = 0x3B
_TRIES: Final = 3
"""What is interrupted looks slow: the quickest counts."""

QUICK: Final = 300e3
"""Hz; below this the display is slow, not wrong."""


def probe_bus(machine: Machine, settings: BusSettings) -> Iterator[Condition]:
    """How bus, sensor and display are, each with what was found; it changes nothing."""
    bus = Bus(machine, settings.bus)
    yield _bus(machine, bus, settings)
    yield _look("sensor", lambda: _sensor(bus, settings.sensor_address))
    yield _look("oled", lambda: _display(bus, settings.oled_address))
    bus.close()


def _look(part: Part, look: Callable[[], str]) -> Condition:
    try:
        return Condition(part, "ok", look())
    except (HardwareError, OSError) as error:
        return condition(part, error)


def _bus(machine: Machine, bus: Bus, settings: BusSettings) -> Condition:
    try:
        hertz = _speed(machine, bus, settings)
    except (HardwareError, OSError) as error:
        return condition("bus", error)
    found = f"I2C bus {bus.number} can be used"
    if hertz is None:
        return Condition("bus", "ok", found)
    found += f", at about {round(hertz / 1e4) * 10} kHz"
    if hertz > QUICK:
        return Condition("bus", "ok", found)
    cure = (
        "where no wire is longer than half a metre, the display is quicker with dtparam=i2c_arm_baudrate=400000 "
        "in /boot/firmware/config.txt, after a reboot"
    )
    return Condition("bus", "ok", found, cure)


def _speed(machine: Machine, bus: Bus, settings: BusSettings) -> float | None:
    """Its clock, Hz, by what a long transfer takes; None where nothing answers. Raises BusUnavailable."""
    sensor, display = settings.sensor_address, settings.oled_address
    if bus.answers(sensor, (WHO_AM_I,)):
        messages = [i2c_msg.write(sensor, (_FIRST,)), i2c_msg.read(sensor, _MEASURED)]
    elif bus.answers(display, NOP):
        messages = [i2c_msg.write(display, (NOP[0], *NOP[1:] * _MEASURED))]
    else:
        return None
    count = sum(message.len + 1 for message in messages)
    took = []
    for _ in range(_TRIES):
        began = machine.clock.monotonic()
        try:
            bus.transfer(*messages)
        except OSError:
            # It answers, but not always: that is the chip's own finding.
            return None
        took.append(machine.clock.monotonic() - began)
    return 9.0 * int(count) / min(took)


def _sensor(bus: Bus, address: int) -> str:
    sensor_driver()
    look_for_sensor(bus, address)
    identity = bus.read(address, WHO_AM_I, 1)[0]
    where = f"0x{address:02X}"
    return f"{where} answers 0x{identity:02X}: {name(identity, where)}"


def _display(bus: Bus, address: int) -> str:
    look_for_display(bus, address)
    return f"0x{address:02X} answers"
