"""The door to the disk: the journal as the loop sees it; what its thread says and answers arrives in the loop's own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

from companion.errors import NotSaved
from companion.games.said import said
from hardware import Condition

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.table.journal import Journal
    from companion.table.opened import Opened
    from companion.table.records import Change, Chosen, ClockSet
    from companion.table.storage import Storage

T = TypeVar("T")

SAVED_WITHIN: Final = 5.0
"""How long an accepted command waits for the disk before its sender is told, s."""

OPENED_WITHIN: Final = 1.0
"""After so long without a journal the table goes on without, s."""

CLOSED_WITHIN: Final = 1.0
"""How long ``close`` waits for a disk that hangs, s."""


class Door:
    """A journal for one loop, that which ``open`` is called in: what goes through is saved in order."""

    def __init__(self, journal: Journal) -> None:
        self.condition = Condition("disk", "ok")
        self._journal = journal
        self._loop: asyncio.AbstractEventLoop
        self._hear: Callable[[Condition | Opened], None]
        self._is_open = asyncio.Event()
        self.last: asyncio.Future[None] | None = None
        """Done when all that was queued is saved; None before anything was."""

    @property
    def is_open(self) -> bool:
        """Whether the journal could be opened."""
        return self._is_open.is_set()

    @property
    def commits(self) -> int:
        """How many changes were put on disk since the start."""
        return self._journal.commits

    async def open(self, hear: Callable[[Condition | Opened], None]) -> bool:
        """Start the journal's thread and open the journal; ``hear`` is called in the loop with what it says.

        Returns whether that took less than ``OPENED_WITHIN``; if not, ``hear`` is told later.
        """
        self._loop, self._hear = asyncio.get_running_loop(), hear
        self._journal.start(lambda event: self._post(self._heard, event))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_open.wait(), OPENED_WITHIN)
        if not self.is_open and self.condition.status == "ok":
            cure = "What is played is kept, and saved then."
            self.condition = Condition("disk", "degraded", said("The journal takes long to open."), cure)
        return self.is_open

    async def close(self) -> None:
        """Save what is queued, as far as that goes in a moment, and end the journal's thread."""
        if not self._journal.alive:
            return
        stopped = self._loop.create_future()
        self._journal.stop(lambda: self._post(_give, stopped, None))
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped, CLOSED_WITHIN)

    def write(
        self, change: Change | Chosen | ClockSet, saved: Callable[[], None] | None = None
    ) -> asyncio.Future[None]:
        """Have a change saved; once it is on disk, synced, the answer is done, and ``saved`` is called in the loop."""
        done: asyncio.Future[None] = self._loop.create_future()

        def on_disk() -> None:
            _give(done, None)
            if saved is not None:
                saved()

        self._journal.write(change, lambda: self._post(on_disk))
        self.last = done
        return done

    def after_answers(self, work: Callable[[], None]) -> None:
        """Do something in the loop once those are answered who wait for what is on disk now."""
        # They go on two rounds later: one wakes them, in the next they answer, before what stands behind them.
        self._loop.call_soon(self._loop.call_soon, work)

    async def wait(self, saved: asyncio.Future[None], but: str, within: float = SAVED_WITHIN) -> None:
        """Wait until something is on disk. Raises NotSaved, which says ``but``, after ``within`` s; it is saved later then."""
        # It leaves what it waits for alone, and takes half as many rounds of the loop as wait_for with a shield.
        if not saved.done():
            await asyncio.wait((saved,), timeout=within)
        if not saved.done():
            raise self._not_saved(but)

    async def all_saved(self) -> None:
        """Wait for all that is queued. Raises NotSaved."""
        if self.last is not None:
            await self.wait(self.last, "first what was played must be saved")

    async def ask(self, question: Callable[[Storage], T]) -> T:
        """Read something in the journal's thread. Raises NotSaved, also if there is no answer in time."""
        if not self.is_open:
            raise self._not_saved("the journal is not open yet")
        return await self._asked(question, "the journal could not be read")

    async def beside(self, work: Callable[[], T]) -> T:
        """Do something with other files in the journal's thread: a disk that hangs holds up nobody else. Raises NotSaved."""
        return await self._asked(lambda _: work(), "the folder of the games does not let it")

    def ping(self, answer: Callable[[], None]) -> None:
        """Call ``answer``, in whatever thread, as soon as the journal's thread comes round.

        That takes no longer than one commit: 5 s are a bad card, more than 10 s are a hang.
        """
        self._journal.ping(answer)

    async def _asked(self, question: Callable[[Storage], T], but: str) -> T:
        answer: asyncio.Future[T] = self._loop.create_future()

        def read(storage: Storage) -> None:
            try:
                found = question(storage)
            except Exception as error:  # noqa: BLE001 - raised where it was asked
                self._post(_fail, answer, NotSaved(f"{but}: {error}"))
            else:
                self._post(_give, answer, found)

        self._journal.read(read)
        try:
            return await asyncio.wait_for(answer, SAVED_WITHIN)
        except TimeoutError:
            raise NotSaved(f"{but} within {SAVED_WITHIN:g} s") from None

    def _heard(self, event: Condition | Opened) -> None:
        if isinstance(event, Condition):
            self.condition = event
            self._hear(event)
        else:
            # Whoever hears it first asks whether the journal was open before.
            self._hear(event)
            self._is_open.set()

    def _not_saved(self, but: str) -> NotSaved:
        return NotSaved(f"{but}. {self.condition.why} {self.condition.cure}".strip())

    def _post(self, work: Callable[..., None], *arguments: object) -> None:
        # At a stop the loop may be gone already.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(work, *arguments)


def _give(answer: asyncio.Future[T], found: T) -> None:
    if not answer.done():
        answer.set_result(found)


def _fail(answer: asyncio.Future[T], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)
