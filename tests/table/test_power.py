"""What was acknowledged is there, whenever the power goes and however the companion dies."""

from __future__ import annotations

import multiprocessing
import random
import sqlite3
from contextlib import closing, suppress
from itertools import count
from typing import TYPE_CHECKING

import pytest

from companion.errors import Refusal
from companion.table.hold import LOCK, FolderTaken, Hold, refuse_taken
from companion.table.opened import Opened
from companion.table.storage import Storage
from hardware.database import open_database
from tests.table.tables import Table
from tests.table.writer import write_until_killed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.table.tables import Told

KILLS = 100


def whatever(chance: random.Random) -> Told:
    """A command that somebody might give."""
    told: list[Told] = [
        *("lift", "set_down", "call", "void", "undo", "redo"),
        {"do": "result", "in_box": chance.randrange(4), "to": chance.choice(("Ada", "Ben"))},
        {"do": "correct", "set": {"bowls.Ada": chance.randrange(9)}},
    ]
    return chance.choice(told)


def whole(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as db:
        return bool(db.execute("PRAGMA integrity_check").fetchall() == [("ok",)])


def lose_copy(table: Table) -> None:
    for path in table.folder.glob("journal-good.db*"):
        path.unlink()


@pytest.mark.parametrize("seed", range(4))
def test_a_power_cut_after_any_commit_loses_nothing(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    table = Table(tmp_path, seed)
    table.start()
    table.begin()
    for _ in range(40):
        with suppress(Refusal):
            table.enter(whatever(chance))
        before = table.ledger.snapshot(), table.session.history()
        # Sometimes before the good copy is synced, sometimes after.
        table.sleep(chance.choice((0.0, 0.7, 1.5)))
        table.cut()
        if chance.random() < 0.3:
            # Where no copy tells, a log that a cut has torn is not taken for one that has lost its end.
            lose_copy(table)
        opened = table.start()
        assert (table.ledger.snapshot(), table.session.history()) == before
        assert (opened.words, opened.put_aside) == ("", ())
    table.stop()
    assert whole(table.path)
    assert whole(table.folder / "journal-good.db")


def test_a_power_cut_right_after_the_very_first_start_is_nothing_to_talk_about(tmp_path: Path) -> None:
    for seed in range(10):
        table = Table(tmp_path / str(seed), seed)
        table.start()
        table.cut()
        assert table.start() == Opened(cut=True)
        table.stop()


@pytest.mark.parametrize("seed", range(20))
def test_a_power_cut_in_the_middle_of_a_commit_loses_at_most_what_was_not_acknowledged(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    table = Table(tmp_path, seed)
    table.start()
    table.begin()
    table.enter("lift", *["set_down"] * chance.randrange(1, 18))
    acknowledged = table.revision
    table.disk.slow(1.0)
    for _ in range(3):
        table.submit("set_down", "sensor")
    table.sleep(chance.choice((0.5, 1.5, 2.5)))
    acknowledged = max(acknowledged, table.session.saved_revision)
    table.cut()
    table.disk.heal()
    if seed % 2:
        lose_copy(table)
    opened = table.start()
    assert acknowledged <= table.revision <= acknowledged + 1
    assert opened.words == ""
    table.enter("set_down")
    table.stop()
    assert whole(table.path)


def test_a_power_cut_of_a_disk_that_breaks_its_file_as_well_is_made_good_by_the_copy(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    table.begin()
    table.enter("lift", *["set_down"] * 17)
    table.sleep(1.5)
    table.cut()
    table.path.write_bytes(b"\0" * 9000)
    assert table.start().put_aside
    assert table.revision == 18
    table.stop()


def test_a_second_companion_says_so_loses_nothing_and_takes_over_when_the_first_is_gone(table: Table) -> None:
    refuse_taken(table.folder)
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.table.writer"])
    ours, theirs = processes.Pipe(duplex=False)
    first = processes.Process(target=write_until_killed, args=(table.path, theirs))
    first.start()
    theirs.close()
    last = ours.recv()

    with pytest.raises(FolderTaken, match=rf"another companion \(pid {first.pid}\) keeps the games in {table.folder}"):
        refuse_taken(table.folder)
    opened = table.start()
    why = f"Another companion (pid {first.pid}) keeps this folder."
    assert (opened.available, opened.words) == (False, f"{why} Nothing is saved yet.")
    table.begin("Cem", "Dan")
    table.submit("lift")
    table.sleep(60.0)
    assert (table.session.door.condition.status, table.session.door.condition.why) == ("degraded", why)
    assert not table.session.is_saved

    first.kill()
    first.join()
    with suppress(EOFError, OSError):
        while True:
            last = ours.recv()
    ours.close()
    first.close()
    refuse_taken(table.folder)
    table.sleep(2.1)
    assert (table.session.game_id, table.session.is_saved) == (2, True)
    assert table.wait(lambda session: session.archive.look(1)).ledger.revision in (last, last + 1)
    with pytest.raises(FolderTaken):
        refuse_taken(table.folder)
    table.cut()
    refuse_taken(table.folder)


def test_whoever_deletes_the_lock_does_not_get_in_unnoticed(table: Table) -> None:
    table.start()
    table.begin()
    (table.folder / LOCK).unlink()
    table.enter("lift")
    with pytest.raises(FolderTaken):
        refuse_taken(table.folder)
    (table.folder / LOCK).unlink()
    other = Hold(table.folder)
    other.take()
    table.submit("set_down")
    table.sleep(3.0)
    assert not table.session.is_saved
    other.let_go()
    table.sleep(2.1)
    assert table.session.is_saved


def test_a_companion_killed_at_any_moment_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    chance = random.Random(2026)
    # The companion's modules are loaded once; each run is a process of its own that is forked from there.
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.table.writer"])
    last = 0
    for _ in range(KILLS):
        ours, theirs = processes.Pipe(duplex=False)
        companion = processes.Process(target=write_until_killed, args=(path, theirs))
        companion.start()
        theirs.close()
        expected = count(last + 1)
        for _ in range(chance.randrange(1, 8)):
            last = ours.recv()
            assert last == next(expected)
        companion.kill()
        companion.join()
        with suppress(EOFError, OSError):
            while True:
                last = ours.recv()
                assert last == next(expected)
        ours.close()
        companion.close()
        storage = Storage(path, open_database)
        opened = storage.open()
        storage.drop()
        assert opened.game
        assert [row.revision for row in opened.game.rows] in (list(range(last + 1)), list(range(last + 2)))
        last = len(opened.game.rows) - 1
        assert (opened.words, opened.put_aside) == ("", ())
    assert last > 2 * KILLS
    assert whole(path)
