"""All games in one file, to be put away, and put back: the journal as SQLite copies it, with nothing beside it.

A copy of the folder's own ``journal.db``, its ``-wal`` beside it, can be put back as well.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from companion.errors import CompanionError
from companion.table import database, files
from companion.table.database import VERSION, Damaged
from companion.table.exchange import end_exchange, exchange
from companion.table.folder import JOURNAL, Folder
from companion.table.hold import FolderTaken, Hold, held_still
from companion.table.records import moments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class NoBackup(CompanionError, ValueError):
    """There is nothing that could be put away, or the file is none that can be put back."""


class Held(NamedTuple):
    """What a backup has in it."""

    games: int
    entries: int
    newest: datetime | None
    """When its last entry was made; None: there is none, or nobody knows."""

    def __str__(self) -> str:
        if not self.games:
            return "no game yet"
        games, entries = _counted(self.games, "game", "games"), _counted(self.entries, "entry", "entries")
        last = "when the clock was not set" if self.newest is None else f"the last of {self.newest:%Y-%m-%d %H:%M} UTC"
        return f"{games}, {entries}, {last}"


class Restored(NamedTuple):
    """What was put back, and where that is now which was there before; None: nothing was."""

    held: Held
    kept_in: Path | None


def back_up(folder: Path, target: Path, open_database: Callable[[Path], sqlite3.Connection]) -> Held:
    """Write all games of a folder to a new file, also while a companion adds to them; it is whole or not there.

    Raises NoBackup, OSError.
    """
    if target.exists():
        raise NoBackup(f"{target} is there already: name another file, a backup never takes an older one's place")
    journal = folder / JOURNAL
    if not files.size(journal):
        raise NoBackup(f"{folder} has no games: name the folder that has {JOURNAL} with --data")
    with _beside(target) as scratch:
        copy = scratch / target.name
        try:
            with held_still(folder):
                files.duplicate(journal, copy)
        except FolderTaken:
            # It has the log open: a copy of both files would be of two moments.
            with _told(journal, copy, "start the companion, which mends it, and try again"):
                _copy_open(journal, copy, open_database)
        held = _looked_over(copy, journal, "start the companion, which mends it, and try again", open_database)
        files.sync(copy)
        copy.rename(target)
    files.sync(target.parent)
    return held


def restore(folder: Path, source: Path, open_database: Callable[[Path], sqlite3.Connection]) -> Restored:
    """Have the games of a backup be those of a folder; what was there is kept in a folder of its own beside them.

    If the power goes meanwhile, the folder has the one or the other. Raises NoBackup, FolderTaken, OSError.
    """
    if not source.exists():
        raise NoBackup(f"{source} is not there: name a file that companion backup has written")
    if source.is_dir():
        raise NoBackup(f"{source} is a folder: name a file that companion backup has written")
    hold = Hold(folder)
    hold.take()
    try:
        # What the power has cut earlier is ended first: it may be what is to be put back, or is to be kept.
        place = Folder(folder / JOURNAL, open_database)
        end_exchange(place)
        place.end_rescue()
        draft = place.draft
        files.cleared(draft)
        try:
            files.duplicate(source, draft)
            held = _looked_over(draft, source, "take another backup", open_database)
            files.sync(draft)
            kept_in = exchange(place)
        finally:
            files.delete(draft)
    finally:
        hold.let_go()
    return Restored(held, kept_in)


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A folder for a moment, on the disk where the file is to be. Raises NoBackup that names the file, where none can be."""
    if not target.parent.is_dir():
        raise NoBackup(f"{target.parent} is no folder: is the stick in? Else make the folder, or name another")
    scratch = None
    try:
        with TemporaryDirectory(prefix=".companion-backup-", dir=target.parent) as scratch:
            yield Path(scratch)
    except OSError as error:
        if scratch is not None and error.filename is not None and not str(error.filename).startswith(scratch):
            raise
        raise NoBackup(
            f"{target} cannot be written ({error.strerror or error}): name another place, or make room there"
        ) from error


def _copy_open(journal: Path, copy: Path, open_database: Callable[[Path], sqlite3.Connection]) -> None:
    """Copy a journal that another process writes to, as it is at one moment."""
    # Only to be read: whoever closes a log last takes it away, and that is to be its companion.
    address = f"file:{quote(str(journal))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=5.0)) as source, closing(open_database(copy)) as target:
        source.backup(target)


def _looked_over(copy: Path, source: Path, cure: str, open_database: Callable[[Path], sqlite3.Connection]) -> Held:
    """Make one file of a copy and its log, and say what is in it. Raises NoBackup, naming the source."""
    if not files.size(copy):
        raise NoBackup(f"{source} is empty: name a file that companion backup has written")
    with _told(source, copy, cure), closing(open_database(copy)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if database.is_newer(version):
            raise NoBackup(
                f"{source} was written by a newer version of the companion ({version}, this one knows {VERSION}): "
                "install that version or a later one"
            )
        database.check(db)
        database.identity(db)
        database.check_entries(db)
        if files.beside(source, "-wal").exists():
            database.end_use(db)
        db.execute("PRAGMA journal_mode = DELETE")
        games, entries = db.execute("SELECT count(*), coalesce(sum(revision), 0) FROM games").fetchone()
        newest = _newest(db)
    return Held(games, entries, None if newest is None else datetime.fromtimestamp(newest, UTC))


@contextmanager
def _told(source: Path, copy: Path, cure: str) -> Iterator[None]:
    """Say what SQLite says of a file so that people know which, and what to do; no room is there for the copy only."""
    try:
        yield
    except (sqlite3.Error, Damaged) as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(copy)) from error
        if database.is_damage(error):
            raise NoBackup(f"{source} is damaged, or no journal of a companion ({error}): {cure}") from error
        raise NoBackup(f"{source} cannot be read ({error}): does it belong to somebody else? (sudo)") from error


def _newest(db: sqlite3.Connection) -> float | None:
    """When the last entry was made of which that is known, Unix time in s: in the latest run that had its clock set."""
    pairs = db.execute("SELECT DISTINCT run, game FROM entries ORDER BY run DESC")
    for run, of_run in groupby(pairs, itemgetter(0)):
        there = [stored.rows for _, number in of_run if (stored := database.game(db, number)) is not None]
        known = [
            moment
            for rows in there
            for row, moment in zip(rows, moments(rows), strict=True)
            if row.run == run and moment is not None
        ]
        if known:
            return max(known)
    return None


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
