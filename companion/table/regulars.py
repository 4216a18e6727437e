"""Who plays here: what they are called across games, kept beside those, and what their games come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import Code, Refusal
from companion.games.names import folded
from companion.table.door import SAVED_WITHIN
from companion.table.people import Book, Rename, Separate, changed, read_book, read_told, written_book
from companion.table.records import Chosen
from companion.table.tally import with_others

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.table.archive import Archive
    from companion.table.door import Door
    from companion.table.tally import Tally


class Regulars:
    """Everybody who has played, by the book of their names. ``changed`` is called when that has changed."""

    def __init__(self, door: Door, archive: Archive, changed: Callable[[], None]) -> None:
        self.book = Book()
        """What they are called across games."""
        self._door = door
        self._archive = archive
        self._changed = changed

    def take_up(self, book: str | None) -> None:
        """What they were called before holds again, as it was kept."""
        self.book = read_book(book)

    async def tally(self) -> Tally:
        """What all games come to: who has played, and the records. Raises NotSaved."""
        # By the newest book each time: two who ask by different ones would let each other begin anew.
        while (ended := await self._ended(book := self.book)) is None:
            pass
        return with_others(ended, (await self._archive.unfinished()).values(), book)

    async def tell(self, data: object) -> None:
        """Change what people are called across games; done once it is on disk, synced.

        Raises Refusal, NotSaved.
        """
        told = read_told(data)
        before = self.book
        people = {folded(person.name): person.name for person in (await self.tally()).people}
        if not isinstance(told, Separate) and folded(told.person) not in people:
            raise Refusal(Code.UNKNOWN_PLAYER, f"nobody who has played here is called {told.person}")
        if isinstance(told, Rename) and folded(told.name) != folded(told.person) and folded(told.name) in people:
            told = Rename(told.person, people[folded(told.name)])
            both = (*before.written(told.person), *before.written(told.name))
            number = await self._table_of(both)
            if number is not None:
                why = f"{told.person} and {told.name} played together in game {number}: they are two people"
                raise Refusal(Code.ILLEGAL, why)
        book = changed(before, told)
        if self.book is not before:
            raise Refusal(Code.NOT_NOW, "somebody has told something of people at the same moment: look again")
        self.book = book
        saved = self._door.write(Chosen("people", written_book(book)))
        self._changed()
        await self._door.wait(saved, f"it holds, but is not saved within {SAVED_WITHIN:g} s")

    async def _ended(self, book: Book) -> Tally | None:
        return await self._door.ask(lambda storage: storage.tally(book))

    async def _table_of(self, spelled: Sequence[str]) -> int | None:
        """A game in which two of these folded names play together; None if there is none."""
        for number, players in (await self._archive.unfinished()).items():
            if sum(folded(name) in spelled for name in players) > 1:
                return number
        return await self._door.ask(lambda storage: storage.table_of(spelled))
