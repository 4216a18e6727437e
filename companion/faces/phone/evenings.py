"""Past games by the evenings on which they were played, and one of them with its way to the end."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.phone.dates import day, evening_of, hour
from companion.games import GAMES
from companion.games.said import fill
from companion.games.state import Ended

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.faces.phone.seen import Reader
    from companion.table.people import Book
    from companion.table.results import Past

SHOWN: Final = 20
"""Games on one page: 15 kB."""


class Place(NamedTuple):
    """How somebody came out of a game."""

    name: str
    score: int
    rank: int
    won: bool


class Played(NamedTuple):
    """A past game."""

    number: int
    title: str
    places: tuple[Place, ...]
    """The first ones first."""
    how: str
    """How it ended, where it was not played to its end."""
    begun: str
    """Hour and minute; empty where the clock was not set."""
    took: str
    """How long; empty where that was less than a minute."""


class Evening(NamedTuple):
    """The games of one evening, the last one first."""

    title: str
    number: int
    """Of one of its games: by that it is found."""
    games: tuple[Played, ...]


def evenings(past: Sequence[Past], book: Book, reader: Reader) -> list[Evening]:
    """Past games as they were listed, by evenings."""
    found = []
    for when, games in groupby(past, lambda game: evening_of(game.begun, reader)):
        played = tuple(_played(game, book, reader) for game in games)
        title = reader.tongue.own.undated if when is None else day(when, reader.tongue)
        found.append(Evening(title, played[0].number, played))
    return found


def evening(around: Sequence[Past], number: int, book: Book, reader: Reader) -> Evening | None:
    """The evening of one game, from those played around it; None if it is not among them."""
    every = evenings(around, book, reader)
    return next((one for one in every if any(game.number == number for game in one.games)), None)


def _played(game: Past, book: Book, reader: Reader) -> Played:
    own, result = reader.tongue.own, game.result
    places = sorted((Place(book.name(seat.name), *seat[1:]) for seat in result.seats), key=lambda place: place.rank)
    minutes = round(result.length / 60)
    how = {Ended.SHORT: own.ended_short, Ended.ABANDONED: own.ended_abandoned}
    return Played(
        number=game.id,
        title=GAMES[result.game].title if result.game in GAMES else result.game,
        places=tuple(places),
        how=how.get(Ended(result.ended), ""),
        begun=hour(game.begun, reader),
        took=fill(own.minutes, {"minutes": minutes}) if minutes else "",
    )
