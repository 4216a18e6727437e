"""What makes a sound: a buzzer that has one tone of its own, or a piezo that makes those it is given."""

from __future__ import annotations

from math import asin, pi
from threading import Lock
from typing import TYPE_CHECKING, Final, Protocol

import gpiozero

if TYPE_CHECKING:
    from gpiozero import Factory

READY: Final = 2000.0
"""Hz; how often the pin is looked at while a tone may have to begin at once."""


class Buzzer(Protocol):
    """A buzzer at a pin of its own. Loop and gpiozero's thread may both use it."""

    def sound(self, hertz: float | None, volume: int) -> None:
        """Make a tone of this pitch from now on, and so loud (0 to 100), as far as it can; None: be quiet."""

    def ready(self, on: bool) -> None:
        """Whether a tone may have to begin at once."""

    def close(self) -> None:
        """Be quiet, and give the pin back."""


class ActiveBuzzer:
    """A buzzer with an oscillator: it is on or off."""

    def __init__(self, pin: int, factory: Factory) -> None:
        # Not beep(): it would start a thread with a clock of its own.
        self._device = gpiozero.Buzzer(pin, pin_factory=factory)

    def sound(self, hertz: float | None, volume: int) -> None:
        (self._device.off if hertz is None or not volume else self._device.on)()

    def ready(self, on: bool) -> None:
        """It always is."""

    def close(self) -> None:
        self._device.close()


class PassiveBuzzer:
    """A piezo without an oscillator, driven by a square wave."""

    # Not TonalBuzzer: it knows no volume, reaches two octaves, and at its stop lgpio leaves the pin as it is just then.

    def __init__(self, pin: int, factory: Factory) -> None:
        self._device = gpiozero.PWMOutputDevice(pin, frequency=READY, pin_factory=factory)
        # A tone is two calls of the library, and an edge may come between those of another thread.
        self._lock = Lock()
        self._ready = False
        self._tone: tuple[float, int] | None = None
        self._rest()

    def sound(self, hertz: float | None, volume: int) -> None:
        tone = (hertz, volume) if hertz is not None and volume > 0 else None
        with self._lock:
            if tone == self._tone:
                return
            if tone is None:
                self._rest()
            else:
                self._device.frequency = hertz
                self._device.value = duty(volume)
            self._tone = tone

    def ready(self, on: bool) -> None:
        # lgpio's thread looks 50 times a second whether there is a wave to begin, and at one that runs at each of its
        # periods: an empty wave lets the call begin after 0.5 ms instead of 20. It costs as many wake-ups as lgpio's
        # look for edges does all the time, and only while a call may come.
        with self._lock:
            if on != self._ready:
                self._ready = on
                if self._tone is None:
                    self._rest()

    def close(self) -> None:
        self._device.close()

    def _rest(self) -> None:
        if self._ready:
            self._device.value = 0
            self._device.frequency = READY
        else:
            self._device.frequency = None
            # lgpio leaves the pin as it is when the wave ends: half of the time high, which a magnetic one gets hot of.
            self._device.pin.state = 0


def duty(volume: int) -> float:
    """What part of each period the pin is high for a volume of 1 to 100, in whole percents.

    How loud a tone is heard goes with its pressure to the power of 0.6 (Stevens), and the pressure of a square wave's
    first harmonic with the sine of half its duty cycle's angle, at most at 50 %. Half as loud is 10 %, not 25.

    >>> [round(100 * duty(volume)) for volume in (100, 75, 50, 25, 10, 1)]
    [50, 21, 10, 3, 1, 1]
    """
    percent = max(1, round(100 * asin((volume / 100) ** (1 / 0.6)) / pi))
    # gpiozero cuts off what is behind the point for lgpio, and 0.29 * 100 is a little less than 29.
    return percent / 100 + 1e-6
