"""The one owner of the I2C bus: every byte to or from a chip goes through here, in the hardware thread alone."""

from __future__ import annotations

import errno
from ctypes import create_string_buffer
from functools import partial
from typing import TYPE_CHECKING, Final

from smbus2 import i2c_msg

from hardware.errors import BusUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from circuitpython_typing import ReadableBuffer, WriteableBuffer

    from hardware.ports import I2cAdapter, Machine

TRIES: Final = 3
"""A transfer that fails is tried again: one NAK from a motor nearby or a loose jumper is no fault yet."""
_GONE: Final = frozenset({errno.ENODEV, errno.ENOENT, errno.EACCES, errno.EPERM, errno.EBADF})
_NOT_THE_WIRE: Final = frozenset({errno.EINVAL, errno.EOPNOTSUPP})
"""The kernel does not take such a transfer: no fault of the wire, and no better the next time."""
_SLOWEST_BYTE: Final = 9 / 100_000
"""s; nine clocks at 100 kHz, the Pi's default, until something was measured."""
_HELD: Final = 0.1
"""s; a transfer that timed out after so long found the bus held down: the kernel has waited, 1 s on a Pi, and once is
enough."""
_READ: Final = 0x0001
_PIECE: Final = 0.0027
"""s; the longest that a burst or a piece of a picture may hold the bus, so that a flash waits for 3 ms at most."""
_MEASURABLE: Final = 12
"""Bytes; in shorter transfers the start, the stop and the system call weigh too much."""
_MEASURED_EVERY: Final = 1000
"""Bytes, which three looks at a sensor at rest take: to measure is as much work as to transfer."""


class Bus:
    """An I2C bus that tries again, counts, and knows how long a byte takes.

    It is what Adafruit's ``I2CDevice`` wants of ``busio.I2C`` and what luma's ``i2c`` wants of ``SMBus``, so both
    are used as they are. A transaction holds one read at most and as its last message: the Pi's own controller
    (i2c-bcm2835) refuses any other with EOPNOTSUPP.
    """

    def __init__(self, machine: Machine, number: int = 1) -> None:
        self.number = number
        self.nak = 0
        """Transfers that failed, whether or not a later try went well."""
        self.bytes = 0
        """Bytes sent and received, addresses included."""
        self.piece = int(_PIECE / _SLOWEST_BYTE)
        """How many bytes, all counted, may go at once: by what was measured they hold the bus for 2.7 ms at most."""
        self._now = machine.clock.monotonic
        self._open_bus = machine.open_bus
        self._adapter: I2cAdapter | None = None
        self._byte_seconds = _SLOWEST_BYTE
        self._measured_from = 0
        """So many bytes must have gone before one is measured again."""
        self._locked = False

    def close(self) -> None:
        """Give the node back."""
        adapter, self._adapter = self._adapter, None
        if adapter is not None:
            adapter.close()

    def transfer(self, *messages: i2c_msg) -> None:
        """Carry out the messages as one transaction.

        Raises BusUnavailable when the node is gone or the bus is held down, and OSError when the last try failed.
        """
        adapter = self._open()
        length = len(messages)
        for message in messages:
            length += message.len
        self._carry_out(partial(adapter.i2c_rdwr, *messages), length, TRIES)

    def read(self, address: int, register: int, length: int) -> bytes:
        """``length`` bytes from a chip's register on. Raises as ``transfer`` does."""
        return self.reader(address, register, length)()

    def reader(self, address: int, register: int, length: int, tries: int = TRIES) -> Callable[[], bytes]:
        """What reads them again and again: all that it takes is made once, for as long as the node is open."""
        answer = create_string_buffer(length)
        # As i2c_msg.read, but the buffer can be looked into without a foreign call.
        received = i2c_msg(addr=address, flags=_READ, len=length, buf=answer)
        asked, cost = i2c_msg.write(address, (register,)), length + 3
        adapter: I2cAdapter | None = None
        transaction: Callable[[], object] | None = None

        def read() -> bytes:
            nonlocal transaction, adapter
            if transaction is None or adapter is not self._adapter:
                adapter = self._open()
                transaction = adapter.prepare(asked, received)
            self._carry_out(transaction, cost, tries)
            return answer.raw

        return read

    def _carry_out(self, transaction: Callable[[], object], length: int, tries: int) -> None:
        """Do it, again where it fails, and count its bytes."""
        measured = length >= _MEASURABLE and self.bytes >= self._measured_from
        while True:
            began = self._now()
            try:
                transaction()
            except OSError as error:
                tries -= 1
                self._bear(error, tries, self._now() - began)
                continue
            self.bytes += length
            if measured:
                self._measure((self._now() - began) / length)
            return

    def _bear(self, error: OSError, left: int, waited: float) -> None:
        """Count a transaction that failed; raise what it costs, unless there are tries ``left`` that may go better."""
        if error.errno in _GONE:
            self.close()
            raise self._unavailable(error) from error
        if error.errno in _NOT_THE_WIRE:
            raise error
        self.nak += 1
        if error.errno == errno.ETIMEDOUT and (waited > _HELD or not left):
            raise self._unavailable(error) from error
        if not left:
            raise error

    def write(self, address: int, data: Sequence[int]) -> None:
        """Send bytes to a chip."""
        self.transfer(i2c_msg.write(address, data))

    def answers(self, address: int, harmless: Sequence[int]) -> bool:
        """Whether a chip takes a harmless write. That none is there is no fault of the bus and is not counted.

        Raises BusUnavailable when no chip can answer.
        """
        before = self.nak
        try:
            self.write(address, harmless)
        except BusUnavailable:
            self.nak = before
            raise
        except OSError:
            self.nak = before
            return False
        return True

    # What Adafruit's I2CDevice wants.

    def try_lock(self) -> bool:
        """Take the bus; only ever called in one thread."""
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Give the bus back."""
        self._locked = False

    def writeto(self, address: int, buffer: ReadableBuffer, *, start: int = 0, end: int | None = None) -> None:
        """Send a slice of the buffer."""
        self.write(address, memoryview(buffer)[start:end].tolist())

    def readfrom_into(self, address: int, buffer: WriteableBuffer, *, start: int = 0, end: int | None = None) -> None:
        """Fill a slice of the buffer."""
        into = memoryview(buffer)[start:end]
        received = i2c_msg.read(address, len(into))
        self.transfer(received)
        into[:] = bytes(received)

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: ReadableBuffer,
        in_buffer: WriteableBuffer,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Send one slice and fill the other, as one transaction."""
        into = memoryview(in_buffer)[in_start:in_end]
        received = i2c_msg.read(address, len(into))
        self.transfer(i2c_msg.write(address, memoryview(out_buffer)[out_start:out_end].tolist()), received)
        into[:] = bytes(received)

    # What luma's i2c wants.

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """Send a control byte and what belongs to it."""
        self.write(address, (register, *data))

    def _open(self) -> I2cAdapter:
        """The node, opened where it is not open: it may come and go."""
        if self._adapter is None:
            try:
                self._adapter = self._open_bus(self.number)
            except OSError as error:
                raise self._unavailable(error) from error
        return self._adapter

    def _measure(self, each: float) -> None:
        """Learn from a transfer in which a byte took so long (s)."""
        # Being interrupted makes a transfer look slow, nothing makes it look fast: believe the quick ones.
        weight = 1.0 if each < self._byte_seconds else 0.02
        self._byte_seconds = max(1e-7, self._byte_seconds + weight * (each - self._byte_seconds))
        self.piece = int(_PIECE / self._byte_seconds)
        self._measured_from = self.bytes + _MEASURED_EVERY

    def _unavailable(self, error: OSError) -> BusUnavailable:
        node = f"/dev/i2c-{self.number}"
        if error.errno in (errno.EACCES, errno.EPERM):
            return BusUnavailable(
                f"{node} may not be opened",
                cure="add the user to the group i2c (sudo usermod -aG i2c NAME), or allow the node in the unit",
            )
        if error.errno in (errno.ENOENT, errno.ENODEV):
            return BusUnavailable(
                f"{node} is missing", cure="enable I2C (sudo raspi-config nonint do_i2c 0) and reboot"
            )
        if error.errno == errno.ETIMEDOUT:
            return BusUnavailable(
                f"I2C bus {self.number} is held down",
                cure="take the supply of sensor and display away for a moment; check SDA and SCL for a short",
            )
        return BusUnavailable(f"{node} cannot be used ({error.strerror or error})", cure="unplug the chips and reboot")
