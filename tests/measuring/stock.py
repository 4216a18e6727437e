"""The stock way: Adafruit's and luma's own drivers as they are installed, used as their own examples do."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import adafruit_mpu6050
import busio
from adafruit_blinka.microcontroller.generic_linux.i2c import I2C
from luma.core.interface.serial import i2c
from luma.oled.device import ssd1306

from tests.measuring.kernel import NODE

if TYPE_CHECKING:
    from collections.abc import Callable

    from adafruit_mpu6050 import MPU6050

# luma.oled calls what Pillow will take away.
warnings.filterwarnings("ignore", "Image.Image.getdata is deprecated", DeprecationWarning)


def stock_display() -> ssd1306:
    """luma's display, on the wire that is plugged in."""
    return ssd1306(i2c(port=NODE))


def stock_sensor(sleep: Callable[[float], None]) -> MPU6050:
    """Adafruit's sensor through Blinka, on the wire that is plugged in; it waits by ``sleep``."""
    adafruit_mpu6050.sleep = sleep
    return adafruit_mpu6050.MPU6050(_BusByNumber(1))


class _BusByNumber(busio.I2C):  # type: ignore[misc]  # Adafruit's drivers are not typed
    """What adafruit_extended_bus makes of Blinka's bus: it is asked for by number, on whatever machine."""

    def __init__(self, number: int) -> None:
        self._i2c = I2C(number)
