"""What 10,000 past games cost: at the start, and on the pages that tell of them."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.measuring.living import process
from tests.measuring.row import Figures, Row

if TYPE_CHECKING:
    from tests.measuring.living import Process

GAMES: Final = 10_000
FEW: Final = 50
"""As many as the pages show of them, and more."""

ASIDE: Final = 30
"""Of those so many lie there put aside, in the middle: as many as the table tells of."""

ASKED: Final = 20
PAGES: Final = ("/", "/evenings", "/people")

_CLONE: Final = """
WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < {games})
INSERT INTO {table} SELECT n, {columns} FROM numbers JOIN {table} ON {table}.{number} = 1
"""


def journal_with(folder: Path, games: int) -> None:
    """A journal of so many games: one that was played, again and again."""
    with process("tests.measuring.companion", folder) as companion:
        game = companion.begin()
        for command in ({"do": "lift"}, {"do": "result"}) * 6 + ({"do": "finish"},):
            companion.ask("POST", f"{game}/commands", {"command": command})
    if games == 1:
        return
    with closing(sqlite3.connect(folder / "journal.db")) as db, db:
        for table, number in (("games", "id"), ("entries", "game"), ("results", "game"), ("seats", "game")):
            names = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})") if name != number]
            columns = ", ".join("n" if name == "changed" else f"{table}.{name}" for name in names)
            db.execute(_CLONE.format(games=games, table=table, columns=columns, number=number))
    shutil.copy(folder / "journal.db", folder / "journal-good.db")


def _pages() -> Figures:
    """What the pages take to be made after a game has ended, all together, with many games and with few, s."""
    took = []
    for games in (GAMES, FEW):
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
            folder = Path(name)
            journal_with(folder, games)
            _put_aside(folder / "journal.db", ASIDE)
            with process("tests.measuring.companion", folder) as companion:
                for page in PAGES:
                    companion.ask("GET", page)
                took.append(sum(_round(companion) for _ in range(ASKED)) / ASKED)
    return Figures(*took)


def _put_aside(path: Path, games: int) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for table, number in (("results", "game"), ("seats", "game")):
            db.execute(f"DELETE FROM {table} WHERE {number} <= ?", (games,))
        db.execute("DELETE FROM entries WHERE game <= ? AND command LIKE '%finish%'", (games,))
        db.execute("UPDATE games SET over = 0, put_aside = 1, revision = revision - 1 WHERE id <= ?", (games,))


def _round(companion: Process) -> float:
    """What the pages take once another game has ended, s."""
    companion.ask("POST", f"{companion.begin()}/commands", {"command": {"do": "finish"}})
    before = companion.cpu()
    for page in PAGES:
        companion.ask("GET", page)
    return companion.cpu() - before


ROWS: Final = (
    Row(
        "pages-past",
        f"the pages of the table, the evenings and the people with {GAMES:,} past games, after another has ended:"
        " CPU time",
        f"with {FEW}",
        "s",
        None,
        _pages,
    ),
)
