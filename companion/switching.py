"""Switching the machine off, as somebody at the box wants it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final, Protocol

from hardware import NoSwitch

if TYPE_CHECKING:
    from companion.tasks import Tasks
    from hardware import Machine

log = logging.getLogger(__name__)

WITHIN: Final = 10.0
"""How long the system may take to end the daemon once it was asked to switch off, s; 0.2 here."""


class Face(Protocol):
    """Whoever says at the box what becomes of it."""

    def goes_off(self) -> None:
        """The machine is being switched off."""

    def stays_on(self) -> None:
        """It cannot be switched off."""


class Switching:
    """Asks the system; one that has not done it in time was asked in vain."""

    def __init__(self, machine: Machine, tasks: Tasks) -> None:
        self.goes_off = False
        """Whether the system was asked, and has time yet."""
        self._switch = machine.switch
        self._tasks = tasks

    def off(self, told: Face) -> None:
        """Have the machine switched off."""
        try:
            self._switch.off()
        except (NoSwitch, OSError) as failure:
            log.warning("the machine cannot be switched off: %s", failure)
            told.stays_on()
        else:
            self.goes_off = True
            told.goes_off()
            self._tasks.begin(self._wait(told), "switching off")

    async def _wait(self, told: Face) -> None:
        await asyncio.sleep(WITHIN)
        log.warning("the system was asked to switch off, and did not: is companion-off.path on (systemctl)?")
        self._switch.stay_on()
        self.goes_off = False
        told.stays_on()
