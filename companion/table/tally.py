"""What all games come to: who has played what, and the records; each game is counted once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.names import folded

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from companion.table.people import Book

AT_ONCE: Final = 500
"""So many games are counted while the journal does nothing else, 2 ms on a laptop: what people enter waits no longer."""


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


class Counting:
    """Counts all games that are over, and from then on those that have ended since."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._upto = 0
        """The last game that was counted."""
        self._counted: dict[tuple[str, str], _Counted] = {}
        """By the name with which two spellings are compared, and the kind of game."""
        self._written: dict[str, tuple[int, str]] = {}
        """In which game such a name stood last, and how it was written there."""
        self._holders: dict[str, str | None] = {}
        """Whose record it is that such a name holds; None of those who are hidden: they stay in the others' games."""
        self._running: dict[str, int] = {}
        """How many games somebody has won one after the other by now."""
        self._longest: tuple[int, str, int] | None = None
        """The most of those, who won them, and the last one; the latest of several."""

    def has(self, game: int) -> bool:
        """Whether this game was counted already: where it ends otherwise, all are to be counted anew."""
        return game <= self._upto

    def go_on(self, db: sqlite3.Connection) -> bool:
        """Count what was not counted yet, but no more than ``AT_ONCE``; whether that was all."""
        (newest,) = db.execute("SELECT coalesce(max(game), 0) FROM seats").fetchone()
        upto = min(newest, self._upto + AT_ONCE)
        for seat in db.execute(_SEATS, (self._upto, upto)):
            self._count(*seat)
        self._upto = max(self._upto, upto)
        return bool(self._upto >= newest)

    def tally(self) -> Tally:
        """What all that was counted comes to."""
        people = self._people()
        names = {self.book.who(person.name): person.name for person in people}
        best, closest = dict[str, Best](), dict[str, Closest]()
        for kind in sorted({kind for _, kind in self._counted}):
            mine = [(spelled, one) for (spelled, played), one in self._counted.items() if played == kind]
            mine = [(spelled, one) for spelled, one in mine if self._holders[spelled] is not None]
            if reached := min(((one.best, spelled) for spelled, one in mine if one.best), default=None):
                (score, game), who = reached
                best[kind] = Best(-score, names[self.book.who(who)], game)
            if won := min(((one.closest, spelled) for spelled, one in mine if one.closest), default=None):
                (ahead, game), who = won
                closest[kind] = Closest(ahead, names[self.book.who(who)], game)
        streak = None
        if self._longest is not None:
            wins, who, game = self._longest
            streak = Streak(wins, names[who], game)
        return Tally(people, best, closest, streak)

    def _count(
        self, game: int, kind: str, spelled: str, player: str, score: int, won: int, counts: int, ahead: int | None
    ) -> None:
        self._written[spelled] = (game, player)
        one = self._counted.get((spelled, kind))
        if one is None:
            one = self._counted[spelled, kind] = _Counted()
            self._holders[spelled] = None if self.book.hides(spelled) else self.book.who(spelled)
        if not counts:
            return
        one.games += 1
        if one.best is None or -score < one.best[0]:
            one.best = (-score, game)
        if won:
            one.wins += 1
            if ahead is not None and (one.closest is None or ahead < one.closest[0]):
                one.closest = (ahead, game)
        who = self._holders[spelled]
        if who is not None:
            wins = self._running[who] = self._running.get(who, 0) + 1 if won else 0
            if wins > 1 and (self._longest is None or wins >= self._longest[0]):
                self._longest = (wins, who, game)

    def _people(self) -> tuple[Person, ...]:
        book = self.book
        spellings = dict[str, list[tuple[int, str]]]()
        for spelled, newest in self._written.items():
            spellings.setdefault(book.who(spelled), []).append(newest)
        kinds: dict[str, dict[str, tuple[int, int]]] = {who: {} for who in spellings}
        for (spelled, kind), one in sorted(self._counted.items(), key=lambda counted: counted[0]):
            played = kinds[book.who(spelled)]
            games, wins = played.get(kind, (0, 0))
            played[kind] = (games + one.games, wins + one.wins)
        people = []
        for who, written in spellings.items():
            players = [player for _, player in sorted(written, reverse=True)]
            name = book.name(players[0])
            others = tuple(player for player in players if player != name and folded(player) in book.called)
            games, wins = (sum(each) for each in zip(*kinds[who].values(), strict=True))
            people.append(Person(name, others, games, wins, kinds[who], book.hides(name)))
        return tuple(sorted(people, key=lambda person: (-person.games, folded(person.name))))


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


@dataclass(slots=True)
class _Counted:
    """What the games of one name in one kind of game come to."""

    games: int = 0
    wins: int = 0
    best: tuple[int, int] | None = None
    """The most, with its sign turned, and the first game in which it was reached; None without games that count."""
    closest: tuple[int, int] | None = None
    """By how little one was won, and the first that was."""


_SEATS: Final = (
    "SELECT game, kind, person, player, score, won, counts, ahead FROM seats WHERE game > ? AND game <= ? ORDER BY game"
)
