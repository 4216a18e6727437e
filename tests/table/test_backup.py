"""All games in one file: put away while people play, and put back on another card."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.command_line import main
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


def test_a_stick_without_room_is_what_is_named(played: Table, away: Path) -> None:
    def opened_without_room(path: Path) -> sqlite3.Connection:
        copy = open_database(path)
        copy.execute("PRAGMA max_page_count = 1")
        return copy

    with pytest.raises(NoBackup, match=f"^{away} cannot be written .No space left on device.: name another place"):
        back_up(played.folder, away, opened_without_room)
    assert not list(away.parent.iterdir())


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


def test_what_was_played_beside_the_games_of_a_newer_version_is_kept_with_them(played: Table, away: Path) -> None:
    back_up(played.folder, away, open_database)
    backed_up = played.ledger.snapshot()
    played.stop()
    with closing(open_database(played.path)) as db:
        db.execute("PRAGMA user_version = 7")
    played.start()
    played.begin("Cem", "Dan")
    played.stop()
    there = {path.name for path in played.folder.glob("journal*")}
    assert f"journal-v{VERSION}.db" in there
    kept = restore(played.folder, away, open_database).kept_in
    assert kept is not None
    assert {path.name for path in kept.iterdir()} == there
    assert found_in(played.folder) == backed_up


@pytest.mark.parametrize(
    ("began", "set_to", "told"),
    [
        (0.0, None, "when the clock was not set"),
        (0.0, 1.79e9, "the last of 2026-09-21 14:03 UTC"),
        (1.79e9, None, "the last of 2026-09-21 14:13 UTC"),
    ],
    ids=["never set", "set late", "set"],
)
def test_when_the_last_entry_was_is_said_as_far_as_it_is_known(
    table: Table, away: Path, began: float, set_to: float | None, told: str
) -> None:
    table.clock.set_wall(began)
    table.start()
    table.begin()
    table.enter("lift")
    table.sleep(600.0)
    if set_to is not None:
        table.clock.set_wall(set_to)
        table.do(lambda session: session.look_at_clock())
    assert str(back_up(table.folder, away, open_database)) == f"1 game, 1 entry, {told}"


@pytest.mark.parametrize("end", [None, "stop", "cut"])
def test_what_was_put_back_misses_no_log(played: Table, away: Path, tmp_path: Path, end: str | None) -> None:
    played.sleep(2.0)
    if end is not None:
        getattr(played, end)()
    back_up(played.folder, away, open_database)
    restore(tmp_path / "new", away, open_database)
    table = Table(tmp_path / "new")
    assert table.start().words == ""
    table.stop()


def test_what_root_puts_back_belongs_to_whose_folder_it_is_and_nothing_beyond_it(
    played: Table, away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(played.folder, away, open_database)
    played.stop()
    (played.folder / "elsewhere").symlink_to("/etc/hostname")
    given: dict[str, tuple[int, int, bool]] = {}

    def chown(path: Path, user: int, group: int, *, follow_symlinks: bool = True) -> None:
        given[path.name] = user, group, follow_symlinks

    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", chown)
    restore(played.folder, away, open_database)
    owner = played.folder.stat()
    assert {"journal-draft.db", "before-restore-1", "elsewhere"} <= given.keys()
    assert set(given.values()) == {(owner.st_uid, owner.st_gid, False)}


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


@pytest.mark.parametrize("what", ["missing", "file"])
def test_a_folder_that_is_not_there_is_named_and_not_the_file_of_a_moment(
    played: Table, tmp_path: Path, what: str
) -> None:
    stick = tmp_path / "usb"
    if what == "file":
        stick.write_text("")
    with pytest.raises(NoBackup, match=rf"^{stick} is no folder: is the stick in\?"):
        back_up(played.folder, stick / "games.db", open_database)


def test_a_place_that_cannot_be_written_to_is_named_and_not_the_file_of_a_moment(played: Table) -> None:
    # A folder in /proc is closed to root, too.
    target = Path("/proc/self/games.db")
    with pytest.raises(NoBackup, match=rf"^{target} cannot be written \([^.]*\): name another place"):
        back_up(played.folder, target, open_database)


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


def test_a_backup_whose_version_a_card_has_garbled_is_put_back(played: Table, away: Path) -> None:
    back_up(played.folder, away, open_database)
    stood = played.ledger.snapshot()
    played.stop()
    with closing(sqlite3.connect(away)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 0x4000}")
    restore(played.folder, away, open_database)
    assert found_in(played.folder) == stood


def made_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILT = [
    (of_another_version, rf"written by a newer version of the companion \({VERSION + 1}, .*: install that version"),
    (without_an_entry, r"is damaged.*of game 1 not all of the 3 entries are whole.*: take another backup"),
    (with_another_score, r"is damaged.*of game 1 not all of the 3 entries are whole"),
    (of_another_program, r"no journal of a companion \(the tables in it are not those of a journal\)"),
    (cut_short, r"is damaged"),
    (lambda path: path.write_text("Dear diary, today we played " * 99), r"\(file is not a database\)"),
    (lambda path: path.write_bytes(b""), r"is empty: name a file that companion backup has written"),
    (Path.unlink, r"is not there: name a file"),
    (made_a_folder, r"is a folder: name a file"),
]
NAMES = ["newer", "gap", "changed", "foreign", "short", "text", "empty", "missing", "folder"]


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


class Plug:
    """Is pulled before a certain one of all that is done to files; then nothing more is done to them.

    A file that was copied and not synced is on the card by half then.
    """

    def __init__(self, at: int, patched: pytest.MonkeyPatch) -> None:
        self._left = at
        self._unsynced = set[tuple[int, int]]()
        for module, name in ((os, "rename"), (os, "replace"), (os, "unlink"), (os, "mkdir"), (shutil, "copyfile")):
            patched.setattr(module, name, self._counted(getattr(module, name)))
        patched.setattr(os, "fsync", self._counted(os.fsync))

    def _counted(self, work: Callable[..., object]) -> Callable[..., object]:
        def one(*arguments: Any, **named: Any) -> object:
            self._left -= 1
            if self._left < 0:
                raise PowerGone(work.__name__)
            done = work(*arguments, **named)
            match work.__name__:
                case "copyfile":
                    self._unsynced.add(_inode(Path(arguments[1]).stat()))
                case "fsync":
                    self._unsynced.discard(_inode(os.fstat(arguments[0])))
            return done

        return one

    def tear(self, folder: Path) -> None:
        """Leave half of what was not synced, whatever it is called now."""
        for path in folder.rglob("*.db*"):
            if _inode(path.stat()) in self._unsynced:
                cut_short(path)


def _inode(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def log_alone(folder: Path) -> None:
    """What was entered last lies in the log, and no copy has it."""
    (folder / "journal-good.db").unlink()


def half_a_journal(folder: Path) -> None:
    """The good copy has all, and what lies there of the journal itself is no good."""
    (folder / "journal.db-wal").unlink()
    cut_short(folder / "journal.db")


def no_journal(folder: Path) -> None:
    for path in folder.glob("journal.db*"):
        path.unlink()


@pytest.mark.parametrize(
    "harm", [lambda _: None, log_alone, half_a_journal, no_journal], ids=["whole", "log alone", "half", "copy alone"]
)
def test_the_power_goes_at_any_moment_of_putting_back_and_there_is_one_or_the_other(
    played: Table, away: Path, tmp_path: Path, harm: Callable[[Path], object]
) -> None:
    back_up(played.folder, away, open_database)
    backed_up = played.ledger.snapshot()
    played.enter("undo", "undo")
    # The good copy is synced by then.
    played.sleep(2.0)
    later = played.ledger.snapshot()
    played.cut()
    harm(played.folder)
    found = list[dict[str, object]]()
    for step in range(100):
        folder = tmp_path / f"cut-{step}"
        shutil.copytree(played.folder, folder)
        with pytest.MonkeyPatch.context() as patched:
            plug = Plug(step, patched)
            try:
                restore(folder, away, open_database)
            except PowerGone:
                pass
            else:
                break
        plug.tear(folder)
        found.append(found_in(folder))
        if found[-1] != later:
            again = found_in(folder)
            assert again == backed_up, "what was there before does not come back"
            kept = tmp_path / f"kept-{step}"
            shutil.copytree(folder / "before-restore-1", kept)
            assert found_in(kept) == later, "what was there before is kept whole"
        assert not [*folder.glob("journal-draft*"), *folder.glob("journal-restore*")]
    assert 10 < len(found) < 99
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
