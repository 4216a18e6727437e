"""The files of one journal: what they are called, how they are opened, and how a damaged one is put aside."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.games.said import said
from companion.table import database, files
from companion.table.database import VERSION, Damaged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


JOURNAL: Final = "journal.db"
"""What it is called in the folder of the games."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Where a journal lies; ``given`` is its path, ``is_beside`` whether that file is left to a newer version."""

    given: Path
    open_database: Callable[[Path], sqlite3.Connection]
    is_beside: bool = False

    @property
    def journal(self) -> Path:
        """The file that is written."""
        return self.given.with_name(f"{self.given.stem}-v{VERSION}.db") if self.is_beside else self.given

    @property
    def good(self) -> Path:
        """Its good copy."""
        return self.journal.with_name(f"{self.journal.stem}-good.db")

    @property
    def rescued(self) -> Path:
        """What is made in place of a damaged one, until it takes that one's name."""
        return self.journal.with_name(f"{self.journal.stem}-rescue.db")

    @property
    def salvaged(self) -> Path:
        """A copy that is needed for a moment."""
        return self.journal.with_name(f"{self.journal.stem}-salvage.db")

    @property
    def draft(self) -> Path:
        """A backup that is put back, until it is whole."""
        return self.given.with_name(f"{self.given.stem}-draft.db")

    @property
    def incoming(self) -> Path:
        """One that is whole, and is to be the journal (see ``exchange``)."""
        return self.given.with_name(f"{self.given.stem}-restore.db")

    def holds(self) -> list[Path]:
        """All files that have games in them: the journal, what is played beside a newer one, and their good copies."""
        own, beside = replace(self, is_beside=False), replace(self, is_beside=True)
        names = _with_ends(own.journal, own.good, beside.journal, beside.good)
        return [path for path in names if os.path.lexists(path)]

    def clear(self) -> list[tuple[str, str]]:
        """Give the names of its files free that something else has, such as a folder: each such name, and its new one."""
        names = _with_ends(self.journal, self.good, self.rescued, self.salvaged, self.draft, self.incoming)
        return [(path.name, kept) for path in names if (kept := files.cleared(path))]

    def closed_to_us(self) -> Path | None:
        """What of it this user may not read and write: the folder, or the first such file; None if all is ours."""
        written = (self.journal, files.beside(self.journal, "-wal"), files.beside(self.journal, "-shm"))
        return next(filter(files.closed_to_us, (self.given.parent, *written)), None)

    def connect(self, path: Path, synchronous: str) -> sqlite3.Connection:
        """Open one of the files. Raises sqlite3.Error."""
        db = self.open_database(path)
        try:
            # Waiting for a lock is ours to do, on our own clock.
            db.execute("PRAGMA busy_timeout = 0")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute(f"PRAGMA synchronous = {synchronous}")
            db.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error:
            db.close()
            raise
        return db

    def identity_of_copy(self) -> str | None:
        """Of the good copy that is there; None if it cannot be told."""
        if files.size(self.good):
            with suppress(sqlite3.Error, Damaged), closing(self.connect(self.good, "NORMAL")) as copy:
                return database.identity(copy)
        return None

    def nothing_where_games_were(self) -> str:
        """Why a missing or empty journal is no fresh start; empty if it is one, or has something in it."""
        if files.size(self.journal):
            return ""
        found = [path.name for path in (files.beside(self.journal, "-wal"), self.good) if files.size(path)]
        match found:
            case [] if self.journal.exists() and self.good.exists():
                # The copy is begun when the journal is on disk: it was not empty before.
                return said("it is empty, and so is {good}", good=self.good.name)
            case []:
                return ""
            case [one]:
                return said("it is empty, {one} is not", one=one)
            case _:
                return said("it is empty, {one} and {other} are not", one=found[0], other=found[1])

    def set_aside(self, path: Path) -> str:
        """Rename a file and its log, never to be touched again; returns its new name, empty if there was nothing.

        The file goes first: so ``end_rescue`` knows where a log belongs that was left behind.
        """
        aside = self._damaged(self._number_of_damaged() + 1)
        moved = [end for end in ("", *files.ENDS) if files.moved(files.beside(path, end), files.beside(aside, end))]
        files.sync(path.parent)
        return aside.name + moved[0] if moved else ""

    def end_rescue(self) -> None:
        """Put the rescued file in its place, if the damaged one has left it; else nobody knows whether it is whole."""
        if not self.rescued.exists():
            return
        if self.journal.exists():
            files.delete(self.rescued)
            return
        aside = self._damaged(max(1, self._number_of_damaged()))
        for end in files.ENDS:
            files.moved(files.beside(self.journal, end), files.beside(aside, end))
        self.rescued.rename(self.journal)
        files.sync(self.journal.parent)

    def _damaged(self, number: int) -> Path:
        return self.given.with_name(f"{self.given.stem}-damaged-{number}.db")

    def _number_of_damaged(self) -> int:
        number = 0
        while any(files.beside(self._damaged(number + 1), end).exists() for end in ("", "-wal")):
            number += 1
        return number


def _with_ends(*paths: Path) -> list[Path]:
    """Databases, and all that SQLite may keep beside them."""
    return [files.beside(path, end) for path in paths for end in ("", *files.ENDS)]
