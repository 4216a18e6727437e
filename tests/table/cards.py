"""Files of a journal as cards and cuts leave them."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

from companion.table.records import Change, Row
from companion.table.storage import Storage
from hardware.database import open_database

if TYPE_CHECKING:
    from pathlib import Path

    from companion.table.opened import Opened

HEADER = json.dumps({"game": "katz-schmaus", "players": ["Ada", "Ben"], "options": {}})


def row(revision: int, *, key: str | None = None) -> Row:
    command = HEADER if revision == 0 else json.dumps({"do": "lift", "why": "x" * (revision % 60)})
    return Row(revision, command, "phone", "Ada", key, b"d" if key else None, revision * 1.5, 1.79e9 + revision, 1)


def save(storage: Storage, game: int, revisions: range, *, over: bool = False) -> None:
    for revision in revisions:
        storage.write(Change(game, (row(revision),), over=over))


def tend(storage: Storage) -> None:
    """What the journal's thread does when nobody waits."""
    while storage.copy_wants_care:
        storage.tend_copy()


def revision(opened: Opened) -> int | None:
    return opened.game.rows[-1].revision if opened.game else None


def start(folder: Path) -> Opened:
    storage = Storage(folder / "journal.db", open_database)
    opened = storage.open()
    tend(storage)
    storage.close()
    with closing(open_database(folder / "journal.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return opened


def truncated(path: Path, length: int) -> None:
    with path.open("r+b") as file:
        file.truncate(length)


def zeroed(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek(page * 4096)
        file.write(bytes(4096))


def in_one_file(folder: Path) -> None:
    """As after an orderly stop."""
    with closing(open_database(folder / "journal.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def forget_copy(folder: Path) -> None:
    for path in folder.glob("journal-good.db*"):
        path.unlink()


def flipped(path: Path, *revisions: int, game: int = 4) -> None:
    """Bits that have changed in entries of a game, which no look at the pages finds."""
    with closing(open_database(path)) as db:
        for number in revisions:
            db.execute("UPDATE entries SET crc = crc + 1 WHERE game = ? AND revision = ?", (game, number))
        db.commit()
