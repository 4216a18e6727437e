"""The journal's good copy: the same a moment later, in a file of its own, that damage does not spread to.

It is written from what was acknowledged, and as it only takes what is new, 10,000 past games (75 MB) cost a finished
game nothing.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.table import database, files, merging
from companion.table.database import Damaged, is_damage
from companion.table.opened import Opened, from_copy, from_damaged_copy
from companion.table.rescue import salvage_copy, take_newer

if TYPE_CHECKING:
    from companion.table.folder import Folder


class GoodCopy:
    """The copy in one folder; what it is given to read from is the journal itself.

    Methods raise sqlite3.Error or OSError when the disk does not do what is asked; nothing is half done then.
    """

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._file = folder.good
        self._copy: sqlite3.Connection | None = None
        self._which: files.Which | None = None
        """The file that was opened."""
        self._behind: deque[int] = deque()
        """The games of which it has not all."""
        self._kept_is_behind = False
        self._is_checked = False
        self._is_synced = True

    @property
    def is_behind(self) -> bool:
        """Whether the journal has what is not in here yet."""
        return bool(self._behind) or self._kept_is_behind

    @property
    def wants_care(self) -> bool:
        """Whether ``tend`` has something to do."""
        return self.is_behind or not self._is_checked

    def note_game(self, number: int) -> None:
        """A game has changed."""
        if number not in self._behind:
            self._behind.append(number)

    def note_kept(self) -> None:
        """What is kept beside the games has changed."""
        self._kept_is_behind = True

    def give_back(self, journal: sqlite3.Connection) -> Opened:
        """A journal behind its own copy has lost something, such as its log: give it that, and say so.

        It is told anew what is behind.
        """
        if not files.size(self._file):
            return Opened()
        try:
            copy = self._connect()
            database.check_identity(copy, journal)
            newer = merging.newer(copy, journal)
            self._compare(journal, copy)
        except (sqlite3.Error, Damaged) as error:
            self.drop()
            if not is_damage(error):
                return Opened()
            return from_damaged_copy(salvage_copy(self._folder, journal), database.reason(error))
        try:
            return from_copy(take_newer(copy, journal, newer))
        except sqlite3.IntegrityError:
            # It contradicts what is here.
            self.drop()
            self._folder.set_aside(self._file)
            return Opened()

    def tend(self, journal: sqlite3.Connection) -> None:
        """Check it, or let it take one thing that has changed."""
        self._look()
        try:
            copy = self._copy or self._open(journal)
            if not self._is_checked:
                database.check(copy)
                self._is_checked = True
            elif self._behind:
                self._is_synced = False
                merging.take(journal, copy, self._behind[0])
                self._behind.popleft()
            elif self._kept_is_behind:
                self._is_synced = False
                merging.take_kept(journal, copy)
                self._kept_is_behind = False
        except (sqlite3.Error, Damaged) as error:
            self.drop()
            if not (is_damage(error) or isinstance(error, sqlite3.IntegrityError)):
                raise
            # Damaged, or contradicting what is to be written to it, it is of no use any more, but the journal itself
            # is whole: another is begun from nothing.
            self._folder.set_aside(self._file)

    def sync(self) -> None:
        """Let it survive a power cut, too."""
        if self._copy is not None and not self._is_synced:
            self._copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._is_synced = True

    def drop(self) -> None:
        """Close it as it is."""
        if self._copy is not None:
            with suppress(sqlite3.Error):
                self._copy.close()
            self._copy = None

    def _look(self) -> None:
        """Notice that the file was deleted, moved or replaced."""
        if self._copy is not None and files.which(self._file) != self._which:
            self.drop()
            self._is_checked = False

    def _connect(self) -> sqlite3.Connection:
        self._copy = self._folder.connect(self._file, "NORMAL")
        self._which = files.which(self._file)
        return self._copy

    def _open(self, journal: sqlite3.Connection) -> sqlite3.Connection:
        copy = self._connect()
        if not copy.execute("SELECT 1 FROM sqlite_schema").fetchone():
            database.create(copy, database.identity(journal))
            files.sync(self._file.parent)
        self._compare(journal, copy)
        return copy

    def _compare(self, journal: sqlite3.Connection, copy: sqlite3.Connection) -> None:
        self._behind = deque(merging.newer(journal, copy))
        self._kept_is_behind = not database.kept(journal).items() <= database.kept(copy).items()
