"""Virtual time that passes no faster than it does for whoever sits before the terminal."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from hardware.simulated import VirtualClock

if TYPE_CHECKING:
    from collections.abc import Callable

FRAME: Final = 0.05
"""How often whoever waits looks at the table, s."""


class PacedClock(VirtualClock):
    """A clock on which the world outside waits as long as people do; all else is as in a scenario.

    So what was done by hand is the same evening when it is played as a scenario, to the last sample.
    """

    def __init__(self, live: Callable[[float, bool], float], wall: float) -> None:
        """``live`` lets so many seconds (at most ``FRAME``) pass for people, or fewer if they may cut it short by a key;
        it returns how many. ``wall`` is Unix time, s.
        """
        super().__init__(wall=wall)
        self.paced = True
        """Whether the world outside waits for people; else time goes as fast as it can."""
        self._live = live
        self._outside = threading.get_ident()

    def sleep(self, seconds: float) -> None:
        if threading.get_ident() != self._outside:
            super().sleep(seconds)
            return
        end = self.monotonic() + seconds
        while self.paced and (left := end - self.monotonic()) > 0.0:
            step = min(left, FRAME)
            self._live(step, False)
            super().sleep(step)
        super().sleep(end - self.monotonic())

    def idle(self, seconds: float) -> None:
        """Let time pass until something is typed, for so long at most."""
        super().sleep(self._live(seconds, True))
