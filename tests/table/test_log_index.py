"""What a journal without its log, or with a part of it, tells of what was in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from companion.table.storage import Storage
from hardware.database import open_database
from tests.table.cards import forget_copy, revision, start, truncated, zeroed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.table.tables import Table


def test_a_lost_log_comes_back_from_the_good_copy(folder: Path) -> None:
    (folder / "journal.db-wal").unlink()
    (folder / "journal.db-shm").unlink()
    opened = start(folder)
    assert revision(opened) == 150
    assert opened.salvaged == 150
    assert "150 entries" in opened.words


@pytest.mark.parametrize("ended", ["stop", "cut"])
def test_a_lost_log_of_which_there_is_no_copy_is_told_once(table: Table, ended: str) -> None:
    table.start()
    table.begin()
    table.sleep(2.0)
    table.enter("lift")
    getattr(table, ended)()
    for name in ("journal.db-wal", "journal.db-shm", "journal-good.db", "journal-good.db-wal"):
        (table.folder / name).unlink(missing_ok=True)
    opened = table.start()
    if ended == "stop":
        # Nothing was in it: all lay in the file.
        assert (opened.words, table.revision) == ("", 1)
    else:
        assert opened.words == "The journal's log and its good copy are missing: what was entered last may be lost."
        assert (opened.lost, opened.cut, table.revision) == (None, True, 0)
    table.sleep(2.0)
    assert table.restart().words == ""


TAKES_IT_FOR_CLOSED = """
import fcntl, sys
with open(sys.argv[1], "r+b") as index:
    try:
        fcntl.lockf(index, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)
    except BlockingIOError:
        sys.exit(1)
"""
"""As SQLite does in another process, which then empties the index (sqlite.org/walformat.html)."""


def test_another_program_finds_a_journal_open_that_was_opened_after_a_cut(folder: Path) -> None:
    storage = Storage(folder / "journal.db", open_database)
    storage.open()
    command = [sys.executable, "-c", TAKES_IT_FOR_CLOSED, str(folder / "journal.db-shm")]
    assert subprocess.run(command, check=False).returncode == 1
    storage.close()
    assert not (folder / "journal.db-shm").exists()


LOG_FRAME = 24 + 4096


@pytest.mark.parametrize(
    ("cut", "left"),
    [
        pytest.param(lambda size: size, 150, id="whole"),
        pytest.param(lambda size: size - 1, 149, id="by a byte"),
        pytest.param(lambda size: 32 + (size - 32) // LOG_FRAME // 2 * LOG_FRAME, 75, id="where a page ends"),
        pytest.param(lambda _: 4000, 60, id="in the first page"),
        pytest.param(lambda _: 0, 60, id="empty"),
    ],
)
@pytest.mark.parametrize("copy_is_there", [False, True])
def test_a_log_that_was_cut_short_is_told_once_unless_the_good_copy_has_it_all(
    folder: Path, cut: Callable[[int], int], left: int, *, copy_is_there: bool
) -> None:
    log = folder / "journal.db-wal"
    is_cut = left < 150
    truncated(log, cut(log.stat().st_size))
    if copy_is_there:
        assert (revision(opened := start(folder)), opened.lost) == (150, 0)
        return
    forget_copy(folder)
    opened = start(folder)
    assert abs((revision(opened) or 0) - left) <= 3
    assert opened.lost == (None if is_cut else 0)
    assert opened.words == (
        "The journal's log was cut short, and its good copy is missing: what was entered last may be lost."
        if is_cut
        else ""
    )
    assert start(folder).words == ""


def test_a_flipped_bit_at_the_end_of_a_log_is_told_too(folder: Path) -> None:
    forget_copy(folder)
    log = folder / "journal.db-wal"
    data = bytearray(log.read_bytes())
    data[-5 * LOG_FRAME] ^= 1
    log.write_bytes(data)
    assert "log was cut short" in start(folder).words


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda index: index.unlink(), id="gone"),
        pytest.param(lambda index: truncated(index, 50), id="cut short"),
        pytest.param(lambda index: index.write_bytes(bytes(32768)), id="zeros"),
        pytest.param(lambda index: index.write_bytes(with_byte(index.read_bytes(), 16, 9)), id="half written"),
        pytest.param(
            lambda index: index.write_bytes(with_byte(with_byte(index.read_bytes(), 17, 9), 48 + 17, 9)),
            id="with a wrong sum",
        ),
    ],
)
def test_what_cannot_be_believed_of_a_log_is_no_loss(folder: Path, spoil: Callable[[Path], object]) -> None:
    forget_copy(folder)
    truncated(folder / "journal.db-wal", 100_000)
    spoil(folder / "journal.db-shm")
    assert start(folder).words == ""


def with_byte(data: bytes, place: int, value: int) -> bytes:
    return data[:place] + bytes([value]) + data[place + 1 :]


@pytest.mark.parametrize("ended", ["stop", "cut"])
def test_a_damaged_journal_without_log_and_copy_does_not_say_that_nothing_was_lost(table: Table, ended: str) -> None:
    table.start()
    table.begin()
    table.enter("lift")
    table.sleep(2.0)
    table.enter("set_down")
    getattr(table, ended)()
    (table.folder / "journal.db-wal").unlink(missing_ok=True)
    (table.folder / "journal.db-shm").unlink(missing_ok=True)
    forget_copy(table.folder)
    with closing(open_database(table.path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries_key'").fetchone()
    zeroed(table.path, page - 1)
    words = table.start().words
    assert ("Nothing was lost." in words, "The last ones may be missing." in words) == (ended == "stop", ended == "cut")


@pytest.mark.parametrize("played_there", [False, True])
def test_what_is_copied_from_a_table_at_play_without_its_log_says_so(
    table: Table, killed: Path, tmp_path: Path, *, played_there: bool
) -> None:
    table.start()
    table.begin()
    table.sleep(2.0)
    (tmp_path / "copied").mkdir()
    if played_there:
        shutil.copy(killed / "journal-good.db", tmp_path / "copied")
    shutil.copy(table.path, tmp_path / "copied")
    assert "log and its good copy are missing" in start(tmp_path / "copied").words
