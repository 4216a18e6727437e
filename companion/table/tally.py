"""What all games come to: who has played what, and the records; counted by the journal's file, not game by game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.names import folded

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from companion.table.people import Book


class Best(NamedTuple):
    """The most that anybody ever had in a game."""

    score: int
    name: str
    game: int


class Closest(NamedTuple):
    """The game that was won by least."""

    ahead: int
    """0: it was decided by the rule for ties."""
    winner: str
    game: int


class Streak(NamedTuple):
    """Most games won one after the other."""

    wins: int
    name: str
    game: int
    """The last of them."""


class Person(NamedTuple):
    """Somebody who has played."""

    name: str
    spellings: tuple[str, ...]
    """As the name is written in games, where the book says that it is this person's."""
    games: int
    """Played to their end."""
    wins: int
    played: dict[str, tuple[int, int]]
    """Games and wins by the name of the game, of those that were played to their end."""
    hidden: bool


class Tally(NamedTuple):
    """What all games come to: who has played, and the records of those who are not hidden."""

    people: tuple[Person, ...]
    """Who has played most comes first."""
    best: dict[str, Best]
    closest: dict[str, Closest]
    streak: Streak | None


def tally(db: sqlite3.Connection, book: Book) -> Tally:
    """What all games come to, by the people as they are called now."""
    counted = [_Counted(*row) for row in db.execute(_COUNTED)]
    people = tuple(_people(db, counted, book))
    names = {book.who(person.name): person.name for person in people}
    # Who is hidden stays in the games of the others, and holds no record.
    shown = [one for one in counted if one.games and not book.hides(one.spelled)]
    best, closest = dict[str, Best](), dict[str, Closest]()
    for kind in sorted({one.kind for one in shown}):
        mine = [one for one in shown if one.kind == kind]
        score = max(one.score for one in mine)
        game, who = min((_first(db, _REACHED, one, score), one.spelled) for one in mine if one.score == score)
        best[kind] = Best(score, names[book.who(who)], game)
        won = [one for one in mine if one.ahead is not None]
        if won:
            ahead = min(one.ahead for one in won if one.ahead is not None)
            game, who = min((_first(db, _WON_BY, one, ahead), one.spelled) for one in won if one.ahead == ahead)
            closest[kind] = Closest(ahead, names[book.who(who)], game)
    return Tally(people, best, closest, _streak(db, names, book))


def with_others(ended: Tally, lineups: Iterable[Sequence[str]], book: Book) -> Tally:
    """The same with those who play in games that are not over, and with their spellings in those."""
    people = {book.who(person.name): person for person in ended.people}
    for written in (name for names in lineups for name in names):
        who, name = book.who(written), book.name(written)
        person = people.setdefault(who, Person(name, (), 0, 0, {}, book.hides(name)))
        known = {folded(each) for each in (person.name, *person.spellings)}
        if folded(written) in book.called and folded(written) not in known:
            people[who] = person._replace(spellings=(*person.spellings, written))
    return ended._replace(people=tuple(people.values()))


class _Counted(NamedTuple):
    """What the games of one name in one kind of game come to."""

    spelled: str
    kind: str
    games: int
    wins: int
    score: int
    """The most; of no meaning without games that count, as ``ahead``."""
    ahead: int | None
    """The least."""


# All of it stands in the index.
_COUNTED: Final = """
    SELECT person, kind, sum(counts), sum(counts AND won), max(iif(counts, score, NULL)),
           min(iif(counts AND won, ahead, NULL))
    FROM seats GROUP BY person, kind
"""


_REACHED: Final = "SELECT min(game) FROM seats WHERE person = ? AND kind = ? AND counts AND score = ?"
_WON_BY: Final = "SELECT min(game) FROM seats WHERE person = ? AND kind = ? AND counts AND won AND ahead = ?"


def _first(db: sqlite3.Connection, question: str, one: _Counted, value: int) -> int:
    """The first game in which somebody reached a score, or won by so much."""
    (game,) = db.execute(question, (one.spelled, one.kind, value)).fetchone()
    return int(game)


def _streak(db: sqlite3.Connection, names: dict[str, str], book: Book) -> Streak | None:
    """The most games that one person won in a row; the latest of several."""
    longest: Streak | None = None
    identities = dict[str, str | None]()
    running = dict[str, int]()
    for spelled, game, won in db.execute("SELECT person, game, won FROM seats WHERE counts ORDER BY game"):
        if spelled not in identities:
            identities[spelled] = None if book.hides(spelled) else book.who(spelled)
        who = identities[spelled]
        if who is None:
            continue
        wins = running[who] = running.get(who, 0) + 1 if won else 0
        if wins > 1 and (longest is None or wins >= longest.wins):
            longest = Streak(wins, names[who], game)
    return longest


def _people(db: sqlite3.Connection, counted: list[_Counted], book: Book) -> Iterator[Person]:
    spellings = dict[str, list[tuple[int, str]]]()
    for spelled in {one.spelled for one in counted}:
        newest = db.execute(
            "SELECT game, player FROM seats WHERE person = ? ORDER BY game DESC LIMIT 1", (spelled,)
        ).fetchone()
        spellings.setdefault(book.who(spelled), []).append(newest)
    people = []
    for who, written in spellings.items():
        kinds = dict[str, tuple[int, int]]()
        for one in counted:
            if book.who(one.spelled) == who:
                games, wins = kinds.get(one.kind, (0, 0))
                kinds[one.kind] = (games + one.games, wins + one.wins)
        players = [player for _, player in sorted(written, reverse=True)]
        name = book.name(players[0])
        others = tuple(player for player in players if player != name and folded(player) in book.called)
        games, wins = (sum(each) for each in zip(*kinds.values(), strict=True))
        people.append(Person(name, others, games, wins, kinds, book.hides(name)))
    yield from sorted(people, key=lambda person: (-person.games, folded(person.name)))
