"""The low-pass filter between what a chip feels and what it samples (RM-MPU-6000A revision 4.2, section 4.3)."""

from __future__ import annotations

from math import ceil, log, pi, sqrt, tan
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from hardware.simulated.mounting import Vector

RATE: Final = 1000.0
"""Accelerations a second that the chip works with, whatever its sample rate."""
BANDWIDTHS: Final = (260.0, 184.0, 94.0, 44.0, 21.0, 10.0, 5.0, 260.0)
"""Hz at which 3 dB are missing, by DLPF_CFG; 7 is reserved, and taken for the widest, as 0 is."""


class Motion(Protocol):
    """What a chip feels."""

    def motion(self, t: float) -> Vector:
        """Specific force at a time (s, monotonic), m/s², along the chip's axes."""

    def still_until(self, t: float) -> float:
        """Until when it certainly stays as it is at ``t``."""


class LowPass:
    """A motion through a Butterworth filter of the second order, one step each tick of the chip's own millisecond.

    The register map gives bandwidths and delays. At 44 Hz this one is 5.1 ms late, where the map says 4.9 ms; one of
    the first order would be 3.6 ms late, and leave a fifth of a tone at 200 Hz, where this one leaves a 27th.

    What comes out is the same whichever ticks are asked for: a filter's past fades, so a gap is made up for by the
    ticks just before its end, and a motion that stays the same for as long comes out as it is.
    """

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._tick = self._same = 0
        """Where it is, and how many ticks the motion has been the same by then."""
        self._felt = self._out = (0.0, 0.0, 0.0)
        self._state = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        """What it remembers of the motion, two numbers an axis; of no meaning while it is settled."""
        self.restart(0.0, 1.0 / RATE, 0)

    def restart(self, origin: float, period: float, setting: int) -> None:
        """Count ticks from ``origin`` (s), ``period`` s apart, and filter as DLPF_CFG says, as if it always had."""
        self._origin = origin
        self._period = period
        c = 1.0 / tan(pi * BANDWIDTHS[setting] / RATE)
        self._gain = 1.0 / (1.0 + sqrt(2.0) * c + c * c)
        self._a1 = 2.0 * (1.0 - c * c) * self._gain
        self._a2 = (1.0 - sqrt(2.0) * c + c * c) * self._gain
        # Both poles are sqrt(a2) from 0: after so many ticks a billionth of a thousandth of a step is left.
        self._memory = ceil(log(1e-12) / log(sqrt(self._a2)))
        self._tick = -1 - self._memory

    @property
    def settled(self) -> bool:
        """Whether the motion has been the same for so long that what comes out is what is felt."""
        return self._same >= self._memory

    def at(self, tick: int) -> Vector:
        """What comes out at a tick, m/s²; ticks may be left out, but never go back."""
        if tick - self._tick > self._memory:
            self._begin(tick - self._memory)
        if tick > self._tick:
            if self.settled and self._motion.still_until(self._time(self._tick)) > self._time(tick):
                self._tick = tick
            else:
                self._run(tick)
        return self._out

    def _time(self, tick: int) -> float:
        return self._origin + tick * self._period

    def _begin(self, tick: int) -> None:
        """Take it that what is felt at a tick has been felt for ever."""
        self._tick = tick
        self._same = self._memory
        self._felt = self._out = self._motion.motion(self._time(tick))

    def _run(self, tick: int) -> None:
        """Every tick up to this one: 0.5 µs each, and what the motion takes."""
        motion, origin, period = self._motion.motion, self._origin, self._period
        gain, a1, a2, memory = self._gain, self._a1, self._a2, self._memory
        felt, same = self._felt, self._same
        x1, x2, y1, y2, z1, z2 = self._state
        out = self._out
        for number in range(self._tick + 1, tick + 1):
            before, felt = felt, motion(origin + number * period)
            if felt == before:
                same += 1
                if same >= memory:
                    out = felt
                    continue
            else:
                if same >= memory:
                    x, y, z = before
                    x1, y1, z1 = x - gain * x, y - gain * y, z - gain * z
                    x2, y2, z2 = (gain - a2) * x, (gain - a2) * y, (gain - a2) * z
                same = 0
            # Direct form II, transposed.
            x, y, z = felt
            x, y, z = gain * x, gain * y, gain * z
            out = along_x, along_y, along_z = x + x1, y + y1, z + z1
            x1, x2 = x + x - a1 * along_x + x2, x - a2 * along_x
            y1, y2 = y + y - a1 * along_y + y2, y - a2 * along_y
            z1, z2 = z + z - a1 * along_z + z2, z - a2 * along_z
        self._tick, self._felt, self._same, self._out = tick, felt, same, out
        self._state = (x1, x2, y1, y2, z1, z2)
