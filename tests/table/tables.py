"""A table in virtual time: a session on a simulated disk, without a daemon.

What is shown here is promised to whoever holds a session, at any moment of its starts and of a disk's commits; a
daemon would enter, ask and show things of its own in between. So the loop is that of the test itself.
"""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict, TypeVar

from companion.table.journal import Journal
from companion.table.session import Session
from hardware.machine import real_machine
from hardware.simulated.disk import SimulatedDisk
from hardware.simulated.time import VirtualClock

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from typing_extensions import Unpack

    from companion.table.ledger import Ledger
    from companion.table.opened import Opened
    from companion.table.receipt import Receipt
    from companion.table.records import Source
    from hardware.ports import Condition

T = TypeVar("T")
Told = dict[str, object] | str
"""A command; a word alone is one without fields."""

TOO_LONG = 100.0
"""When to give up waiting, s."""


NOBODY = (None, None, None, 1.0, 1.79e9, 1)
"""Of a row: who told it, under which key, and when."""


class How(TypedDict, total=False):
    """What else may come with a command."""

    who: str
    key: str
    seen: int


class Table:
    """Starts, asks and stops a session.

    ``told`` are the conditions of the disk, ``found`` what was told of the journal's files, in order; ``news`` is how
    often the session said that something is new.
    """

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.folder = folder
        self.path = folder / "journal.db"
        self.clock = VirtualClock()
        self.disk = SimulatedDisk(self.clock, folder, seed=seed)
        self.told: list[Condition] = []
        self.news = 0
        self.found: list[Opened] = []
        self.card_is_in = True
        self.session: Session
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> Opened:
        self.plug_in()
        return self.wait(lambda session: session.open())

    def plug_in(self) -> None:
        """Make a session that is not open yet."""
        machine = replace(real_machine(), clock=self.clock, open_database=self._open_database)
        self.session = Session(Journal(self.path, machine), self.clock, self._hear, self.found.append)
        self._loop = self.clock.new_event_loop()

    def stop(self) -> None:
        self.wait(lambda session: session.close())
        self._end_loop()

    def cut(self) -> None:
        """Pull the plug, if it is in."""
        self.clock.cut_power()
        self._end_loop()
        self.disk.cut()

    def restart(self) -> Opened:
        self.stop()
        return self.start()

    def do(self, work: Callable[[Session], T]) -> T:
        """Do something at once; then let everybody finish what there is to do now."""

        async def at_once(session: Session) -> T:
            return work(session)

        return self.wait(at_once)

    def wait(self, work: Callable[[Session], Coroutine[object, object, T]]) -> T:
        """Do something that takes time; then let everybody finish what there is to do now."""
        result = self._run(asyncio.wait_for(work(self.session), TOO_LONG))
        self.clock.settle()
        self._run(asyncio.sleep(0))
        return result

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self._run(asyncio.sleep(seconds))

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

    def _run(self, work: Coroutine[object, object, T]) -> T:
        assert self._loop is not None
        return self._loop.run_until_complete(work)

    def _end_loop(self) -> None:
        if self._loop is not None:
            self._loop.close()
            self._loop = None

    def _hear(self, session: Session) -> None:
        self.news += 1
        if not self.told or self.told[-1] != session.door.condition:
            self.told.append(session.door.condition)


def told(table: Table) -> list[object]:
    """What happened in the game that is on."""
    return [line.command["do"] for line in table.session.history()]


def told_in(table: Table, game: int) -> list[object]:
    """What happened in any game."""
    return [line.command["do"] for line in table.wait(lambda session: session.archive.look(game)).history]
