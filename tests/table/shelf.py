"""A folder of many past evenings, made in seconds: one game that was played, and as many copies of it as are wanted."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

from companion.games import Header
from companion.table.history import header_row, row_of
from companion.table.ledger import Ledger
from companion.table.records import Change
from companion.table.results import result_of
from companion.table.storage import Storage
from hardware.database import open_database

if TYPE_CHECKING:
    from pathlib import Path

BEGUN = 1_790_000_000.0
"""Unix time, s."""

TURN = 40.0
"""s."""


def fill(folder: Path, games: int, *, copied: bool = True) -> None:
    """Lay a journal into an empty folder in which so many games of Katz & Schmaus have ended, of 37 entries each.

    Without ``copied`` its good copy is missing.
    """
    path = folder / "journal.db"
    storage = Storage(path, open_database)
    storage.open()
    storage.write(_whole_game())
    storage.drop()
    with closing(open_database(path)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        for table in ("games", "entries", "results", "seats"):
            columns = [str(column[1]) for column in db.execute(f"PRAGMA table_info({table})")]
            number = "id" if table == "games" else "game"
            copied_as = ", ".join("number" if column in (number, "changed") else column for column in columns)
            db.execute(
                f"WITH RECURSIVE numbers (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM numbers LIMIT ?)"
                f" INSERT INTO {table} SELECT {copied_as} FROM numbers, {table} WHERE {number} = 1",
                (games - 1,),
            )
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    good = path.with_name("journal-good.db")
    database_files = (good, good.with_name(f"{good.name}-wal"), good.with_name(f"{good.name}-shm"))
    for file in database_files:
        file.unlink(missing_ok=True)
    if copied:
        shutil.copyfile(path, good)


def _whole_game() -> Change:
    """Everybody takes three treats in turn until there are none left."""
    ledger = Ledger(Header("katz-schmaus", ("Ada", "Ben", "Cem"), {}))
    rows = [header_row(ledger.header, "phone", None, 0.0, BEGUN)]
    at = 0.0
    while not ledger.state.over:
        for command in ({"do": "lift"}, {"do": "set_down"}, {"do": "result"}):
            at += TURN / 3
            entries = ledger.submit(command, source="phone", at=at, wall=BEGUN + at)
            rows += [row_of(entry, None) for entry in entries]
    return Change(1, tuple(rows), over=True, result=result_of(ledger, rows))
