"""What people are called across games: games stay as they were played, this book says who is meant by a name in them."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Final

import msgspec

from companion.errors import Code, Refusal
from companion.games.names import folded, proper
from companion.games.strict import bad, read_tagged

if TYPE_CHECKING:
    from collections.abc import Iterable

log = logging.getLogger(__name__)


class Rename(msgspec.Struct, frozen=True, tag="rename", tag_field="do", forbid_unknown_fields=True):
    """Somebody is called otherwise; with the name of another person, both are one."""

    person: str
    name: str


class Separate(msgspec.Struct, frozen=True, tag="separate", tag_field="do", forbid_unknown_fields=True):
    """Who is written so in games is called so again, and nobody else: takes back a ``rename``."""

    name: str


class Hide(msgspec.Struct, frozen=True, tag="hide", tag_field="do", forbid_unknown_fields=True):
    """Somebody is not offered for new games, and holds no records."""

    person: str


class Show(msgspec.Struct, frozen=True, tag="show", tag_field="do", forbid_unknown_fields=True):
    """Takes back a ``hide``."""

    person: str


Told = Rename | Separate | Hide | Show

_VERBS: Final[dict[str, type[msgspec.Struct]]] = {"rename": Rename, "separate": Separate, "hide": Hide, "show": Show}


class Book(msgspec.Struct, frozen=True):
    """Who is meant by a name; two that are equal but for capitals always mean the same person.

    >>> book = Book().rename("adele", "Ada")
    >>> book.name("Adele"), book.who("ADA") == book.who("Adele"), book.separate("Adele") == Book()
    ('Ada', True, True)
    """

    called: dict[str, str] = {}
    """What somebody is called now, by the folded name in games."""
    hidden: tuple[str, ...] = ()
    """By their folded names."""

    def name(self, written: str) -> str:
        """What somebody is called who is written so in a game."""
        told = self.called.get(folded(written))
        # Whoever is called so, in whatever capitals, is called as was told.
        return told or next((name for name in self.called.values() if folded(name) == folded(written)), written)

    def who(self, written: str) -> str:
        """The same for one person, however written."""
        return folded(self.name(written))

    def hides(self, name: str) -> bool:
        return self.who(name) in self.hidden

    def written(self, person: str) -> tuple[str, ...]:
        """The folded names that mean somebody who is called so now."""
        who = folded(person)
        own = () if who in self.called else (who,)
        return (*own, *(written for written, name in self.called.items() if folded(name) == who))

    def rename(self, person: str, name: str) -> Book:
        """Somebody is called otherwise from now on; whoever is called so already is the same person then."""
        called = {**self.called, **dict.fromkeys(self.written(person), name)}
        before, after = folded(person), folded(name)
        return Book(called, tuple(each for each in self.hidden if each != before or after == before))

    def separate(self, written: str) -> Book:
        """Who is written so is called so again. Raises Refusal illegal."""
        if folded(written) not in self.called:
            raise Refusal(Code.ILLEGAL, f"{written} is called as written: there is nothing to separate")
        return Book({key: name for key, name in self.called.items() if key != folded(written)}, self.hidden)

    def hide(self, person: str) -> Book:
        """Somebody is not offered any more."""
        return Book(self.called, tuple(sorted({*self.hidden, folded(person)})))

    def show(self, person: str) -> Book:
        """Somebody is offered again."""
        return Book(self.called, tuple(each for each in self.hidden if each != folded(person)))

    def lineup(self, players: Iterable[str]) -> tuple[str, ...] | None:
        """Those who played together, as they are called now; None if they cannot be offered together any more."""
        names = tuple(map(self.name, players))
        if any(self.hides(name) for name in names) or len(set(map(folded, names))) < len(names):
            return None
        return names


def read_told(data: object) -> Told:
    """What is to be changed in the book; its names are tidied. Raises Refusal bad-command."""
    told = read_tagged(data, "do", _VERBS, "what is told of people")
    assert isinstance(told, Rename | Separate | Hide | Show)
    try:
        names = {field: proper(getattr(told, field)) for field in told.__struct_fields__}
    except ValueError as error:
        raise bad(f"what is told of people: {error}") from None
    return msgspec.structs.replace(told, **names)


def changed(book: Book, told: Told) -> Book:
    """The book after a change. Raises Refusal illegal."""
    match told:
        case Rename(person=person, name=name):
            return book.rename(person, name)
        case Separate(name=name):
            return book.separate(name)
        case Hide(person=person):
            return book.hide(person)
        case Show(person=person):
            return book.show(person)


def read_book(text: str | None) -> Book:
    """The book as it was kept; an empty one where that cannot be read."""
    if text is None:
        return Book()
    try:
        return msgspec.convert(json.loads(text), Book)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        log.warning("who is called how cannot be read, and everybody is called as in the games: %s", error)
        return Book()


def written_book(book: Book) -> str:
    """As text, to be kept."""
    return json.dumps(msgspec.to_builtins(book))
