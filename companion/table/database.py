"""One file of the journal: its tables, what is put into them and read from them, and whether it is whole."""

from __future__ import annotations

import json
import secrets
import sqlite3
from contextlib import closing, suppress
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from companion.games.said import Said, said
from companion.table import results
from companion.table.records import Change, Row, Stored, Summary, date_of, dated, length, when

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.table.records import Result

_FIRST: Final = (
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
_TABLES: Final = (_FIRST, results.TABLES, results.WITHOUT_KINDS)
"""What each version has changed in the one before."""

VERSION: Final = len(_TABLES)
"""Of the tables; ``PRAGMA user_version`` in the file."""

_NEWEST: Final = VERSION + 100
"""No version will be beyond this one: where a file says so, a card has changed a bit of its number."""

_LISTED: Final = """
    SELECT id, over, put_aside, revision, begun, length FROM games LEFT JOIN results ON over AND results.game = games.id
"""
"""What is asked of games for a list of them."""

_COLUMNS: Final = "revision, command, source, who, key, digest, at, wall, clock_trusted, run, crc"

_IN_USE: Final = "in use"
_OWN: Final = ("journal", _IN_USE)
"""Names of what a file says of itself, among what is kept beside the games."""

_CLOCK: Final = "clock "
"""What the name of a run's clock begins with, among what is kept beside the games."""

MOST_WAITING: Final = 30
"""So many games that were put aside are told of: nobody takes up an older one."""

_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_UNKNOWN_FORMAT: Final = said("unsupported file format")
"""What SQLite says, with no code of its own, of a number in a file's first 100 bytes that is beyond its own."""

_SAID_OF_DAMAGE: Final = (_UNKNOWN_FORMAT, said("database disk image is malformed"), said("file is not a database"))
"""What SQLite mostly says of it."""

_UNREADABLE: Final = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
"""A card that cannot read its own sectors is no better."""


class Transaction:
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


class Damaged(CompanionError, ValueError):
    """What lies in a file is not what was written."""


def is_damage(error: Exception) -> bool:
    """Whether it is the file that is broken, rather than the disk that is busy, full or away."""
    if isinstance(error, sqlite3.Error):
        code = error_code(error)
        return code & 0xFF in _DAMAGE or code in _UNREADABLE or str(error) == _UNKNOWN_FORMAT
    return isinstance(error, Damaged)


def reason(error: sqlite3.Error | Damaged) -> str:
    """What is wrong with a file, in words that a face can say otherwise; what SQLite seldom says, only it can."""
    words = str(error)
    return next((each for each in (*error.args, *_SAID_OF_DAMAGE) if isinstance(each, Said) and each == words), words)


def error_code(error: sqlite3.Error) -> int:
    """What SQLite itself calls an error; SQLITE_FORMAT for Python's own complaint about a text that is no UTF-8."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_FORMAT)
    return code


def create(db: sqlite3.Connection, identity: str | None) -> None:
    """Make the tables; a good copy says by the identity whose copy it is, None is a new one."""
    with Transaction(db):
        for table in _tables(VERSION):
            db.execute(table)
        db.execute("INSERT INTO meta VALUES ('journal', ?)", (identity or secrets.token_hex(8),))
        db.execute(f"PRAGMA user_version = {VERSION}")


def is_newer(version: int) -> bool:
    """Whether a file's ``user_version`` is that of a later companion."""
    return VERSION < version <= _NEWEST


def migrate(db: sqlite3.Connection) -> None:
    """Bring a file that an earlier version has written to this one, in one commit; nothing in it is changed."""
    version = _version(db)
    if db.execute("PRAGMA user_version").fetchone() != (VERSION,):
        with Transaction(db):
            for added in _TABLES[version:]:
                for table in added:
                    db.execute(table)
            db.execute(f"PRAGMA user_version = {VERSION}")


def put(db: sqlite3.Connection, change: Change, run: int, changed: int) -> None:
    """Write a change in one commit, made in this run and with this number; doing it again does no harm.

    Raises sqlite3.IntegrityError where another entry has its place already: two told the same game without knowing of
    each other.
    """
    with Transaction(db):
        _put(db, change, run, changed)


def put_with_result(db: sqlite3.Connection, change: Change, run: int, changed: int) -> bool:
    """The same, and how the game ended; a copy, which is never listed from, has no need of that.

    Returns whether it is over, or was.
    """
    with Transaction(db):
        # While a game is on, the results are not even looked at: what is damaged there costs it nothing.
        was_over = db.execute("SELECT over FROM games WHERE id = ?", (change.game,)).fetchone() == (1,)
        _put(db, change, run, changed)
        if listed := change.over or was_over:
            results.enter(db, change.game, change.result)
    return listed


def enter_result(db: sqlite3.Connection, game: int, result: Result | None) -> None:
    """Write in one commit how a game ended; None: nobody knows yet."""
    with Transaction(db):
        results.enter(db, game, result)


def _put(db: sqlite3.Connection, change: Change, run: int, changed: int) -> None:
    revision = change.rows[-1].revision if change.rows else 0
    db.execute(
        "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET over = ?2, put_aside = ?3,"
        " revision = max(revision, ?4), run = max(run, ?5), changed = max(changed, ?6)",
        (change.game, change.over, change.put_aside, revision, run, changed),
    )
    for row in change.rows:
        own = row if row.run else row._replace(run=run)
        # The run is left out of what is the same: what is told again after the file was lost is of a later one.
        db.execute(
            "INSERT INTO entries SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 WHERE NOT EXISTS"
            " (SELECT 1 FROM entries WHERE game = ?1 AND revision = ?2 AND command = ?3 AND crc = ?12)",
            (change.game, *own, own.crc),
        )


def keep(db: sqlite3.Connection, what: str, text: str) -> None:
    """Write in one commit what is kept beside the games."""
    with Transaction(db):
        _keep(db, what, text)


def _keep(db: sqlite3.Connection, what: str, text: str) -> None:
    db.execute(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (what, text),
    )


def kept(db: sqlite3.Connection) -> dict[str, str]:
    """All that is kept beside the games, by name: what people told, as it was written, and when the clock was set."""
    # As bytes: where a card has changed one, it may be no text any more.
    found = db.execute("SELECT CAST(name AS BLOB), CAST(value AS BLOB) FROM meta WHERE name NOT IN (?, ?)", _OWN)
    return {bytes(name).decode(errors="replace"): bytes(value).decode(errors="replace") for name, value in found}


def begin_use(db: sqlite3.Connection) -> None:
    """Note in the file itself that what is entered lies in its log: whoever finds it without one knows that it was lost."""
    if not is_in_use(db):
        with Transaction(db):
            _keep(db, _IN_USE, "")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def end_use(db: sqlite3.Connection) -> None:
    """Take that back, before the log is brought into the file for good."""
    with Transaction(db):
        db.execute("DELETE FROM meta WHERE name = ?", (_IN_USE,))


def is_in_use(db: sqlite3.Connection) -> bool:
    """Whether a file should have a log beside it."""
    return db.execute("SELECT 1 FROM meta WHERE name = ?", (_IN_USE,)).fetchone() is not None


def set_clock(db: sqlite3.Connection, run: int, ahead: float) -> None:
    """Write in one commit by how much Unix time is ahead of a run's own, s: all that was entered in it is dated so.

    How games ended that were played in it is to be entered anew.
    """
    with Transaction(db):
        _keep(db, f"{_CLOCK}{run}", repr(ahead))
        for (number,) in db.execute("SELECT id FROM games WHERE over AND run = ?", (run,)).fetchall():
            results.enter(db, number, None)


def clocks(db: sqlite3.Connection) -> dict[int, float]:
    """By how much Unix time is ahead of the own time of each run in which the clock was set late, s."""
    found = {}
    for name, text in kept(db).items():
        with suppress(ValueError):
            if name.startswith(_CLOCK):
                found[int(name.removeprefix(_CLOCK))] = float(text)
    return {run: ahead for run, ahead in found.items() if isfinite(ahead)}


def game(db: sqlite3.Connection, number: int) -> Stored | None:
    """A game with all its entries; None if there is no such game. Raises Damaged if they are not whole."""
    line = db.execute("SELECT over, put_aside, revision FROM games WHERE id = ?", (number,)).fetchone()
    if line is None:
        return None
    over, aside, revision = line
    rows = [row for row in _rows(db, number) if row is not None]
    if [row.revision for row in rows] != list(range(revision + 1)):
        raise _not_whole(number, revision)
    return Stored(number, tuple(dated(rows, clocks(db))), over=bool(over), put_aside=bool(aside))


def whole_rows(db: sqlite3.Connection, number: int, after: int) -> Iterator[Row]:
    """Entries of a game that follow one another from ``after`` on, up to the first that is not whole."""
    expected = after + 1
    with suppress(sqlite3.Error):
        for row in _rows(db, number, after):
            if row is None or row.revision != expected:
                return
            expected += 1
            yield row


def games(db: sqlite3.Connection, before: int | None = None) -> Iterator[Summary]:
    """Games, the newest first, with numbers below ``before``; one whose header is damaged has an empty one."""
    lines = db.execute(
        f"{_LISTED} WHERE id < ? ORDER BY id DESC",
        (2**62 if before is None else before,),
    )
    return _summaries(db, lines)


def waiting(db: sqlite3.Connection) -> Iterator[Summary]:
    """Games that were put aside before their end, the newest first."""
    lines = db.execute(f"{_LISTED} WHERE put_aside AND NOT over ORDER BY id DESC LIMIT ?", (MOST_WAITING,))
    return _summaries(db, lines)


def renamed(db: sqlite3.Connection, games: Sequence[int]) -> set[int]:
    """Those of these games in which somebody may be called otherwise than in their headers."""
    question = "SELECT 1 FROM entries WHERE game = ? AND revision > 0 AND command LIKE '%\"rename\"%'"
    return {game for game in games if db.execute(question, (game,)).fetchone()}


def resumed(db: sqlite3.Connection) -> Stored | None:
    """The game to go on with: the newest that is neither over nor put aside, else the last one that was played."""
    line = (
        db.execute("SELECT id FROM games WHERE NOT over AND NOT put_aside ORDER BY id DESC LIMIT 1").fetchone()
        # So that its last entry can be taken back after a restart, too.
        or db.execute("SELECT id FROM games WHERE NOT put_aside ORDER BY changed DESC LIMIT 1").fetchone()
    )
    return game(db, line[0]) if line else None


def identity(db: sqlite3.Connection) -> str:
    """Which journal it is, or is the copy of. Raises Damaged."""
    line = db.execute("SELECT value FROM meta WHERE name = 'journal'").fetchone()
    if line is None:
        raise Damaged(said("the file does not say whose journal it is"))
    return str(line[0])


def check_identity(copy: sqlite3.Connection, db: sqlite3.Connection) -> None:
    """Raise Damaged if a copy is that of another journal."""
    if identity(copy) != identity(db):
        raise Damaged(said("it is the copy of another journal"))


def check(db: sqlite3.Connection) -> None:
    """Raise Damaged or sqlite3.Error if the file is not whole, or not a journal.

    ``quick_check`` reads every page and finds what a card or a cut breaks (74 MB: 0.11 s here; ``integrity_check``,
    which would compare the one index as well, 0.21 s). What it cannot find, a flipped bit in a text, the sums of the
    entries show when they are read. Another program's database is whole, too: so the tables are compared.
    """
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        # Which page, and what SQLite thinks of it, helps nobody at a table; the file is kept for who wants to look.
        raise Damaged(said("not all of its pages are whole"))
    with closing(sqlite3.connect(":memory:")) as expected:
        for table in _tables(_version(db)):
            expected.execute(table)
        question = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
        if db.execute(question).fetchall() != expected.execute(question).fetchall():
            raise Damaged(said("the tables in it are not those of a journal"))


def _tables(version: int) -> Iterator[str]:
    return chain.from_iterable(_TABLES[:version])


def _version(db: sqlite3.Connection) -> int:
    """Of the tables in a file, as far as this version knows them."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return max(1, min(int(version), VERSION))


def check_entries(db: sqlite3.Connection) -> None:
    """Raise Damaged or sqlite3.Error if any game is not whole (10,000 games of 50 entries: 9 s here)."""
    for number, revision in db.execute("SELECT id, revision FROM games ORDER BY id").fetchall():
        if sum(1 for _ in whole_rows(db, number, -1)) != revision + 1:
            raise _not_whole(number, revision)


def _not_whole(number: int, revision: int) -> Damaged:
    return Damaged(said("of game {game} not all of the {entries} entries are whole", game=number, entries=revision))


def _readable_rows(db: sqlite3.Connection, number: int, upto: int) -> Iterator[Row]:
    """Entries that are whole, up to a revision, or to where the file itself is broken."""
    try:
        yield from (row for row in _rows(db, number, upto=upto) if row is not None)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise


def _rows(db: sqlite3.Connection, number: int, after: int = -1, upto: int = 2**62) -> Iterator[Row | None]:
    """Entries in order; None for one whose sum is wrong."""
    found = db.execute(
        f"SELECT {_COLUMNS} FROM entries"  # noqa: S608 - a constant
        " WHERE game = ? AND revision > ? AND revision <= ? ORDER BY revision",
        (number, after, upto),
    )
    for *columns, crc in found:
        row = Row(*columns)
        yield row if row.crc == crc else None


def _summaries(
    db: sqlite3.Connection, lines: Iterable[tuple[int, int, int, int, float | None, float | None]]
) -> Iterator[Summary]:
    ahead = clocks(db)
    for number, over, aside, revision, begun, took in lines:
        # Of a game that is over is written down what else all its entries tell.
        rows = dated(_readable_rows(db, number, upto=revision if took is None else 0), ahead)
        header: dict[str, object] = json.loads(rows[0].command) if rows and rows[0].revision == 0 else {}
        span = (when(rows)[0] if rows else None, length(rows)) if took is None else (date_of(begun), took)
        yield Summary(number, header, revision, *span, over=bool(over), put_aside=bool(aside))
