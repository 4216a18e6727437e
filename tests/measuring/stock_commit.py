"""A commit of sqlite3 as its documentation has it: a log that is written ahead, and synced each time."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def opened(path: Path) -> sqlite3.Connection:
    """A new database with two tables."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, command TEXT)")
    db.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, revision INTEGER)")
    db.execute("INSERT INTO games VALUES (1, 0)")
    return db


def commit(db: sqlite3.Connection, command: str) -> None:
    """Two rows, one fdatasync."""
    db.execute("BEGIN")
    db.execute("INSERT INTO entries (command) VALUES (?)", (command,))
    db.execute("UPDATE games SET revision = revision + 1")
    db.execute("COMMIT")
