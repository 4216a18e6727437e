"""The journal as the loop sees it: what its thread says and answers arrives in the loop's own."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from companion.errors import NotSaved

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.table.journal import Journal
    from companion.table.records import Change, Chosen
    from companion.table.storage import Opened, Storage
    from hardware import Condition

T = TypeVar("T")


class JournalInLoop:
    """A journal for one loop, that which ``start`` is called in."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._loop: asyncio.AbstractEventLoop

    @property
    def commits(self) -> int:
        """How many changes were put on disk since the start."""
        return self._journal.commits

    def start(self, hear: Callable[[Condition | Opened], None]) -> None:
        """Start the journal's thread; ``hear`` is called in the loop with what it says."""
        self._loop = asyncio.get_running_loop()
        self._journal.start(lambda event: self._post(hear, event))

    async def stop(self, within: float) -> None:
        """End the journal's thread, waiting at most so long, s."""
        if not self._journal.alive:
            return
        stopped = self.future()
        self._journal.stop(lambda: self._post(_give, stopped, None))
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped, within)

    def write(self, change: Change | Chosen, saved: Callable[[], None]) -> asyncio.Future[None]:
        """Have a change saved; once it is on disk the answer is done, and ``saved`` is called in the loop."""
        done = self.future()

        def on_disk() -> None:
            _give(done, None)
            saved()

        self._journal.write(change, lambda: self._post(on_disk))
        return done

    async def ask(self, question: Callable[[Storage], T], within: float) -> T:
        """Read something in the journal's thread. Raises NotSaved, also if there is no answer within so long, s."""
        answer: asyncio.Future[T] = self._loop.create_future()

        def read(storage: Storage) -> None:
            try:
                found = question(storage)
            except Exception as error:  # noqa: BLE001 - raised where it was asked
                self._post(_fail, answer, NotSaved(f"the journal could not be read: {error}"))
            else:
                self._post(_give, answer, found)

        self._journal.read(read)
        try:
            return await asyncio.wait_for(answer, within)
        except TimeoutError:
            raise NotSaved(f"the journal could not be read within {within:g} s") from None

    def ping(self, answer: Callable[[], None]) -> None:
        """Call ``answer``, in whatever thread, as soon as the journal's thread comes round."""
        self._journal.ping(answer)

    def future(self) -> asyncio.Future[None]:
        """Something that will be done."""
        return self._loop.create_future()

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
