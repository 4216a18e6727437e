"""What games have taught of the owner's components: what was told once is not asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.table.archive import Archive
    from companion.table.in_memory import InMemory
    from companion.table.ledger import Ledger
    from companion.table.records import Summary


class Lessons:
    """What the last game of each name taught, as options of the next."""

    def __init__(self, archive: Archive, memory: InMemory) -> None:
        self._archive = archive
        self._memory = memory
        self._learnt: dict[str, dict[str, object]] = {}

    def of(self, game: str) -> Mapping[str, object]:
        """Options that the next game of this name begins with where its header does not say."""
        ledger = self._memory.ledger
        on = ledger.game.lesson(ledger.state) if ledger is not None and ledger.header.game == game else {}
        return on or self._learnt.get(game, {})

    def learn(self, ledger: Ledger) -> None:
        """Keep what a game taught that leaves the table."""
        lesson = ledger.game.lesson(ledger.state)
        if lesson:
            self._learnt[ledger.header.game] = lesson

    async def recall(self, limit: int) -> list[Summary]:
        """The newest games, once what they taught is known again. Raises NotSaved while the journal cannot be read."""
        games = await self._archive.games(limit)
        taught = {str(summary.header["game"]): summary.id for summary in reversed(games)}
        for name, number in taught.items():
            if name not in self._learnt:
                self.learn((await self._archive.look(number)).ledger)
        return games
