"""What the buzzer says: short patterns of on and off, timed by the loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

Pattern = tuple[float, ...]
"""Seconds on, off, on, ..."""

CALL: Final[Pattern] = (0.25,)
REFUSED: Final[Pattern] = (0.12, 0.08, 0.12)
LAST_ROUND: Final[Pattern] = (0.06, 0.06, 0.06, 0.06, 0.14)


class Sounds:
    """Plays one pattern at a time; a new one cuts the old off."""

    def __init__(self, buzz: Callable[[bool], None], *, silent: bool) -> None:
        self._buzz = buzz
        self._silent = silent
        self._on = False
        self._next: asyncio.TimerHandle | None = None

    def play(self, pattern: Pattern) -> None:
        """Start a pattern now."""
        self.hush()
        if not self._silent:
            self._step(pattern, on=True)

    def hush(self) -> None:
        """Be quiet now."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._on = False
        self.settle()

    def settle(self) -> None:
        """Bring the buzzer to what the pattern says now, whatever else has switched it."""
        self._buzz(self._on)

    def _step(self, rest: Pattern, *, on: bool) -> None:
        self._on = on and bool(rest)
        self.settle()
        if rest:
            loop = asyncio.get_running_loop()
            self._next = loop.call_later(rest[0], lambda: self._step(rest[1:], on=not on))
        else:
            self._next = None
