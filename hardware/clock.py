"""Time, and the threads that wait for it: one interface for a machine's clock and a simulated one."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from math import inf
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Mailbox(Protocol[T]):
    """What one thread is told by the others, in order."""

    def put(self, item: T) -> None:
        """Leave an item, from any thread. Never waits."""

    def get(self, until: float = inf) -> T | None:
        """The next item; None once the clock shows ``until`` (s, monotonic) and nothing came."""


class Clock(Protocol):
    """The one source of time. Durations are monotonic; wall time is for showing only."""

    def monotonic(self) -> float:
        """Seconds since an arbitrary start; never goes back."""

    def wall(self) -> float:
        """Unix time in seconds; jumps, and starts in 1970 on a machine without a clock chip."""

    def sleep(self, seconds: float) -> None:
        """Let the calling thread wait."""

    def mailbox(self) -> Mailbox[T]:
        """A new mailbox, to be read by one thread."""

    def start_thread(self, work: Callable[[], None], name: str) -> threading.Thread:
        """Run ``work`` in a thread that this clock knows of."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """An asyncio loop whose ``time()`` is this clock's."""


class SystemClock:
    """The machine's own clock."""

    def monotonic(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()

    def sleep(self, seconds: float) -> None:
        time.sleep(max(0.0, seconds))

    def mailbox(self) -> Mailbox[T]:
        return _Queue()

    def start_thread(self, work: Callable[[], None], name: str) -> threading.Thread:
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        return thread

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.new_event_loop()


class _Queue(Mailbox[T]):
    def __init__(self) -> None:
        self._items: queue.SimpleQueue[T] = queue.SimpleQueue()

    def put(self, item: T) -> None:
        self._items.put(item)

    def get(self, until: float = inf) -> T | None:
        try:
            if until == inf:
                return self._items.get()
            return self._items.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None
