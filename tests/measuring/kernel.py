"""The kernel's side of an I2C bus, so that the stock libraries run unchanged, down to their last system call."""

from __future__ import annotations

from typing import Final, Protocol

import Adafruit_PureIO.smbus
import smbus2.smbus2
from smbus2 import i2c_msg

import hardware.machine

NODE: Final = "/dev/null"
"""What smbus2 may open as the bus's node."""

_ANY: Final = 7
_SLAVE: Final = 0x0703
"""The request that chooses a chip (``linux/i2c-dev.h``)."""


class Wire(Protocol):
    """What carries out transactions."""

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Carry out one."""


_PLUGGED: Final[list[Wire]] = []
"""The wire that all goes over, or none."""


def plug_in(wire: Wire) -> None:
    """Let all that smbus2, we, and Adafruit's PureIO ask of the kernel go over this wire, in this process from now on."""
    _PLUGGED[:] = [wire]
    _stand_in()


def unplug() -> None:
    """Let the kernel do nothing from now on, and take no time for it: what is read is what lay in its buffer before."""
    _PLUGGED.clear()
    _stand_in()


class _Node:
    """The node as PureIO has opened it."""

    def __init__(self) -> None:
        self.address = 0

    def fileno(self) -> int:
        return _ANY

    def write(self, data: bytes) -> int:
        for wire in _PLUGGED:
            wire.i2c_rdwr(i2c_msg.write(self.address, data))
        return len(data)

    def close(self) -> None:
        """Nothing: it was never opened."""


def _stand_in() -> None:
    node = _Node()
    address = 0

    def of_smbus2(_fd: int, request: int, told: object) -> None:
        nonlocal address
        for wire in _PLUGGED:
            match told:
                case int() if request == _SLAVE:
                    address = told
                case smbus2.smbus2.i2c_rdwr_ioctl_data():
                    wire.i2c_rdwr(*told.msgs[: told.nmsgs])
                case smbus2.smbus2.i2c_smbus_ioctl_data():
                    block = told.data.contents.block
                    wire.i2c_rdwr(i2c_msg.write(address, [told.command, *block[1 : 1 + block[0]]]))

    def of_pureio(_fd: int, request: int, told: object) -> None:
        for wire in _PLUGGED:
            match told:
                case int() if request == _SLAVE:
                    node.address = told
                case Adafruit_PureIO.smbus.i2c_rdwr_ioctl_data():
                    wire.i2c_rdwr(*told.msgs[: told.nmsgs])

    smbus2.smbus2.ioctl = hardware.machine.ioctl = of_smbus2  # type: ignore[attr-defined,assignment]
    Adafruit_PureIO.smbus.ioctl = of_pureio
    Adafruit_PureIO.smbus.open = lambda *_, **__: node
