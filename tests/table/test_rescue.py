"""What comes back of a journal that a card or a power cut has damaged."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from companion.faces.languages import LANGUAGES
from companion.table.storage import Storage
from hardware.database import open_database
from tests.table.cards import flipped, forget_copy, in_one_file, revision, start, truncated, zeroed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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


def test_the_database_of_another_program_is_kept_and_left_alone(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "journal.db")) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    opened = start(tmp_path)
    assert opened.game is None
    with closing(open_database(tmp_path / opened.put_aside[0])) as db:
        assert db.execute("SELECT * FROM recipes").fetchall() == []


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
