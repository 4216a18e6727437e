"""What is entered in a journal, and what is read of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from companion.table.records import Change, Row, when
from companion.table.storage import Storage
from hardware.database import open_database
from hardware.ports import Condition
from tests.table.cards import HEADER, row, save, tend
from tests.table.shelf import fill

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.simulated.disk import Fault
    from tests.table.tables import Table


def test_the_same_change_twice_is_there_once(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "journal.db", open_database)
    storage.open()
    for _ in range(2):
        save(storage, 1, range(3))
    game = storage.game(1)
    assert game is not None
    assert [row.revision for row in game.rows] == [0, 1, 2]
    storage.close()


def test_another_entry_in_the_same_place_is_never_dropped_silently(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "journal.db", open_database)
    storage.open()
    save(storage, 1, range(3))
    for other in (row(2)._replace(command='{"do":"void"}'), row(2)._replace(who="Ben")):
        with pytest.raises(sqlite3.IntegrityError):
            storage.write(Change(1, (other, row(3)), over=True))
    game = storage.game(1)
    assert game is not None
    assert (len(game.rows), game.over) == (3, False)
    storage.close()


def test_games_are_listed_by_number_whatever_the_clock_says(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "journal.db", open_database)
    storage.open()
    for number, wall in ((1, 1.79e9), (2, 60.0), (3, 1.5e9)):
        storage.write(Change(number, (row(0)._replace(wall=wall, clock_trusted=int(wall > 1.7e9)),), over=True))
    assert [(game.id, game.begun) for game in storage.games()] == [(3, None), (2, None), (1, "2026-09-21T14:13:20Z")]
    assert [game.id for game in storage.games(before=2)] == [1]
    storage.close()


def test_a_clock_that_is_set_in_mid_game_dates_what_was_before() -> None:
    rows = [
        Row(0, HEADER, "phone", None, None, None, 100.0, 30.0, 0, 1),
        Row(1, "{}", "phone", None, None, None, 700.0, 1_790_000_000.0, 1, 1),
        Row(2, "{}", "phone", None, None, None, 5.0, 40.0, 0, 2),
    ]
    assert when(rows) == ["2026-09-21T14:03:20Z", "2026-09-21T14:13:20Z", None]


def test_ten_thousand_past_games_do_not_slow_a_commit(tmp_path: Path) -> None:
    """Counted in steps of SQLite's machine, not in seconds."""

    def steps(games: int) -> int:
        count = 0

        def step() -> None:
            nonlocal count
            count += 1

        def counted(path: Path) -> sqlite3.Connection:
            db = open_database(path)
            db.set_progress_handler(step, 1)
            return db

        path = tmp_path / str(games) / "journal.db"
        storage = Storage(path, counted)
        storage.open()
        with closing(open_database(path)) as db:
            db.execute("BEGIN")
            db.executemany("INSERT INTO games VALUES (?, 1, 0, 0, 1, ?)", ((n, n) for n in range(1, games + 1)))
            db.execute("COMMIT")
        tend(storage)
        count = 0
        save(storage, games + 1, range(5))
        tend(storage)
        storage.drop()
        return count

    assert steps(10_000) < 1.1 * steps(10)


@pytest.mark.parametrize(
    ("fault", "status", "word"),
    [("full", "degraded", "full"), ("read-only", "degraded", "written"), ("locked", "degraded", "locked")],
)
def test_trouble_is_said_and_the_order_is_kept(table: Table, fault: Fault, status: str, word: str) -> None:
    table.start()
    table.do(lambda session: session.new_game({"game": "katz-schmaus", "players": ["Ada", "Ben"]}))
    table.disk.fail(fault)
    for verb in ("lift", "set_down", "call"):
        table.submit(verb, "button")
    assert (table.revision, table.session.saved_revision) == (3, 0)
    assert table.told[-1].status == status
    assert word in table.told[-1].why
    table.sleep(3.0)
    table.disk.heal()
    table.sleep(2.1)
    assert table.session.saved_revision == 3
    assert table.told[-1] == Condition("disk", "ok")
    table.cut()
    table.start()
    assert [line.command["do"] for line in table.session.history()] == ["lift", "set_down", "call"]


def test_a_new_good_copy_of_many_games_keeps_nobody_waiting(table: Table) -> None:
    fill(table.folder, 2_000, copied=False)
    table.start()
    table.sleep(0.5)
    # Time passes while it grows.
    assert 50 < copied(table) < 1_000
    begun = table.clock.monotonic()
    table.begin()
    table.enter("lift")
    assert table.clock.monotonic() - begun < 0.1
    table.stop()
    # A stop does not wait for it: the next start goes on.
    assert copied(table) < 1_000


def copied(table: Table) -> int:
    """How many games the good copy has."""
    with closing(open_database(table.folder / "journal-good.db")) as db:
        (games,) = db.execute("SELECT count(*) FROM games").fetchone()
        return int(games)
