"""A damaged journal is made anew from its good copy and from what can still be read of it; it is kept itself.

One whose files were taken away while they were open is written anew from what is open.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from companion.table import database, files
from companion.table.database import Damaged, is_damage

if TYPE_CHECKING:
    from pathlib import Path

    from companion.table.folder import Folder


class Rescued(NamedTuple):
    """What became of a damaged journal."""

    kept_as: str
    """The damaged file's new name; empty if there was none."""
    entries: int
    """How many the new file has."""
    salvaged: int
    """How many of them only the damaged file had."""
    lost: int | None
    """How many are known to be gone; None if nobody can tell."""


def rescue(folder: Folder) -> Rescued:
    """Make the journal anew, and put the damaged file aside. Raises sqlite3.Error, OSError.

    Whenever the power goes in the middle of this, the next start either begins again or ends it.
    """
    with closing(_begin(folder)) as target:
        before = database.promised(target) or 0
        expected = _salvage(folder, folder.journal, target)
        after = database.promised(target) or 0
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files.sync(folder.rescued)
    files.sync(folder.rescued.parent)
    name = folder.set_aside(folder.journal)
    folder.end_rescue()
    return Rescued(name, after, after - before, None if expected is None else max(0, expected - after))


def replant(folder: Folder, open_still: sqlite3.Connection) -> str:
    """Write a journal anew from its open files that have lost their names; returns what was kept of others there.

    Raises sqlite3.Error, OSError. Until all of it is on disk it has a name that no start takes for a journal's.
    """
    spare = _spare(folder.journal)
    files.delete(spare)
    with closing(folder.connect(spare, "NORMAL")) as target:
        open_still.backup(target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files.sync(spare)
    kept = folder.set_aside(folder.journal)
    spare.rename(folder.journal)
    files.sync(folder.journal.parent)
    return kept


def _begin(folder: Folder) -> sqlite3.Connection:
    """A file with all that the good copy has, to put what can be salvaged on top of it."""
    files.duplicate(folder.good, folder.rescued)
    target = None
    try:
        target = folder.connect(folder.rescued, "NORMAL")
        database.check(target)
    except (sqlite3.Error, Damaged) as error:
        if target is not None:
            target.close()
        if not is_damage(error):
            raise
    else:
        return target
    files.delete(folder.rescued)
    target = folder.connect(folder.rescued, "NORMAL")
    database.create(target, folder.identity_of_copy())
    _salvage(folder, folder.good, target)
    return target


def _salvage(folder: Folder, path: Path, target: sqlite3.Connection) -> int | None:
    """Take over what can be read; returns how many entries there should be in all, None if that is unreadable."""
    if not files.size(path):
        return None
    # On a copy: opening it would already change it.
    spare = _spare(path)
    files.duplicate(path, spare)
    try:
        source = folder.connect(spare, "OFF")
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
            database.take_kept(source, target)
    files.delete(spare)
    return expected


def _spare(path: Path) -> Path:
    """A name for a copy that is needed for a moment."""
    return path.with_name(f"{path.stem}-salvage.db")
