"""A simulated I2C bus with the timing of a real one, and everything that can go wrong with it."""

from __future__ import annotations

import errno
import os
from collections import deque
from ctypes import memmove, string_at
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

from hardware.simulated.faults import Faults
from hardware.simulated.time import PowerCut

if TYPE_CHECKING:
    from collections.abc import Callable

    from smbus2 import i2c_msg

    from hardware.clock import Clock

Direction = Literal["commands", "data"]
Outage = Literal["locked", "missing", "denied"]

_READ: Final = 0x0001
_BYTE: Final = 9
"""Clocks: eight bits and the acknowledge."""
_CONTROLLER_TIMEOUT: Final = 1.0
"""s; how long i2c-bcm2835 waits for a bus that is held down."""
_DATA_CONTROL: Final = b"\x40"
"""The control byte before a display's data."""


class Chip(Protocol):
    """What hangs on the bus."""

    @property
    def plugged(self) -> bool:
        """Whether it is there and acknowledges."""

    def write(self, data: bytes) -> None:
        """Take what follows the chip's address."""

    def read(self, length: int) -> bytes:
        """Give as many bytes as the master clocks out."""


class Transfer(NamedTuple):
    """What went over the bus, as a logic analyser sees it."""

    t: float
    """When it ended, s, monotonic."""
    address: int
    sent: bytes
    received: int
    """How many bytes came back."""


@dataclass
class Nak:
    """A fault that lets every Nth matching transaction fail, until its time is over or it is taken off ``naks``."""

    address: int | None = None
    every: int = 1
    errno: int = errno.EREMOTEIO
    direction: Direction | None = None
    """Only commands (of a sensor: writes) or only data (of a sensor: reads); None: both."""
    until: float = inf
    seen: int = field(default=0, init=False)
    """Transactions that matched, of which ``seen // every`` have failed."""


class SimulatedBus:
    """The I2C bus of a Pi: nine clocks a byte, a start, a stop. It takes time by the clock, as a real one does."""

    def __init__(self, clock: Clock, hertz: int = 400_000) -> None:
        self.clock = clock
        self.hertz = hertz
        self.chips: dict[int, Chip] = {}
        self.naks: list[Nak] = []
        self.log: deque[Transfer] = deque(maxlen=20_000)
        self.bytes = 0
        """Bytes on the wire, addresses included."""
        self.busy = 0.0
        """How long the bus was in use, s."""
        self._free_at = 0.0
        self._troubles: Faults[Outage] = Faults(clock)
        self._moved: list[tuple[float, Chip, int]] = []
        """Until when a chip answers elsewhere, and at which address it does then."""

    def open(self, _number: int) -> SimulatedBus:
        """As ``smbus2.SMBus(number)``: the bus itself, or OSError."""
        self._raise_trouble(errno.ENOENT)
        return self

    def close(self) -> None:
        """Give the node back."""

    def trouble(self, kind: Outage, seconds: float = inf) -> None:
        """Let the whole bus be held down, gone, or forbidden, for so long."""
        self._troubles.begin(kind, seconds)

    def heal(self) -> None:
        """Take all faults off the bus."""
        self._troubles.end()
        self.naks.clear()

    def move(self, chip: Chip, address: int, seconds: float = inf) -> None:
        """Let a chip answer at another address (AD0 bridged to 3.3 V), for so long."""
        home = next((at for at, other in self.chips.items() if other is chip), address)
        self._moved = [moved for moved in self._moved if moved[1] is not chip]
        if seconds < inf:
            self._moved.append((self.clock.monotonic() + seconds, chip, home))
        self.chips = {at: other for at, other in self.chips.items() if other is not chip}
        self.chips[address] = chip

    def prepare(self, *messages: i2c_msg) -> Callable[[], None]:
        """The same transaction at each call."""
        return lambda: self.i2c_rdwr(*messages)

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Carry out a transaction; what a chip gives is what it has when the transaction ends."""
        if self._troubles:
            self._raise_trouble(errno.ENODEV)
        if self._moved:
            self._move_back()
        last = messages[-1]
        reads = bool(last.flags & _READ)
        received = last.len if reads else 0
        writes = []
        for message in messages[:-1] if reads else messages:
            if message.flags & _READ:
                # As i2c-bcm2835: "only one read message supported, has to be last".
                raise _os_error(errno.EOPNOTSUPP)
            writes.append(string_at(message.buf, message.len))
        address = last.addr
        chip = self.chips.get(address)
        if chip is None or not chip.plugged:
            failure = errno.EREMOTEIO
        else:
            failure = self._failure(address, reads, writes) if self.naks else 0
        if failure or chip is None:
            self._pass(2 + _BYTE)
            raise _os_error(failure)
        length = received + len(messages)
        for data in writes:
            length += len(data)
        clock = self.clock
        began = clock.monotonic()
        try:
            self._pass(_BYTE * length + len(messages) + 1)
        except PowerCut:
            clocks = (clock.monotonic() - began) * self.hertz
            if writes:
                chip.write(writes[0][: max(0, int(clocks) // _BYTE - 1)])
            raise
        self.bytes += length
        for data in writes:
            chip.write(data)
        if reads:
            memmove(last.buf, chip.read(received), received)
        self.log.append(Transfer(clock.monotonic(), address, writes[0] if writes else b"", received))

    def _move_back(self) -> None:
        for until, chip, home in self._moved[:]:
            if self.clock.monotonic() >= until:
                self.move(chip, home)

    def _pass(self, clocks: int) -> None:
        """Take so long; one transaction goes after the other, in the order in which they are asked for."""
        seconds, now = clocks / self.hertz, self.clock.monotonic()
        self.busy += seconds
        self._free_at = max(self._free_at, now) + seconds
        self.clock.sleep(self._free_at - now)

    def _raise_trouble(self, missing: int) -> None:
        if "missing" in self._troubles:
            raise _os_error(missing)
        if "denied" in self._troubles:
            raise _os_error(errno.EACCES)
        if "locked" in self._troubles and missing == errno.ENODEV:
            self.clock.sleep(_CONTROLLER_TIMEOUT)
            raise _os_error(errno.ETIMEDOUT)

    def _failure(self, address: int, reads: bool, writes: list[bytes]) -> int:
        """The errno that a fault on this bus gives the transaction, 0 for none."""
        now = self.clock.monotonic()
        self.naks = [nak for nak in self.naks if now < nak.until]
        is_data = reads or any(data[:1] == _DATA_CONTROL for data in writes)
        direction: Direction = "data" if is_data else "commands"
        failure = 0
        for nak in self.naks:
            if nak.address in (None, address) and nak.direction in (None, direction):
                nak.seen += 1
                if nak.seen % nak.every == 0:
                    failure = nak.errno
        return failure


def _os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
