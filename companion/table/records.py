"""What the journal keeps: entries as rows, changes as one commit, games as they come back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.games.state import Ended

TRUSTED_FROM: Final = datetime(2024, 1, 1, tzinfo=UTC).timestamp()
"""A wall clock that shows an earlier time (Unix time, s) has not been set: a Pi without a clock chip starts in 1970."""

TRUSTED_TO: Final = datetime(2100, 1, 1, tzinfo=UTC).timestamp()

JUMP: Final = 2.0
"""A wall clock that moves this much against the monotonic one (s) was set; less is the usual drawing along."""


Source = Literal["sensor", "button", "phone", "file", "inferred"]
"""Where an entry comes from; ``inferred`` is what the rules made of another one."""


class Row(NamedTuple):
    """An entry as it lies on disk; number 0 is the header of the game."""

    revision: int
    command: str
    """As JSON."""
    source: Source
    who: str | None
    key: str | None
    digest: bytes | None
    """Of the body that came with the key: the same key with another body is refused."""
    at: float
    """s, monotonic, within its run."""
    wall: float
    """Unix time, s."""
    clock_trusted: int
    run: int = 0
    """Which start of the companion it was made in, counted from 1; 0 until it is saved."""

    @property
    def crc(self) -> int:
        """A sum over what must not change, to find what a card has changed."""
        return crc32(repr(self[:9]).encode())


class Seat(NamedTuple):
    """How a player stands at the end of a game."""

    name: str
    score: int
    rank: int
    won: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    game: str
    ended: Ended
    begun: float | None
    """Unix time, s; None if the clock was never set while it was played."""
    length: float
    """s, from its first to its last entry; while the companion was off does not count."""
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit puts on disk: entries of one game that belong together, and how the game stands then."""

    game: int
    """Its number; below 0 a game that was begun before the journal could be read, counted from -1 down."""
    rows: tuple[Row, ...]
    over: bool = False
    put_aside: bool = False
    result: Result | None = None
    """How it ended, if it is over."""


Kept = Literal["settings", "people"]
"""What is kept beside the games: all that people have set, and what they are called."""

KEPT: Final[tuple[Kept, ...]] = get_args(Kept)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What one commit puts on disk beside the games, as one text."""

    what: Kept
    text: str


@dataclass(frozen=True, slots=True)
class ClockSet:
    """That the clock shows another time now than it did when something was entered since the start."""

    ahead: float
    """By how much Unix time is ahead of monotonic time, s."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it was read."""

    id: int
    rows: tuple[Row, ...]
    over: bool
    put_aside: bool

    @property
    def header(self) -> dict[str, object]:
        """As in a game file."""
        header: dict[str, object] = json.loads(self.rows[0].command)
        return header


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in the list of games."""

    id: int
    header: dict[str, object]
    revision: int
    begun: str | None
    """RFC 3339 UTC; None if the clock was never set while it was played."""
    length: float
    """s, from its first to its last entry; while the companion was off does not count."""
    over: bool
    put_aside: bool


def is_trusted(wall: float) -> bool:
    """Whether a wall clock that shows this (Unix time, s) has been set."""
    return TRUSTED_FROM <= wall < TRUSTED_TO


def when(rows: Sequence[Row]) -> list[str | None]:
    """When each entry was made, RFC 3339 UTC; None where nobody knows."""
    return [None if time is None else rfc3339(time) for time in moments(rows)]


def moments(rows: Sequence[Row]) -> list[float | None]:
    """The same as Unix time, s.

    In one run of the companion time passes as its monotonic clock says, and the date is that of the last entry made
    with a clock that was set: a Pi without a clock chip starts in 1970, or where it was switched off, and learns later
    what time it is.
    """
    ahead = {row.run: row.wall - row.at for row in rows if row.clock_trusted}
    return [_moment(row, ahead[row.run]) if row.run in ahead else None for row in rows]


def dated(rows: Iterable[Row], ahead: Mapping[int, float]) -> list[Row]:
    """Entries with the date that the clock gave when it was set after them, by how much it is ahead in each run."""
    return [
        row._replace(wall=_moment(row, ahead[row.run]), clock_trusted=1) if row.run in ahead else row for row in rows
    ]


def _moment(row: Row, ahead: float) -> float:
    right = row.at + ahead
    return row.wall if row.clock_trusted and abs(row.wall - right) < JUMP else right


def rfc3339(wall: float) -> str:
    """A time as it goes out, from Unix time in s.

    >>> rfc3339(1.79e9)
    '2026-09-21T14:13:20Z'
    """
    return datetime.fromtimestamp(wall, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def date_of(wall: float | None) -> str | None:
    """The same of a time that may not be known: None then, and where no clock that was set can have shown it."""
    return None if wall is None or not is_trusted(wall) else rfc3339(wall)


def length(rows: Sequence[Row]) -> float:
    """How long was played, s: from the first to the last entry of each run."""
    spans: dict[int, tuple[float, float]] = {}
    for row in rows:
        first, last = spans.get(row.run, (row.at, row.at))
        spans[row.run] = (min(first, row.at), max(last, row.at))
    return sum(last - first for first, last in spans.values())
