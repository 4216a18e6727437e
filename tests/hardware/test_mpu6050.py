"""The motion sensor, and the simulated chip below it."""

from __future__ import annotations

import logging
from math import inf
from typing import TYPE_CHECKING

import adafruit_mpu6050
import pytest
from adafruit_bus_device.i2c_device import I2CDevice

from hardware import GRAVITY
from hardware.bus import Bus
from hardware.errors import NotThisChip, SensorAbsent, SensorLost, StartTimeout
from hardware.mpu6050 import MotionSensor, Mpu6050
from hardware.simulated import Nak

if TYPE_CHECKING:
    from collections.abc import Callable

    from smbus2 import i2c_msg

    from hardware.simulated import SimulatedMpu6050
    from tests.hardware.conftest import Box

SETTINGS = {0x19: 4, 0x1A: 3, 0x1B: 8, 0x1C: 0x10, 0x23: 0x88, 0x38: 0x10, 0x6A: 0x40, 0x6B: 0x01, 0x6C: 0}


@pytest.fixture
def sensor(box: Box) -> tuple[Box, MotionSensor]:
    sensor = MotionSensor(Bus(box.machine.machine), box.clock)
    sensor.start()
    return box, sensor


def drain(box: Box, sensor: MotionSensor, seconds: float, every: float = 0.1) -> list[tuple[float, float, float]]:
    samples: list[tuple[float, float, float]] = []
    for _ in range(round(seconds / every)):
        box.clock.sleep(every)
        batch = sensor.read()
        samples += zip(batch.x, batch.y, batch.z, strict=True)
    return samples


def test_it_is_adafruits_own_driver(box: Box) -> None:
    chip = Mpu6050(Bus(box.machine.machine), 0x68, box.clock, box.clock.sleep)
    assert isinstance(chip, adafruit_mpu6050.MPU6050)
    assert type(chip.i2c_device) is I2CDevice
    stock = adafruit_mpu6050.sleep
    assert stock.__module__ == "time"


def test_the_driver_reads_the_chip(box: Box) -> None:
    chip = Mpu6050(Bus(box.machine.machine), 0x68, box.clock, box.clock.sleep)
    box.clock.sleep(0.1)
    assert chip.acceleration == pytest.approx((0.7, 0.04, 9.78), abs=0.25)
    assert chip.temperature == pytest.approx(24.5, abs=0.1)


def test_the_registers_hold_what_was_meant(sensor: tuple[Box, MotionSensor]) -> None:
    box, _ = sensor
    assert {register: box.sensor.register(register) for register in SETTINGS} == SETTINGS
    assert (0x68, 0x07) in [(write.register, write.value) for write in box.sensor.writes]


@pytest.mark.parametrize("every", [3, 7])
def test_the_registers_hold_it_on_a_bad_bus_too(box: Box, every: int) -> None:
    box.bus.naks.append(Nak(every=every))
    MotionSensor(Bus(box.machine.machine), box.clock).start()
    assert {register: box.sensor.register(register) for register in SETTINGS} == SETTINGS


def test_a_relative_filters_by_a_register_of_its_own(box: Box, caplog: pytest.LogCaptureFixture) -> None:
    box.sensor.identify_as(0x70)
    with caplog.at_level(logging.WARNING):
        MotionSensor(Bus(box.machine.machine), box.clock).start()
    assert box.sensor.register(0x1D) == 3
    assert "MPU6500 (0x70)" in caplog.text


@pytest.mark.parametrize(
    ("prepare", "error", "words"),
    [
        (lambda chip: chip.unplug(), SensorAbsent, "nothing answers at 0x68 on I2C bus 1"),
        (lambda chip: chip.identify_as(0x38), NotThisChip, "0x68 on I2C bus 1 answers 0x38, which is no MPU6050"),
        (lambda chip: chip.identify_as(0xFF), NotThisChip, "check the sensor's wiring: SDA, SCL"),
        (lambda chip: chip.hold_reset(), StartTimeout, "still resetting after 0.5 s"),
    ],
)
def test_what_cannot_start_says_why(
    box: Box, prepare: Callable[[SimulatedMpu6050], None], error: type[Exception], words: str
) -> None:
    prepare(box.sensor)
    began = box.clock.monotonic()
    with pytest.raises(error, match=words):
        MotionSensor(Bus(box.machine.machine), box.clock).start()
    assert box.clock.monotonic() - began < 1.0


def test_samples_are_what_the_chip_feels(sensor: tuple[Box, MotionSensor]) -> None:
    box, motion = sensor
    began = box.clock.monotonic()
    samples = drain(box, motion, 10.0)
    assert len(samples) == pytest.approx(200 * (box.clock.monotonic() - began), abs=3)
    means = [sum(column) / len(samples) for column in zip(*samples, strict=True)]
    assert means == pytest.approx((0.7, 0.04, 9.78), abs=0.01)
    noise = [
        (sum((value - mean) ** 2 for value in column) / len(samples)) ** 0.5 / GRAVITY * 1000
        for column, mean in zip(zip(*samples, strict=True), means, strict=True)
    ]
    assert noise == pytest.approx((3.5, 3.1, 5.5), rel=0.1)


def test_an_overflow_is_counted_and_no_sample_is_torn(sensor: tuple[Box, MotionSensor]) -> None:
    box, motion = sensor
    samples = drain(box, motion, 2.0)
    box.clock.sleep(3.0)
    assert motion.read().t == motion.read().t[:0]
    assert motion.lost == pytest.approx(600, abs=25)
    samples += drain(box, motion, 2.0)
    assert all(abs(z - 9.78) < 0.3 for _, _, z in samples)


def test_an_overflow_while_the_fifo_is_read_is_noticed(make_box: Callable[..., Box]) -> None:
    box = make_box(hertz=10_000)
    motion = MotionSensor(Bus(box.machine.machine), box.clock)
    motion.start()
    box.clock.sleep(0.6)
    motion.read()
    assert motion.lost > 100


def test_a_burst_that_breaks_off_tears_no_sample(
    sensor: tuple[Box, MotionSensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    box, motion = sensor
    samples = drain(box, motion, 1.0)
    transfer = box.bus.i2c_rdwr
    count = 0

    def breaks_off(*messages: i2c_msg) -> None:
        nonlocal count
        transfer(*messages)
        if messages[-1].len > 8:
            count += 1
            if count % 5 == 0:
                raise OSError(5, "Input/output error")

    monkeypatch.setattr(box.bus, "i2c_rdwr", breaks_off)
    samples += drain(box, motion, 5.0)
    assert count > 50
    assert all(abs(z - 9.78) < 0.3 and abs(x - 0.7) < 0.3 for x, _, z in samples)
    assert motion.lost > 0


def test_a_supply_that_fails_between_count_and_data_is_no_free_fall(
    sensor: tuple[Box, MotionSensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    box, motion = sensor
    drain(box, motion, 1.0)
    box.clock.sleep(0.1)
    transfer = box.bus.i2c_rdwr

    def dips(*messages: i2c_msg) -> None:
        if messages[-1].len > 8:
            box.sensor.brown_out()
        transfer(*messages)

    monkeypatch.setattr(box.bus, "i2c_rdwr", dips)
    with pytest.raises(SensorLost, match="SMPLRT_DIV holds 0x00, not 0x04"):
        drain(box, motion, 1.0)


def test_saturation_scale_and_spikes(sensor: tuple[Box, MotionSensor]) -> None:
    box, motion = sensor
    box.sensor.analog.scale = 0.92
    _, _, z = drain(box, motion, 1.0)[-1]
    assert z == pytest.approx(9.0, abs=0.3)
    box.sensor.spike(0.1 * GRAVITY)
    xs = [x for x, _, _ in drain(box, motion, 1.0)]
    assert sum(x > 1.2 for x in xs) == 1
    box.sensor.spike(200.0, 0.05)
    assert max(x for x, _, _ in drain(box, motion, 1.0)) == pytest.approx(8 * GRAVITY, rel=1e-3)


@pytest.mark.parametrize("g", [-7.9, -3.1, -2.9, -2.0, -1.6, -1.2, 1.2, 1.6, 2.0, 2.9, 3.1, 7.9])
def test_a_shake_of_any_strength_is_as_strong_as_it_is(sensor: tuple[Box, MotionSensor], g: float) -> None:
    box, motion = sensor
    drain(box, motion, 0.2)
    box.sensor.spike(g * GRAVITY - 0.7, 0.1)
    felt = [x for x, _, _ in drain(box, motion, 0.3) if abs(x) > GRAVITY]
    assert 18 <= len(felt) <= 22
    assert felt == pytest.approx([g * GRAVITY] * len(felt), abs=0.2)


class _Swing:
    def __init__(self, origin: float) -> None:
        self.origin = origin

    def motion(self, t: float) -> tuple[float, float, float]:
        return (t - self.origin, 0.0, GRAVITY)

    def still_until(self, t: float) -> float:
        return t if t < self.origin + 10 else inf


def test_each_sample_is_of_its_moment(make_box: Callable[..., Box]) -> None:
    box = make_box(motion=_Swing(1000.0))
    motion = MotionSensor(Bus(box.machine.machine), box.clock)
    motion.start()
    late: list[float] = []
    for number in range(60):
        box.clock.sleep(0.05 + 0.002 * (number % 7))
        batch = motion.read()
        if number > 10:
            late += [t - 1000.0 - x for t, x in zip(batch.t, batch.x, strict=True)]
    # 1 m/s² a second: what is left is the chip's noise, 0.034 m/s², and its filter's delay, 4.9 ms by the register map.
    assert max(map(abs, late)) < 0.16
    assert sum(late) / len(late) == pytest.approx(0.0049, abs=0.001)


# The chip by its register map.


def raw(box: Box, register: int, length: int = 1) -> bytes:
    return Bus(box.machine.machine).read(0x68, register, length)


def write(box: Box, *data: int) -> None:
    Bus(box.machine.machine).write(0x68, data)


def test_the_chip_wakes_up_asleep_and_reads_zero(box: Box) -> None:
    box.clock.sleep(1.0)
    assert raw(box, 0x6B) == b"\x40"
    assert raw(box, 0x75) == b"\x68"
    assert raw(box, 0x3B, 14) == bytes(14)


@pytest.mark.parametrize("reset", [(0x6B, 0x80), (0x68, 0x07)])
@pytest.mark.parametrize(("after", "taken"), [(0.0, False), (0.09, False), (0.101, True)])
def test_for_a_tenth_of_a_second_after_a_reset_the_chip_takes_no_setting(
    box: Box, reset: tuple[int, int], after: float, *, taken: bool
) -> None:
    write(box, *reset)
    box.clock.sleep(after)
    write(box, 0x19, 4)
    assert raw(box, 0x19) == bytes((4 if taken else 0,))


@pytest.mark.parametrize(
    ("config", "divider", "rate"), [(0, 0, 8000), (0, 39, 200), (3, 4, 200), (3, 0, 1000), (7, 79, 100)]
)
def test_the_rate_depends_on_filter_and_divider(box: Box, config: int, divider: int, rate: int) -> None:
    for register, value in ((0x1A, config), (0x19, divider), (0x6B, 1), (0x23, 0x08), (0x6A, 0x40)):
        write(box, register, value)
    box.clock.sleep(0.02)
    before = box.sensor.samples
    raw(box, 0x75)
    before = box.sensor.samples
    box.clock.sleep(1.0)
    raw(box, 0x75)
    assert box.sensor.samples - before == pytest.approx(rate, rel=0.01, abs=2)


def test_the_fifo_keeps_the_newest_and_says_so(box: Box) -> None:
    for register, value in ((0x1A, 3), (0x19, 4), (0x38, 0x10), (0x6B, 1), (0x23, 0x88), (0x6A, 0x40)):
        write(box, register, value)
    box.clock.sleep(0.5)
    assert raw(box, 0x3A) == b"\x00"
    box.clock.sleep(0.5)
    assert raw(box, 0x72, 2) == (1024).to_bytes(2, "big")
    assert raw(box, 0x3A) == b"\x10"
    # FIFO_RESET with FIFO_EN set does nothing; with it off the FIFO is empty.
    write(box, 0x6A, 0x44)
    assert raw(box, 0x72, 2) == (1024).to_bytes(2, "big")
    write(box, 0x6A, 0x00)
    write(box, 0x6A, 0x04)
    assert raw(box, 0x6A) == b"\x00"
    assert raw(box, 0x72, 2) == b"\x00\x00"
    assert raw(box, 0x74, 4) == b"\xff" * 4


def test_a_frame_of_six_bytes_is_cut_by_an_overflow(box: Box) -> None:
    for register, value in ((0x1A, 3), (0x19, 0), (0x6B, 1), (0x23, 0x08), (0x6A, 0x40)):
        write(box, register, value)
    box.clock.sleep(1.0)
    assert 1024 % 6
    z = [int.from_bytes(raw(box, 0x74, 6)[4:], "big", signed=True) for _ in range(20)]
    assert any(abs(value - 16332) > 1000 for value in z)
