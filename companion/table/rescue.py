"""A damaged journal is made anew from its good copy and from what can still be read of it; it is kept itself.

One whose files were taken away while they were open is written anew from what is open.
"""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.table import database, files, merging
from companion.table.database import Damaged, is_damage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
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


class Taken(NamedTuple):
    """What a journal got from its good copy."""

    entries: int
    lost: int
    """How many more the copy tells of, which neither has."""
    kept_as: str = ""
    """The new name of a copy that is damaged."""


def rescue(folder: Folder, *, log_is_cut: bool) -> Rescued:
    """Make the journal anew, and put the damaged file aside. Raises sqlite3.Error, OSError; Damaged if it came to nothing.

    ``log_is_cut`` if its log is known to have had more in it.

    Whenever the power goes in the middle of this, the next start either begins again or ends it. The new file is read
    before it takes the other's place: so a card that garbles what it is given is not filled with damaged files.
    """
    target, copy_is_whole = _begin(folder)
    with closing(target), ExitStack() as stack:
        copy = None if copy_is_whole else stack.enter_context(_copied(folder, folder.good))
        _salvage([copy], target)
        before = _entries(target)
        journal = stack.enter_context(_copied(folder, folder.journal))
        promised = _salvage([journal, copy], target)
        if folder.identity_of_copy() is None and (log_is_cut or _misses_log(folder, journal)):
            promised = None
        after = _entries(target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.check(target)
        database.resumed(target)
    files.sync(folder.rescued)
    files.sync(folder.rescued.parent)
    name = folder.set_aside(folder.journal)
    folder.end_rescue()
    if not copy_is_whole:
        # What it still had is in the journal now: another is begun, and this one kept.
        folder.set_aside(folder.good)
    return Rescued(name, after, after - before, None if promised is None else max(0, promised - after))


def take_newer(copy: sqlite3.Connection, journal: sqlite3.Connection, newer: Sequence[int]) -> Taken:
    """Let a journal take over what its copy has and it has not: games, and what is kept beside them.

    Raises sqlite3.IntegrityError where the two contradict each other.
    """
    for what, text in database.kept(copy).items():
        if what not in database.kept(journal):
            database.keep(journal, what, text)
    entries = sum(merging.take(copy, journal, number) for number in newer)
    for number in newer:
        database.enter_result(journal, number, None)
    return Taken(entries, _missing(journal, merging.promised(copy), newer))


def salvage_copy(folder: Folder, journal: sqlite3.Connection) -> Taken:
    """Let a journal that is whole itself take over what its damaged copy still shows, and put that aside."""
    with _copied(folder, folder.good) as copy:
        taken = Taken(0, 0) if copy is None or _is_of_another(copy, journal) else _take_readable(copy, journal)
    return taken._replace(kept_as=folder.set_aside(folder.good))


def replant(folder: Folder, open_still: sqlite3.Connection) -> str:
    """Write a journal anew from its open files that have lost their names; returns what was kept of others there.

    Raises sqlite3.Error, OSError. Until all of it is on disk it has a name that no start takes for a journal's.
    """
    spare = folder.salvaged
    files.delete(spare)
    with closing(folder.connect(spare, "NORMAL")) as target:
        open_still.backup(target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files.sync(spare)
    kept = folder.set_aside(folder.journal)
    spare.rename(folder.journal)
    files.sync(folder.journal.parent)
    return kept


def _begin(folder: Folder) -> tuple[sqlite3.Connection, bool]:
    """A file to put what can be salvaged into, and whether it has all of the good copy already, that being whole."""
    files.duplicate(folder.good, folder.rescued)
    target = None
    try:
        target = folder.connect(folder.rescued, "NORMAL")
        database.check(target)
        database.check_entries(target)
    except (sqlite3.Error, Damaged) as error:
        if target is not None:
            target.close()
        if not is_damage(error):
            raise
    else:
        return target, True
    files.delete(folder.rescued)
    target = folder.connect(folder.rescued, "NORMAL")
    database.create(target, folder.identity_of_copy())
    return target, False


def _salvage(sources: Sequence[sqlite3.Connection | None], target: sqlite3.Connection) -> int | None:
    """Take over what can be read; returns how many entries there should be in all, None if the first does not say."""
    there = [source for source in sources if source is not None]
    told = [merging.promised(source) for source in (*there, target)]
    promised = dict[int, int]()
    for games in told:
        promised |= {number: max(revision, promised.get(number, 0)) for number, revision in (games or {}).items()}
    # What goes wrong in here is the new file's: what cannot be read is passed over further below.
    numbers = sorted(set[int]().union(*map(merging.readable_games, there)))
    for number in numbers:
        merging.take_from_all(there, target, number, newest=number == numbers[-1])
    for source in there:
        merging.take_kept(source, target)
    merging.reopen_cut(target, promised)
    return None if sources[0] is None or told[0] is None else sum(promised.values())


def _misses_log(folder: Folder, journal: sqlite3.Connection | None) -> bool:
    """Whether a damaged file should have had a log beside it, and has none; also where it does not say."""
    if files.size(files.beside(folder.journal, "-wal")):
        return False
    try:
        return journal is None or database.is_in_use(journal)
    except sqlite3.Error:
        return True


def _take_readable(copy: sqlite3.Connection, journal: sqlite3.Connection) -> Taken:
    """Let a journal take over what can be read of games in a damaged copy."""
    numbers, newest = merging.readable_games(copy), max(merging.readable_games(journal), default=0)
    taken = 0
    for number in numbers:
        if entries := merging.take_from_all([copy], journal, number, newest=number >= newest):
            database.enter_result(journal, number, None)
            taken += entries
    promised = merging.promised(copy) or {}
    merging.reopen_cut(journal, promised)
    return Taken(taken, _missing(journal, promised, numbers))


def _entries(db: sqlite3.Connection) -> int:
    return sum((merging.promised(db) or {}).values())


def _missing(db: sqlite3.Connection, promised: Mapping[int, int] | None, numbers: Sequence[int]) -> int:
    """How many entries of these games a file has not that it should have."""
    there, wanted = merging.promised(db) or {}, promised or {}
    return sum(max(0, wanted.get(number, 0) - there.get(number, 0)) for number in numbers)


def _is_of_another(copy: sqlite3.Connection, journal: sqlite3.Connection) -> bool:
    """Whether a damaged copy says that it is another journal's."""
    with suppress(sqlite3.Error, Damaged):
        return database.identity(copy) != database.identity(journal)
    return False


@contextmanager
def _copied(folder: Folder, path: Path) -> Iterator[sqlite3.Connection | None]:
    """A damaged file, to be read; None if nothing of it can be."""
    if not files.size(path):
        yield None
        return
    # On a copy: opening it would already change it.
    spare = folder.salvaged
    files.duplicate(path, spare)
    try:
        source = folder.connect(spare, "OFF")
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        yield None
    else:
        with closing(source):
            yield source
    files.delete(spare)
