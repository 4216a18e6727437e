"""The game that is on, with what is known of its entries: who wrote what, under which key, and what is saved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion.errors import Code, Refusal
from companion.table.decisions import before_the_last_decision, meet, writes_of
from companion.table.history import replayed, row_of
from companion.table.records import Summary, dated, length, when

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Mapping

    from companion.table.ledger import Entry, Ledger
    from companion.table.records import Row, Source, Stored


class GameOn:
    """One game in memory; ``rows`` are its header and the entries of the ledger as they are kept."""

    def __init__(self, number: int, ledger: Ledger, rows: list[Row], saved_revision: int) -> None:
        self.number = number
        """Below 0 for as long as the journal could not be opened."""
        self.ledger = ledger
        self.rows = rows
        self.saved_revision = saved_revision
        """Up to where it is on disk; -1 if not even its header is."""
        self.put_aside = False
        self.unsaved: dict[int, asyncio.Future[None]] = {}
        """By revision what is done when that entry is on disk."""
        self._writes: dict[int, frozenset[str]] = {}
        """What entries have written, by their revisions, as far as somebody had not seen them."""
        self._keys = {row.key: row.revision for row in rows if row.key is not None}

    @classmethod
    def kept(cls, stored: Stored) -> GameOn:
        """A game that was kept, to go on with. Raises Refusal if it does not fit the rules any more."""
        ledger, misfit = replayed(stored)
        if misfit is not None:
            raise misfit
        return cls(stored.id, ledger, list(stored.rows), ledger.revision)

    @property
    def is_saved(self) -> bool:
        """Whether all of it is on disk."""
        return self.saved_revision == self.ledger.revision

    def meant(self, command: Mapping[str, object], source: Source) -> Mapping[str, object]:
        """A command as it is entered: an ``undo`` of people without ``to`` goes back over a whole decision."""
        if command == {"do": "undo"} and source in ("button", "phone"):
            return {"do": "undo", "to": before_the_last_decision(self.ledger)}
        return command

    def enter(
        self,
        command: Mapping[str, object],
        digest: bytes | None,
        *,
        source: Source,
        who: str | None,
        at: float,
        wall: float,
        key: str | None,
    ) -> tuple[Entry, ...]:
        """Enter a command in the ledger, with the digest of what came under its key. Raises Refusal."""
        entries = self.ledger.submit(command, source=source, who=who, at=at, wall=wall, key=key)
        for entry in entries:
            self.rows.append(row_of(entry, digest))
            if entry.key is not None:
                self._keys[entry.key] = entry.revision
        return entries

    def entered_under(self, key: str, digest: bytes | None) -> int | None:
        """The revision of the command that came under the same key before; None if none did. Raises Refusal."""
        revision = self._keys.get(key)
        if revision is not None and self.rows[revision].digest != digest:
            raise Refusal(Code.BAD_COMMAND, f"key {key!r} was used for another command: every command has its own")
        return revision

    def refuse_stale(self, command: Mapping[str, object], seen: int) -> None:
        """Refuse what would overwrite something that its sender has not seen."""
        ledger = self.ledger
        if seen == ledger.revision:
            return
        ledger.check(command)
        if seen > ledger.revision:
            raise Refusal(Code.STALE, f"revision {seen} is not there: the table stands at {ledger.revision}")
        mine = ledger.game.writes(ledger.state, command)
        names = ledger.game.named_in(ledger.state, command)
        for entry in ledger.entries[seen:]:
            written = self._written(entry)
            if entry.source != "sensor" and (meet(mine, written) or not names.isdisjoint(written)):
                who = entry.who or f"the {entry.source}"
                what = entry.command["do"]
                raise Refusal(
                    Code.STALE, f"since revision {seen}, {who} entered {what!r} (revision {entry.revision}): look again"
                )

    def summary(self) -> Summary:
        """Its line in the list of games."""
        header: dict[str, object] = json.loads(self.rows[0].command)
        return Summary(
            self.number,
            header,
            self.ledger.revision,
            when(self.rows)[0],
            length(self.rows),
            over=self.ledger.state.over,
            put_aside=self.put_aside,
        )

    def redate(self, ahead: float) -> None:
        """The clock was set: what was entered since the start has another date, by how much Unix time is ahead, s."""
        self.rows = dated(self.rows, {0: ahead})

    def saved(self, revision: int) -> None:
        """All is on disk up to a revision."""
        self.saved_revision = max(self.saved_revision, revision)
        for old in [old for old in self.unsaved if old <= revision]:
            del self.unsaved[old]

    def _written(self, entry: Entry) -> frozenset[str]:
        if entry.revision not in self._writes:
            self._writes[entry.revision] = writes_of(self.ledger, entry)
        return self._writes[entry.revision]
