"""Files that break, or are taken away, in mid-game."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from companion.errors import NotSaved
from companion.table import database
from companion.table.records import Change, Chosen, Row
from companion.table.storage import LOG, Storage
from hardware.database import open_database
from hardware.ports import Condition
from tests.table.cards import tend
from tests.table.tables import NOBODY, told, told_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.table.tables import Table


def break_files(table: Table, *names: str) -> None:
    """Let a card lose what is in files that are open."""
    with closing(open_database(table.path)) as db:
        # Another program that writes makes SQLite look at the file again, instead of at what it remembers.
        db.execute("UPDATE games SET changed = changed + 1")
    for name in names:
        with (table.folder / name).open("r+b") as file:
            file.truncate(200)


# What was written last lies in the log: of the file itself nothing is read again.
@pytest.mark.parametrize(("harmed", "is_noticed"), [("journal.db", False), ("journal.db-wal", True)])
def test_a_file_that_breaks_in_mid_game_loses_nothing(table: Table, harmed: str, *, is_noticed: bool) -> None:
    table.start()
    table.begin()
    table.enter("lift", "set_down")
    # The good copy follows.
    table.sleep(1.0)
    break_files(table, harmed)
    table.enter("call", "undo", "result")
    assert table.session.is_saved
    assert bool(table.found[-1].words) == is_noticed
    assert table.found[-1].game is None
    before = table.ledger.snapshot()
    table.restart()
    assert table.ledger.snapshot() == before


def test_who_waits_is_answered_before_the_good_copy_follows(table: Table) -> None:
    def entries(name: str) -> int:
        with closing(open_database(table.folder / name)) as db:
            (number,) = db.execute("SELECT count(*) FROM entries").fetchone()
        return int(number)

    table.start()
    table.begin()
    table.sleep(1.0)
    table.enter("lift", "set_down")
    assert (entries("journal.db"), entries("journal-good.db")) == (3, 1)
    table.sleep(0.1)
    assert (entries("journal.db"), entries("journal-good.db")) == (3, 3)


def test_a_command_is_written_over_what_the_log_has_already(table: Table) -> None:
    lengths = []
    table.start()
    for _ in range(2):
        table.begin()
        table.sleep(2.5)
        table.enter("lift", "finish")
        table.sleep(2.5)
        lengths.append((table.folder / "journal.db-wal").stat().st_size)
    assert lengths == [LOG, LOG]


def test_a_disk_that_fails_again_while_it_is_mended_loses_nothing(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift", "set_down", "call")
    break_files(table, "journal.db", "journal.db-wal", "journal-good.db", "journal-good.db-wal")
    table.disk.slow(1.0)
    table.submit("undo")
    table.sleep(2.5)
    table.disk.fail("full")
    table.sleep(5.0)
    table.disk.heal()
    table.sleep(2.1)
    assert table.session.is_saved
    assert table.found[-1].put_aside
    before = table.ledger.snapshot()
    table.restart()
    assert table.ledger.snapshot() == before


def an_evening(table: Table) -> None:
    """One game is over, another one on, and the companion was started in between."""
    table.start()
    table.begin("Cem", "Dan")
    table.enter("lift", "finish")
    table.begin()
    table.enter("lift")
    table.restart()
    table.enter("set_down")


def replace_all(table: Table) -> None:
    delete(table, "*")
    table.path.write_text("a text")


def delete(table: Table, pattern: str) -> None:
    for path in table.folder.glob(pattern):
        path.unlink()


TAKEN_AWAY = [
    pytest.param(lambda table: shutil.rmtree(table.folder), False, id="the folder"),
    pytest.param(lambda table: table.folder.rename(table.folder.with_name("moved")), False, id="the folder, moved"),
    pytest.param(lambda table: delete(table, "*"), False, id="all files"),
    pytest.param(lambda table: delete(table, "journal.db"), True, id="the file without its log"),
    pytest.param(lambda table: delete(table, "journal.db-wal"), True, id="the log without its file"),
    pytest.param(replace_all, True, id="all files, for something else"),
]


@pytest.mark.parametrize("how", ["next entry", "stop"])
@pytest.mark.parametrize(("take_away", "leaves_something"), TAKEN_AWAY)
def test_a_journal_that_is_taken_away_in_mid_game_is_written_anew_with_all_that_was_in_it(
    table: Table, take_away: Callable[[Table], object], how: str, *, leaves_something: bool
) -> None:
    an_evening(table)
    take_away(table)
    if how == "stop":
        table.stop()
    else:
        table.enter("call")
        table.sleep(2.0)
        assert table.session.is_saved
        assert table.session.door.condition == Condition("disk", "ok")
        assert bool(table.found[-1].put_aside) == leaves_something
        table.cut()
    assert "The journal was taken away while it was in use. " in table.found[-1].words
    assert table.start().words == ""
    assert told(table) == ["lift", "set_down", "call"][: table.revision]
    assert table.revision == (2 if how == "stop" else 3)
    assert told_in(table, 1) == ["lift", "finish"]


def test_a_journal_that_was_taken_away_waits_in_memory_for_a_place(table: Table) -> None:
    an_evening(table)
    shutil.rmtree(table.folder)
    table.folder.write_text("no folder")
    table.submit("call")
    table.sleep(5.0)
    assert not table.session.is_saved
    assert table.session.door.condition.status != "ok"
    table.folder.unlink()
    table.sleep(2.1)
    assert table.session.saved_revision == 3
    table.restart()
    assert told(table) == ["lift", "set_down", "call"]
    assert told_in(table, 1) == ["lift", "finish"]


def test_a_good_copy_that_is_taken_away_is_made_anew(table: Table) -> None:
    an_evening(table)
    table.sleep(2.0)
    delete(table, "journal-good.db*")
    table.enter("call")
    table.sleep(2.0)
    table.cut()
    delete(table, "journal.db*")
    table.start()
    assert told(table) == ["lift", "set_down", "call"]


def test_a_good_copy_that_has_no_room_takes_what_is_kept_as_soon_as_it_has(folder: Path) -> None:
    copies = list[sqlite3.Connection]()

    def opened(path: Path) -> sqlite3.Connection:
        db = open_database(path)
        if path.name == "journal-good.db":
            copies.append(db)
        return db

    storage = Storage(folder / "journal.db", opened)
    storage.open()
    tend(storage)
    storage.keep(Chosen("people", "x" * 100_000))
    # No page more than it has.
    copies[-1].execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        tend(storage)
    tend(storage)
    assert database.kept(copies[-1])["people"] == "x" * 100_000
    storage.close()


def test_what_another_program_wrote_in_the_same_place_is_said(table: Table) -> None:
    table.start()
    table.begin()
    other = Storage(table.path, open_database)
    assert other.open().game
    other.write(Change(1, (Row(1, '{"do":"call"}', "phone", *NOBODY),)))
    other.close()
    receipt = table.submit("lift")
    with pytest.raises(NotSaved, match="another entry in this place"):
        table.acknowledge(receipt)
