"""The journal's files: how they are looked over at start, and what is done about a damaged one.

``journal.db``            every game; what is acknowledged is synced here
``journal-good.db``       the same a moment later, in a file of its own that is synced when the table is quiet:
                          it is written from what was acknowledged, so damage does not spread to it, and as it only
                          takes what is new, 10,000 past games (75 MB) cost a finished game nothing
``journal-damaged-1.db``  a file that was found damaged, as it was found, byte for byte; never deleted
``journal-v1.db``         what is played while ``journal.db`` belongs to a newer version, which is not touched
"""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.table import database, files
from companion.table.database import VERSION, Damaged, is_damage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.table.records import Change, Stored, Summary


class NotOpen(CompanionError, OSError):
    """The journal's file could not be had yet."""


class _Newer(Exception):
    """The file is of a newer version: another is taken."""

    def __init__(self, version: int) -> None:
        self.version = version


@dataclass(frozen=True, slots=True)
class Opened:
    """What was found at start."""

    game: Stored | None = None
    """The game to go on with: the newest that is neither over nor put aside, else the last one that was played."""
    newest: int = 0
    """The number of the newest game; 0 while there is none, or nothing could be read."""
    available: bool = True
    """False while the file cannot be had: what is played is kept in memory and saved as soon as it can be."""
    put_aside: tuple[str, ...] = ()
    """Names of the files that were found damaged and kept."""
    salvaged: int = 0
    """Entries that the file had lost and that were brought back, or that a damaged file still gave."""
    lost: int | None = 0
    """Entries that are known to be gone; None if nobody can tell."""
    words: str = ""
    """For people; empty if there is nothing to say."""
    notice: str = ""
    """What stays wrong for as long as the companion runs; empty if nothing does."""


class Storage:
    """The files of one journal, to be used by one thread.

    Methods raise sqlite3.Error or OSError when the disk does not do what is asked; nothing is half done then.
    """

    def __init__(self, path: Path, open_database: Callable[[Path], sqlite3.Connection]) -> None:
        self._given = path
        self._open_database = open_database
        self._use(path)
        self._db: sqlite3.Connection | None = None
        self._copy: sqlite3.Connection | None = None
        self._run = 0
        self._changed = 0
        self._behind: deque[int] = deque()
        self._copy_is_checked = False
        self._copy_is_synced = True

    @property
    def is_open(self) -> bool:
        """Whether there is a file to write to."""
        return self._db is not None

    @property
    def copy_wants_care(self) -> bool:
        """Whether ``tend_copy`` has something to do."""
        return self.is_open and (bool(self._behind) or not self._copy_is_checked)

    def open(self) -> Opened:
        """Look the files over, mend what can be mended, and say what there is."""
        self.drop()
        self._given.parent.mkdir(parents=True, exist_ok=True)
        notice = self._choose_file(files.version_in_header(self._given))
        try:
            try:
                opened = self._open()
            except _Newer as newer:
                self.drop()
                notice = self._choose_file(newer.version)
                opened = self._open()
        except (sqlite3.Error, OSError, CompanionError):
            self.drop()
            raise
        return replace(opened, words=f"{notice} {opened.words}".strip(), notice=notice)

    def write(self, change: Change) -> None:
        """Put a change on disk in one commit: when this returns it is synced. Doing it again does no harm."""
        database.put(self._main(), change, self._run, self._changed + 1)
        self._changed += 1
        if change.game not in self._behind:
            self._behind.append(change.game)

    def game(self, number: int) -> Stored | None:
        """A game with all its entries; None if there is no such game. Raises Damaged if they are not whole."""
        return database.game(self._main(), number)

    def games(self, limit: int, before: int | None = None) -> list[Summary]:
        """Games, the newest first, with numbers below ``before``."""
        return database.games(self._main(), limit, before)

    def tend_copy(self) -> bool:
        """Check the good copy, or let it take one game that has changed; whether there is more of that to do."""
        try:
            copy = self._copy or self._open_copy()
            if not self._copy_is_checked:
                database.check(copy)
                self._copy_is_checked = True
            elif self._behind:
                self._copy_is_synced = False
                database.take(self._main(), copy, self._behind[0])
                self._behind.popleft()
        except (sqlite3.Error, Damaged) as error:
            self._drop_copy()
            if not _is_useless(error):
                raise
            # It is of no use any more, but the journal itself is whole: another is begun from nothing.
            self._set_aside(self._good)
        return self.copy_wants_care

    def settle(self, *, game_ended: bool) -> None:
        """Let the good copy survive a power cut, too; after a game bring the journal's log into its file."""
        if self._copy is not None and not self._copy_is_synced:
            self._copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._copy_is_synced = True
        if game_ended:
            self._main().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Bring the good copy up to date, and close all files."""
        with suppress(sqlite3.Error, OSError, CompanionError):
            while self._behind and self.is_open:
                self.tend_copy()
        self.drop()

    def drop(self) -> None:
        """Close all files as they are."""
        self._drop_copy()
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def _open(self) -> Opened:
        self._end_rescue()
        opened, game = Opened(), None
        trouble = self._nothing_where_games_were()
        if not trouble:
            try:
                game = self._look_over()
            except (sqlite3.Error, Damaged) as error:
                if not is_damage(error):
                    raise
                trouble = str(error)
        if trouble:
            self.drop()
            opened = self._rescue(trouble)
            game = self._look_over()
        if brought := self._take_what_only_the_copy_has():
            words = f"The journal had lost {brought} entries; they came back from its good copy."
            opened = replace(opened, salvaged=opened.salvaged + brought, words=f"{opened.words} {words}".strip())
            game = database.resumed(self._main())
        newest, run, self._changed = (
            self._main()
            .execute("SELECT coalesce(max(id), 0), coalesce(max(run), 0), coalesce(max(changed), 0) FROM games")
            .fetchone()
        )
        self._run = run + 1
        return replace(opened, game=game, newest=newest)

    def _main(self) -> sqlite3.Connection:
        if self._db is None:
            raise NotOpen(f"{self._path} could not be opened yet; it is tried again every few seconds")
        return self._db

    def _use(self, path: Path) -> None:
        self._path = path
        self._good = path.with_name(f"{path.stem}-good.db")
        self._rescued = path.with_name(f"{path.stem}-rescue.db")

    def _choose_file(self, version: int) -> str:
        """Leave a file of a newer version alone, and use one beside it: nothing of either is lost then. Says so."""
        self._use(self._given)
        if version <= VERSION:
            return ""
        self._use(self._given.with_name(f"{self._given.stem}-v{VERSION}.db"))
        return (
            f"{self._given.name} was written by a newer version of the companion ({version}, this one knows {VERSION}) "
            f"and is left as it is; what is played now is kept in {self._path.name}."
        )

    def _connect(self, path: Path, synchronous: str) -> sqlite3.Connection:
        db = self._open_database(path)
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

    def _look_over(self) -> Stored | None:
        """Open the file, check it, and read the game to go on with. Raises Damaged, sqlite3.Error."""
        is_new = not self._path.exists()
        db = self._db = self._connect(self._path, "FULL")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise _Newer(version)
        if version == 0 and not db.execute("SELECT 1 FROM sqlite_schema").fetchone():
            database.create(db, self._identity_of_copy())
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if is_new:
            files.sync(self._path.parent)
        database.check(db)
        return database.resumed(db)

    def _nothing_where_games_were(self) -> str:
        """Why a missing or empty file is no fresh start; empty if it is one, or has something in it."""
        if files.size(self._path):
            return ""
        found = [path.name for path in (files.beside(self._path, "-wal"), self._good) if files.size(path)]
        return f"it is empty, {' and '.join(found)} are not" if found else ""

    def _identity_of_copy(self) -> str | None:
        """Of the good copy that is there; None if it cannot be told."""
        if files.size(self._good):
            with suppress(sqlite3.Error, Damaged), closing(self._connect(self._good, "NORMAL")) as copy:
                return database.identity(copy)
        return None

    def _take_what_only_the_copy_has(self) -> int:
        """A journal behind its own copy has lost something, such as its log; returns how many entries."""
        self._copy_is_checked = False
        self._copy_is_synced = True
        self._behind.clear()
        db = self._main()
        if not files.size(self._good):
            return 0
        try:
            copy = self._copy = self._connect(self._good, "NORMAL")
            database.check_identity(copy, db)
            newer = database.newer(copy, db)
            self._behind.extend(database.newer(db, copy))
        except (sqlite3.Error, Damaged) as error:
            self._drop_copy()
            if is_damage(error):
                self._set_aside(self._good)
            return 0
        try:
            return sum(database.take(copy, db, number) for number in newer)
        except sqlite3.IntegrityError:
            # It contradicts what is here.
            self._drop_copy()
            self._set_aside(self._good)
            return 0

    def _open_copy(self) -> sqlite3.Connection:
        copy = self._copy = self._connect(self._good, "NORMAL")
        if not copy.execute("SELECT 1 FROM sqlite_schema").fetchone():
            database.create(copy, database.identity(self._main()))
            files.sync(self._good.parent)
        self._behind = deque(database.newer(self._main(), copy))
        return copy

    def _drop_copy(self) -> None:
        if self._copy is not None:
            with suppress(sqlite3.Error):
                self._copy.close()
            self._copy = None

    def _rescue(self, why: str) -> Opened:
        """Make the file anew from its good copy and from what can still be read of it; keep the damaged one.

        Whenever the power goes in the middle of this, the next start either begins again or ends it.
        """
        with closing(self._begin_rescue()) as target:
            before = database.promised(target) or 0
            expected = self._salvage(self._path, target)
            after = database.promised(target) or 0
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        files.sync(self._rescued)
        files.sync(self._path.parent)
        name = self._set_aside(self._path)
        self._end_rescue()
        lost = None if expected is None else max(0, expected - after)
        kept = f"It was kept as {name}; " if name else ""
        gone = {None: ", the last ones may be missing.", 0: ", nothing was lost."}.get(lost, f", {lost} are lost.")
        words = f"The journal was damaged ({why}). {kept}{after} entries are here again{gone}"
        return Opened(put_aside=(name,) if name else (), salvaged=after - before, lost=lost, words=words)

    def _begin_rescue(self) -> sqlite3.Connection:
        """A file with all that the good copy has, to put what can be salvaged on top of it."""
        files.duplicate(self._good, self._rescued)
        target = None
        try:
            target = self._connect(self._rescued, "NORMAL")
            database.check(target)
        except (sqlite3.Error, Damaged) as error:
            if target is not None:
                target.close()
            if not is_damage(error):
                raise
        else:
            return target
        files.delete(self._rescued)
        target = self._connect(self._rescued, "NORMAL")
        database.create(target, self._identity_of_copy())
        self._salvage(self._good, target)
        return target

    def _salvage(self, path: Path, target: sqlite3.Connection) -> int | None:
        """Take over what can be read; returns how many entries there should be in all, None if that is unreadable."""
        if not files.size(path):
            return None
        # On a copy: opening it would already change it.
        spare = path.with_name(f"{path.stem}-salvage.db")
        files.duplicate(path, spare)
        try:
            source = self._connect(spare, "OFF")
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            expected = None
        else:
            # What goes wrong in here is the new file's: what cannot be read is passed over further below.
            with closing(source):
                expected = database.promised(source)
                numbers = database.readable_games(source)
                for number in numbers:
                    database.take(source, target, number, newest=number == numbers[-1])
        files.delete(spare)
        return expected

    def _set_aside(self, path: Path) -> str:
        """Rename a file and its log, never to be touched again; returns its new name, empty if there was nothing.

        The file goes first: so ``_end_rescue`` knows where a log belongs that was left behind.
        """
        aside = self._damaged(self._number_of_damaged() + 1)
        moved = [end for end in ("", "-wal", "-shm") if files.moved(files.beside(path, end), files.beside(aside, end))]
        files.sync(path.parent)
        return aside.name + moved[0] if moved else ""

    def _end_rescue(self) -> None:
        """Put the rescued file in its place, if the damaged one has left it."""
        if self._path.exists() or not self._rescued.exists():
            return
        aside = self._damaged(max(1, self._number_of_damaged()))
        for end in ("-wal", "-shm"):
            files.moved(files.beside(self._path, end), files.beside(aside, end))
        self._rescued.rename(self._path)
        files.sync(self._path.parent)

    def _damaged(self, number: int) -> Path:
        return self._given.with_name(f"{self._given.stem}-damaged-{number}.db")

    def _number_of_damaged(self) -> int:
        number = 0
        while any(files.beside(self._damaged(number + 1), end).exists() for end in ("", "-wal")):
            number += 1
        return number


def _is_useless(error: Exception) -> bool:
    """Whether a good copy is damaged, or contradicts what is to be written to it."""
    return is_damage(error) or isinstance(error, sqlite3.IntegrityError)
