"""What somebody is given who has entered something: that it counts, and when it is safe."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.table.door import SAVED_WITHIN

if TYPE_CHECKING:
    import asyncio

    from companion.table.door import Door
    from companion.table.game_on import GameOn
    from companion.table.ledger import Entry


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a command was accepted, and what became of it."""

    revision: int
    entries: tuple[Entry, ...]
    """What was entered; an implied entry comes first. Empty for a new game."""
    _door: Door = field(repr=False)
    _saved: asyncio.Future[None] | None = field(repr=False)
    """None: it is."""

    @classmethod
    def again(cls, door: Door, game: GameOn, revision: int) -> Receipt:
        """That of a command which was entered before under the same key."""
        return cls(revision, (game.ledger.entries[revision - 1],), door, game.unsaved.get(revision))

    async def saved(self, within: float = SAVED_WITHIN) -> None:
        """Wait until it is on disk, synced.

        Raises NotSaved after ``within`` seconds; it stays queued then, in order, and is saved as soon as it can be.
        """
        if self._saved is not None:
            but = f"accepted as revision {self.revision}, but not saved within {within:g} s"
            await self._door.wait(self._saved, but, within)
