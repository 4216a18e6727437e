"""How games ended, beside their entries and made from them: so lists and records read no game, however many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.names import folded
from companion.games.state import Ended
from companion.table.history import replayed
from companion.table.records import Result, Seat, date_of, length, moments

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from companion.table.ledger import Ledger
    from companion.table.records import Row, Stored

TABLES: Final = (
    """CREATE TABLE results (
        game INTEGER PRIMARY KEY REFERENCES games (id), name TEXT NOT NULL, ended TEXT NOT NULL,
        begun REAL, length REAL NOT NULL
    ) STRICT""",
    # ``person`` is the name with which two spellings of it are compared; ``counts`` where the game was played to its
    # end; ``ahead`` is by how much its one winner was before the next.
    """CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games (id), seat INTEGER NOT NULL, kind TEXT NOT NULL, player TEXT NOT NULL,
        person TEXT NOT NULL, score INTEGER NOT NULL, rank INTEGER NOT NULL, won INTEGER NOT NULL,
        counts INTEGER NOT NULL, ahead INTEGER,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX seats_kind ON seats (person, kind, counts, won, score, ahead)",
    "CREATE INDEX seats_person ON seats (person, game, player)",
)

WITHOUT_KINDS: Final = ("DROP INDEX seats_kind",)
"""Each game is counted once, in the order in which they were played: nobody asks for those of one kind."""

_ENDS: Final = tuple(map(str, Ended))


class Past(NamedTuple):
    """A game that is over, in the list of those."""

    id: int
    result: Result

    @property
    def begun(self) -> str | None:
        """RFC 3339 UTC; None if the clock was not set while it was played."""
        return date_of(self.result.begun)


def result_of(ledger: Ledger, rows: Sequence[Row]) -> Result | None:
    """How a game ended; None while it is on. ``rows`` are its header and entries."""
    state = ledger.state
    if not state.over or state.ended is None:
        return None
    scores, ranks, winners = state.scores, state.ranks, state.winners
    seats = tuple(Seat(name, scores[name], ranks[name], name in winners) for name in state.players)
    begun = moments(rows)[0]
    return Result(ledger.header.game, state.ended, begun, length(rows), seats)


def recount(stored: Stored) -> Result | None:
    """How a game that was kept has ended; None where it does not fit the rules of this version."""
    ledger, misfit = replayed(stored)
    return None if misfit is not None else result_of(ledger, stored.rows)


def enter(db: sqlite3.Connection, game: int, result: Result | None) -> None:
    """Put how a game has ended in the place of what was there; None: it goes on."""
    db.execute("DELETE FROM seats WHERE game = ?", (game,))
    db.execute("DELETE FROM results WHERE game = ?", (game,))
    if result is None:
        return
    db.execute(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?)", (game, result.game, result.ended, result.begun, result.length)
    )
    counts, ahead = result.ended is Ended.PLAYED, _ahead(result)
    db.executemany(
        "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (game, at, result.game, seat.name, folded(seat.name), seat.score, seat.rank, seat.won, counts, ahead)
            for at, seat in enumerate(result.seats)
        ),
    )


def missing(db: sqlite3.Connection) -> list[int]:
    """The games that are over of which nothing is entered that can be understood, the newest first."""
    lines = db.execute(
        "SELECT id, ended FROM games LEFT JOIN results ON results.game = games.id WHERE over ORDER BY id DESC"
    )
    return [number for number, ended in lines if ended not in _ENDS]


def past(db: sqlite3.Connection, before: int | None, limit: int) -> list[Past]:
    """Games that are over, the newest first, with numbers below ``before``; what a card has garbled is left out."""
    lines = db.execute(
        f"SELECT game, name, ended, begun, length FROM results WHERE ended IN ({_marks(_ENDS)})"  # noqa: S608 - question marks
        " AND game < ? ORDER BY game DESC LIMIT ?",
        (*_ENDS, 2**62 if before is None else before, limit),
    ).fetchall()
    return [
        Past(game, Result(name, Ended(ended), begun, took, _seats(db, game)))
        for game, name, ended, begun, took in lines
    ]


def players(db: sqlite3.Connection, games: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Who played these games, as they were called at the end, by their numbers; of one that is not over nothing."""
    found = {game: tuple(seat.name for seat in _seats(db, game)) for game in games}
    return {game: names for game, names in found.items() if names}


def table_of(db: sqlite3.Connection, spelled: Sequence[str]) -> int | None:
    """The newest game in which two of these names played together; None if there is none."""
    row = db.execute(
        f"SELECT max(game) FROM (SELECT game FROM seats WHERE person IN ({_marks(spelled)})"  # noqa: S608 - question marks
        " GROUP BY game HAVING count(*) > 1)",
        tuple(spelled),
    ).fetchone()
    return None if row is None else row[0]


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _seats(db: sqlite3.Connection, game: int) -> tuple[Seat, ...]:
    lines = db.execute("SELECT player, score, rank, won FROM seats WHERE game = ? ORDER BY seat", (game,))
    return tuple(Seat(player, score, rank, bool(won)) for player, score, rank, won in lines)


def _ahead(result: Result) -> int | None:
    """By how much the one winner was before the next; None where several have won, or nobody."""
    won = [seat.score for seat in result.seats if seat.won]
    lost = [seat.score for seat in result.seats if not seat.won]
    return max(0, won[0] - max(lost)) if len(won) == 1 and lost else None
