"""What people are called across games: told once, taken back at any time, and no game is touched by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Code, NotSaved, Refusal
from companion.games.names import folded
from companion.table.people import Book, read_book, written_book

if TYPE_CHECKING:
    from tests.table.tables import Table

NAMES = st.sampled_from(["Ada", "ADA", "Adele", "Ben", "Straße", "STRASSE"])
BOOKS = st.recursive(
    st.just(Book()),
    lambda book: st.builds(Book.rename, book, NAMES, NAMES) | st.builds(Book.hide, book, NAMES),
    max_leaves=4,
)


def tell(table: Table, **told: str) -> Code | None:
    """Change the book; why that is refused, None if it is not."""
    try:
        table.wait(lambda session: session.regulars.tell(told))
    except Refusal as refusal:
        return refusal.code
    return None


def people(table: Table) -> dict[str, tuple[str, ...]]:
    """Everybody who is listed and not hidden, with the other spellings."""
    found = table.wait(lambda session: session.regulars.tally()).people
    return {person.name: person.spellings for person in found if not person.hidden}


def played(table: Table, *lineups: tuple[str, ...]) -> None:
    for players in lineups:
        table.begin(*players)
        table.enter("finish")


@given(book=BOOKS, person=NAMES, name=NAMES)
def test_a_rename_is_taken_back_spelling_by_spelling(book: Book, person: str, name: str) -> None:
    before = book.written(person)
    renamed = book.rename(person, name)
    assert {renamed.who(written) for written in before} <= {folded(name)}
    for written in renamed.written(name):
        if written in renamed.called:
            assert renamed.separate(written).who(written) == written
    assert read_book(written_book(renamed)) == renamed


@given(book=BOOKS, person=NAMES)
def test_who_was_hidden_is_shown_again(book: Book, person: str) -> None:
    assert book.hide(person).show(person) == book.show(person)
    assert not book.show(person).hides(person) or book.who(person) != folded(person)


def test_two_spellings_become_one_person_and_two_again(table: Table) -> None:
    table.start()
    played(table, ("Ada", "Ben"), ("Adele", "Ben"))
    assert tell(table, do="rename", person="ADELE", name="ada") is None
    assert people(table) == {"Ben": (), "Ada": ("Adele",)}
    table.restart()
    assert people(table) == {"Ben": (), "Ada": ("Adele",)}
    assert [seat.name for seat in table.wait(lambda session: session.archive.past(1))[0].result.seats] == [
        "Adele",
        "Ben",
    ]
    assert tell(table, do="separate", name="adele") is None
    assert people(table) == {"Ben": (), "Adele": (), "Ada": ()}


def test_two_who_played_together_are_two(table: Table) -> None:
    table.start()
    played(table, ("Ada", "Ben"))
    assert tell(table, do="rename", person="Ada", name="Ben") is Code.ILLEGAL
    assert tell(table, do="rename", person="Ada", name="ADA") is None
    assert people(table) == {"ADA": ("Ada",), "Ben": ()}


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"do": "rename", "person": "Zoë", "name": "Ada"}, Code.UNKNOWN_PLAYER),
        ({"do": "hide", "person": "Zoë"}, Code.UNKNOWN_PLAYER),
        ({"do": "separate", "name": "Ada"}, Code.ILLEGAL),
        ({"do": "rename", "person": "Ada", "name": " "}, Code.BAD_COMMAND),
        ({"do": "rename", "person": "Ada"}, Code.BAD_COMMAND),
        ({"do": "forget", "person": "Ada"}, Code.BAD_COMMAND),
    ],
)
def test_what_cannot_be_is_refused(table: Table, told: dict[str, str], code: Code) -> None:
    table.start()
    played(table, ("Ada", "Ben"))
    assert tell(table, **told) is code
    assert table.session.regulars.book == Book()


def test_who_is_hidden_is_known_and_can_be_shown(table: Table) -> None:
    table.start()
    played(table, ("Ada", "Ben"))
    assert tell(table, do="hide", person="ben") is None
    assert people(table) == {"Ada": ()}
    assert tell(table, do="show", person="Ben") is None
    assert people(table) == {"Ada": (), "Ben": ()}


def test_who_only_plays_in_a_game_that_is_not_over_is_somebody_too(table: Table) -> None:
    table.start()
    table.begin("Ada", "Bem", "Cem")
    table.enter({"do": "rename", "player": "Bem", "name": "Ben"})
    table.wait(lambda session: session.put_aside().saved())
    table.begin("Dora", "adele")
    assert people(table) == dict.fromkeys(("Ada", "Ben", "Cem", "Dora", "adele"), ())
    assert tell(table, do="hide", person="Bem") is Code.UNKNOWN_PLAYER
    assert tell(table, do="hide", person="Dora") is None
    assert tell(table, do="rename", person="Ben", name="Cem") is Code.ILLEGAL
    assert tell(table, do="rename", person="Adele", name="Ada") is None
    table.restart()
    assert people(table) == {"Ada": ("adele",), "Ben": (), "Cem": ()}


def test_what_people_are_called_comes_back_from_the_good_copy(table: Table) -> None:
    table.start()
    played(table, ("Ada", "Ben"))
    tell(table, do="rename", person="Ben", name="Benjamin")
    table.sleep(3.0)
    table.stop()
    table.path.write_bytes(b"gone")
    table.start()
    table.sleep(3.0)
    assert people(table) == {"Ada": (), "Benjamin": ("Ben",)}


def test_on_a_full_disk_it_holds_and_is_saved_later(table: Table) -> None:
    table.start()
    played(table, ("Ada", "Ben"))
    table.disk.fail("full")
    with pytest.raises(NotSaved):
        tell(table, do="hide", person="Ben")
    assert table.session.regulars.book.hides("Ben")
    table.disk.heal()
    table.sleep(3.0)
    table.restart()
    assert table.session.regulars.book.hides("Ben")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"called": 7}', "[" * 100_000])
def test_a_book_that_a_card_has_spoilt_is_an_empty_one(text: str) -> None:
    assert read_book(text) == Book()
