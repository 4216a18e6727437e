"""Everybody who has played, and the records, as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from companion.faces.phone.markup import isolated
from companion.faces.words import written
from companion.games import GAMES
from companion.games.names import folded
from companion.games.said import fill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from companion.faces.phone.tongues import Tongue
    from companion.table.tally import Person, Tally


class Somebody(NamedTuple):
    """A person in the list."""

    id: str
    """The same for as long as the name is."""
    person: Person
    told: str
    kinds: tuple[str, ...]


class Record(NamedTuple):
    """What nobody has done better."""

    what: str
    told: Markup
    game: int


def everybody(tally: Tally, tongue: Tongue) -> list[Somebody]:
    """Who has played; those who are hidden come last."""
    own = tongue.own
    found = []
    for person in sorted(tally.people, key=lambda each: each.hidden):
        told = fill(own.games_and_wins, {"games": person.games, "wins": person.wins}) if person.games else ""
        kinds = tuple(
            f"{_title(kind)}: {fill(own.games_and_wins, {'games': games, 'wins': wins})}"
            for kind, (games, wins) in person.played.items()
            if games
        )
        found.append(Somebody(f"p{crc32(folded(person.name).encode()):08x}", person, told, kinds))
    return found


def records(tally: Tally, tongue: Tongue) -> Iterator[Record]:
    """The few that there are."""
    own = tongue.own
    for kind in tally.best:
        best = tally.best[kind]
        told = fill(own.best_by, {"name": best.name, "score": written(best.score)})
        yield Record(fill(own.best_in, {"game": _title(kind)}), isolated(told, [best.name]), best.game)
        closest = tally.closest.get(kind)
        if closest is not None:
            by = own.won_by if closest.ahead else own.won_by_the_tie
            told = fill(by, {"name": closest.winner, "ahead": closest.ahead})
            yield Record(fill(own.closest_in, {"game": _title(kind)}), isolated(told, [closest.winner]), closest.game)
    if tally.streak is not None:
        told = fill(own.wins_in_a_row, {"name": tally.streak.name, "wins": tally.streak.wins})
        yield Record(own.longest_streak, isolated(told, [tally.streak.name]), tally.streak.game)


def _title(kind: str) -> str:
    return GAMES[kind].title if kind in GAMES else kind
