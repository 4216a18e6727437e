"""The motion sensor: Adafruit's driver for the start, the chip's own FIFO for the samples."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

import adafruit_mpu6050
from adafruit_mpu6050 import Bandwidth, ClockSource, Range
from adafruit_register.i2c_bits import RWBits
from adafruit_register.i2c_struct import ROUnaryStruct, UnaryStruct

from hardware.bus import TRIES, Bus
from hardware.chips import FAMILY, WHO_AM_I, look_for_sensor, name
from hardware.errors import BusUnavailable, SensorLost, StartTimeout
from hardware.frames import FRAME, columns, heat_of, holds_none
from hardware.judge import SUPPLY, Judge
from hardware.pacing import Pacing
from hardware.ports import SAMPLE_RATE, Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hardware.clock import Clock

log = logging.getLogger(__name__)

_SMPLRT_DIV, _CONFIG, _GYRO_CONFIG, _ACCEL_CONFIG, _ACCEL_CONFIG_2 = 0x19, 0x1A, 0x1B, 0x1C, 0x1D
_MOT_THR, _FIFO_EN, _INT_PIN_CFG, _INT_ENABLE, _INT_STATUS = 0x1F, 0x23, 0x37, 0x38, 0x3A
_USER_CTRL, _PWR_MGMT_1, _PWR_MGMT_2 = 0x6A, 0x6B, 0x6C
_FIFO_COUNT, _FIFO_R_W = 0x72, 0x74
_NAMES: Final = {
    _SMPLRT_DIV: "SMPLRT_DIV", _CONFIG: "CONFIG", _GYRO_CONFIG: "GYRO_CONFIG", _ACCEL_CONFIG: "ACCEL_CONFIG",
    _MOT_THR: "MOT_THR", _MOT_THR + 1: "MOT_DUR", _FIFO_EN: "FIFO_EN", _INT_PIN_CFG: "INT_PIN_CFG",
    _INT_ENABLE: "INT_ENABLE", _USER_CTRL: "USER_CTRL", _PWR_MGMT_1: "PWR_MGMT_1",
    _PWR_MGMT_2: "PWR_MGMT_2",
}  # fmt: skip

# ±8 g: shakes by hand clip at ±2 g in recordings and reach 4 to 6 g. It costs no angle: one step is 0.24 mg, the
# chip's own noise 3 to 5 mg.
_RANGE: Final = Range.RANGE_8_G
# 44 Hz: half the sampling rate is 100 Hz, and with the filter on the base rate is 1 kHz, without it 8 kHz.
_BANDWIDTH: Final = Bandwidth.BAND_44_HZ
_DIVIDER: Final = round(1000 / SAMPLE_RATE) - 1
# Acceleration and temperature.
_FRAME_BITS: Final = 0x88
_FIFO_ON, _FIFO_RESET = 0x40, 0x04
_OVERFLOW, _MOTION = 0x10, 0x40
_FULL: Final = 1024 - FRAME
_SETTINGS: Final = (
    (_SMPLRT_DIV, bytes((_DIVIDER, _BANDWIDTH, 1 << 3, _RANGE << 3))),
    (_FIFO_EN, bytes((_FRAME_BITS,))),
    (_INT_ENABLE, bytes((_OVERFLOW,))),
    (_USER_CTRL, bytes((_FIFO_ON, ClockSource.CLKSEL_INTERNAL_X, 0))),
)
"""What the registers hold while it samples, in runs that are read at once."""

# 40 mg for 1 ms, behind a high-pass of 5 Hz: 8 times the noise, under half of the weakest lift that was felt.
_HIGH_PASS, _THRESHOLD, _DURATION = 1, 20, 1
# The pin stays up until the status is read: an edge that was missed is not over in 50 µs.
_LATCHED: Final = 0x20
_ALERTED: Final = (
    (_SMPLRT_DIV, bytes((_DIVIDER, _BANDWIDTH, 1 << 3, _RANGE << 3 | _HIGH_PASS))),
    (_MOT_THR, bytes((_THRESHOLD, _DURATION))),
    (_FIFO_EN, bytes((_FRAME_BITS,))),
    (_INT_PIN_CFG, bytes((_LATCHED, _OVERFLOW | _MOTION))),
    (_USER_CTRL, bytes((_FIFO_ON, ClockSource.CLKSEL_INTERNAL_X, 0))),
)
"""The same where its pin tells that it is moved."""

_RESET_WITHIN: Final = 0.5
_IDENTITY_TRIES: Final = 20
_IDENTITY_GAP: Final = 0.005
_WAKE: Final = 0.040
"""s; from sleep to valid samples the chip takes 30 ms, of which the stock start waits for 10."""
_READ_COST: Final = 3
"""Bytes: the address, the register, the address again."""
_COMPARE_EVERY: Final = 1.0
_SUSPICIOUS: Final = 0.1
_SILENT: Final = 0.5
_NOTHING: Final = Batch((), (), (), ())


class Mpu6050(adafruit_mpu6050.MPU6050):  # type: ignore[misc]  # Adafruit's drivers are not typed
    """Adafruit's driver with a deadline, the chip's relatives, and the one register that it writes wrongly."""

    # The register map has the three resets in bits 2 to 0; the driver writes bits 5 to 3.
    _signal_path_reset = RWBits(3, 0x68, 0)
    _who_am_i = ROUnaryStruct(WHO_AM_I, ">B")
    _int_enable = UnaryStruct(_INT_ENABLE, ">B")
    _accel_filter = UnaryStruct(_ACCEL_CONFIG_2, ">B")
    _high_pass = RWBits(3, _ACCEL_CONFIG, 0)
    _motion_threshold = UnaryStruct(_MOT_THR, ">B")
    _motion_duration = UnaryStruct(_MOT_THR + 1, ">B")
    _int_pin = UnaryStruct(_INT_PIN_CFG, ">B")

    def __init__(self, bus: Bus, address: int, clock: Clock, pause: Callable[[float], None]) -> None:
        """Start the chip as the driver does. Raises NotThisChip, StartTimeout, OSError."""
        self.identity = 0
        """What WHO_AM_I said."""
        self.where = f"0x{address:02X} on I2C bus {bus.number}"
        """For people."""
        self._clock = clock
        self._pause = pause
        with _waiting_by(pause):
            super().__init__(bus, address)

    @property
    def _device_id(self) -> int:
        """0x68, for all of the family; the stock start takes nothing else."""
        for _ in range(_IDENTITY_TRIES):
            self.identity = self._who_am_i
            if self.identity in FAMILY:
                break
            # Some chips say nonsense until their supply has settled.
            self._pause(_IDENTITY_GAP)
        name(self.identity, self.where)
        return 0x68

    def reset(self) -> None:
        """Reset all registers and the signal paths. Raises StartTimeout."""
        self._reset = True
        until = self._clock.monotonic() + _RESET_WITHIN
        while self._reset:
            if self._clock.monotonic() > until:
                raise StartTimeout(
                    f"the sensor at {self.where} is still resetting after {_RESET_WITHIN} s",
                    cure="take its supply away for a moment; if that does not help, it is broken",
                )
            self._pause(0.001)
        self._pause(0.100)
        self._signal_path_reset = 0b111
        self._pause(0.100)

    def configure(self) -> None:
        """Range, filter, rate and the overflow's flag, and wait until samples are valid."""
        with _waiting_by(self._pause):
            self.accelerometer_range = _RANGE
            self.filter_bandwidth = _BANDWIDTH
        # The stock start means to write the divider, but assigns a name that no register has.
        self.sample_rate_divisor = _DIVIDER
        if self.identity != 0x68:
            # Its relatives filter the acceleration by a register of its own.
            self._accel_filter = _BANDWIDTH
        self._int_enable = _OVERFLOW
        self._pause(_WAKE)

    def alert(self) -> None:
        """Let the pin INT go up when it is moved (RM-MPU-6000A, registers 28, 31, 32, 55 and 56)."""
        self._high_pass = _HIGH_PASS
        self._motion_threshold = _THRESHOLD
        self._motion_duration = _DURATION
        self._int_pin = _LATCHED
        self._int_enable = _OVERFLOW | _MOTION


class _Run(NamedTuple):
    """Settings that are read at once."""

    read: Callable[[], bytes]
    first: int
    """The first of their registers."""
    wanted: bytes
    """What they are to hold."""


class MotionSensor:
    """A sensor that delivers every sample once, or says that it cannot.

    ``pause`` is how it waits, and is called with 0 between two bursts so that others get at the bus. With ``alert`` its
    pin INT goes up when it is moved, where the chip is an MPU6050: its relatives do that in other ways.
    """

    def __init__(
        self,
        bus: Bus,
        clock: Clock,
        address: int = 0x68,
        pause: Callable[[float], None] | None = None,
        *,
        alert: bool = False,
    ) -> None:
        self.moved = False
        """Whether the chip's status said at the last look that it was moved since the one before."""
        self.lost = 0
        """Samples that the chip took and nobody got."""
        self._bus = bus
        self._clock = clock
        self._address = address
        self._pause = pause or clock.sleep
        self._read_count = bus.reader(address, _FIFO_COUNT, 2)
        self._read_status = bus.reader(address, _INT_STATUS, 1)
        self._burst_of = cache(partial(bus.reader, address, _FIFO_R_W, tries=1))
        """What reads so many bytes of samples."""
        self._pacing = Pacing(SAMPLE_RATE)
        self._held = bytearray()
        self._odd = False
        self._compared = 0.0
        self._judge = Judge()
        self._identity = 0x68
        """What the chip said last that it is."""
        self._alert = alert
        self._settings = self._runs(_SETTINGS)

    @property
    def rate(self) -> float:
        """How many samples a second the chip really takes, by our clock."""
        return self._pacing.rate

    def look(self) -> None:
        """Raise SensorAbsent if nothing answers, BusUnavailable if nothing can."""
        look_for_sensor(self._bus, self._address)

    def start(self) -> None:
        """Begin from nothing. Raises SensorAbsent, NotThisChip, StartTimeout, SensorLost, BusUnavailable, OSError."""
        self.look()
        chip = Mpu6050(self._bus, self._address, self._clock, self._pause)
        self._introduce(chip)
        chip.configure()
        alerts = self._alert and chip.identity == 0x68
        if alerts:
            chip.alert()
        self._settings = self._runs(_ALERTED if alerts else _SETTINGS)
        self._restart_fifo()
        self._compare_all()
        self._judge = Judge(self._pacing.newest)

    def read(self) -> Batch:
        """All samples since the last call, oldest first.

        Raises SensorLost when the chip has forgotten its settings or lies, OSError when it does not answer: what was
        read by then is delivered by the next call.
        """
        # Count and flag are two transactions: i2c-bcm2835 takes one read in each. Nothing gets between count and data.
        self.moved = False
        count = self._count()
        seen = self._clock.monotonic()
        odd, self._odd = self._odd, count % FRAME != 0
        if count >= _FULL or (odd and self._odd) or not self._fetch(count // FRAME * FRAME):
            return self._begin_again()
        # The flag is looked at after the data: the FIFO may overflow while it is read, and frames are missing then.
        (status,) = self._read_status()
        self.moved = status & _MOTION != 0
        if status & _OVERFLOW:
            return self._begin_again()
        if not self._held:
            return self._wait_on(seen)
        # Nobody is told what was not sampled with these settings: with the range forgotten, 1 g reads as 4 g.
        if seen - self._compared >= _COMPARE_EVERY:
            self._compare_all()
        else:
            self._compare(self._settings[0])
        return self._deliver(seen)

    def _introduce(self, chip: Mpu6050) -> None:
        """Write down what a relative is; not again each time its wire comes back."""
        known, self._identity = self._identity, chip.identity
        if chip.identity in (0x68, known):
            return
        sold_as = name(chip.identity, chip.where)
        log.warning(
            "the chip at %s says it is %s (0x%02X), not MPU6050: it is used as one",
            chip.where, sold_as, chip.identity,
        )  # fmt: skip
        if self._alert:
            log.warning("the pin INT of this chip is not used: only an MPU6050's tells that it is moved")

    def _count(self) -> int:
        high, low = self._read_count()
        return high << 8 | low

    def _fetch(self, length: int) -> bool:
        """Read whole frames, in bursts; False if a failed burst has taken part of one out of the FIFO."""
        failures = 0
        most = (self._bus.piece - _READ_COST) // FRAME * FRAME or FRAME
        # The short one comes first.
        burst = length % most or most
        while length:
            try:
                self._held += self._burst_of(burst)()
            except BusUnavailable:
                raise
            except OSError:
                failures += 1
                if failures == TRIES:
                    raise
                left = self._count()
                if left < length or left % FRAME:
                    return False
                continue
            failures = 0
            length -= burst
            burst = most
            self._pause(0.0)
        return True

    def _restart_fifo(self) -> None:
        bus, address = self._bus, self._address
        # Off, empty, on: a reset does nothing while FIFO_EN is set.
        for value in (0, _FIFO_RESET, _FIFO_ON):
            bus.write(address, (_USER_CTRL, value))
        bus.write(address, (_FIFO_EN, _FRAME_BITS))
        self._read_status()
        self._held.clear()
        self._odd = False
        self._pacing.begin(self._clock.monotonic())

    def _begin_again(self) -> Batch:
        """Give up what is in the FIFO."""
        # A chip that has forgotten its rate is quicker than anybody can read.
        self._compare_all()
        newest, rate = self._pacing.newest, self._pacing.rate
        self._restart_fifo()
        self.lost += round((self._pacing.newest - newest) * rate)
        return _NOTHING

    def _wait_on(self, seen: float) -> Batch:
        """No sample is there: the sensor asleep looks like that too."""
        silent = seen - self._pacing.newest
        if silent > _SUSPICIOUS:
            self._compare_all()
        if silent > _SILENT:
            raise SensorLost(f"the sensor has taken no sample for {_SILENT} s", cure=SUPPLY)
        return _NOTHING

    def _runs(self, settings: Sequence[tuple[int, bytes]]) -> list[_Run]:
        return [_Run(self._bus.reader(self._address, first, len(wanted)), first, wanted) for first, wanted in settings]

    def _compare_all(self) -> None:
        for run in self._settings:
            self._compare(run)
        self._compared = self._clock.monotonic()

    def _compare(self, run: _Run) -> None:
        """Raise SensorLost if a register does not hold what was written."""
        read, first, wanted = run
        found = read()
        if found == wanted:
            return
        for register, (want, have) in enumerate(zip(wanted, found, strict=True), first):
            if want != have:
                raise SensorLost(
                    f"the sensor has forgotten its settings: {_NAMES[register]} holds 0x{have:02X}, not 0x{want:02X}",
                    cure=SUPPLY,
                )

    def _deliver(self, seen: float) -> Batch:
        frames = bytes(self._held)
        heat = heat_of(frames)
        judge = self._judge
        # A temperature that is as it was needs no look at the frames.
        if judge.changes(heat) and (holds_none(frames, heat) or not judge.plausible(heat)):
            return self._begin_again()
        felt = x, y, z = columns(frames)
        if not judge.believes(felt, seen):
            return _NOTHING
        self._held.clear()
        t = self._pacing.spread(len(x), seen)
        judge.weigh(x, y, z, t[-1])
        return Batch(t, x, y, z)


@contextmanager
def _waiting_by(pause: Callable[[float], None]) -> Iterator[None]:
    """Let the stock driver wait by ``pause`` for a while.

    It waits 0.4 s at its start by its module's name ``sleep``, its only seam; a flash must not wait for that.
    """
    stock = adafruit_mpu6050.sleep
    adafruit_mpu6050.sleep = pause
    try:
        yield
    finally:
        adafruit_mpu6050.sleep = stock
