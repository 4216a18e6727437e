"""What one file of the journal has of games and another has not: it takes that over, also from a damaged one."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.table import database
from companion.table.records import Change

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class _Known(NamedTuple):
    """What a file says of a game beside its entries."""

    over: bool
    put_aside: bool
    run: int
    changed: int
    """The number of the commit that changed it last."""
    revision: int


def take_kept(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Let a file take over what another keeps beside the games; if that cannot be read, it is passed over."""
    kept: Mapping[str, str] = {}
    with suppress(sqlite3.Error):
        kept = database.kept(source)
    for what, text in kept.items():
        database.keep(target, what, text)


def take(source: sqlite3.Connection, target: sqlite3.Connection, number: int, *, newest: bool = False) -> int:
    """Let a file take over what another has of a game and it has not, without gaps; returns how many entries.

    What cannot be read of the source is passed over.
    """
    known, told = _known(target, number), None
    with suppress(sqlite3.Error):
        told = _known(source, number)
    if known and told and told.changed <= known.changed and told.revision <= known.revision:
        return 0
    rows = tuple(database.whole_rows(source, number, known.revision if known else -1))
    if told is None:
        # Entries without how the game stood: unless it is the newest, it waits to be taken up.
        stood = known or _Known(over=False, put_aside=not newest, run=0, changed=0, revision=0)
        told = stood._replace(changed=_changes(target) + 1)
    if rows or (known and told.changed > known.changed):
        database.put(target, Change(number, rows, over=told.over, put_aside=told.put_aside), told.run, told.changed)
    return sum(row.revision > 0 for row in rows)


def take_from_all(
    sources: Sequence[sqlite3.Connection], target: sqlite3.Connection, number: int, *, newest: bool
) -> int:
    """Let a file take over all of a game that is whole in any of several: where one has a gap, another may go on.

    Returns how many entries. What contradicts what was taken already is passed over.
    """
    before: int | None = -1
    taken = 0
    while before != (before := _revision(target, number)):
        for source in sources:
            with suppress(sqlite3.IntegrityError):
                taken += take(source, target, number, newest=newest)
    return taken


def reopen_cut(db: sqlite3.Connection, promised: Mapping[int, int]) -> None:
    """Games that have fewer entries than they should and were over are so no longer: they wait to be taken up."""
    with database.Transaction(db):
        for number, revision in promised.items():
            db.execute(
                "UPDATE games SET over = 0, put_aside = 1 WHERE id = ? AND over AND revision < ?", (number, revision)
            )


def newer(one: sqlite3.Connection, other: sqlite3.Connection) -> list[int]:
    """The games of which ``one`` knows more than ``other``."""
    question = "SELECT id, changed FROM games ORDER BY id"
    known = dict(other.execute(question))
    return [number for number, changed in one.execute(question) if changed > known.get(number, 0)]


def promised(db: sqlite3.Connection) -> dict[int, int] | None:
    """How many entries each game should have, its header not counted; None if a damaged file does not say."""
    try:
        return dict(db.execute("SELECT id, revision FROM games"))
    except sqlite3.Error:
        return None


def readable_games(db: sqlite3.Connection) -> list[int]:
    """The numbers of all games of which a damaged file still shows anything."""
    numbers: set[object] = set()
    for question in ("SELECT id FROM games", "SELECT DISTINCT game FROM entries", "SELECT max(id) FROM games"):
        with suppress(sqlite3.Error):
            for (number,) in db.execute(question):
                numbers.add(number)
    return sorted(number for number in numbers if isinstance(number, int))


def _known(db: sqlite3.Connection, number: int) -> _Known | None:
    found = db.execute("SELECT over, put_aside, run, changed, revision FROM games WHERE id = ?", (number,)).fetchone()
    if found is None:
        return None
    over, put_aside, *counts = found
    return _Known(bool(over), bool(put_aside), *counts)


def _revision(db: sqlite3.Connection, number: int) -> int | None:
    known = _known(db, number)
    return known.revision if known else None


def _changes(db: sqlite3.Connection) -> int:
    """How many commits there were."""
    (number,) = db.execute("SELECT coalesce(max(changed), 0) FROM games").fetchone()
    return int(number)
