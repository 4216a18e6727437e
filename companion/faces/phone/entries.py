"""What was entered, for people: the last thing, and the history."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.brief import brief
from companion.faces.phone.markup import isolated
from companion.games.commands import MOVES
from companion.games.said import fill
from companion.table.decisions import last_decision

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

    from markupsafe import Markup

    from companion.faces.phone.seen import Reader, Seen
    from companion.faces.phone.tongues import Tongue
    from companion.games import State
    from companion.table.ledger import Entry
    from companion.table.records import Source

SHOWN: Final = 50
"""Entries on one page of the history: 15 kB."""


class Booked(NamedTuple):
    """What was booked last, and what can be done about it."""

    text: Markup
    by: str
    can_undo: bool
    can_redo: bool


class Line(NamedTuple):
    """An entry of the history."""

    revision: int
    text: Markup
    kind: str
    """What it did to others, as it is called: taken back, amended; empty for an entry of its own."""
    by: str
    at: str
    """Hour and minute; empty where the clock was not set."""
    when: str
    """The same for machines."""
    source: Source
    counts: bool
    can_amend: bool


def booked(seen: Seen, tongue: Tongue) -> Booked:
    """What was booked last: what undo would take back; right after an undo what was taken back."""
    ledger, decision = seen.ledger, last_decision(seen.ledger)
    back = ledger.redoable()
    if back is not None:
        entry, then = back
        told = fill(tongue.own.taken_back, {"entry": _brief(entry, ledger.state, then, tongue)})
    elif decision is not None:
        entry = decision.entry
        told = _brief(entry, decision.before, decision.after, tongue)
    else:
        return Booked(isolated(tongue.own.nothing_booked, ()), "", can_undo=False, can_redo=False)
    by = _by(entry.source, entry.who, tongue)
    names = seen.state.players
    return Booked(isolated(told, names), by, can_undo=decision is not None, can_redo=back is not None)


def lines(seen: Seen, reader: Reader, before: int | None = None) -> list[Line]:
    """The history, newest first: so many entries with lower revisions than ``before``."""
    return list(_lines(seen, reader, len(seen.history) + 1 if before is None else before))


def _lines(seen: Seen, reader: Reader, before: int) -> Iterator[Line]:
    ledger, tongue = seen.ledger, reader.tongue
    standing = ledger.standing()
    shown = [happened for happened in reversed(seen.history) if happened.revision < before][:SHOWN]
    for happened in shown:
        entry = ledger.entries[happened.revision - 1]
        verb = str(entry.command["do"])
        told = _brief(entry, ledger.state_at(entry.revision - 1), ledger.state_at(entry.revision), tongue)
        yield Line(
            entry.revision,
            isolated(told, seen.state.players),
            {"undo": tongue.own.undo, "redo": tongue.own.redo, "amend": tongue.words.amended}.get(verb, ""),
            _by(happened.source, happened.who, tongue),
            _clock(happened.when, reader.zone),
            happened.when or "",
            happened.source,
            happened.counts or verb in MOVES,
            entry.revision in standing,
        )


def told(seen: Seen, revision: int, tongue: Tongue) -> Markup:
    """An entry in a few words."""
    ledger = seen.ledger
    entry = ledger.entries[revision - 1]
    text = _brief(entry, ledger.state_at(revision - 1), ledger.state_at(revision), tongue)
    return isolated(text, seen.state.players)


def _brief(entry: Entry, before: State, after: State, tongue: Tongue) -> str:
    return brief(entry.command, before.scores, after.scores, tongue.words)


def _by(source: Source, who: str | None, tongue: Tongue) -> str:
    return fill(tongue.own.by, {"who": who or tongue.own.sources.get(source, source)})


def _clock(when: str | None, zone: tzinfo | None) -> str:
    return f"{datetime.fromisoformat(when).astimezone(zone):%H:%M}" if when else ""
