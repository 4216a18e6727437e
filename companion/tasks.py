"""What goes on beside each other in a loop: what fails is written down at once, and at the end all of it ends."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

log = logging.getLogger(__name__)

AFTER_A_FAILURE: Final = 1.0
"""How soon it is looked again where a look has failed, s."""


class Tasks:
    """The work of one loop; the names say in the log what it was."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    def begin(self, work: Coroutine[object, object, object], name: str) -> asyncio.Task[object]:
        """Do something beside all else."""
        task = asyncio.ensure_future(work)
        # The loop itself holds no task for long.
        self._tasks.add(task)
        task.add_done_callback(lambda ended: _report(ended, name))
        task.add_done_callback(self._tasks.discard)
        return task

    def again(self, look: Callable[[], float], name: str) -> None:
        """Look again and again; each look says after how many seconds. One that fails is not the last."""
        self.begin(_again(look, name), name)

    async def end(self) -> None:
        """Stop all of it where it is."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _again(look: Callable[[], float], name: str) -> None:
    while True:
        try:
            seconds = look()
        except Exception:
            log.exception("%s has failed", name)
            seconds = AFTER_A_FAILURE
        await asyncio.sleep(seconds)


def _report(ended: asyncio.Task[object], name: str) -> None:
    if not ended.cancelled() and ended.exception() is not None:
        log.error("%s has failed", name, exc_info=ended.exception())
