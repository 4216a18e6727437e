"""How long a command takes from a phone until it is acknowledged, that is on disk."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Final

from tests.measuring.living import process
from tests.measuring.row import AtMost, Figures, Row
from tests.measuring.web import asked

ROUNDS, EACH = 15, 10
"""By turns, as a disk is not equally quick all the time."""


def _command() -> Figures:
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        with (
            process("tests.measuring.companion", folder, "bare") as companion,
            closing(_database(folder / "stock.db")) as db,
        ):
            body = json.dumps({"command": {"do": "correct", "set": {"turn": "Ada"}}}).encode()
            request = (
                f"POST {companion.begin()}/commands HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer {companion.token}\r\nContent-Length: {len(body)}\r\n\r\n"
            ).encode() + body
            ours, stock = [], []
            for _ in range(ROUNDS):
                ours += asked(companion, request, EACH)
                stock += [_commit(db) for _ in range(EACH)]
    return Figures(median(ours), median(stock))


def _database(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, command TEXT)")
    db.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, revision INTEGER)")
    db.execute("INSERT INTO games VALUES (1, 0)")
    return db


def _commit(db: sqlite3.Connection) -> float:
    """Two rows, one fdatasync."""
    began = time.monotonic()
    db.execute("BEGIN")
    db.execute("INSERT INTO entries (command) VALUES (?)", ("x" * 200,))
    db.execute("UPDATE games SET revision = revision + 1")
    db.execute("COMMIT")
    return time.monotonic() - began


ROWS: Final = (
    Row(
        "command",
        "a command, from a phone's request to the answer that it is on disk",
        "a commit of sqlite3 alone",
        "s",
        AtMost(1.5),
        _command,
    ),
)
