"""``companion games``: what was played at the table, read from the journal as it lies there."""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from contextlib import closing
from datetime import datetime
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from companion.commands import where
from companion.errors import CompanionError
from companion.games import GAMES
from companion.games.state import Ended
from companion.table import database, files, results
from companion.table.folder import JOURNAL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

    from companion.table.records import Result, Summary

BUSY_FOR: Final = 5.0
"""s; how long a companion that writes is waited for."""


class JournalUnreadable(CompanionError, OSError):
    """The journal cannot be read: the message says why, and what to do."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--limit", type=_count, default=20, metavar="N", help="how many; 20 if not said")
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """List them. Raises ConfigError, JournalUnreadable."""
    _, folder = where.told(given)
    return games(folder, limit=given.limit, as_json=given.json, out=sys.stdout)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10**6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games from 1 to 1,000,000")
    return int(text)


def games(folder: Path, *, limit: int, as_json: bool, out: TextIO) -> int:
    """Print the last games, the newest first; changes nothing, and may look while a companion runs.

    Returns the exit code; raises JournalUnreadable.
    """
    found = list(_read(folder / JOURNAL, limit))
    if as_json:
        for summary, result in found:
            print(json.dumps(_described(summary, result), ensure_ascii=False), file=out)
        return 0
    if not found:
        print(f"nothing was played yet that is kept in {folder}", file=out)
        return 0
    console = Console(file=out, highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("no.", justify="right")
    table.add_column("begun", no_wrap=True)
    table.add_column("game", no_wrap=True)
    table.add_column("players (* won)", overflow="fold")
    table.add_column("", no_wrap=True)
    for summary, result in found:
        begun = f"{datetime.fromisoformat(summary.begun).astimezone():%Y-%m-%d %H:%M}" if summary.begun else "?"
        table.add_row(str(summary.id), begun, _title(summary), Text(_players(summary, result)), _end(summary, result))
    console.print(table)
    return 0


def _read(path: Path, limit: int) -> Iterator[tuple[Summary, Result | None]]:
    """The last games, each with how it ended; None while it has not. Raises JournalUnreadable."""
    try:
        if not files.size(path):
            return
        # One that was closed is read as it lies: without making, or leaving, any file beside it.
        mode = "mode=ro" if files.beside(path, "-wal").exists() else "mode=ro&immutable=1"
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_FOR)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version != database.VERSION:
                raise JournalUnreadable(
                    f"{path} is of version {version}, this companion reads {database.VERSION}: "
                    + (
                        "update the companion"
                        if database.is_newer(version)
                        else "start it once, and it is brought up to date"
                    )
                )
            for summary, _ in zip(database.games(db), range(limit), strict=False):
                ended = results.past(db, summary.id + 1, 1)
                yield summary, ended[0].result if ended and ended[0].id == summary.id else None
    except JournalUnreadable:
        raise
    except (OSError, sqlite3.Error) as error:
        cure = (
            "call it with sudo" if isinstance(error, PermissionError) else "start the companion: it mends what it can"
        )
        raise JournalUnreadable(f"{path}: cannot be read ({error}): {cure}") from error


def _described(summary: Summary, result: Result | None) -> dict[str, object]:
    seats = result.seats if result else ()
    return {
        "id": summary.id,
        "game": summary.header.get("game"),
        "players": summary.header.get("players", []),
        "begun": summary.begun,
        "length": round(summary.length, 1),
        "over": summary.over,
        "put_aside": summary.put_aside,
        "ended": result.ended if result else None,
        "scores": {seat.name: seat.score for seat in seats} if result else None,
        "winners": [seat.name for seat in seats if seat.won],
    }


def _title(summary: Summary) -> str:
    game = str(summary.header.get("game", "?"))
    return GAMES[game].title if game in GAMES else game


def _players(summary: Summary, result: Result | None) -> str:
    if result is not None:
        return ", ".join(f"{seat.name} {seat.score}{'*' * seat.won}" for seat in result.seats)
    players = summary.header.get("players", [])
    return ", ".join(map(str, players)) if isinstance(players, list) else "?"


def _end(summary: Summary, result: Result | None) -> str:
    if result is not None:
        return "" if result.ended is Ended.PLAYED else result.ended
    return "over" if summary.over else "put aside" if summary.put_aside else "goes on"
