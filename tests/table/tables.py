"""A table in virtual time: a session on a simulated disk, driven from outside."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING, TypedDict, TypeVar

from companion.table.journal import Journal
from companion.table.session import Session
from hardware.ports import Machine
from hardware.simulated.disk import SimulatedDisk
from hardware.simulated.time import PowerCut, VirtualClock

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from typing_extensions import Unpack

    from companion.table.ledger import Ledger
    from companion.table.session import Receipt, Source
    from companion.table.storage import Opened
    from hardware.ports import Condition

T = TypeVar("T")
Told = dict[str, object] | str
"""A command; a word alone is one without fields."""


def no_bus(_number: int) -> None:
    raise OSError("this table has no bus")


class How(TypedDict, total=False):
    """What else may come with a command."""

    who: str
    key: str
    seen: int


class Table:
    """Starts, asks and stops a session; ``told`` are the conditions of the disk, in order."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.folder = folder
        self.path = folder / "journal.db"
        self.clock = VirtualClock()
        self.disk = SimulatedDisk(self.clock, folder, seed=seed)
        self.told: list[Condition] = []
        self.session: Session
        self.opened: Opened
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self.card_is_in = True
        self._is_open = False

    def start(self) -> Opened:
        machine = Machine(self.clock, no_bus, no_bus, self._open_database)  # type: ignore[arg-type]  # never used
        self.session = Session(Journal(self.path, machine), self.clock, self._hear)
        self._is_open = False
        self.clock.start_thread(self._live, "loop")
        self._until(lambda: self._is_open)
        self.clock.settle()
        return self.opened

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._until(self._loop.is_closed)

    def cut(self) -> None:
        """Pull the plug."""
        self.clock.cut_power()
        self.disk.cut()

    def restart(self) -> Opened:
        self.stop()
        return self.start()

    def do(self, work: Callable[[Session], T]) -> T:
        """Do something at once in the loop; then let everybody finish what there is to do now."""

        async def at_once() -> T:
            return work(self.session)

        return self.wait(lambda _: at_once())

    def wait(self, work: Callable[[Session], Coroutine[object, object, T]]) -> T:
        """Let the loop do something that takes time."""
        tasks: list[asyncio.Task[T]] = []

        def begin() -> None:
            tasks.append(self._loop.create_task(work(self.session)))

        self._loop.call_soon_threadsafe(begin)
        self._until(lambda: bool(tasks) and tasks[0].done())
        self.clock.settle()
        return tasks[0].result()

    def begin(self, *players: str) -> None:
        """Begin a game of Katz & Schmaus."""
        header = {"game": "katz-schmaus", "players": players or ("Ada", "Ben")}
        self.do(lambda session: session.new_game(header))

    def submit(self, told: Told, source: Source = "phone", **how: Unpack[How]) -> Receipt:
        """Enter a command without waiting for the disk."""
        command = {"do": told} if isinstance(told, str) else told
        return self.do(lambda session: session.submit(command, source, **how))

    def acknowledge(self, receipt: Receipt, within: float = 5.0) -> None:
        """Wait until it is safe."""
        self.wait(lambda _: receipt.saved(within))

    def enter(self, *told: Told) -> None:
        """Enter commands by phone, each acknowledged before the next."""
        for command in told:
            self.acknowledge(self.submit(command))

    @property
    def ledger(self) -> Ledger:
        assert self.session.ledger is not None
        return self.session.ledger

    @property
    def revision(self) -> int:
        return self.ledger.revision

    def _open_database(self, path: Path) -> sqlite3.Connection:
        if self.card_is_in:
            return self.disk.open_database(path)
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    def _until(self, done: Callable[[], bool]) -> None:
        self.clock.settle()
        for _ in range(10_000):
            if done():
                return
            self.clock.sleep(0.01)
        raise AssertionError("nothing happened for 100 s")

    def _hear(self, session: Session) -> None:
        if not self.told or self.told[-1] != session.condition:
            self.told.append(session.condition)

    def _live(self) -> None:
        loop = self._loop = self.clock.new_event_loop()
        try:
            loop.run_until_complete(self._serve())
        except PowerCut:
            # What was going on is gone; nobody is left to be told.
            loop.set_exception_handler(lambda _loop, _context: None)
        loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        self.opened = await self.session.open()
        self._is_open = True
        await self._stop.wait()
        await self.session.close()
