"""The journal's files: what lies in them, how they are looked over at start, and what is done about a damaged one.

``journal.db``            every game; what is acknowledged is synced here
``journal-good.db``       the same a moment later, in a file of its own that is synced when the table is quiet:
                          it is written from what was acknowledged, so damage does not spread to it, and as it only
                          takes what is new, 10,000 past games (75 MB) cost a finished game nothing
``journal-damaged-1.db``  a file that was found damaged, as it was found, byte for byte; never deleted
``journal-v1.db``         what is played while ``journal.db`` belongs to a newer version, which is not touched
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sqlite3
from collections import deque
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from companion.table.records import Change, Row, Stored, Summary, length, when

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

VERSION: Final = 1
"""Of the tables below; ``PRAGMA user_version`` in the file."""

_TABLES: Final = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    # ``changed`` counts commits over all games: so two files can be compared without reading their entries.
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY, over INTEGER NOT NULL, put_aside INTEGER NOT NULL,
        revision INTEGER NOT NULL, run INTEGER NOT NULL, changed INTEGER NOT NULL
    ) STRICT""",
    # Entry 0 is the game's header. ``run`` counts starts of the companion: monotonic times compare within one only.
    """CREATE TABLE entries (
        game INTEGER NOT NULL REFERENCES games (id), revision INTEGER NOT NULL, command TEXT NOT NULL,
        source TEXT NOT NULL, who TEXT, key TEXT, digest BLOB, at REAL NOT NULL, wall REAL NOT NULL,
        clock_trusted INTEGER NOT NULL, run INTEGER NOT NULL, crc INTEGER NOT NULL,
        PRIMARY KEY (game, revision)
    ) STRICT, WITHOUT ROWID""",
    "CREATE UNIQUE INDEX entries_key ON entries (game, key) WHERE key IS NOT NULL",
)
_COLUMNS: Final = "revision, command, source, who, key, digest, at, wall, clock_trusted, run, crc"

_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_UNREADABLE: Final = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
"""A card that cannot read its own sectors is no better."""


class Damaged(CompanionError, ValueError):
    """What lies in a file is not what was written."""


class NotOpen(CompanionError, OSError):
    """The journal's file could not be had yet."""


class _Newer(Exception):
    """The file is of a newer version: another is taken."""

    def __init__(self, version: int) -> None:
        self.version = version


def is_damage(error: Exception) -> bool:
    """Whether it is the file that is broken, rather than the disk that is busy, full or away."""
    if isinstance(error, sqlite3.Error):
        # Python's own complaint about a text that is no UTF-8 has no code.
        code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_FORMAT)
        return code & 0xFF in _DAMAGE or code in _UNREADABLE
    return isinstance(error, Damaged)


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
        notice = self._choose_file(_version_in_header(self._given))
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
        db = self._database()
        with _Transaction(db):
            _put(db, change, self._run, self._changed + 1)
        self._changed += 1
        if change.game not in self._behind:
            self._behind.append(change.game)

    def game(self, number: int) -> Stored | None:
        """A game with all its entries; None if there is no such game. Raises Damaged if they are not whole."""
        return _game(self._database(), number)

    def games(self, limit: int, before: int | None = None) -> list[Summary]:
        """Games, the newest first, older than ``before``."""
        db = self._database()
        below = before if before is not None else 2**62
        chosen = db.execute(
            "SELECT id, over, put_aside, revision FROM games WHERE id < ? ORDER BY id DESC LIMIT ?", (below, limit)
        ).fetchall()
        return [_summary(db, *line) for line in chosen]

    def tend_copy(self) -> bool:
        """Check the good copy, or let it take one game that has changed; whether there is more of that to do."""
        try:
            copy = self._copy or self._open_copy()
            if not self._copy_is_checked:
                _check(copy)
                self._copy_is_checked = True
            elif self._behind:
                self._copy_is_synced = False
                _take(self._database(), copy, self._behind[0])
                self._behind.popleft()
        except (sqlite3.Error, Damaged) as error:
            self._drop_copy()
            if not is_damage(error):
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
            self._database().execute("PRAGMA wal_checkpoint(TRUNCATE)")

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
            game = _resumed(self._database())
        newest, run, self._changed = self._database().execute(
            "SELECT coalesce(max(id), 0), coalesce(max(run), 0), coalesce(max(changed), 0) FROM games"
        ).fetchone()
        self._run = run + 1
        return replace(opened, game=game, newest=newest)

    def _database(self) -> sqlite3.Connection:
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
            _create(db, self._identity_of_copy())
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if is_new:
            _sync_folder(self._path.parent)
        _check(db)
        return _resumed(db)

    def _nothing_where_games_were(self) -> str:
        """Why a missing or empty file is no fresh start; empty if it is one, or has something in it."""
        if _size(self._path):
            return ""
        found = [path.name for path in (_beside(self._path, "-wal"), self._good) if _size(path)]
        return f"it is empty, {' and '.join(found)} are not" if found else ""

    def _identity_of_copy(self) -> str | None:
        """Of the good copy that is there; None if it cannot be told."""
        if not _size(self._good):
            return None
        with suppress(sqlite3.Error, Damaged):
            copy = self._connect(self._good, "NORMAL")
            try:
                return _identity(copy)
            finally:
                copy.close()
        return None

    def _take_what_only_the_copy_has(self) -> int:
        """A journal behind its own copy has lost something, such as its log; returns how many entries."""
        self._copy_is_checked = False
        self._copy_is_synced = True
        self._behind.clear()
        db = self._database()
        brought = 0
        if _size(self._good):
            try:
                copy = self._copy = self._connect(self._good, "NORMAL")
                _check_identity(copy, db)
                newer = _newer(copy, db)
                self._behind.extend(_newer(db, copy))
            except (sqlite3.Error, Damaged) as error:
                self._drop_copy()
                if is_damage(error):
                    self._set_aside(self._good)
                return 0
            for number in newer:
                brought += _take(copy, db, number)
        return brought

    def _open_copy(self) -> sqlite3.Connection:
        copy = self._copy = self._connect(self._good, "NORMAL")
        if not copy.execute("SELECT 1 FROM sqlite_schema").fetchone():
            _create(copy, _identity(self._database()))
            _sync_folder(self._good.parent)
        self._behind = deque(_newer(self._database(), copy))
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
        _delete(self._rescued)
        target = self._connect(self._rescued, "NORMAL")
        _create(target, self._identity_of_copy())
        self._salvage(self._good, target)
        before = _entries(target)
        expected = self._salvage(self._path, target)
        after = _entries(target)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        target.close()
        _sync(self._rescued)
        _sync_folder(self._path.parent)
        name = self._set_aside(self._path)
        self._end_rescue()
        lost = None if expected is None else max(0, expected - after)
        kept = f"It was kept as {name}; " if name else ""
        gone = {None: ", the last ones may be missing.", 0: ", nothing was lost."}.get(lost, f", {lost} are lost.")
        words = f"The journal was damaged ({why}). {kept}{after} entries are here again{gone}"
        return Opened(put_aside=(name,) if name else (), salvaged=after - before, lost=lost, words=words)

    def _salvage(self, path: Path, target: sqlite3.Connection) -> int | None:
        """Take over what can be read; returns how many entries there should be in all, None if that is unreadable."""
        if not _size(path):
            return None
        # On a copy: opening it would already change it.
        spare = path.with_name(f"{path.stem}-salvage.db")
        _delete(spare)
        for end in ("", "-wal"):
            if _size(_beside(path, end)):
                shutil.copyfile(_beside(path, end), _beside(spare, end))
        expected: int | None = None
        with suppress(sqlite3.Error):
            source = self._connect(spare, "OFF")
            with suppress(sqlite3.Error):
                expected = _entries(source)
            numbers = _readable_games(source)
            for number in numbers:
                _take(source, target, number, newest=number == numbers[-1])
            source.close()
        _delete(spare)
        return expected

    def _set_aside(self, path: Path) -> str:
        """Rename a file and its log, never to be touched again; returns its new name, empty if there was nothing.

        The file goes first: so ``_end_rescue`` knows where a log belongs that was left behind.
        """
        aside = self._damaged(self._number_of_damaged() + 1)
        moved = [end for end in ("", "-wal", "-shm") if _moved(_beside(path, end), _beside(aside, end))]
        _sync_folder(path.parent)
        return aside.name + moved[0] if moved else ""

    def _end_rescue(self) -> None:
        """Put the rescued file in its place, if the damaged one has left it."""
        if self._path.exists() or not self._rescued.exists():
            return
        aside = self._damaged(max(1, self._number_of_damaged()))
        for end in ("-wal", "-shm"):
            _moved(_beside(self._path, end), _beside(aside, end))
        self._rescued.rename(self._path)
        _sync_folder(self._path.parent)

    def _damaged(self, number: int) -> Path:
        return self._given.with_name(f"{self._given.stem}-damaged-{number}.db")

    def _number_of_damaged(self) -> int:
        number = 0
        while any(_beside(self._damaged(number + 1), end).exists() for end in ("", "-wal")):
            number += 1
        return number


class _Transaction:
    """BEGIN IMMEDIATE to COMMIT, taken back on an error.

    A power cut is no error: the simulated one must find everything as it lay.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, _error: BaseException | None, _trace: object) -> None:
        if kind is None:
            try:
                self._db.execute("COMMIT")
            except sqlite3.Error:
                self._back()
                raise
        elif issubclass(kind, Exception):
            self._back()

    def _back(self) -> None:
        # SQLite has taken it back by itself after some errors, and not after others.
        if self._db.in_transaction:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")


def _create(db: sqlite3.Connection, identity: str | None) -> None:
    with _Transaction(db):
        for table in _TABLES:
            db.execute(table)
        # A good copy says by it whose copy it is.
        db.execute("INSERT INTO meta VALUES ('journal', ?)", (identity or secrets.token_hex(8),))
        db.execute(f"PRAGMA user_version = {VERSION}")


def _put(db: sqlite3.Connection, change: Change, run: int, changed: int) -> None:
    """Write a change within a transaction; ``run`` and ``changed`` where it does not bring its own."""
    db.execute(
        "INSERT INTO games VALUES (:id, :over, :aside, 0, :run, :changed) ON CONFLICT (id) DO UPDATE"
        " SET over = :over, put_aside = :aside, run = max(run, :run), changed = max(changed, :changed)",
        {"id": change.game, "over": change.over, "aside": change.put_aside, "run": run, "changed": changed},
    )
    for row in change.rows:
        own = row if row.run else row._replace(run=run)
        db.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, revision) DO NOTHING",
            (change.game, *own, own.crc),
        )
    if change.rows:
        db.execute("UPDATE games SET revision = max(revision, ?) WHERE id = ?", (change.rows[-1].revision, change.game))


def _take(source: sqlite3.Connection, target: sqlite3.Connection, number: int, *, newest: bool = False) -> int:
    """Let a file take over what another has of a game and it has not, without gaps; returns how many entries."""
    question = "SELECT over, put_aside, run, changed FROM games WHERE id = ?"
    known = target.execute(question, (number,)).fetchone()
    (last,) = target.execute("SELECT coalesce(max(revision), -1) FROM entries WHERE game = ?", (number,)).fetchone()
    rows = tuple(_whole_rows(source, number, last))
    try:
        line = source.execute(question, (number,)).fetchone()
    except sqlite3.Error:
        line = None
    if line is None:
        # A damaged file gave entries without how the game stood: unless it is the newest, it waits to be taken up.
        over, aside, run, _ = known or (False, not newest, 0, 0)
        line = over, aside, run, _changes(target) + 1
    over, aside, run, changed = line
    if (known or rows) and (rows or changed > known[3]):
        with _Transaction(target):
            _put(target, Change(number, rows, over=bool(over), put_aside=bool(aside)), run, changed)
    return sum(row.revision > 0 for row in rows)


def _whole_rows(db: sqlite3.Connection, number: int, after: int) -> Iterator[Row]:
    """Entries of a game that follow one another from ``after`` on, up to the first that is not whole."""
    expected = after + 1
    with suppress(sqlite3.Error):
        for row in _rows(db, number, after):
            if row is None or row.revision != expected:
                return
            expected += 1
            yield row


def _rows(db: sqlite3.Connection, number: int, after: int = -1) -> Iterator[Row | None]:
    """Entries in order; None for one whose sum is wrong."""
    found = db.execute(
        f"SELECT {_COLUMNS} FROM entries WHERE game = ? AND revision > ? ORDER BY revision",  # noqa: S608 - a constant
        (number, after),
    )
    for *columns, crc in found:
        row = Row(*columns)
        yield row if row.crc == crc else None


def _game(db: sqlite3.Connection, number: int) -> Stored | None:
    line = db.execute("SELECT over, put_aside, revision FROM games WHERE id = ?", (number,)).fetchone()
    if line is None:
        return None
    over, aside, revision = line
    rows = [row for row in _rows(db, number) if row is not None]
    if [row.revision for row in rows] != list(range(revision + 1)):
        raise Damaged(f"of game {number} not all of the {revision} entries are whole")
    return Stored(number, tuple(rows), over=bool(over), put_aside=bool(aside))


def _resumed(db: sqlite3.Connection) -> Stored | None:
    line = (
        db.execute("SELECT id FROM games WHERE NOT over AND NOT put_aside ORDER BY id DESC LIMIT 1").fetchone()
        # So that its last entry can be taken back after a restart, too.
        or db.execute("SELECT id FROM games WHERE NOT put_aside ORDER BY changed DESC LIMIT 1").fetchone()
    )
    return _game(db, line[0]) if line else None


def _summary(db: sqlite3.Connection, number: int, over: int, aside: int, revision: int) -> Summary:
    rows = [row for row in _rows(db, number) if row is not None]
    header: dict[str, object] = json.loads(rows[0].command) if rows and rows[0].revision == 0 else {}
    begun = when(rows)[0] if rows else None
    return Summary(number, header, revision, begun, length(rows), over=bool(over), put_aside=bool(aside))


def _newer(one: sqlite3.Connection, other: sqlite3.Connection) -> list[int]:
    """The games of which ``one`` knows more than ``other``."""
    question = "SELECT id, changed FROM games ORDER BY id DESC"
    known = dict(other.execute(question))
    return [number for number, changed in one.execute(question) if changed > known.get(number, 0)]


def _entries(db: sqlite3.Connection) -> int:
    """How many entries there should be."""
    (number,) = db.execute("SELECT coalesce(sum(revision), 0) FROM games").fetchone()
    return int(number)


def _changes(db: sqlite3.Connection) -> int:
    """How many commits there were."""
    (number,) = db.execute("SELECT coalesce(max(changed), 0) FROM games").fetchone()
    return int(number)


def _readable_games(db: sqlite3.Connection) -> list[int]:
    numbers: set[object] = set()
    for question in ("SELECT id FROM games", "SELECT DISTINCT game FROM entries", "SELECT max(id) FROM games"):
        with suppress(sqlite3.Error):
            for (number,) in db.execute(question):
                numbers.add(number)
    return sorted(number for number in numbers if isinstance(number, int))


def _identity(db: sqlite3.Connection) -> str:
    line = db.execute("SELECT value FROM meta WHERE name = 'journal'").fetchone()
    if line is None:
        raise Damaged("the file does not say whose journal it is")
    return str(line[0])


def _check_identity(copy: sqlite3.Connection, db: sqlite3.Connection) -> None:
    if _identity(copy) != _identity(db):
        raise Damaged("it is the copy of another journal")


def _check(db: sqlite3.Connection) -> None:
    """Raise Damaged or sqlite3.Error if the file is not whole, or not a journal.

    ``quick_check`` reads every page and finds what a card or a cut breaks (74 MB: 0.11 s here; ``integrity_check``,
    which would compare the one index as well, 0.21 s). What it cannot find, a flipped bit in a text, the sums of the
    entries show when they are read. Another program's database is whole, too: so the tables are compared.
    """
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise Damaged(str(verdict).replace("\n", ", "))
    with closing(sqlite3.connect(":memory:")) as expected:
        for table in _TABLES:
            expected.execute(table)
        question = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
        if db.execute(question).fetchall() != expected.execute(question).fetchall():
            raise Damaged("the tables in it are not those of a journal")


def _version_in_header(path: Path) -> int:
    """``user_version`` as it stands in the file, without opening it as a database; 0 if it is none."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError:
        return 0
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return 0
    return int.from_bytes(header[60:64], "big", signed=True)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _delete(path: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        _beside(path, end).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Have what was written to a file or the names in a folder put on the card (fsync)."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


_sync_folder = _sync


def _moved(path: Path, target: Path) -> bool:
    """Rename a file; whether there was one."""
    try:
        path.rename(target)
    except FileNotFoundError:
        return False
    return True
