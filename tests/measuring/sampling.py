"""What becomes of the sensor's samples beside a display on the same bus, and what one costs."""

from __future__ import annotations

import struct
from dataclasses import replace
from itertools import count, cycle
from typing import TYPE_CHECKING, Final

from adafruit_mpu6050 import Bandwidth

from companion.config import Config
from companion.senses import Motion
from hardware import GRAVITY, Batch, HardwareThread, SystemClock
from hardware.bus import Bus
from hardware.machine import Node
from hardware.mpu6050 import MotionSensor
from hardware.simulated import SimulatedMachine, SimulatedMpu6050, VirtualClock
from tests.hardware.conftest import Rest
from tests.measuring.counting import instructions
from tests.measuring.drawing import ball
from tests.measuring.kernel import NODE, plug_in, unplug
from tests.measuring.row import Figures, Nothing, Row, Under
from tests.measuring.stock import stock_display, stock_sensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware import ThreadEvent
    from hardware.simulated.lowpass import Motion as Felt

RATE, FRAMES = 200.0, 30.0
SECONDS: Final = 10.0
AT_ONCE: Final = 40
"""Samples of a look at rest, 0.2 s."""
SETTLED: Final = 60
"""Looks, 12 s, until every transaction was carried out, the bus knows its speed, and the box what is usual."""
_DATA, _DATA_END = 0x3B, 0x41


class Watched(SimulatedMpu6050):
    """A chip that remembers what it has sampled, and which sample was read."""

    def __init__(self, clock: VirtualClock, motion: Felt) -> None:
        super().__init__(clock, motion)
        self.taken: list[tuple[int, int, int]] = []
        """All frames that went into the FIFO."""
        self.read_numbers: list[int] = []
        """Of which sample the data registers were, each time that they were read."""

    def read(self, length: int) -> bytes:
        begin = self._pointer
        data = super().read(length)
        if _DATA <= begin < _DATA_END:
            self.read_numbers.append(self._taken)
        return data

    def _frames(self, first: int, count: int, columns: tuple[int, ...]) -> bytes:
        frames = super()._frames(first, count, columns)
        self.taken += [frame[:3] for frame in struct.iter_unpack(">4h", frames)]
        return frames


def _lost(hertz: int) -> Figures:
    return Figures(_lost_by_us(hertz), _lost_by_stock(hertz))


def _machine(hertz: int) -> tuple[VirtualClock, SimulatedMachine, Watched]:
    clock = VirtualClock()
    machine = SimulatedMachine(clock, Rest(), hertz=hertz)
    chip = Watched(clock, Rest())
    machine.bus.chips[0x68] = chip
    return clock, machine, chip


def _lost_by_us(hertz: int) -> float:
    """What part of the samples is not delivered as it was taken, in percent, as while the box is in hands."""
    clock, machine, chip = _machine(hertz)
    batches: list[Batch] = []

    def tell(event: ThreadEvent) -> None:
        if isinstance(event, Batch):
            batches.append(event)

    thread = HardwareThread(machine.machine, Config().bus, tell)
    thread.start()
    thread.pace(0.04)
    clock.sleep(1.0)
    begin = len(batches)
    for picture, _ in zip(cycle(ball()), range(int(SECONDS * FRAMES))):
        thread.show(picture)
        clock.sleep(1 / FRAMES)
    thread.stop()
    unit = GRAVITY / 4096
    got = [
        (round(x / unit), round(y / unit), round(z / unit))
        for batch in batches[begin:]
        for x, y, z in zip(batch.x, batch.y, batch.z, strict=True)
    ]
    first = next(at for at in range(len(chip.taken)) if chip.taken[at : at + 9] == got[:9])
    there = chip.taken[first : first + int(SECONDS * RATE) - AT_ONCE]
    whole = sum(one == other for one, other in zip(there, got, strict=False))
    return 100 * (1 - whole / len(there))


def _lost_by_stock(hertz: int) -> float:
    """The same with one thread that asks for ``.acceleration`` and one that draws."""
    clock, machine, chip = _machine(hertz)
    plug_in(machine.bus)
    sensor, display = stock_sensor(clock.sleep), stock_display()
    # The driver means to write the divider at its start, but does not.
    sensor.sample_rate_divisor = round(1000 / RATE) - 1
    sensor.filter_bandwidth = Bandwidth.BAND_44_HZ
    chip.read_numbers.clear()
    begin = clock.monotonic()

    def again(period: float, work: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            due = begin
            while due < begin + SECONDS:
                clock.sleep(due - clock.monotonic())
                work()
                # What it was too late for is left out.
                while due <= clock.monotonic():
                    due += period

        return run

    pictures = cycle(ball())
    clock.start_thread(again(1 / RATE, lambda: sensor.acceleration), "sampling")
    clock.start_thread(again(1 / FRAMES, lambda: display.display(next(pictures))), "drawing")
    clock.sleep(SECONDS + 1.0)
    reads = iter(chip.read_numbers)
    whole = {x for x, y, z in zip(reads, reads, reads, strict=True) if x == y == z}
    return 100 * (1 - len(whole) / (SECONDS * RATE))


class _Stepping(SystemClock):
    """A clock that goes on by itself only where somebody looks at it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.step = 0.0

    def monotonic(self) -> float:
        self.now += self.step
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def our_samples() -> Callable[[], object]:
    """A look at a sensor at rest: from the FIFO to what was felt."""
    clock = _Stepping()
    machine = SimulatedMachine(clock, Rest())
    plug_in(machine.bus)
    bus, motion = Bus(replace(machine.machine, open_bus=lambda _: Node(NODE))), Motion()
    sensor = MotionSensor(bus, clock, pause=clock.sleep)
    sensor.start()
    begin, looks = clock.now, count(1)

    def step() -> None:
        clock.now = begin + next(looks) * AT_ONCE / RATE
        batch = sensor.read()
        assert len(batch.t) in (AT_ONCE, AT_ONCE + 1)
        motion.feed(batch.t, batch.x, batch.y, batch.z)

    for _ in range(SETTLED):
        step()
    unplug()
    # As long as a burst takes at 400 kHz: by that the bus decides how much it reads at once.
    clock.step = 0.00259
    return step


def stock_sample() -> Callable[[], object]:
    """One ``.acceleration``."""
    clock = _Stepping()
    plug_in(SimulatedMachine(clock, Rest()).bus)
    sensor = stock_sensor(clock.sleep)
    unplug()
    return lambda: sensor.acceleration


def _instructions() -> Figures:
    ours, stock = instructions(our_samples, stock_sample)
    return Figures(ours / AT_ONCE, stock)


ROWS: Final = (
    Row(
        "lost-400",
        "samples lost or torn at 200 Hz beside 30 pictures a second, 400 kHz",
        "`.acceleration` in one thread, `display()` in another",
        "%",
        Nothing("%"),
        lambda: _lost(400_000),
    ),
    Row("lost-100", "the same at 100 kHz", "the same", "%", Nothing("%"), lambda: _lost(100_000)),
    Row(
        "sample",
        "a sample, from the bus to what the box feels",
        "`.acceleration` alone",
        "instructions",
        Under(4000, "instructions"),
        _instructions,
    ),
)
