"""All games in one file: put away while people play, and put back on another card."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from companion.command_line import main
from companion.table import files
from companion.table.backup import NoBackup, back_up, restore
from companion.table.database import VERSION
from companion.table.hold import FolderTaken
from hardware.database import open_database
from tests.table.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def played(table: Table) -> Table:
    """A table with a game on, and a companion that runs."""
    table.start()
    table.begin()
    table.enter("lift", "set_down", "call")
    return table


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """Where a backup is written to."""
    return tmp_path / "stick" / "games.db"


@pytest.fixture(autouse=True)
def _stick(away: Path) -> None:
    away.parent.mkdir()


def found_in(folder: Path) -> dict[str, object]:
    """The game that a companion goes on with in a folder."""
    table = Table(folder)
    table.start()
    try:
        return table.ledger.snapshot()
    finally:
        table.cut()


def test_what_is_backed_up_in_mid_game_is_the_game_as_it_stands(played: Table, away: Path, tmp_path: Path) -> None:
    held = back_up(played.folder, away, open_database)
    stood = played.ledger.snapshot()
    assert str(held).startswith("1 game, 3 entries, the last of ")
    assert list(away.parent.iterdir()) == [away]
    # What comes later is not in it, and the companion goes on undisturbed.
    played.enter("undo")
    assert played.session.is_saved
    assert restore(tmp_path / "new", away, open_database).kept_in is None
    assert found_in(tmp_path / "new") == stood


@pytest.mark.parametrize("end", ["stop", "cut"])
def test_what_is_backed_up_while_nobody_plays_is_the_same(played: Table, away: Path, tmp_path: Path, end: str) -> None:
    stood = played.ledger.snapshot()
    getattr(played, end)()
    before = {path.name: path.read_bytes() for path in played.folder.iterdir()}
    back_up(played.folder, away, open_database)
    # Looking changes nothing: after a cut the log that was found is the sign of it.
    assert {path.name: path.read_bytes() for path in played.folder.iterdir()} == before
    restore(tmp_path / "new", away, open_database)
    assert found_in(tmp_path / "new") == stood


def test_what_was_there_is_kept_and_can_be_put_back(played: Table, away: Path) -> None:
    back_up(played.folder, away, open_database)
    backed_up = played.ledger.snapshot()
    played.enter("undo", "undo")
    later = played.ledger.snapshot()
    # After a cut some of it lies in the log alone.
    played.cut()
    kept = restore(played.folder, away, open_database).kept_in
    assert kept == played.folder / "before-restore-1"
    assert found_in(played.folder) == backed_up
    again = restore(played.folder, kept / "journal.db", open_database).kept_in
    assert again == played.folder / "before-restore-2"
    assert found_in(played.folder) == later


def test_nothing_is_put_back_while_a_companion_runs(played: Table, away: Path) -> None:
    back_up(played.folder, away, open_database)
    before = played.ledger.snapshot()
    with pytest.raises(FolderTaken, match=r"end it first .*systemctl stop companion"):
        restore(played.folder, away, open_database)
    played.restart()
    assert played.ledger.snapshot() == before


def test_a_backup_never_takes_an_older_ones_place(played: Table, away: Path) -> None:
    away.write_text("older")
    with pytest.raises(NoBackup, match=r"games\.db is there already: name another file"):
        back_up(played.folder, away, open_database)
    assert away.read_text() == "older"


def test_where_nobody_played_there_is_nothing_to_back_up(tmp_path: Path, away: Path) -> None:
    with pytest.raises(NoBackup, match=r"nowhere has no games: name the folder that has journal\.db with --data"):
        back_up(tmp_path / "nowhere", away, open_database)
    assert not list(away.parent.iterdir())


def of_another_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")


def without_an_entry(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM entries WHERE revision = 2")
        db.commit()


def with_another_score(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entries SET command = replace(command, 'lift', 'call')")
        db.commit()


def of_another_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE meta (name TEXT)")


def cut_short(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(file.seek(0, os.SEEK_END) // 2)


SPOILT = [
    (of_another_version, rf"written by a newer version of the companion \({VERSION + 1}, .*: install that version"),
    (without_an_entry, r"is damaged.*of game 1 not all of the 3 entries are whole.*: take another backup"),
    (with_another_score, r"is damaged.*of game 1 not all of the 3 entries are whole"),
    (of_another_program, r"no journal of a companion \(the tables in it are not those of a journal\)"),
    (cut_short, r"is damaged"),
    (lambda path: path.write_text("Dear diary, today we played " * 99), r"\(file is not a database\)"),
    (lambda path: path.write_bytes(b""), r"is empty: name a file that companion backup has written"),
    (Path.unlink, r"is not there: name a file"),
]
NAMES = ["newer", "gap", "changed", "foreign", "short", "text", "empty", "missing"]


@pytest.mark.parametrize(("spoil", "told"), SPOILT, ids=NAMES)
def test_a_file_that_is_no_good_is_named_and_changes_nothing(
    played: Table, away: Path, spoil: Callable[[Path], object], told: str
) -> None:
    back_up(played.folder, away, open_database)
    played.stop()
    before = {path.name: path.read_bytes() for path in played.folder.iterdir()}
    spoil(away)
    with pytest.raises(NoBackup, match=rf"{away}.*{told}"):
        restore(played.folder, away, open_database)
    # The lock's file names who kept the folder last.
    after = {path.name: path.read_bytes() for path in played.folder.iterdir()}
    assert after | {"companion.lock": b""} == before | {"companion.lock": b""}


def test_a_damaged_journal_is_not_taken_for_a_backup(played: Table, away: Path) -> None:
    played.stop()
    without_an_entry(played.path)
    with pytest.raises(NoBackup, match=rf"{played.path} is damaged.*: start the companion, which mends it"):
        back_up(played.folder, away, open_database)
    assert not list(away.parent.iterdir())


class PowerGone(BaseException):
    """Nobody catches it."""


def cut_at(step: int) -> Callable[[Path], None]:
    """What syncs a file or folder, and the power goes before it does so for this time."""
    steps = iter(range(1, step))

    def sync(path: Path) -> None:
        if next(steps, None) is None:
            raise PowerGone(path)
        files.sync(path)

    return sync


def test_the_power_goes_at_any_moment_of_putting_back_and_there_is_one_or_the_other(
    played: Table, away: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(played.folder, away, open_database)
    backed_up = played.ledger.snapshot()
    played.enter("undo", "undo")
    later = played.ledger.snapshot()
    played.stop()
    found = list[dict[str, object]]()
    for step in range(1, 100):
        folder = tmp_path / f"cut-{step}"
        shutil.copytree(played.folder, folder)
        monkeypatch.setattr("companion.table.backup.files", SimpleNamespace(**vars(files) | {"sync": cut_at(step)}))
        try:
            restore(folder, away, open_database)
        except PowerGone:
            found.append(found_in(folder))
        else:
            break
    assert found[0] == later and found[-1] == backed_up
    assert all(each in (backed_up, later) for each in found)


def test_both_commands_say_what_they_did(
    played: Table, away: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(away), "--data", str(played.folder)]) == 0
    assert main(["backup", str(away), "--data", str(played.folder)]) == 2
    assert main(["restore", str(away), "--data", str(played.folder)]) == 2
    played.stop()
    assert main(["restore", str(away), "--data", str(played.folder)]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0].startswith(f"{away}: 1 game, 3 entries, the last of ")
    assert told.out.splitlines()[1].startswith(f"{played.folder}: 1 game, 3 entries")
    assert told.out.splitlines()[2] == f"What was there before is in {played.folder / 'before-restore-1'}"
    assert len(told.err.splitlines()) == 2
    assert found_in(tmp_path / "data")
