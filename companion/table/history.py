"""Entries of a ledger as rows of the journal, and back; and what people see of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from companion.errors import Code, Refusal
from companion.games import read_header
from companion.table.decisions import counting
from companion.table.ledger import Entry, Ledger
from companion.table.records import Row, is_trusted, when

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games import Header
    from companion.table.records import Source, Stored


@dataclass(frozen=True, slots=True)
class Happened:
    """One line of a game's history, for people."""

    revision: int
    command: dict[str, object]
    source: Source
    who: str | None
    when: str | None
    """RFC 3339 UTC; None if the clock was not set then, nor later in the same run."""
    counts: bool
    """Whether it was not taken back."""


class Replayed(NamedTuple):
    """A game that was kept, as far as it fits the rules."""

    ledger: Ledger
    misfit: Refusal | None
    """Why the entry that follows does not fit; None if all do."""


def history(ledger: Ledger, rows: Sequence[Row]) -> list[Happened]:
    """What happened in a game, newest last, as far as the ledger goes."""
    counted = counting(ledger)
    return [
        Happened(entry.revision, json.loads(row.command), row.source, row.who, time, row.revision in counted)
        for entry, row, time in zip(ledger.entries, rows[1:], when(rows)[1:], strict=False)
    ]


def header_row(header: Header, source: Source, who: str | None, at: float, wall: float) -> Row:
    """The header as entry 0; ``at`` is monotonic, ``wall`` Unix time, both in s."""
    text = _json({"game": header.game, "players": list(header.players), "options": header.options})
    return Row(0, text, source, who, None, None, at, wall, int(is_trusted(wall)))


def row_of(entry: Entry, digest: bytes | None) -> Row:
    """An entry as it is kept, with the digest of what came under its key."""
    at, wall = entry.at or 0.0, entry.wall or 0.0
    return Row(
        entry.revision,
        _json(entry.command),
        entry.source,
        entry.who,
        entry.key,
        digest if entry.key is not None else None,
        float(at),
        float(wall),
        int(is_trusted(wall)),
    )


def replayed(stored: Stored) -> Replayed:
    """The game that was kept, up to the first entry that does not fit. Raises Refusal if its header does not."""
    ledger = Ledger(read_header(stored.header))
    for row in stored.rows[1:]:
        try:
            command: dict[str, object] = json.loads(row.command)
            ledger.replay(Entry(row.revision, command, row.source, row.who, row.at, row.wall, row.key))
        except Exception as error:  # noqa: BLE001 - a fault in the rules takes nothing from what came before, either
            code, why = (error.code, error.message) if isinstance(error, Refusal) else (Code.ILLEGAL, repr(error))
            message = f"entry {row.revision} of {len(stored.rows) - 1}, {row.command:.60}, does not fit: {why}"
            return Replayed(ledger, Refusal(code, message))
    return Replayed(ledger, None)


def digest_of(command: Mapping[str, object]) -> bytes:
    """Of what a command says, however its fields were ordered."""
    return blake2b(json.dumps(command, sort_keys=True).encode(), digest_size=16).digest()


def storable(text: str | None) -> str | None:
    """A text as it can be kept: half a surrogate pair, which JSON lets through, could not be stored as UTF-8."""
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()


def _json(value: object) -> str:
    # In ASCII, for the same reason.
    return json.dumps(value, separators=(",", ":"))
