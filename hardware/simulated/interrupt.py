"""The interrupts of a simulated MPU6050: its pin, and its motion detection, which is due though nobody looks at it.

By the register map (RM-MPU-6000A): an acceleration behind the high-pass filter of ACCEL_CONFIG that is above MOT_THR,
2 mg a step, on any axis, for MOT_DUR ms. The filter is taken to be of the first order; what the chip's noise would add is
left out.
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Final, Protocol

from hardware.ports import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.clock import Clock, Mailbox
    from hardware.simulated.mounting import Vector

_ACCEL_CONFIG, _MOT_THR, _MOT_DUR = 0x1C, 0x1F, 0x20
_INT_PIN_CFG, _INT_ENABLE, _INT_STATUS = 0x37, 0x38, 0x3A
_ACTIVE_LOW, _LATCHED, _ANY_READ_CLEARS = 0x80, 0x20, 0x10
_CUT_OFFS: Final = {1: 5.0, 2: 2.5, 3: 1.25, 4: 0.63}
"""Hz, by ACCEL_HPF. In its other modes this one gives nothing."""
_STEP: Final = 0.002 * GRAVITY
_FADED: Final = 0.5
"""s after which nothing is left in the filter of what was felt before."""


class InterruptPin:
    """The pin INT: up while any flag of INT_STATUS is, or a pulse, which has no length here (registers 55 to 58)."""

    def __init__(self) -> None:
        self.listener: Callable[[bool], None] | None = None
        """Who is told of its level."""
        self._active = False

    def set_flag(self, registers: bytearray, flag: int) -> None:
        """Set a flag of INT_STATUS, if it is to be told of."""
        if not flag & registers[_INT_ENABLE]:
            return
        registers[_INT_STATUS] |= flag
        self._drive(registers, active=True)
        if not registers[_INT_PIN_CFG] & _LATCHED:
            self._drive(registers, active=False)

    def read_any(self, registers: bytearray) -> None:
        """Some register was read."""
        if registers[_INT_PIN_CFG] & _ANY_READ_CLEARS:
            self.clear(registers)

    def clear(self, registers: bytearray) -> None:
        """Take all flags back."""
        registers[_INT_STATUS] = 0
        self._drive(registers, active=False)

    def _drive(self, registers: bytearray, *, active: bool) -> None:
        if active != self._active:
            self._active = active
            if self.listener is not None:
                self.listener(active != bool(registers[_INT_PIN_CFG] & _ACTIVE_LOW))


class Watched(Protocol):
    """The chip, as far as its motion detection needs it."""

    def detects(self) -> bool:
        """Whether it is awake and has to tell of motion."""

    def register(self, register: int) -> int:
        """What a register holds."""

    def next_sample(self) -> tuple[int, float]:
        """The number of the sample that comes next, and when, s, monotonic."""

    def feels(self, number: int) -> Vector:
        """What a sample will be, without noise, m/s²."""

    def still_until(self) -> float:
        """Until when nothing will change, unless something is planned; now if something does."""

    def notice_motion(self) -> None:
        """Set the flag, and the pin."""


class MotionDetector:
    """Watches over a chip in a thread of its own, for as long as the chip has to tell of motion."""

    def __init__(self, clock: Clock, chip: Watched) -> None:
        self._clock = clock
        self._chip = chip
        self._news: Mailbox[bool] = clock.mailbox()
        self._watching = False

    def watch(self) -> None:
        """Begin, if it has not yet."""
        if not self._watching:
            self._watching = True
            self._clock.start_thread(self._watch, "motion detection")

    def disturb(self) -> None:
        """What the chip will feel is otherwise now than it was to be."""
        if self._watching:
            self._news.put(True)

    def _watch(self) -> None:
        try:
            self._detect()
        finally:
            # A power cut ends the thread in whatever it does.
            self._watching = False

    def _detect(self) -> None:
        chip, now = self._chip, self._clock.monotonic
        before, passed = chip.feels(chip.next_sample()[0]), (0.0, 0.0, 0.0)
        above = 0.0
        moved_at = now()
        while chip.detects():
            until = chip.still_until()
            if until > now() > moved_at + _FADED:
                passed, above = (0.0, 0.0, 0.0), 0.0
                self._news.get(until)
                moved_at = now()
                continue
            number, due = chip.next_sample()
            self._clock.sleep(due - now())
            if not chip.detects():
                return
            while self._news.get(0.0):
                moved_at = now()
            if chip.still_until() <= now():
                moved_at = now()
            felt = chip.feels(number)
            period = chip.next_sample()[1] - due
            passed = _high_passed(chip.register(_ACCEL_CONFIG) & 7, period, passed, before, felt)
            before = felt
            exceeds = max(map(abs, passed)) > chip.register(_MOT_THR) * _STEP
            above = above + period * 1000 if exceeds else 0.0
            if exceeds and above >= chip.register(_MOT_DUR):
                chip.notice_motion()


def _high_passed(mode: int, period: float, passed: Vector, before: Vector, felt: Vector) -> Vector:
    if mode not in _CUT_OFFS:
        return (0.0, 0.0, 0.0)
    keeps = 1.0 / (1.0 + 2.0 * pi * _CUT_OFFS[mode] * period)
    x, y, z = (keeps * (old + now - was) for old, now, was in zip(passed, felt, before, strict=True))
    return x, y, z
