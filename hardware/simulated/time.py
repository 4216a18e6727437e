"""Virtual time: an hour takes a moment, and nothing depends on how fast the machine is.

Time stands still while any thread that the clock knows of has something to do. Only when all of them wait, it
jumps to the earliest moment that one of them waits for. One thread runs at a time, in a fixed order within a
moment: so a run is the same on every machine, however busy.
"""

from __future__ import annotations

import asyncio
import selectors
import threading
from collections import deque
from collections.abc import Callable
from math import inf
from typing import Any, TypeVar

from hardware.clock import Mailbox

T = TypeVar("T")


class PowerCut(BaseException):  # noqa: N818 - an event of the world, no error of anybody's
    """The supply is gone: whatever a thread was doing ends here, without cleaning up."""


class _Waiter:
    """One thread that the clock knows of: whether it waits, and until when."""

    __slots__ = ("deadline", "life", "turn", "waits")

    def __init__(self, lock: threading.RLock, life: int) -> None:
        self.turn = threading.Condition(lock)
        self.deadline = 0.0
        self.waits = False
        self.life = life


class VirtualClock:
    """A clock that only moves when every thread it knows of waits, and lets one thread run at a time.

    The thread that makes it is known from the start, as the world outside: it acts on pins and hands, and sleeps
    with ``sleep``. Threads that are started with ``start_thread`` live until they end or ``cut_power``.
    """

    def __init__(self, *, start: float = 1000.0, wall: float = 1_790_000_000.0) -> None:
        self._lock = threading.RLock()
        self._now = start
        self._wall_offset = wall - start
        self._life = 1
        # In order of birth, which decides who goes first within one moment; the outside goes last.
        self._waiters: dict[int, _Waiter] = {threading.get_ident(): _Waiter(self._lock, 0)}

    def monotonic(self) -> float:
        return self._now

    def wall(self) -> float:
        return self._now + self._wall_offset

    def set_wall(self, seconds: float) -> None:
        """Step the wall clock (Unix time); durations do not notice."""
        self._wall_offset = seconds - self._now

    def sleep(self, seconds: float) -> None:
        with self._lock:
            me = self._me()
            deadline = self._now + max(0.0, seconds)
            # The usual case of a bus transfer: nobody else has anything to do before, so time just passes.
            if all(waiter.deadline > deadline for waiter in self._waiters.values() if waiter is not me):
                self._alive(me)
                self._now = deadline
            else:
                self._wait(me, deadline)

    def settle(self) -> None:
        """Let every other thread finish what there is to do now; called by the outside."""
        self.sleep(0.0)

    def mailbox(self) -> Mailbox[T]:
        return _Mailbox(self)

    def start_thread(self, work: Callable[[], None], name: str) -> threading.Thread:
        """Run ``work`` in a thread of this life. Its turn comes when the caller waits."""
        me = _Waiter(self._lock, self._life)
        me.waits = True
        me.deadline = self._now

        def run() -> None:
            with self._lock:
                self._waiters[threading.get_ident()] = me
                known.set()
                while me.waits:
                    me.turn.wait()
            try:
                work()
            except PowerCut:
                pass
            finally:
                with self._lock:
                    del self._waiters[threading.get_ident()]
                    self._pass_on()

        known = threading.Event()
        thread = threading.Thread(target=run, name=name, daemon=True)
        thread.start()
        known.wait()
        return thread

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return _VirtualLoop(self)

    def cut_power(self) -> None:
        """End the life of all threads but the outside: each gets ``PowerCut`` where it waits."""
        with self._lock:
            self._life += 1
            for waiter in self._waiters.values():
                waiter.deadline = self._now
            self.settle()

    def _me(self) -> _Waiter:
        try:
            return self._waiters[threading.get_ident()]
        except KeyError:
            raise RuntimeError(
                f"thread {threading.current_thread().name!r} waits on a clock that does not know it: "
                "start it with the clock's start_thread"
            ) from None

    def _alive(self, waiter: _Waiter) -> None:
        if waiter.life not in (0, self._life):
            raise PowerCut

    def _wait(self, me: _Waiter, deadline: float) -> None:
        """Wait until the deadline or a wake-up, and for the turn; the lock is held."""
        self._alive(me)
        me.deadline = deadline
        me.waits = True
        self._pass_on()
        while me.waits:
            me.turn.wait()
        self._alive(me)

    def _wake(self, waiter: _Waiter) -> None:
        """Make it due now; it runs when its turn comes."""
        waiter.deadline = min(waiter.deadline, self._now)

    def _pass_on(self) -> None:
        """Give the turn to the thread that is due first, moving time on if none is due now."""
        if not all(waiter.waits for waiter in self._waiters.values()):
            return
        soonest = min(waiter.deadline for waiter in self._waiters.values())
        if soonest == inf:
            return
        self._now = max(self._now, soonest)
        due = [waiter for waiter in self._waiters.values() if waiter.deadline <= self._now]
        chosen = min(due, key=lambda waiter: waiter.life == 0)
        chosen.waits = False
        chosen.turn.notify_all()


class _Mailbox(Mailbox[T]):
    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._items: deque[T] = deque()
        self._reader: _Waiter | None = None

    def put(self, item: T) -> None:
        with self._clock._lock:
            self._items.append(item)
            if self._reader is not None:
                self._clock._wake(self._reader)

    def get(self, until: float = inf) -> T | None:
        clock = self._clock
        with clock._lock:
            me = self._reader = clock._me()
            try:
                while not self._items:
                    if clock.monotonic() >= until:
                        clock._alive(me)
                        return None
                    clock._wait(me, until)
                clock._alive(me)
                return self._items.popleft()
            finally:
                self._reader = None


class _VirtualSelector(selectors.DefaultSelector):
    """Waits for virtual time instead of the machine's; files are looked at, never waited for."""

    def __init__(self, loop_clock: VirtualClock) -> None:
        super().__init__()
        self._virtual = loop_clock
        self.waiter: _Waiter | None = None
        self.woken = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        clock = self._virtual
        with clock._lock:
            me = clock._me()
            clock._alive(me)
            if (timeout is None or timeout > 0) and not self.woken:
                self.waiter = me
                clock._wait(me, inf if timeout is None else clock.monotonic() + timeout)
                self.waiter = None
            self.woken = False
        return super().select(0)


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self, clock: VirtualClock) -> None:
        self._virtual = clock
        self._virtual_selector = _VirtualSelector(clock)
        super().__init__(self._virtual_selector)
        # Timers due now must not be put off by rounding: the clock jumps to the deadline itself.
        self._clock_resolution = 1e-9

    def time(self) -> float:
        return self._virtual.monotonic()

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:
        with self._virtual._lock:
            handle = super().call_soon_threadsafe(callback, *args, context=context)
            self._virtual_selector.woken = True
            if self._virtual_selector.waiter is not None:
                self._virtual._wake(self._virtual_selector.waiter)
        return handle
