"""A connection to an SQLite file that may be damaged in every way, and says so in one."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


class Connection(sqlite3.Connection):
    """One of the standard library's, all of whose errors are sqlite3.Error."""

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """Raises sqlite3.Error, also where what SQLite says of a damaged table's name is no UTF-8."""
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            damage = sqlite3.DatabaseError(f"database disk image is malformed: {error.object.decode(errors='replace')}")
            damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damage from error


def open_database(path: Path) -> sqlite3.Connection:
    """Open a file, or make it; transactions begin where they are told to. Raises sqlite3.Error."""
    # No busy timeout: SQLite's would wait by a clock of its own.
    return sqlite3.connect(path, timeout=0.0, isolation_level=None, factory=Connection)
