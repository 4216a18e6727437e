"""Past games: how each ended is at hand without reading it, whatever happened to it, to the file, or to the version."""

from __future__ import annotations

from contextlib import closing
from itertools import count, islice
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from companion.games.names import folded
from companion.games.state import Ended
from companion.table import database, results
from companion.table.people import Book
from companion.table.records import Change, Result, Row, Seat
from companion.table.results import Past
from companion.table.storage import Storage
from companion.table.tally import Best, Closest, Counting, Streak
from hardware.database import open_database
from tests.table.shelf import fill

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    import pytest

    from tests.table.tables import Table, Told

SHORT: tuple[Told, ...] = ("lift", {"do": "result", "to": "Ada"}, "finish")


def past(table: Table) -> list[tuple[int, str, dict[str, int], tuple[str, ...]]]:
    """What is listed: number, how it ended, the scores, who won."""
    listed = table.wait(lambda session: session.archive.past(100))
    return [
        (
            game.id,
            game.result.ended,
            {seat.name: seat.score for seat in game.result.seats},
            tuple(seat.name for seat in game.result.seats if seat.won),
        )
        for game in listed
    ]


def of_version_1(path: Path) -> None:
    """Make a file what the first version has left."""
    with closing(open_database(path)) as db:
        db.executescript("DROP TABLE seats; DROP TABLE results; PRAGMA user_version = 1")


def test_a_game_is_listed_once_it_is_over_and_no_more_when_its_end_is_undone(table: Table) -> None:
    table.start()
    table.begin()
    table.enter(*SHORT[:-1])
    assert past(table) == []
    table.enter("finish")
    assert past(table) == [(1, "short", {"Ada": 3, "Ben": 0}, ("Ada",))]
    table.enter("undo")
    assert past(table) == []
    table.enter("abandon")
    assert past(table) == [(1, "abandoned", {"Ada": 3, "Ben": 0}, ())]


def test_what_is_put_right_after_the_end_is_listed_so(table: Table) -> None:
    table.start()
    table.begin()
    table.enter(*SHORT, {"do": "correct", "set": {"bowls.Ben": 7}}, {"do": "rename", "player": "Ben", "name": "Bén"})
    assert past(table) == [(1, "short", {"Ada": 3, "Bén": 7}, ("Bén",))]
    before = table.wait(lambda session: session.archive.past(9))
    table.restart()
    assert table.wait(lambda session: session.archive.past(9)) == before


def test_a_file_of_the_first_version_is_brought_here_with_all_that_was_in_it(table: Table) -> None:
    table.start()
    for _ in range(2):
        table.begin()
        table.enter(*SHORT)
    table.begin()
    table.enter("lift")
    before = table.ledger.snapshot()
    listed = past(table)
    table.sleep(3.0)
    table.stop()
    for name in ("journal.db", "journal-good.db"):
        of_version_1(table.folder / name)

    assert table.start().words == ""
    assert table.ledger.snapshot() == before
    table.sleep(3.0)
    assert past(table) == listed
    table.enter("set_down", "result", "finish")
    assert [number for number, *_ in past(table)] == [3, 2, 1]


def test_where_a_file_of_the_first_version_is_broken_its_good_copy_serves(table: Table) -> None:
    table.start()
    table.begin()
    table.enter(*SHORT)
    table.sleep(3.0)
    table.stop()
    for name in ("journal.db", "journal-good.db"):
        of_version_1(table.folder / name)
    table.path.write_bytes(b"gone")
    opened = table.start()
    assert opened.put_aside == ("journal-damaged-1.db",)
    table.sleep(3.0)
    assert past(table) == [(1, "short", {"Ada": 3, "Ben": 0}, ("Ada",))]


def test_a_full_disk_keeps_a_file_of_the_first_version_as_it_is_until_there_is_room(table: Table) -> None:
    table.start()
    table.begin()
    table.enter(*SHORT)
    table.stop()
    of_version_1(table.path)
    table.disk.fail("full")
    assert not table.start().available
    table.disk.heal()
    table.sleep(3.0)
    assert past(table) == [(1, "short", {"Ada": 3, "Ben": 0}, ("Ada",))]


def test_what_only_the_good_copy_has_is_listed_too(table: Table) -> None:
    table.start()
    table.begin()
    table.enter(*SHORT)
    table.sleep(3.0)
    table.stop()
    for path in table.folder.glob("journal.db*"):
        path.unlink()
    table.start()
    table.sleep(3.0)
    assert past(table) == [(1, "short", {"Ada": 3, "Ben": 0}, ("Ada",))]


def test_a_game_that_does_not_fit_the_rules_any_more_keeps_no_other_from_being_listed(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "journal.db", open_database)
    storage.open()
    for number, header in ((1, '{"game":"katz-schmaus","players":["Ada","Ben"],"options":{}}'), (2, '{"game":"ludo"}')):
        rows = (_row(0, header), _row(1, '{"do":"finish"}'))
        storage.write(Change(number, rows, over=True))
    while storage.list_one():
        pass
    assert [game.id for game in storage.past(None, 9)] == [1]
    storage.close()


def test_a_card_that_garbles_how_a_game_ended_hides_no_other_and_it_is_counted_anew(table: Table) -> None:
    table.start()
    for players in (("Ada", "Ben"), ("Cem", "Dan")):
        table.begin(*players)
        table.enter("lift", {"do": "result", "to": players[0]}, "finish")
    table.stop()
    with closing(open_database(table.path)) as db:
        db.execute("UPDATE results SET ended = 'shorn' WHERE game = 1")
    table.start()
    assert [number for number, *_ in past(table)] == [2]
    table.sleep(3.0)
    assert [(number, how) for number, how, *_ in past(table)] == [(2, "short"), (1, "short")]


def _row(revision: int, command: str) -> Row:
    return Row(revision, command, "phone", None, None, None, float(revision), 1.79e9, 1)


def filled(path: Path, games: list[Result]) -> sqlite3.Connection:
    """A file in which these games have ended."""
    db = open_database(path)
    database.create(db, None)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("BEGIN")
    for number, result in enumerate(games, 1):
        enter(db, number, result)
    db.execute("COMMIT")
    return db


def enter(db: sqlite3.Connection, number: int, result: Result) -> None:
    db.execute("INSERT INTO games VALUES (?, 1, 0, 0, 1, ?)", (number, number))
    results.enter(db, number, result)


def ended(scores: dict[str, int], game: str = "katz-schmaus", how: Ended = Ended.PLAYED) -> Result:
    most = max(scores.values())
    seats = tuple(
        Seat(
            name,
            score,
            1 + sum(other > score for other in scores.values()),
            score == most and how is not Ended.ABANDONED,
        )
        for name, score in scores.items()
    )
    return Result(game, how, 1.79e9, 1800.0, seats)


def test_a_page_of_ten_thousand_games_costs_what_one_of_fifty_does(tmp_path: Path) -> None:
    """Counted in steps of SQLite's machine, not in seconds."""

    def steps(games: int) -> int:
        with closing(filled(tmp_path / f"{games}.db", [ended({"Ada": 3, "Ben": 1})] * games)) as db:
            counted = count()
            db.set_progress_handler(lambda: next(counted) and 0, 1)
            assert len(results.past(db, None, 20)) == len(results.past(db, games - 10, 20)) == 20
            return next(counted)

    assert steps(10_000) < 1.1 * steps(50)


def test_what_a_table_shows_of_all_its_games_costs_as_much_with_two_thousand_as_with_fifty(tmp_path: Path) -> None:
    """People, games put aside and the last games, after an entry, and after a game has ended."""

    def steps(games: int) -> int:
        opened: list[sqlite3.Connection] = []

        def open_one(path: Path) -> sqlite3.Connection:
            opened.append(open_database(path))
            return opened[-1]

        folder = tmp_path / str(games)
        folder.mkdir()
        fill(folder, games)
        storage = Storage(folder / "journal.db", open_one)
        storage.open()
        header = '{"game":"katz-schmaus","players":["Ada","Zoë"],"options":{}}'
        for number in range(games + 1, games + 31):
            storage.write(Change(number, (_row(0, header), *(_row(at, "{}") for at in range(1, 90))), put_aside=True))

        def shown() -> list[str]:
            while (tally := storage.tally(Book())) is None:
                pass
            assert len(storage.waiting()) == 30
            assert len(list(islice(storage.games(games + 1), 20))) == len(storage.past(None, 20)) == 20
            return sorted(person.name for person in tally.people)

        shown()
        counted = count()
        for db in opened:
            db.set_progress_handler(lambda: next(counted) and 0, 1)
        storage.write(Change(games + 31, (_row(0, header),)))
        shown()
        storage.write(Change(games + 31, (_row(1, "{}"),), over=True, result=ended({"Ada": 3, "Zoë": 4})))
        assert shown() == ["Ada", "Ben", "Cem", "Zoë"]
        taken = next(counted)
        storage.drop()
        return taken

    assert steps(2000) < 1.1 * steps(50)


def test_games_are_listed_from_the_newest_on(tmp_path: Path) -> None:
    with closing(filled(tmp_path / "journal.db", [ended({"Ada": 3, "Ben": number}) for number in range(5)])) as db:
        assert [game.id for game in results.past(db, None, 3)] == [5, 4, 3]
        assert [game.id for game in results.past(db, 3, 9)] == [2, 1]
        assert results.past(db, 2, 1) == [Past(1, ended({"Ada": 3, "Ben": 0}))]


NAMES = ("Ada", "ada", "Adele", "Ben", "Cem")
GAMES = st.lists(
    st.builds(
        ended,
        st.dictionaries(st.sampled_from(NAMES), st.integers(-5, 9), min_size=2, max_size=4).filter(
            lambda scores: len({folded(name) for name in scores}) == len(scores)
        ),
        st.sampled_from(["katz-schmaus", "fat-cats"]),
        st.sampled_from([Ended.PLAYED, *Ended]),
    ),
    max_size=12,
)
BOOKS = st.sampled_from(
    [Book(), Book().rename("adele", "Ada"), Book().hide("ben"), Book().rename("ben", "Zoë").hide("zoë")]
)


@given(games=GAMES, looked_after=st.integers(0, 12), book=BOOKS)
def test_records_are_what_one_would_count_by_hand_whenever_one_looked_before(
    tmp_path_factory: pytest.TempPathFactory, games: list[Result], looked_after: int, book: Book
) -> None:
    with closing(filled(tmp_path_factory.mktemp("file") / "journal.db", games[:looked_after])) as db:
        counting = Counting(book)
        assert counting.go_on(db)
        for number, result in enumerate(games[looked_after:], looked_after + 1):
            assert not counting.has(number)
            enter(db, number, result)
        assert counting.go_on(db)
    found = counting.tally()

    played = [(number, game) for number, game in enumerate(games, 1) if game.ended == "played"]
    seats = [(number, game, seat) for number, game in played for seat in game.seats if not book.hides(seat.name)]
    assert {folded(person.name) for person in found.people} == {book.who(s.name) for g in games for s in g.seats}
    for person in found.people:
        mine = [s for _, g in played for s in g.seats if book.who(s.name) == folded(person.name)]
        assert (person.games, person.wins) == (len(mine), sum(seat.won for seat in mine))
        assert person.hidden == book.hides(person.name)
    for kind in ("katz-schmaus", "fat-cats"):
        scores = [(-seat.score, number) for number, game, seat in seats if game.game == kind]
        best = found.best.get(kind)
        assert (best and (-best.score, best.game)) == min(scores, default=None)
        margins = []
        for number, game, seat in seats:
            losers = [other.score for other in game.seats if not other.won]
            if game.game == kind and seat.won and len(losers) == len(game.seats) - 1:
                margins.append((seat.score - max(losers), number))
        closest = found.closest.get(kind)
        assert (closest and (closest.ahead, closest.game)) == min(margins, default=None)
    longest, running = 0, dict[str, int]()
    for _, _, seat in seats:
        who = book.who(seat.name)
        running[who] = running.get(who, 0) + 1 if seat.won else 0
        longest = max(longest, running[who])
    assert (found.streak.wins if found.streak else 0) == (longest if longest > 1 else 0)


def test_records_name_people_as_they_are_called_now(tmp_path: Path) -> None:
    games = [ended({"Ada": 3, "Ben": 1}), ended({"Adele": 5, "Ben": 4}), ended({"Ben": 2, "ADA": 3})]
    with closing(filled(tmp_path / "journal.db", games)) as db:
        counting = Counting(Book().rename("adele", "Ada"))
        assert counting.go_on(db)
    found = counting.tally()
    assert found.best == {"katz-schmaus": Best(5, "Ada", 2)}
    assert found.closest == {"katz-schmaus": Closest(1, "Ada", 2)}
    assert found.streak == Streak(3, "Ada", 3)
    assert [(person.name, person.spellings) for person in found.people] == [("Ada", ("Adele",)), ("Ben", ())]
