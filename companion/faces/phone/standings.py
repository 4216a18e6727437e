"""How everybody stands, and how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.faces.phone import numbers
from companion.faces.phone.markup import isolated
from companion.faces.words import written
from companion.games.said import fill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from companion.faces.phone.seen import Reader, Seen


class Standing(NamedTuple):
    """How one player stands."""

    name: str
    score: int
    rank: int
    first: bool
    winner: bool
    playing: bool
    away: bool
    place: str
    """The rank in words; empty while all have the same."""
    path: str
    """What ``correct`` sets when the score is another on the table; empty where the game does not say."""
    label: str
    """All of it in words."""

    @property
    def wide(self) -> bool:
        """Whether the score needs more room than most."""
        return len(written(self.score)) > 2


def standings(seen: Seen, reader: Reader) -> Iterator[Standing]:
    """All players, in their seats' order."""
    state, own = seen.state, reader.tongue.own
    scores, ranks, winners = state.scores, state.ranks, state.winners
    everybody_is_first = all(ranks[state.players[seat]] == 1 for seat in state.present)
    for seat, name in enumerate(state.players):
        first = ranks[name] == 1 and not everybody_is_first and not state.over
        marks = {
            own.first: first,
            own.winner: name in winners,
            own.playing: name == state.turn,
            own.away: seat in state.left,
        }
        told = fill(own.score, {"name": name, "score": written(scores[name]), "rank": ranks[name]})
        yield Standing(
            name,
            scores[name],
            ranks[name],
            first,
            name in winners,
            name == state.turn,
            seat in state.left,
            "" if everybody_is_first and not state.over else own.ranks[ranks[name] - 1],
            numbers.tally(seen, name),
            ", ".join((told, *(word for word, shown in marks.items() if shown))),
        )


def verdict(seen: Seen, reader: Reader) -> Markup | None:
    """How the game ended; None while it goes on."""
    state, words = seen.state, reader.tongue.words
    if not state.over:
        return None
    if not state.winners:
        return isolated(words.nobody, ())
    score = written(max(state.scores[name] for name in state.winners))
    if len(state.winners) == 1:
        return isolated(f"{state.winners[0]} {fill(words.wins, {'score': score})}", state.players)
    return isolated(f"{', '.join(state.winners)}: {fill(words.share, {'score': score})}", state.players)
