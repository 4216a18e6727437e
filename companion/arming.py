"""The buzzer that sounds at the very edge of a call, and the light that says so: on exactly while a press is the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sounds import CALL
from companion.table.box import CALL_OPEN

if TYPE_CHECKING:
    import asyncio

    from companion.evening import Evening
    from companion.players import Owners
    from companion.settings import Settings
    from hardware import Panel


class Arming:
    """Keeps a panel armed while a call is open, and ends it by itself when that closes."""

    def __init__(self, evening: Evening, owners: Owners, settings: Settings, loop: asyncio.AbstractEventLoop) -> None:
        self._evening = evening
        self._owners = owners
        self._settings = settings
        self._loop = loop
        self._panel: Panel | None = None
        self._is_lit: bool | None = None
        """Whether its light is on; None as long as nobody knows."""
        self._closing: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Arm nothing more."""
        self._panel = None
        if self._closing is not None:
            self._closing.cancel()

    def use_panel(self, panel: Panel) -> None:
        """The pins can be had now."""
        self._panel, self._is_lit = panel, None
        self.refresh()

    def refresh(self) -> None:
        """Let the next edge sound the buzzer at once, exactly while it would be a call."""
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
        now = self._loop.time()
        is_open = self._evening.call_is_open(now)
        if self._panel is not None:
            strokes = self._owners.grabs if is_open and not self._settings.silent else frozenset()
            self._panel.arm(strokes, CALL[0].hertz, self._settings.now.volume)
            if is_open != self._is_lit:
                self._panel.light(is_open)
                self._is_lit = is_open
        closes = self._evening.box.set_down_at + CALL_OPEN
        if is_open and closes > now:
            self._closing = self._loop.call_at(closes, self.refresh)
