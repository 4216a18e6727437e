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
from math import inf
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from hardware.clock import Mailbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextvars import Context

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class PowerCut(BaseException):
    """The supply is gone: whatever a thread was doing ends here, without cleaning up."""


class VirtualClock:
    """A clock that only moves when every thread it knows of waits, and lets one thread run at a time.

    The thread that makes it is known from the start, as the world outside: it acts on pins and hands, and sleeps
    with ``sleep``. Threads that are started with ``start_thread`` live until they end or ``cut_power``.
    """

    def __init__(self, *, start: float = 1000.0, wall: float = 1_790_000_000.0) -> None:
        self._turns = _Turns(start)
        self._wall_offset = wall - start

    def monotonic(self) -> float:
        return self._turns.now

    def wall(self) -> float:
        return self._turns.now + self._wall_offset

    def set_wall(self, seconds: float) -> None:
        """Step the wall clock (Unix time); durations do not notice."""
        self._wall_offset = seconds - self._turns.now

    def sleep(self, seconds: float) -> None:
        turns = self._turns
        with turns.lock:
            me = turns.me()
            deadline = turns.now + seconds if seconds > 0.0 else turns.now
            # The usual case of a bus transfer: nobody else has anything to do before, so time just passes.
            if turns.nobody_before(deadline, me):
                turns.check_alive(me)
                turns.now = deadline
            else:
                turns.wait(me, deadline)

    def settle(self) -> None:
        """Let every other thread finish what there is to do now; called by the outside."""
        self.sleep(0.0)

    def mailbox(self) -> Mailbox[T]:
        return _Mailbox(self._turns)

    def start_thread(self, work: Callable[[], None], name: str) -> threading.Thread:
        """Run ``work`` in a thread of this life. Its turn comes when the caller waits."""
        turns = self._turns
        me = turns.newcomer()
        known = threading.Event()

        def run() -> None:
            with turns.lock:
                turns.enter(me)
                known.set()
            me.turn.acquire()
            try:
                turns.check_alive(me)
                work()
            except PowerCut:
                pass
            finally:
                turns.leave()

        thread = threading.Thread(target=run, name=name, daemon=True)
        thread.start()
        known.wait()
        return thread

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return _VirtualLoop(self._turns)

    def cut_power(self) -> None:
        """End the life of all threads but the outside: each gets ``PowerCut`` where it waits."""
        with self._turns.lock:
            self._turns.end_life()
        self.settle()


class _Waiter:
    """One thread that the clock knows of: whether it waits, and until when."""

    __slots__ = ("deadline", "life", "turn", "waits")

    def __init__(self, life: int, deadline: float, *, waits: bool) -> None:
        self.turn = threading.Lock()
        """Released when it may run; a Condition would make a new lock for every wait."""
        self.turn.acquire()
        self.deadline = deadline
        self.waits = waits
        self.life = life


class _Turns:
    """Who runs, and what time it is: the one lock of a clock and of all that waits on it."""

    def __init__(self, start: float) -> None:
        self.lock = threading.RLock()
        self.now = start
        self._life = 1
        self.lost: list[object] = []
        """What was under way when the power was cut."""
        # In order of birth, which decides who goes first within one moment; the outside goes last.
        self._waiters: dict[int, _Waiter] = {threading.get_ident(): _Waiter(0, start, waits=False)}

    def me(self) -> _Waiter:
        """The calling thread."""
        try:
            return self._waiters[threading.get_ident()]
        except KeyError:
            raise RuntimeError(
                f"thread {threading.current_thread().name!r} waits on a clock that does not know it: "
                "start it with the clock's start_thread"
            ) from None

    def newcomer(self) -> _Waiter:
        """A thread that the calling one is about to start."""
        with self.lock:
            caller = self._waiters.get(threading.get_ident())
            if caller is not None:
                self.check_alive(caller)
            return _Waiter(self._life, self.now, waits=True)

    def enter(self, me: _Waiter) -> None:
        """Know the calling thread; the lock is held."""
        self._waiters[threading.get_ident()] = me
        self.pass_on()

    def leave(self) -> None:
        """Forget the calling thread."""
        with self.lock:
            del self._waiters[threading.get_ident()]
            self.pass_on()

    def check_alive(self, waiter: _Waiter) -> None:
        """Raise PowerCut in a thread whose life is over."""
        if waiter.life not in (0, self._life):
            raise PowerCut

    def end_life(self) -> None:
        """Make all threads due that have to die; the lock is held."""
        self._life += 1
        for waiter in self._waiters.values():
            waiter.deadline = self.now

    def nobody_before(self, deadline: float, me: _Waiter) -> bool:
        """Whether no other thread waits for anything up to then; the lock is held."""
        # Asked at every transfer, twenty a batch: a generator would cost twice as much.
        for waiter in self._waiters.values():  # noqa: SIM110
            if waiter.deadline <= deadline and waiter is not me:
                return False
        return True

    def wait(self, me: _Waiter, deadline: float) -> None:
        """Wait until the deadline or a wake-up, and for the turn; the lock is held, once, and given up meanwhile."""
        self.check_alive(me)
        me.deadline = deadline
        me.waits = True
        self.pass_on()
        self.lock.release()
        me.turn.acquire()
        self.lock.acquire()
        self.check_alive(me)

    def wake(self, waiter: _Waiter) -> None:
        """Make it due now; it runs when its turn comes. The lock is held."""
        waiter.deadline = min(waiter.deadline, self.now)
        # A thread that the clock does not know may do this while all others wait for ever.
        self.pass_on()

    def pass_on(self) -> None:
        """Give the turn to the thread that is due first, moving time on if none is due now; the lock is held."""
        soonest = inf
        for waiter in self._waiters.values():
            if not waiter.waits:
                return
            soonest = min(soonest, waiter.deadline)
        if soonest == inf:
            return
        self.now = max(self.now, soonest)
        due = [waiter for waiter in self._waiters.values() if waiter.deadline <= self.now]
        chosen = next((waiter for waiter in due if waiter.life), due[0])
        chosen.waits = False
        chosen.turn.release()


class _Mailbox(Mailbox[T]):
    def __init__(self, turns: _Turns) -> None:
        self._turns = turns
        self._items: deque[T] = deque()
        self._reader: _Waiter | None = None

    def put(self, item: T) -> None:
        with self._turns.lock:
            self._items.append(item)
            if self._reader is not None:
                self._turns.wake(self._reader)

    def get(self, until: float = inf) -> T | None:
        turns = self._turns
        with turns.lock:
            me = turns.me()
            while not self._items:
                if turns.now >= until:
                    turns.check_alive(me)
                    return None
                self._reader = me
                try:
                    turns.wait(me, until)
                finally:
                    self._reader = None
            turns.check_alive(me)
            return self._items.popleft()


class _VirtualSelector(selectors.DefaultSelector):
    """Waits for virtual time instead of the machine's; files are looked at, never waited for."""

    def __init__(self, turns: _Turns) -> None:
        super().__init__()
        self._turns = turns
        self.waiter: _Waiter | None = None
        self.woken = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        turns = self._turns
        with turns.lock:
            me = turns.me()
            turns.check_alive(me)
            if (timeout is None or timeout > 0) and not self.woken:
                self.waiter = me
                turns.wait(me, inf if timeout is None else turns.now + timeout)
                self.waiter = None
            self.woken = False
        return super().select(0)


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self, turns: _Turns) -> None:
        self._turns = turns
        self._virtual_selector = _VirtualSelector(turns)
        super().__init__(self._virtual_selector)
        # Timers due now must not be put off by rounding: the clock jumps to the deadline itself.
        self._clock_resolution = 1e-9

    def time(self) -> float:
        return self._turns.now

    def run_forever(self) -> None:
        try:
            super().run_forever()
        except PowerCut:
            # A coroutine that is thrown away is closed, and would clean up: after a power cut nothing does.
            lost = asyncio.all_tasks(self)
            for task in lost:
                # As asyncio itself does where it gives a task up.
                task._log_destroy_pending = False  # type: ignore[attr-defined]  # typeshed leaves it out
            self._turns.lost.append(lost)
            raise

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        with self._turns.lock:
            handle = super().call_soon_threadsafe(callback, *args, context=context)
            self._virtual_selector.woken = True
            if self._virtual_selector.waiter is not None:
                self._turns.wake(self._virtual_selector.waiter)
        return handle

    def _write_to_self(self) -> None:
        """Nothing: the stock loop wakes itself up by a socket, four system calls each time; this one has its turn."""
