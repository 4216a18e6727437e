"""What the buzzer says: short tunes, timed by the loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Tone(NamedTuple):
    """A part of a tune."""

    seconds: float
    hertz: float | None = None
    """Its pitch, on a buzzer that has all tones; None: a pause."""


Tune = tuple[Tone, ...]

_C6, _E5, _E6, _G6, _E7 = 1046.5, 659.3, 1318.5, 1568.0, 2637.0
"""Hz, equal temperament from A4 = 440. Small piezos are loudest at 2 to 4 kHz, and weak below 500 Hz."""

CALL: Final[Tune] = (Tone(0.25, _E7),)
REFUSED: Final[Tune] = (Tone(0.12, _E5), Tone(0.08), Tone(0.12, _E5))
LAST_ROUND: Final[Tune] = (Tone(0.06, _C6), Tone(0.06), Tone(0.06, _E6), Tone(0.06), Tone(0.14, _G6))
CHOSEN: Final[Tune] = (Tone(0.1, _E6),)
"""How loud it is now."""


class Sounds:
    """Plays one tune at a time; a new one cuts the old off."""

    def __init__(self, sound: Callable[[float | None], None], silent: Callable[[], bool]) -> None:
        """``sound`` brings the buzzer to a pitch (Hz), or to rest; ``silent`` says whether nothing is to be heard."""
        self._sound = sound
        self._silent = silent
        self._now: float | None = None
        self._next: asyncio.TimerHandle | None = None

    def play(self, tune: Tune) -> None:
        """Start a tune now."""
        self.hush()
        if not self._silent():
            self._step(tune)

    def hush(self) -> None:
        """Be quiet now."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._now = None
        self.settle()

    def settle(self) -> None:
        """Bring the buzzer to what the tune says now, whatever else has switched it."""
        self._sound(self._now)

    def _step(self, rest: Tune) -> None:
        self._now = rest[0].hertz if rest else None
        self.settle()
        self._next = None
        if rest:
            self._next = asyncio.get_running_loop().call_later(rest[0].seconds, self._step, rest[1:])
