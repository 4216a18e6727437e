"""The machine that this runs on: its clock, its I2C bus, its pins and its disk."""

from __future__ import annotations

from fcntl import ioctl
from functools import partial
from importlib import import_module
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from smbus2 import SMBus, i2c_msg
from smbus2.smbus2 import I2C_RDWR, i2c_rdwr_ioctl_data

from hardware.address import own_address
from hardware.clock import SystemClock
from hardware.database import open_database
from hardware.errors import PinsUnavailable
from hardware.identity import own_identity
from hardware.panel import pins_unavailable
from hardware.ports import Machine
from hardware.switch import ServiceSwitch

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpiozero import Factory

_FACTORIES: Final = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "gpiod": ("hardware.gpiod", "GPIODFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}


def real_machine() -> Machine:
    """A Raspberry Pi, or whatever this is."""
    return Machine(
        clock=SystemClock(),
        open_bus=Node,
        pin_factory=_pin_factory,
        open_database=open_database,
        address=own_address,
        switch=ServiceSwitch(),
        identity=own_identity,
        chance=SystemRandom(),
    )


class Node(SMBus):
    """smbus2's node of a bus, but what the kernel is given is made once, not anew for every transaction.

    That is a third of what a short one takes. It is for one thread.
    """

    def __init__(self, number: int | str) -> None:
        super().__init__(number)
        self._requests = {count: _Request(count) for count in (1, 2)}

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Carry out one or two messages as one transaction. Raises OSError."""
        request = self._requests[len(messages)]
        for at, message in enumerate(messages):
            request.messages[at] = message
        assert self.fd is not None
        ioctl(self.fd, I2C_RDWR, request.told)

    def prepare(self, *messages: i2c_msg) -> Callable[[], object]:
        """A transaction that costs its system call and hardly more, each time that it is called."""
        assert self.fd is not None
        count = len(messages)
        told = i2c_rdwr_ioctl_data(msgs=(i2c_msg * count)(*messages), nmsgs=count)
        return partial(ioctl, self.fd, I2C_RDWR, told)


class _Request:
    """What the kernel is given for a transaction: where its messages are."""

    def __init__(self, count: int) -> None:
        self.messages = (i2c_msg * count)()
        self.told = i2c_rdwr_ioctl_data(msgs=self.messages, nmsgs=count)


def _pin_factory(name: str) -> Factory:
    """A gpiozero pin factory by its name: never guessed, and loaded only when it is asked for."""
    try:
        module, factory = _FACTORIES[name]
        return getattr(import_module(module), factory)()
    except PinsUnavailable:
        raise
    except Exception as error:
        raise pins_unavailable(name, error) from error
