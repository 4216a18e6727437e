"""The bus: tries again, counts, and knows how long a byte takes; and the kernel's own class on it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
import smbus2
import smbus2.smbus2
from smbus2 import i2c_msg

from hardware import BusUnavailable, HardwareThread, real_machine
from hardware.bus import Bus
from hardware.simulated import Nak

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.hardware.conftest import Box


@pytest.mark.parametrize("hertz", [100_000, 400_000])
def test_it_finds_out_how_fast_the_bus_is(make_box: Callable[..., Box], hertz: int) -> None:
    box = make_box(hertz=hertz)
    bus = Bus(box.machine.machine)
    assert bus.piece == 30
    bus.write(0x3C, bytes((0x40, *range(100))))
    assert bus.piece == pytest.approx(0.0027 * hertz / 9, rel=0.05)
    assert bus.bytes == 102


def test_two_failures_are_tried_again_three_are_not(box: Box) -> None:
    bus = Bus(box.machine.machine)
    box.bus.naks.append(Nak(every=1, until=box.clock.monotonic() + 0.00004))
    assert bus.read(0x68, 0x75, 1) == b"\x68"
    assert bus.nak == 2
    box.bus.naks.append(Nak(every=1, errno=5))
    with pytest.raises(OSError, match="Input/output error"):
        bus.read(0x68, 0x75, 1)
    assert bus.nak == 5


def test_what_a_chip_answers_stands_in_the_part_of_the_buffer_that_it_is_for(box: Box) -> None:
    bus, buffer = Bus(box.machine.machine), bytearray(3)
    bus.write(0x68, bytes((0x75,)))
    bus.readfrom_into(0x68, buffer, start=1, end=2)
    assert buffer == b"\x00\x68\x00"


def test_a_transfer_that_times_out_at_once_is_tried_again(box: Box) -> None:
    bus = Bus(box.machine.machine)
    box.bus.naks.append(Nak(every=2, errno=errno.ETIMEDOUT))
    assert [bus.read(0x68, 0x75, 1) for _ in range(4)] == [b"\x68"] * 4
    assert bus.nak == 3
    box.bus.naks.append(Nak(every=1, errno=errno.ETIMEDOUT))
    with pytest.raises(BusUnavailable, match="held down"):
        bus.read(0x68, 0x75, 1)


def test_a_bus_that_is_held_down_is_waited_for_once(box: Box) -> None:
    box.bus.trouble("locked")
    began = box.clock.monotonic()
    with pytest.raises(BusUnavailable, match="held down"):
        Bus(box.machine.machine).read(0x68, 0x75, 1)
    assert box.clock.monotonic() - began == pytest.approx(1.0)


@pytest.mark.parametrize(("address", "is_there"), [(0x68, True), (0x3D, False)])
def test_to_look_whether_a_chip_is_there_is_no_fault_of_the_bus(box: Box, address: int, *, is_there: bool) -> None:
    bus = Bus(box.machine.machine)
    assert bus.answers(address, (0x00,)) == is_there
    assert bus.nak == 0
    box.bus.trouble("locked")
    with pytest.raises(BusUnavailable):
        bus.answers(address, (0x00,))
    assert bus.nak == 0


def test_who_has_taken_the_bus_has_it_alone(box: Box) -> None:
    bus = Bus(box.machine.machine)
    assert [bus.try_lock(), bus.try_lock()] == [True, False]
    bus.unlock()
    assert bus.try_lock()


def test_two_reads_in_one_transaction_are_refused_as_on_a_pi(box: Box) -> None:
    bus = Bus(box.machine.machine)
    with pytest.raises(OSError, match="not supported"):
        bus.transfer(i2c_msg.read(0x68, 1), i2c_msg.read(0x68, 1))
    assert bus.nak == 0


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "raspi-config nonint do_i2c 0"),
        (errno.EACCES, "group i2c"),
        (errno.EPERM, "group i2c"),
        (errno.EMFILE, "Too many open files"),
    ],
)
def test_a_node_that_cannot_be_opened_says_what_to_do(box: Box, number: int, words: str) -> None:
    def refuse(_bus: int) -> NoReturn:
        raise OSError(number, os.strerror(number))

    machine = replace(box.machine.machine, open_bus=refuse)
    with pytest.raises(BusUnavailable, match="/dev/i2c-1") as caught:
        Bus(machine).read(0x68, 0x75, 1)
    assert words in str(caught.value)
    assert isinstance(caught.value, OSError)


def test_the_kernels_own_smbus_class_carries_it_all(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node as in production, down to its two system calls."""

    def ioctl(_fd: int, request: int, argument: Any) -> int:
        if request == smbus2.smbus2.I2C_FUNCS:
            argument.value = 0x0EFF0009
        else:
            assert request == smbus2.smbus2.I2C_RDWR
            box.bus.i2c_rdwr(*(argument.msgs[number] for number in range(argument.nmsgs)))
        return 0

    opened = []

    def open_node(path: str, _flags: int) -> int:
        opened.append(path)
        return os.dup(0)

    monkeypatch.setattr(smbus2.smbus2, "ioctl", ioctl)
    monkeypatch.setattr("hardware.machine.ioctl", ioctl)
    monkeypatch.setattr(smbus2.smbus2, "os", type("os", (), {"open": open_node, "close": os.close, "O_RDWR": 2}))
    machine = replace(box.machine.machine, open_bus=real_machine().open_bus)
    box.thread = HardwareThread(machine, box.settings, box.note)
    box.run(5.0)
    assert opened == ["/dev/i2c-1"]
    assert (box.status("sensor"), box.status("oled")) == ("ok", "ok")
    assert len(box.times) > 800
    assert box.thread.stop()


@pytest.mark.parametrize("board", ["RASPBERRY_PI_4B", "RASPBERRY_PI_5", "RASPBERRY_PI_ZERO_2_W"])
def test_the_drivers_can_be_imported_on_a_pi(board: str) -> None:
    pi = {**os.environ, "BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_FORCEBOARD": board}
    subprocess.run([sys.executable, "-c", "import hardware.mpu6050, hardware.ssd1306"], env=pi, check=True)
