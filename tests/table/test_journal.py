"""What people find in the journal after a power cut, a broken card, or a change of programs."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.faces.languages import LANGUAGES
from companion.table.database import VERSION
from companion.table.opened import Opened
from companion.table.records import Change, Chosen, Row, when
from companion.table.storage import Storage
from hardware.database import open_database
from hardware.ports import Condition
from tests.table.shelf import fill

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated.disk import Fault
    from tests.table.tables import Table

HEADER = json.dumps({"game": "katz-schmaus", "players": ["Ada", "Ben"], "options": {}})


def row(revision: int, *, key: str | None = None) -> Row:
    command = HEADER if revision == 0 else json.dumps({"do": "lift", "why": "x" * (revision % 60)})
    return Row(revision, command, "phone", "Ada", key, b"d" if key else None, revision * 1.5, 1.79e9 + revision, 1)


def save(storage: Storage, game: int, revisions: range, *, over: bool = False) -> None:
    for revision in revisions:
        storage.write(Change(game, (row(revision),), over=over))


def tend(storage: Storage) -> None:
    """What the journal's thread does when nobody waits."""
    while storage.copy_wants_care:
        storage.tend_copy()


def revision(opened: Opened) -> int | None:
    return opened.game.rows[-1].revision if opened.game else None


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a killed companion leaves: three games over, one on at revision 150, some of it still in the log."""
    live = tmp_path_factory.mktemp("live")
    storage = Storage(live / "journal.db", open_database)
    storage.open()
    for game in (1, 2, 3):
        save(storage, game, range(61), over=True)
    storage.settle(game_ended=True)
    save(storage, 4, range(151))
    tend(storage)
    killed = tmp_path_factory.mktemp("killed") / "data"
    shutil.copytree(live, killed)
    storage.close()
    return killed


@pytest.fixture
def folder(killed: Path, tmp_path: Path) -> Path:
    return shutil.copytree(killed, tmp_path / "data")


def start(folder: Path) -> Opened:
    storage = Storage(folder / "journal.db", open_database)
    opened = storage.open()
    tend(storage)
    storage.close()
    with closing(open_database(folder / "journal.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return opened


def truncated(path: Path, length: int) -> None:
    with path.open("r+b") as file:
        file.truncate(length)


def zeroed(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek(page * 4096)
        file.write(bytes(4096))


def in_one_file(folder: Path) -> None:
    """As after an orderly stop."""
    with closing(open_database(folder / "journal.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_killed_companion_goes_on_where_it_was(folder: Path) -> None:
    opened = start(folder)
    assert revision(opened) == 150
    assert opened.newest == 4
    assert opened.words == ""


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param(lambda path: truncated(path, 0), id="empty"),
        pytest.param(lambda path: truncated(path, 1000), id="cut in the first page"),
        pytest.param(lambda path: truncated(path, 5 * 4096 + 17), id="cut in the middle"),
        pytest.param(lambda path: path.write_bytes(b"\x07" * 20_000), id="garbage"),
        pytest.param(lambda path: path.write_text("no database at all"), id="a text"),
        pytest.param(lambda path: path.write_bytes(bytes(40_960)), id="zeros"),
    ],
)
def test_a_broken_file_costs_nothing_and_is_kept(folder: Path, harm: Callable[[Path], object]) -> None:
    in_one_file(folder)
    journal = folder / "journal.db"
    harm(journal)
    as_found = journal.read_bytes()

    opened = start(folder)

    assert revision(opened) == 150
    assert opened.put_aside == ("journal-damaged-1.db",)
    assert (folder / "journal-damaged-1.db").read_bytes() == as_found
    assert "journal-damaged-1.db" in opened.words
    assert revision(start(folder)) == 150


def of_another_program(path: Path) -> None:
    path.unlink()
    with closing(open_database(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda path: path.write_bytes(b"\x07" * 20_000), "die Datei ist keine Datenbank"),
        (lambda path: truncated(path, 5 * 4096 + 17), "die Datei ist verstümmelt"),
        (of_another_program, "die Tabellen darin sind nicht die eines Spielbuchs"),
    ],
    ids=["garbage", "cut", "another program's"],
)
def test_what_is_wrong_with_a_file_is_told_in_the_tables_language(
    folder: Path, harm: Callable[[Path], object], says: str
) -> None:
    in_one_file(folder)
    harm(folder / "journal.db")
    words = LANGUAGES["de"].say(start(folder).words)
    assert words.startswith(f"Das Spielbuch war beschädigt ({says}).")


def test_any_page_may_be_zeroed(folder: Path, tmp_path: Path) -> None:
    in_one_file(folder)
    for page in range((folder / "journal.db").stat().st_size // 4096):
        again = shutil.copytree(folder, tmp_path / f"page-{page}")
        zeroed(again / "journal.db", page)
        opened = start(again)
        assert revision(opened) == 150, page
        assert opened.put_aside or page == 0, page


def test_any_page_may_be_zeroed_without_a_good_copy_and_what_can_be_read_comes_back(
    folder: Path, tmp_path: Path
) -> None:
    in_one_file(folder)
    (folder / "journal-good.db").unlink()
    (folder / "journal-good.db-wal").unlink(missing_ok=True)
    pages = (folder / "journal.db").stat().st_size // 4096
    kept = 0
    for page in range(pages):
        again = shutil.copytree(folder, tmp_path / f"page-{page}")
        zeroed(again / "journal.db", page)
        opened = start(again)
        storage = Storage(again / "journal.db", open_database)
        storage.open()
        for summary in storage.games():
            game = storage.game(summary.id)
            assert game is not None
            kept += len(game.rows)
        storage.close()
        assert opened.words
    assert kept > 0.5 * pages * (3 * 61 + 151)


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


def forget_copy(folder: Path) -> None:
    for path in folder.glob("journal-good.db*"):
        path.unlink()


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


def test_a_flipped_bit_in_a_text_is_found(folder: Path) -> None:
    in_one_file(folder)
    journal = folder / "journal.db"
    data = journal.read_bytes()
    at = data.rindex(b'"do": "lift"')
    journal.write_bytes(data[:at] + b'"do": "Lift"' + data[at + 12 :])
    opened = start(folder)
    assert revision(opened) == 150
    assert opened.put_aside
    assert opened.game
    assert all("Lift" not in row.command for row in opened.game.rows)


def flipped(path: Path, *revisions: int, game: int = 4) -> None:
    """Bits that have changed in entries of a game, which no look at the pages finds."""
    with closing(open_database(path)) as db:
        for number in revisions:
            db.execute("UPDATE entries SET crc = crc + 1 WHERE game = ? AND revision = ?", (game, number))
        db.commit()


def test_two_files_with_different_damage_make_one_whole_game(folder: Path) -> None:
    flipped(folder / "journal.db", 2, 9)
    flipped(folder / "journal-good.db", 1, 7, 12)
    opened = start(folder)
    assert (revision(opened), opened.lost) == (150, 0)
    assert revision(start(folder)) == 150
    assert len(list(folder.glob("journal-damaged-?.db"))) == 2, "each file is kept once"
    (folder / "journal.db").write_bytes(b"gone")
    assert revision(start(folder)) == 150, "the good copy was made anew from what is whole"


def test_a_game_that_both_files_have_lost_a_piece_of_goes_on_where_it_is_whole(folder: Path) -> None:
    for name in ("journal.db", "journal-good.db"):
        flipped(folder / name, 100)
    opened = start(folder)
    assert (revision(opened), opened.lost) == (99, 51)
    assert "51 entries are lost" in opened.words
    again = start(folder)
    assert (revision(again), again.words) == (99, "")


def test_a_past_game_that_is_cut_back_waits_to_be_taken_up_and_the_others_are_kept(folder: Path) -> None:
    flipped(folder / "journal.db", 30, game=2)
    flipped(folder / "journal.db", 5, game=4)
    flipped(folder / "journal-good.db", 30, game=2)
    assert revision(start(folder)) == 150
    storage = Storage(folder / "journal.db", open_database)
    storage.open()
    found = [(game.id, game.revision, game.over, game.put_aside) for game in storage.games()]
    storage.close()
    assert found == [(4, 150, False, False), (3, 60, True, False), (2, 29, False, True), (1, 60, True, False)]


def test_where_nothing_says_how_games_stood_the_newest_goes_on_and_the_others_wait(folder: Path) -> None:
    in_one_file(folder)
    forget_copy(folder)
    with closing(open_database(folder / "journal.db")) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'").fetchone()
    zeroed(folder / "journal.db", page - 1)
    opened = start(folder)
    assert (opened.game and opened.game.id, revision(opened)) == (4, 150)
    storage = Storage(folder / "journal.db", open_database)
    storage.open()
    found = [(game.id, game.revision, game.put_aside) for game in storage.games()]
    storage.close()
    assert found == [(4, 150, False), (3, 60, True), (2, 60, True), (1, 60, True)]


def test_a_damaged_good_copy_is_replaced_while_people_play(folder: Path) -> None:
    with closing(open_database(folder / "journal-good.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    zeroed(folder / "journal-good.db", 5)
    opened = start(folder)
    assert revision(opened) == 150
    assert (folder / "journal-damaged-1.db").exists()
    (folder / "journal.db").write_bytes(b"gone")
    assert revision(start(folder)) == 150


def test_what_only_a_damaged_good_copy_still_has_comes_back(folder: Path) -> None:
    (folder / "journal.db-wal").unlink()
    with closing(open_database(folder / "journal-good.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'").fetchone()
    zeroed(folder / "journal-good.db", page - 1)
    opened = start(folder)
    assert revision(opened) == 150
    assert opened.put_aside == ("journal-damaged-1.db",)
    assert opened.salvaged == 150
    assert opened.words.startswith("The journal's good copy was damaged (database disk image is malformed).")
    assert "150 entries are here again" in opened.words
    assert start(folder).words == ""


def test_two_files_of_length_0_are_no_fresh_start(folder: Path) -> None:
    for path in folder.glob("journal*"):
        truncated(path, 0)
    opened = start(folder)
    assert (opened.game, opened.lost) == (None, None)
    assert opened.words.startswith("The journal was damaged (it is empty, and so is journal-good.db).")
    assert opened.words.endswith("What was in it cannot be read.")
    assert start(folder).words == ""


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


SCHEMA_FORMAT, USER_VERSION = 44, 60
"""Where they stand in a file (sqlite.org/fileformat2.html, 1.3)."""


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (SCHEMA_FORMAT + 3, "The journal was damaged (unsupported file format)."),
        (USER_VERSION + 1, ""),
        (b"TABLE games", "The journal was damaged (database disk image is malformed: malformed database schema"),
        (b"CREATE TABLE games", "The journal was damaged (malformed database schema"),
        (b"gamesgames", "The journal was damaged (database disk image is malformed: malformed database schema"),
    ],
)
def test_a_flipped_bit_in_what_the_file_says_of_itself_costs_nothing(
    folder: Path, place: int | bytes, says: str
) -> None:
    in_one_file(folder)
    data = bytearray((folder / "journal.db").read_bytes())
    data[place if isinstance(place, int) else data.index(place)] ^= 0x80
    (folder / "journal.db").write_bytes(data)
    opened = start(folder)
    assert revision(opened) == 150
    assert opened.words.startswith(says)
    assert revision(start(folder)) == 150


def test_no_journal_at_all_is_a_fresh_start(tmp_path: Path) -> None:
    assert start(tmp_path / "new" / "folder") == Opened()


def test_the_database_of_another_program_is_kept_and_left_alone(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "journal.db")) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    opened = start(tmp_path)
    assert opened.game is None
    with closing(open_database(tmp_path / opened.put_aside[0])) as db:
        assert db.execute("SELECT * FROM recipes").fetchall() == []


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


def test_a_rescue_that_the_power_cut_is_ended_or_begun_again(folder: Path, tmp_path: Path) -> None:
    in_one_file(folder)
    truncated(folder / "journal.db", 9000)
    rescued = tmp_path / "rescued"
    shutil.copytree(folder, rescued)
    start(rescued)

    # Cut before the damaged file was renamed: there is a rescued file of which nobody knows whether it is whole.
    begun = shutil.copytree(folder, tmp_path / "begun")
    (begun / "journal-rescue.db").write_bytes(b"half")
    assert revision(start(begun)) == 150

    # Cut after that: the rescued file is whole, and the log of the damaged one must not come near it.
    nearly = shutil.copytree(folder, tmp_path / "nearly")
    (nearly / "journal.db").rename(nearly / "journal-damaged-1.db")
    (nearly / "journal.db-wal").write_bytes(b"the log of the damaged file")
    shutil.copyfile(rescued / "journal.db", nearly / "journal-rescue.db")
    assert revision(start(nearly)) == 150
    assert (nearly / "journal-damaged-1.db-wal").read_bytes() == b"the log of the damaged file"


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
