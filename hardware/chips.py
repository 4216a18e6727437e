"""Which chips answer on the bus, and what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.errors import DisplayAbsent, DriverMissing, NotThisChip, SensorAbsent

if TYPE_CHECKING:
    from hardware.bus import Bus
    from hardware.mpu6050 import MotionSensor

WHO_AM_I: Final = 0x75
"""The sensor's register that says what it is (RM-MPU-6000A section 4.32)."""

FAMILY: Final = {
    0x68: "MPU6050", 0x70: "MPU6500", 0x71: "MPU9250", 0x72: "MPU6500 (copy)", 0x73: "MPU9255", 0x74: "MPU6515",
    0x75: "MPU6500 (copy)", 0x98: "ICM20689",
}  # fmt: skip
"""What is sold as MPU6050, by WHO_AM_I: all have the registers that are used here."""

NOP: Final = (0x00, 0xE3)
"""A command that does nothing (SSD1306 section 9, table 9-1), behind its control byte."""


def look_for_sensor(bus: Bus, address: int) -> None:
    """Raise SensorAbsent if nothing answers, BusUnavailable if nothing can."""
    # Setting the register pointer harms nothing.
    if not bus.answers(address, (WHO_AM_I,)):
        why, cure = _absence(bus, "sensor", address, 0x68 + 0x69 - address, (WHO_AM_I,))
        raise SensorAbsent(why, cure=cure)


def look_for_display(bus: Bus, address: int) -> None:
    """Raise DisplayAbsent if nothing answers, BusUnavailable if nothing can."""
    if not bus.answers(address, NOP):
        why, cure = _absence(bus, "oled", address, 0x3C + 0x3D - address, NOP)
        raise DisplayAbsent(why, cure=cure)


def name(identity: int, where: str) -> str:
    """What a sensor is sold as, by its WHO_AM_I; ``where`` it is, for people. Raises NotThisChip."""
    if identity in FAMILY:
        return FAMILY[identity]
    if identity in (0x00, 0xFF):
        raise NotThisChip(
            f"{where} answers 0x{identity:02X}, which is no chip's name",
            cure="check the sensor's wiring: SDA, SCL, 3.3 V and ground",
        )
    raise NotThisChip(
        f"{where} answers 0x{identity:02X}, which is no MPU6050", cure="is another device at this address?"
    )


def sensor_driver() -> type[MotionSensor]:
    """The sensor's driver, loaded when it is asked for. Raises DriverMissing, which costs the sensor only."""
    try:
        from hardware.mpu6050 import MotionSensor
    except (ImportError, RuntimeError) as error:
        # On a Pi, Adafruit's Blinka raises RuntimeError as it is imported where gpiod is missing.
        raise DriverMissing(
            f"the sensor's driver cannot be loaded ({error})", cure="install the companion anew, with its extra [pi]"
        ) from error
    return MotionSensor


def _absence(bus: Bus, part: str, address: int, other: int, harmless: tuple[int, ...]) -> tuple[str, str]:
    where = f"nothing answers at 0x{address:02X} on I2C bus {bus.number}"
    if bus.answers(other, harmless):
        return f"{where}, but something at 0x{other:02X}", f"set [{part}] address = 0x{other:02X}"
    return where, "check its four wires: 3.3 V, ground, SDA, SCL"
