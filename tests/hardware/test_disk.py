"""A simulated disk fails like a real one, and forgets what was not synced."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import pytest

from hardware.simulated.disk import SimulatedDisk
from hardware.simulated.time import PowerCut, VirtualClock

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.simulated.disk import Fault

FAULTS: list[Fault] = ["full", "read-only", "locked"]


class Box:
    """A disk with one database on it."""

    def __init__(self, folder: Path, *, synchronous: str = "FULL", seed: int = 1) -> None:
        self.clock = VirtualClock()
        self.disk = SimulatedDisk(self.clock, folder, seed=seed)
        self.path = folder / "box.db"
        self.synchronous = synchronous
        self.open()
        self.db.execute("CREATE TABLE words (word TEXT)")
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def open(self) -> None:
        self.db = self.disk.open_database(self.path)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute(f"PRAGMA synchronous = {self.synchronous}")

    def write(self, *words: str) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        self.db.executemany("INSERT INTO words VALUES (?)", [(word,) for word in words])
        self.db.execute("COMMIT")

    def words(self) -> list[str]:
        with closing(sqlite3.connect(self.path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return [word for (word,) in db.execute("SELECT word FROM words ORDER BY rowid")]


def really(fault: Fault, path: Path) -> sqlite3.Connection:
    """A database that is truly so; its owner stays alive as long as the connection."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE words (word TEXT)")
    if fault == "read-only":
        return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=0)
    db = sqlite3.connect(path, isolation_level=None, timeout=0)
    if fault == "full":
        db.execute("PRAGMA max_page_count = 1")
    return db


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_says_what_sqlite_says(tmp_path: Path, fault: Fault) -> None:
    box = Box(tmp_path)
    box.disk.fail(fault)
    with pytest.raises(sqlite3.OperationalError) as simulated:
        box.write("x" * 100_000)

    holder = sqlite3.connect(tmp_path / "real.db", isolation_level=None)
    db = really(fault, tmp_path / "real.db")
    if fault == "locked":
        holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as real:
        db.executescript(f"BEGIN IMMEDIATE; INSERT INTO words VALUES ('{'x' * 100_000}'); COMMIT")
    assert str(simulated.value) == str(real.value)
    assert simulated.value.sqlite_errorcode == real.value.sqlite_errorcode
    db.close()
    holder.close()
    box.db.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_healed_disk_works_again(tmp_path: Path, fault: Fault) -> None:
    box = Box(tmp_path)
    box.disk.fail(fault)
    with pytest.raises(sqlite3.OperationalError):
        box.write("lost")
    if box.db.in_transaction:
        box.db.execute("ROLLBACK")
    box.disk.heal()
    box.write("kept")
    box.db.close()
    assert box.words() == ["kept"]
    assert box.disk.commits == {"box.db": 1}


def test_a_slow_commit_takes_its_time(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.disk.slow(2.5)
    box.write("slow")
    assert box.clock.monotonic() == 1002.5
    box.db.close()


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_keeps_what_is_synced_and_nothing_of_what_is_open(tmp_path: Path, seed: int) -> None:
    box = Box(tmp_path, seed=seed)
    # Long enough for the log to be brought into the file, and to begin anew, in between.
    for number in range(12):
        box.write(*[f"{number} " + "x" * 3000] * 120)
    box.db.execute("BEGIN IMMEDIATE")
    box.db.execute("INSERT INTO words VALUES ('open')")
    box.disk.cut()
    assert [word.split()[0] for word in box.words()] == [str(number) for number in range(12) for _ in range(120)]


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_before_the_sync_leaves_the_whole_commit_or_nothing_of_it(tmp_path: Path, seed: int) -> None:
    box = Box(tmp_path, seed=seed)
    box.write("before")

    def write() -> None:
        with suppress(PowerCut):
            box.write(*["after"] * 900)

    box.disk.slow(1.0)
    box.clock.start_thread(write, "writer")
    box.clock.sleep(0.5)
    box.clock.cut_power()
    box.disk.cut()
    assert box.words() in (["before"], ["before"] + ["after"] * 900)


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_may_lose_commits_that_nobody_synced_but_breaks_nothing(tmp_path: Path, seed: int) -> None:
    box = Box(tmp_path, synchronous="NORMAL", seed=seed)
    for number in range(3):
        box.write(*[str(number)] * 500)
    box.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(3, 9):
        box.write(*[str(number)] * 500)
    box.disk.cut()
    kept = len(box.words())
    assert kept >= 1500
    assert kept % 500 == 0
    assert box.words() == [str(number) for number in range(9) for _ in range(500)][:kept]


def test_what_was_not_synced_is_usually_gone(tmp_path: Path) -> None:
    kept = 0
    for seed in range(10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        box = Box(folder, synchronous="NORMAL", seed=seed)
        for _ in range(10):
            box.write("word")
        box.disk.cut()
        kept += len(box.words())
    assert kept < 50


def test_a_renamed_file_and_one_of_somebody_else_stay_what_they_are(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.write("kept")
    box.db.close()
    box.path.rename(tmp_path / "aside.db")
    (tmp_path / "settings.toml").write_text("sound = false")
    (tmp_path / "other.db").write_bytes(b"never opened here")
    box.disk.cut()
    box.path = tmp_path / "aside.db"
    assert box.words() == ["kept"]
    assert (tmp_path / "settings.toml").read_text() == "sound = false"
    assert (tmp_path / "other.db").read_bytes() == b"never opened here"


def test_a_disk_goes_on_after_a_cut(tmp_path: Path) -> None:
    box = Box(tmp_path)
    for number in range(30):
        box.write(str(number))
        box.disk.cut()
        box.open()
    box.db.close()
    assert box.words() == [str(number) for number in range(30)]
