"""The games of which memory knows more than the disk, or as much: the one that is on, and those that were before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

    from companion.table.game_on import GameOn
    from companion.table.ledger import Ledger


class InMemory:
    """At most one game at the table, and how games are counted."""

    def __init__(self) -> None:
        self.on: GameOn | None = None
        """The game that is on or was the last."""
        self.newest = 0
        """The number of the newest game; below 0 for those that were begun before the journal could be opened."""
        self._base: int | None = None
        """The newest game of the journal when it was opened: those begun before are counted from there."""
        self._before = 0
        """How many these were."""
        self._off: list[GameOn] = []
        """Games that have left the table and are not all on disk yet: what is there is behind."""

    @property
    def ledger(self) -> Ledger | None:
        """That of the game that is on or was the last; None if none is."""
        return self.on.ledger if self.on else None

    @property
    def unsaved(self) -> list[GameOn]:
        """Those that are not on disk as they are."""
        return [*([] if self.on is None or self.on.is_saved else [self.on]), *self._off]

    def number_now(self, number: int) -> int:
        """The number of a game, also by the one that it had before the journal could be opened."""
        return self._base - number if self._base is not None and -self._before <= number < 0 else number

    def find(self, number: int) -> GameOn | None:
        """The game of this number, if it is here."""
        there = [*([] if self.on is None else [self.on]), *reversed(self._off)]
        return next((game for game in there if game.number == number), None)

    def next_number(self) -> int:
        """That of a game which is begun now."""
        self.newest += 1 if self._base is not None else -1
        return self.newest

    def count_from(self, base: int) -> None:
        """The journal could be opened, and its newest game has this number: what was begun before comes after it."""
        self._base, self._before = base, -self.newest
        for game in (*self._off, *([] if self.on is None else [self.on])):
            game.number = self.number_now(game.number)
        self.newest = base - self.newest

    def redate(self, ahead: float) -> None:
        """The clock was set: what was entered since the start has another date, by how much Unix time is ahead, s."""
        for game in (*self._off, *([] if self.on is None else [self.on])):
            game.redate(ahead)

    def leave(self, game: GameOn, saved: asyncio.Future[None] | None) -> None:
        """A game leaves the table: until ``saved`` is done, what is asked of it is answered from here."""
        if saved is not None and not saved.done():
            self._off.append(game)
            saved.add_done_callback(lambda _: self._off.remove(game))
