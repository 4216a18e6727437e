"""What a start finds where the journal should be: files that are whole, missing, strange, or somebody else's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.database import VERSION
from companion.table.opened import Opened
from companion.table.records import Chosen
from companion.table.storage import Storage
from hardware.database import open_database
from tests.table.cards import in_one_file, revision, save, start, tend


def test_a_killed_companion_goes_on_where_it_was(folder: Path) -> None:
    opened = start(folder)
    assert revision(opened) == 150
    assert opened.newest == 4
    assert opened.words == ""


def test_what_people_told_beside_the_games_comes_back_from_the_good_copy(folder: Path) -> None:
    storage = Storage(folder / "journal.db", open_database)
    storage.open()
    storage.keep(Chosen("people", "Ada"))
    tend(storage)
    storage.close()
    for path in folder.glob("journal.db*"):
        path.unlink()
    assert start(folder).kept == {"people": "Ada"}


def test_a_missing_file_comes_back_from_the_good_copy(folder: Path) -> None:
    for path in folder.glob("journal.db*"):
        path.unlink()
    opened = start(folder)
    assert revision(opened) == 150
    assert opened.put_aside == ()


@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal", "journal-good.db", "journal-good.db-wal", "spare"])
@pytest.mark.parametrize("what", ["folder", "pipe", "link to itself"])
def test_what_is_no_file_is_put_aside(folder: Path, name: str, what: str) -> None:
    path = folder / name.replace("spare", "journal-salvage.db")
    path.unlink(missing_ok=True)
    match what:
        case "folder":
            path.mkdir()
            (path / "inside").write_text("something")
        case "pipe":
            os.mkfifo(path)
        case _:
            path.symlink_to(path.name)
    opened = start(folder)
    assert revision(opened) == 150
    assert os.path.lexists(folder / f"{path.name}-kept-1")
    assert opened.words.startswith(f"{path.name} was no file: it was kept as {path.name}-kept-1.")
    assert start(folder).words == ""


SOMEBODY_ELSES = """
import os, sys
from pathlib import Path
from tests.table.tables import Table

folder, name = Path(sys.argv[1]), sys.argv[2]
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
table = Table(folder)
print(table.start().words)
print(table.session.door.condition.cure)
"""


@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal", "."])
def test_what_belongs_to_somebody_else_is_named_with_the_command_that_gives_it_back(killed: Path, name: str) -> None:
    # Not below pytest's own folder, which nobody else may enter.
    with tempfile.TemporaryDirectory() as made:
        folder = shutil.copytree(killed, Path(made) / "data")
        for path in (Path(made), folder, *folder.iterdir()):
            path.chmod(0o755 if path.is_dir() else 0o644)
            if os.geteuid() == 0:
                os.chown(path, 65534, 65534)
        taken = folder / name
        if os.geteuid() == 0:
            os.chown(taken, 0, 0)
        taken.chmod(0o555 if taken.is_dir() else 0o000)
        told = subprocess.run(
            [sys.executable, "-c", SOMEBODY_ELSES, str(folder), name], capture_output=True, text=True, check=True
        ).stdout
        taken.chmod(0o755)
    who = 65534 if os.geteuid() == 0 else os.geteuid()
    assert (
        told
        == f"{taken.name} belongs to another user. Nothing is saved yet.\nIn a terminal: sudo chown -R {who} {folder}\n"
    )


def test_no_journal_at_all_is_a_fresh_start(tmp_path: Path) -> None:
    assert start(tmp_path / "new" / "folder") == Opened()


@pytest.mark.parametrize("in_log", [False, True])
def test_a_journal_of_a_newer_version_is_not_touched(folder: Path, *, in_log: bool) -> None:
    in_one_file(folder)
    db = open_database(folder / "journal.db")
    db.execute("PRAGMA user_version = 7")
    if not in_log:
        db.close()
    as_found = (folder / "journal.db").read_bytes()

    opened = start_beside(folder)

    assert opened.game is None
    assert f"newer version of the companion (7, this one knows {VERSION})" in opened.notice
    assert in_log or (folder / "journal.db").read_bytes() == as_found
    db.close()
    with closing(open_database(folder / "journal.db")) as again:
        assert again.execute("SELECT count(*) FROM entries").fetchone() == (3 * 61 + 151,)


def start_beside(folder: Path) -> Opened:
    storage = Storage(folder / "journal.db", open_database)
    opened = storage.open()
    save(storage, 1, range(5))
    storage.close()
    storage = Storage(folder / "journal.db", open_database)
    assert revision(storage.open()) == 4
    storage.close()
    return opened
