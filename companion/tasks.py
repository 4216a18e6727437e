"""What goes on beside each other in a loop, or beside the loop.

What fails is written down at once, and at the end all of it ends.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from hardware import Clock

T = TypeVar("T")

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


async def in_thread(work: Callable[[], T], clock: Clock, name: str) -> T:
    """What work gives, or raises, that takes too long for the loop: done in a thread of its own, which ends with it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def give(found: T) -> None:
        # Whoever waited may be gone.
        if not done.done():
            done.set_result(found)

    def fail(error: Exception) -> None:
        if not done.done():
            done.set_exception(error)

    def carry_out() -> None:
        # At the end the loop may be gone already.
        with suppress(RuntimeError):
            try:
                found = work()
            except Exception as error:  # noqa: BLE001 - raised where it is waited for
                loop.call_soon_threadsafe(fail, error)
            else:
                loop.call_soon_threadsafe(give, found)

    clock.start_thread(carry_out, name)
    return await done


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
