"""A simulated MPU6050, register by register, by its register map (RM-MPU-6000A, revision 4.2)."""

from __future__ import annotations

from collections import deque
from math import ceil, floor, inf
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

from hardware.errors import HardwareError
from hardware.simulated.analog import Analog
from hardware.simulated.interrupt import InterruptPin, MotionDetector
from hardware.simulated.lowpass import RATE, LowPass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardware.clock import Clock
    from hardware.simulated.analog import Axis
    from hardware.simulated.lowpass import Motion
    from hardware.simulated.mounting import Vector
    from hardware.simulated.noise import Raw

REGISTERS: Final = {
    "SMPLRT_DIV": 0x19, "CONFIG": 0x1A, "GYRO_CONFIG": 0x1B, "ACCEL_CONFIG": 0x1C, "MOT_THR": 0x1F, "MOT_DUR": 0x20,
    "FIFO_EN": 0x23, "INT_PIN_CFG": 0x37, "INT_ENABLE": 0x38, "INT_STATUS": 0x3A, "SIGNAL_PATH_RESET": 0x68,
    "MOT_DETECT_CTRL": 0x69, "USER_CTRL": 0x6A, "PWR_MGMT_1": 0x6B, "PWR_MGMT_2": 0x6C, "WHO_AM_I": 0x75,
}  # fmt: skip
"""Registers by their names in the register map."""


class NoRegister(HardwareError, LookupError):
    """The chip has no register of that name."""


_SMPLRT_DIV, _CONFIG, _ACCEL_CONFIG = 0x19, 0x1A, 0x1C
_FIFO_EN, _INT_ENABLE, _INT_STATUS = 0x23, 0x38, 0x3A
_DATA, _DATA_END = 0x3B, 0x49
_SIGNAL_PATH_RESET, _USER_CTRL, _PWR_MGMT_1 = 0x68, 0x6A, 0x6B
_FIFO_COUNT, _FIFO_R_W, _WHO_AM_I = 0x72, 0x74, 0x75

_DEVICE_RESET, _SLEEP = 0x80, 0x40
_FIFO_ON, _FIFO_RESET = 0x40, 0x04
_MOTION, _OVERFLOW, _DATA_READY = 0x40, 0x10, 0x01
_FIFO_SIZE, _FIFO_OF_RELATIVES = 1024, 512
"""Bytes; the second is what an MPU6500 has (product specification of the MPU-6500)."""
_RESET_SECONDS: Final = 0.002
_DEAF_SECONDS: Final = 0.100
"""From a reset, of all or of the signal paths, until it takes what is written (RM-MPU-6000A, register 107). After its
power came on usual are 11 ms (product specification 3.4, section 6.1); this chip is the slowest that is allowed."""
_START_SECONDS: Final = 0.030
"""From sleep to valid samples (product specification 3.4, section 6.1)."""
_ALL: Final = Struct(">7h")
_FIFO_ORDER: Final = ((0x08, (0, 1, 2)), (0x80, (3,)), (0x40, (4,)), (0x20, (5,)), (0x10, (6,)))
"""What each bit of FIFO_EN adds to a frame: the data registers' order, whatever the order of the bits."""


class RegisterWrite(NamedTuple):
    """A byte that was written."""

    t: float
    register: int
    value: int


class SimulatedMpu6050:
    """A chip that samples whenever it is looked at, as if it had done so all the time."""

    def __init__(self, clock: Clock, motion: Motion, seed: int = 0) -> None:
        self.analog = Analog(seed)
        """What it reads of a force."""
        self.clock_error = 0.0
        """How much too fast its oscillator runs, as a fraction; ±0.05 is allowed, 0.015 usual."""
        self.writes: deque[RegisterWrite] = deque(maxlen=20_000)
        self.samples = 0
        """How many samples went into the FIFO since the power came on."""
        self.pin = InterruptPin()
        self._clock = clock
        self._motion = motion
        self._filter = LowPass(motion)
        self._ahead = LowPass(motion)
        self._detector = MotionDetector(clock, self)
        self._fifo_size = _FIFO_SIZE
        self._name = 0x68
        self._names_left = 0.0
        self._named_until = -inf
        self._stuck_until = -inf
        self._back_at = -inf
        self._power_on()

    def identify_as(self, value: int, reads: float = inf, seconds: float = inf) -> None:
        """Let WHO_AM_I give another value, for so many reads and so long at most; for ever, it is a relative."""
        self._name, self._names_left = value, reads
        self._named_until = self._clock.monotonic() + seconds
        is_relative = value != 0x68 and self._names_left == self._named_until == inf
        self._fifo_size = _FIFO_OF_RELATIVES if is_relative else _FIFO_SIZE

    def hold_reset(self, seconds: float = inf) -> None:
        """Let DEVICE_RESET not clear itself, for so long."""
        self._stuck_until = max(self._stuck_until, self._clock.monotonic() + seconds)

    def brown_out(self, names: Iterable[str] | None = None) -> None:
        """A dip of the supply: all registers, or the named ones, have their power-on values. Raises NoRegister."""
        names = None if names is None else list(names)
        for name in names or ():
            if name not in REGISTERS:
                raise NoRegister(f"there is no register {name}: there are {', '.join(REGISTERS)}")
        self._advance()
        if names is None:
            self._power_on()
            return
        for name in names:
            self._poke(REGISTERS[name], _SLEEP if name == "PWR_MGMT_1" else 0)

    def freeze(self, *axes: Axis, seconds: float = inf) -> None:
        """Let axes (all, where none is named) give the same value from now on, for so long or until ``thaw``."""
        self._advance()
        until = self._clock.monotonic() + seconds
        for axis in axes or ("x", "y", "z"):
            self.analog.freeze(axis, until)

    def thaw(self) -> None:
        """Let all axes live again."""
        self._advance()
        self.analog.thaw()

    def spike(self, acceleration: float, seconds: float = 0.0) -> None:
        """Add m/s² to the x axis, in one sample or for a time."""
        now = self._clock.monotonic()
        self._advance()
        self.analog.spike(acceleration, now, now + max(seconds, self._period))
        self.disturb()

    def heal(self) -> None:
        """Take all faults off the chip; what it has forgotten stays forgotten."""
        self._advance()
        self.analog.heal()
        self._named_until = self._stuck_until = self._resets_until = -inf
        self._fifo_size = _FIFO_SIZE
        if not self.plugged:
            self.plug()

    @property
    def plugged(self) -> bool:
        """Whether it is there and acknowledges."""
        return self._clock.monotonic() >= self._back_at

    def unplug(self, seconds: float = inf) -> None:
        """Take it off the bus and its supply, for so long; it forgets everything."""
        self._back_at = max(self._back_at, self._clock.monotonic() + seconds)
        self._power_on()

    def plug(self) -> None:
        """Put it back; it has forgotten everything."""
        self._back_at = -inf
        self._power_on()

    def disturb(self) -> None:
        """What it will feel is otherwise now than it was to be."""
        self._detector.disturb()

    def register(self, register: int) -> int:
        """What a register holds, without the side effects of reading it over the bus."""
        return self._registers[register]

    def write(self, data: bytes) -> None:
        """A register's number and what goes into it and those that follow."""
        if not data:
            return
        self._pointer = data[0] & 0x7F
        if len(data) == 1:
            return
        self._advance()
        if self._clock.monotonic() < self._deaf_until:
            return  # acknowledged, and lost
        for value in data[1:]:
            self.writes.append(RegisterWrite(self._clock.monotonic(), self._pointer, value))
            self._poke(self._pointer, value)
            if self._pointer != _FIFO_R_W:
                self._pointer = (self._pointer + 1) & 0x7F

    def read(self, length: int) -> bytes:
        """What the registers hold from the pointer on; the FIFO's own register stays where it is."""
        self._advance()
        self.pin.read_any(self._registers)
        if self._pointer == _FIFO_R_W:
            return self._take(length)
        return bytes(self._peek_next() for _ in range(length))

    # Its interrupts.

    def detects(self) -> bool:
        """Whether it is awake and has to tell of motion."""
        return bool(self._registers[_INT_ENABLE] & _MOTION) and not self._asleep and self.plugged

    def next_sample(self) -> tuple[int, float]:
        """The number of the sample that comes next, and when, s, monotonic."""
        number = floor((self._clock.monotonic() - self._origin) / self._period + 1e-6) + 1
        return number, self._origin + number * self._period

    def feels(self, number: int) -> Vector:
        """What a sample will be, without noise, m/s²."""
        return self.analog.spiked(self._ahead.at(number * self._eighths // 8), self._origin + number * self._period)

    def still_until(self) -> float:
        """Until when nothing will change, unless something is planned; now if something does."""
        return self._still_until(self._clock.monotonic())

    def notice_motion(self) -> None:
        """Set the flag, and the pin."""
        self.pin.set_flag(self._registers, _MOTION)

    # Registers.

    def _power_on(self) -> None:
        self._registers = bytearray(128)
        self._registers[_PWR_MGMT_1] = _SLEEP
        self.pin.clear(self._registers)
        self._pointer = 0
        self._fifo = bytearray()
        self._resets_until = self._deaf_until = -inf
        self._valid_from = inf
        self._restart_sampling(self._clock.monotonic())

    def _poke(self, register: int, value: int) -> None:
        registers = self._registers
        now = self._clock.monotonic()
        if register in (_INT_STATUS, _WHO_AM_I) or _DATA <= register < _DATA_END or register >= _FIFO_COUNT:
            return  # read-only
        if register == _PWR_MGMT_1 and value & _DEVICE_RESET:
            self._power_on()
            self._resets_until = max(now + _RESET_SECONDS, self._stuck_until)
            self._deaf_until = now + _DEAF_SECONDS
            return
        if register == _SIGNAL_PATH_RESET:
            self._deaf_until = now + _DEAF_SECONDS
            value = 0
        if register == _USER_CTRL:
            # FIFO_RESET works "while FIFO_EN equals 0", and clears itself as the other two resets do.
            if value & _FIFO_RESET and not value & _FIFO_ON:
                self._fifo.clear()
            value &= 0xF0
        before = registers[register]
        registers[register] = value
        if self.detects():
            self._detector.watch()
        if register in (_PWR_MGMT_1, _SMPLRT_DIV, _CONFIG) and value != before:
            self._restart_sampling(now, woken=register == _PWR_MGMT_1 and bool(before & _SLEEP))

    def _peek_next(self) -> int:
        register = self._pointer
        self._pointer = (register + 1) & 0x7F
        if register == _PWR_MGMT_1:
            return self._registers[register] | (_DEVICE_RESET if self._clock.monotonic() < self._resets_until else 0)
        if register == _WHO_AM_I:
            return self._who_am_i()
        if register == _INT_STATUS:
            status = self._registers[register]
            self.pin.clear(self._registers)
            return status
        if register in (_FIFO_COUNT, _FIFO_COUNT + 1):
            return len(self._fifo).to_bytes(2, "big")[register - _FIFO_COUNT]
        if _DATA <= register < _DATA_END:
            return self._data()[register - _DATA]
        return self._registers[register]

    def _who_am_i(self) -> int:
        if self._names_left < 1 or self._clock.monotonic() >= self._named_until:
            return 0x68
        self._names_left -= 1
        return self._name

    def _take(self, length: int) -> bytes:
        taken = bytes(self._fifo[:length])
        del self._fifo[:length]
        # An empty FIFO gives 0xFF: read as a frame, that looks like free fall.
        return taken.ljust(length, b"\xff")

    # Samples.

    def _restart_sampling(self, now: float, *, woken: bool = False) -> None:
        setting = self._registers[_CONFIG] & 7
        # Without its filter the chip samples 8 times a tick, and gives an acceleration as often as it is asked.
        self._eighths = (1 + self._registers[_SMPLRT_DIV]) * (8 if 1 <= setting <= 6 else 1)
        tick = 1.0 / (RATE * (1.0 + self.clock_error))
        self._period = tick * self._eighths / 8
        self._filter.restart(now, tick, setting)
        self._ahead.restart(now, tick, setting)
        self._asleep = bool(self._registers[_PWR_MGMT_1] & _SLEEP)
        self._origin = now
        self._taken = 0
        if woken:
            self._valid_from = now + _START_SECONDS

    def _advance(self) -> None:
        """Take all samples that are due by now."""
        if self._asleep or not self.plugged:
            return
        now = self._clock.monotonic()
        due = floor((now - self._origin) / self._period + 1e-9)
        fresh = due - self._taken
        if fresh <= 0:
            return
        first = self._taken + 1
        self._taken = due
        registers = self._registers
        self.pin.set_flag(registers, _DATA_READY)
        columns = [column for bit, some in _FIFO_ORDER if registers[_FIFO_EN] & bit for column in some]
        if not registers[_USER_CTRL] & _FIFO_ON or not columns:
            return
        self.samples += fresh
        size = 2 * len(columns)
        # What would be pushed out again at once need not be made.
        kept = min(fresh, self._fifo_size // size + 1)
        self._fifo += self._frames(first + fresh - kept, kept, tuple(columns))
        if len(self._fifo) > self._fifo_size:
            del self._fifo[: -self._fifo_size]
            self.pin.set_flag(registers, _OVERFLOW)

    def _frames(self, first: int, count: int, columns: tuple[int, ...]) -> bytes:
        frames = bytearray()
        pack = Struct(f">{len(columns)}h").pack
        last = first + count
        while first < last:
            t = self._origin + first * self._period
            force = self._force(first)
            still = self._still_until(t) if self._filter.settled else t
            if still <= t:
                raw = self._sample(force, t, first)
                frames += pack(*[raw[column] for column in columns])
                first += 1
            else:
                stretch = last - first if still == inf else min(last - first, ceil((still - t) / self._period))
                frames += self.analog.frames(force, first, stretch, self._one_g, columns)
                first += stretch
        return bytes(frames)

    def _force(self, number: int) -> Vector:
        """What a sample has of the motion, m/s²."""
        return self._filter.at(number * self._eighths // 8)

    def _still_until(self, t: float) -> float:
        """Until when the chip reads the same but for noise, where that can be had from a table."""
        if t < self._valid_from:
            return t
        steady = self.analog.steady_until(t)
        return t if steady <= t else min(steady, self._motion.still_until(t))

    def _sample(self, force: Vector, t: float, number: int) -> Raw:
        if t < self._valid_from:
            return (0, 0, 0, 0, 0, 0, 0)
        return self.analog.read(force, t, number, self._one_g)

    @property
    def _one_g(self) -> int:
        return 16384 >> (self._registers[_ACCEL_CONFIG] >> 3 & 3)

    def _data(self) -> bytes:
        number = self._taken
        if not number:
            return bytes(_DATA_END - _DATA)
        raw = self._sample(self._force(number), self._origin + number * self._period, number)
        return _ALL.pack(*raw)
