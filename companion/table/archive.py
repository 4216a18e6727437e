"""All games that were begun here, on the table and off it."""

from __future__ import annotations

import logging
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from companion.errors import CompanionError, NotSaved, Refusal
from companion.games import read_header
from companion.table.game_on import GameOn
from companion.table.history import digest_of, history, replayed, storable
from companion.table.receipt import Receipt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.table.door import Door
    from companion.table.history import Happened
    from companion.table.in_memory import InMemory
    from companion.table.ledger import Ledger
    from companion.table.records import Stored, Summary
    from companion.table.results import Past

log = logging.getLogger(__name__)


class UnknownGame(CompanionError, LookupError):
    """There is no game of this number."""


class Look(NamedTuple):
    """Any game, as far as it fits the rules of this version."""

    ledger: Ledger
    history: list[Happened]
    misfit: Refusal | None
    """Why the entry that follows does not fit; None if all do."""
    saved: int
    """The revision that is on disk; -1 if not even the header is."""


class Earlier(NamedTuple):
    """What was answered before to the same key, in a game that is not on any more."""

    receipt: Receipt
    state: dict[str, object]
    """The whole state as it was then."""


class Archive:
    """Lists games and looks into them, without taking one up; each as people left it, also where the disk is behind."""

    def __init__(self, door: Door, memory: InMemory) -> None:
        self._door = door
        self._memory = memory
        self._players: dict[int, tuple[int, tuple[str, ...]]] = {}
        """Who played a game that is not over, up to which revision."""
        self._left_out: set[int] = set()
        """The games of which was written down that they cannot be listed."""

    async def games(self, limit: int = 100, before: int | None = None) -> list[Summary]:
        """Saved games, the newest first, with numbers below ``before``. Raises NotSaved if they cannot be read.

        A game whose header is damaged, or that this version does not know, is left out.
        """
        behind = self._memory.unsaved
        listed = await self._door.ask(
            lambda storage: list(islice(filter(self._can_be_listed, storage.games(before)), limit))
        )
        games = {summary.id: summary for summary in listed}
        games |= {game.number: game.summary() for game in behind if before is None or game.number < before}
        return [games[number] for number in sorted(games, reverse=True)][:limit]

    async def waiting(self) -> list[Summary]:
        """Games that were put aside and can go on, the newest first. Raises NotSaved if they cannot be read."""
        return await self._door.ask(lambda storage: list(filter(self._can_be_listed, storage.waiting())))

    async def past(self, limit: int, before: int | None = None) -> list[Past]:
        """Games that are over, the newest first, with numbers below ``before``. Raises NotSaved."""
        return await self._door.ask(lambda storage: storage.past(before, limit))

    async def players(self, games: Sequence[Summary]) -> dict[int, tuple[str, ...]]:
        """Who played these games, as they are called in them at last, by the games' numbers. Raises NotSaved."""
        # Of those that are over that is listed: only where somebody was renamed another is played again, once.
        listed = await self._door.ask(lambda storage: storage.players([game.id for game in games if game.over]))
        asked = [game for game in games if game.id not in listed and self._known(game) is None]
        if asked:
            renamed = await self._door.ask(lambda storage: storage.renamed([game.id for game in asked]))
            for game in asked:
                players = await self._players_of(game.id) if game.id in renamed else None
                self._players[game.id] = game.revision, players or read_header(game.header).players
        return {game.id: listed.get(game.id) or self._known(game) or () for game in games}

    async def unfinished(self) -> dict[int, tuple[str, ...]]:
        """Who plays the game that is on, and those that were put aside, by the games' numbers. Raises NotSaved."""
        found = await self.players(await self.waiting())
        on = self._memory.on
        return found if on is None else {**found, on.number: on.ledger.state.players}

    async def look(self, number: int) -> Look:
        """Any game with its history; one that cannot be taken up, as far as it fits.

        Raises UnknownGame, Refusal (where not even its header fits), NotSaved.
        """
        number = self._memory.number_now(number)
        if (game := self._memory.find(number)) is not None:
            return Look(game.ledger, history(game.ledger, game.rows), None, game.saved_revision)
        stored = await self.stored(number)
        ledger, misfit = replayed(stored)
        return Look(ledger, history(ledger, stored.rows), misfit, stored.rows[-1].revision)

    async def earlier(self, number: int, key: str | None, command: Mapping[str, object]) -> Earlier | None:
        """What was answered under a key in a game that is not on any more; None if nothing was entered under it.

        Raises UnknownGame, Refusal (also where it was another command), NotSaved.
        """
        number = self._memory.number_now(number)
        game = self._memory.find(number) or GameOn.kept(await self.stored(number))
        key = storable(key)
        revision = None if key is None else game.entered_under(key, digest_of(command))
        return (
            None
            if revision is None
            else Earlier(Receipt.again(self._door, game, revision), game.ledger.snapshot(revision))
        )

    async def stored(self, number: int) -> Stored:
        """A game as it is on disk. Raises UnknownGame, NotSaved."""
        stored = await self._door.ask(lambda storage: storage.game(number))
        if stored is None:
            newest = max(0, self._memory.newest)
            raise UnknownGame(f"there is no game {number}: the last one that was begun is {newest}")
        return stored

    def _known(self, game: Summary) -> tuple[str, ...] | None:
        """Who played a game, where that is at hand, or was found before and nothing was entered since."""
        if (kept := self._memory.find(game.id)) is not None:
            return kept.ledger.state.players
        revision, players = self._players.get(game.id, (-1, ()))
        return players if revision == game.revision else None

    async def _players_of(self, number: int) -> tuple[str, ...] | None:
        """Who played a game at last; None where its entries are damaged."""
        try:
            return (await self.look(number)).ledger.state.players
        except NotSaved:
            return None

    def _can_be_listed(self, summary: Summary) -> bool:
        """Whether a game's header can be read; where it cannot, that is written down once."""
        try:
            read_header(summary.header)
        except Refusal as refusal:
            if summary.id not in self._left_out:
                self._left_out.add(summary.id)
                why = refusal.message if summary.header else "its header is damaged"
                log.warning("game %d is left out of the list of games: %s", summary.id, why)
            return False
        return True
