"""The evening at one table: the game that is on, moved on at once in memory, and saved in order behind that."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from companion.errors import Code, CompanionError, NotSaved, Refusal
from companion.games import read_header
from companion.table.decisions import before_the_last_decision, counting, last_decision, meet, writes_of
from companion.table.history import Happened, digest_of, header_row, history, replayed, row_of
from companion.table.ledger import Entry, Ledger
from companion.table.records import Change
from companion.table.storage import Opened
from hardware.ports import Condition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.table.decisions import Decision
    from companion.table.journal import Journal
    from companion.table.records import Row, Stored, Summary
    from companion.table.storage import Storage
    from hardware.clock import Clock

T = TypeVar("T")
Source = Literal["sensor", "button", "phone", "file", "inferred"]

SAVED_WITHIN: Final = 5.0
"""How long an accepted command waits for the disk before its sender is told, s."""

CLOSED_WITHIN: Final = 1.2
"""How long ``close`` waits for a disk that hangs, s."""


class UnknownGame(CompanionError, LookupError):
    """There is no game of this number."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a command was accepted, and what became of it."""

    revision: int
    entries: tuple[Entry, ...]
    """What was entered; an implied entry comes first. Empty for a new game."""
    repeated: bool
    """Whether this is what was answered before to the same key."""
    _saved: asyncio.Future[None] = field(repr=False)
    _trouble: Callable[[], str] = field(repr=False)

    async def saved(self, within: float = SAVED_WITHIN) -> None:
        """Wait until it is on disk, synced.

        Raises NotSaved after ``within`` seconds; it stays queued then, in order, and is saved as soon as it can be.
        """
        try:
            await asyncio.wait_for(asyncio.shield(self._saved), within)
        except TimeoutError:
            raise NotSaved(
                f"accepted as revision {self.revision}, but not saved within {within:g} s. {self._trouble()}".strip()
            ) from None


class Session:
    """One table: at most one game is on, everybody may enter, nothing that was acknowledged is lost.

    All methods belong to the loop's thread; ``tell`` is called there after every change: accepted, saved, trouble.
    """

    def __init__(self, journal: Journal, clock: Clock, tell: Callable[[Session], None]) -> None:
        self.ledger: Ledger | None = None
        """The game that is on or was the last; None if none is."""
        self.game_id: int | None = None
        """Its number; below 0 for as long as the journal could not be opened."""
        self.saved_revision = -1
        """Up to where the game is on disk; -1 if not even its header is."""
        self.condition = Condition("disk", "ok")
        self.opened = Opened()
        """What was found when the journal was opened last."""
        self._journal = journal
        self._clock = clock
        self._tell = tell
        self._newest = 0
        self._rows: list[Row] = []
        self._writes: list[frozenset[str]] = []
        self._keys: dict[str, int] = {}
        self._unsaved: dict[int, asyncio.Future[None]] = {}
        self._last: asyncio.Future[None] | None = None
        """Done when all that was queued is saved."""
        self._games_on = 0
        self._loop: asyncio.AbstractEventLoop
        self._first_opened: asyncio.Future[Opened]

    @property
    def alive(self) -> bool:
        """Whether the journal's thread runs."""
        return self._journal.alive

    @property
    def commits(self) -> int:
        """How often something was put on disk since the start."""
        return self._journal.commits

    @property
    def is_saved(self) -> bool:
        """Whether all that people see is on disk."""
        return self.ledger is None or self.saved_revision == self.ledger.revision

    async def open(self) -> Opened:
        """Open the journal and take up the game that was on; without a journal the table plays on unsaved."""
        self._loop = asyncio.get_running_loop()
        self._first_opened = self._loop.create_future()
        self._journal.start(lambda event: self._post(self._hear, event))
        return await self._first_opened

    async def close(self) -> None:
        """Save what is queued, as far as that goes in a moment, and end the journal's thread."""
        if not self._journal.alive:
            return
        closed: asyncio.Future[None] = self._loop.create_future()
        self._journal.stop(lambda: self._post(_give, closed, None))
        with suppress(TimeoutError):
            await asyncio.wait_for(closed, CLOSED_WITHIN)

    def new_game(self, header: object, source: Source = "file", who: str | None = None) -> Receipt:
        """Begin a game from a header as in a game file. Raises Refusal, also while another game is on."""
        read = read_header(header)
        self._refuse_while_on("a new one")
        ledger = Ledger(read)
        self._newest = self._newest - 1 if self._newest <= 0 and not self.opened.available else self._newest + 1
        row = header_row(read, source, _storable(who), self._clock.monotonic(), self._clock.wall())
        self._sit_down(self._newest, ledger, [row])
        self.saved_revision = -1
        saved = self._queue(tuple(self._rows))
        self._tell(self)
        return Receipt(0, (), repeated=False, _saved=saved, _trouble=self._trouble)

    def submit(
        self,
        command: Mapping[str, object],
        source: Source = "button",
        who: str | None = None,
        key: str | None = None,
        seen: int | None = None,
        at: float | None = None,
    ) -> Receipt:
        """Enter a command; it counts at once, and the receipt tells when it is safe.

        ``key`` makes it idempotent, ``seen`` is the revision that the sender saw, ``at`` when it happened (s,
        monotonic; now, if missing). An ``undo`` without ``to`` by button or phone goes back over a whole decision.
        Raises Refusal, and changes nothing then.
        """
        ledger = self._on()
        key, who = _storable(key), _storable(who)
        digest = digest_of(command) if key is not None else None
        if key is not None and key in self._keys:
            return self._repeat(key, digest)
        if command == {"do": "undo"} and source in ("button", "phone"):
            told: Mapping[str, object] = {"do": "undo", "to": before_the_last_decision(ledger)}
        else:
            told = command
        if seen is not None:
            ledger.check(told)
            self._refuse_stale(ledger, told, seen)
        counted = counting(ledger, told)
        at = self._clock.monotonic() if at is None else at
        entries = ledger.submit(told, source=source, who=who, at=at, wall=self._clock.wall(), key=key)
        for entry in entries:
            self._note(writes_of(ledger, counted, entry, self._writes), row_of(entry, digest))
        saved = self._queue(tuple(self._rows[-len(entries) :]))
        self._tell(self)
        return Receipt(ledger.revision, entries, repeated=False, _saved=saved, _trouble=self._trouble)

    def last_decision(self) -> Decision | None:
        """What one undo by people would take back now; None if there is nothing."""
        return last_decision(self.ledger) if self.ledger else None

    def put_aside(self) -> Receipt:
        """Clear the table for another game; this one can be taken up again."""
        ledger = self._on()
        saved = self._queue((), put_aside=True)
        self._clear()
        self._tell(self)
        return Receipt(ledger.revision, (), repeated=False, _saved=saved, _trouble=self._trouble)

    async def take_up(self, number: int) -> None:
        """Go on with a game that was put aside, or look back at one that is over.

        Raises UnknownGame, Refusal, NotSaved while the journal cannot be read.
        """
        self._refuse_while_on("an earlier one")
        await self._all_saved()
        stored = await self._stored(number)
        ledger = replayed(stored)
        self._refuse_while_on("an earlier one")
        self._sit_down(number, ledger, list(stored.rows))
        self.saved_revision = ledger.revision
        self._queue(())
        self._tell(self)

    async def games(self, limit: int = 100, before: int | None = None) -> list[Summary]:
        """Saved games, the newest first, with numbers below ``before``. Raises NotSaved if it cannot be read."""
        return await self._ask(lambda storage: storage.games(limit, before))

    async def look(self, number: int) -> tuple[Ledger, list[Happened]]:
        """Any game with its history, without taking it up. Raises UnknownGame, NotSaved."""
        if number == self.game_id and self.ledger is not None:
            return self.ledger, self.history()
        stored = await self._stored(number)
        ledger = replayed(stored)
        return ledger, history(ledger, stored.rows)

    def history(self) -> list[Happened]:
        """What happened in the game that is on, newest last."""
        return history(self.ledger, self._rows) if self.ledger else []

    def answer_at(self, revision: int) -> dict[str, object]:
        """The whole state as it was at a revision: what is answered to a key that comes again."""
        ledger = self._on()
        if revision == ledger.revision:
            return ledger.snapshot()
        earlier = Ledger(ledger.header)
        for entry in ledger.entries[:revision]:
            earlier.replay(entry)
        return earlier.snapshot()

    def _on(self) -> Ledger:
        if self.ledger is None:
            raise Refusal(Code.NOT_NOW, "no game is on: begin one, or take one up again")
        return self.ledger

    def _refuse_while_on(self, other: str) -> None:
        if self.ledger is not None and not self.ledger.state.over:
            raise Refusal(Code.NOT_NOW, f"a game is on: finish, abandon or put it aside before {other}")

    def _repeat(self, key: str, digest: bytes | None) -> Receipt:
        """The receipt of a command that was entered before under the same key."""
        revision = self._keys[key]
        if self._rows[revision].digest != digest:
            raise Refusal(Code.BAD_COMMAND, f"key {key!r} was used for another command: every command has its own")
        saved = self._unsaved.get(revision)
        if saved is None:
            saved = self._loop.create_future()
            saved.set_result(None)
        entries = (self._on().entries[revision - 1],)
        return Receipt(revision, entries, repeated=True, _saved=saved, _trouble=self._trouble)

    def _refuse_stale(self, ledger: Ledger, command: Mapping[str, object], seen: int) -> None:
        """Refuse what would overwrite something that its sender has not seen."""
        if seen > ledger.revision:
            raise Refusal(Code.STALE, f"revision {seen} is not there: the table stands at {ledger.revision}")
        mine = ledger.game.writes(ledger.state, command)
        for entry in ledger.entries[seen:]:
            if entry.source != "sensor" and meet(mine, self._writes[entry.revision - 1]):
                who = entry.who or f"the {entry.source}"
                what = entry.command["do"]
                raise Refusal(
                    Code.STALE, f"since revision {seen}, {who} entered {what!r} (revision {entry.revision}): look again"
                )

    def _note(self, writes: frozenset[str], row: Row) -> None:
        self._writes.append(writes)
        self._rows.append(row)
        if row.key is not None:
            self._keys[row.key] = row.revision

    def _sit_down(self, number: int, ledger: Ledger, rows: list[Row]) -> None:
        """Make a game the one that is on."""
        self._clear()
        self.game_id, self.ledger = number, ledger
        self._rows = rows[:1]
        again = Ledger(ledger.header)
        for entry, row in zip(ledger.entries, rows[1:], strict=True):
            counted = counting(again, entry.command)
            again.replay(entry)
            self._note(writes_of(again, counted, entry, self._writes), row)

    def _clear(self) -> None:
        self.game_id, self.ledger = None, None
        self.saved_revision = -1
        self._rows, self._writes, self._keys, self._unsaved = [], [], {}, {}
        self._games_on += 1

    def _queue(self, rows: tuple[Row, ...], *, put_aside: bool = False) -> asyncio.Future[None]:
        """Have the game's new rows saved; the answer is done when they are."""
        ledger, number = self._on(), self.game_id
        saved: asyncio.Future[None] = self._loop.create_future()
        for row in rows:
            self._unsaved[row.revision] = saved
        self._last = saved
        game_on, revision = self._games_on, ledger.revision
        change = Change(number or 0, rows, over=ledger.state.over, put_aside=put_aside)
        self._journal.write(change, lambda: self._post(self._on_saved, saved, game_on, revision))
        return saved

    def _on_saved(self, saved: asyncio.Future[None], game_on: int, revision: int) -> None:
        if not saved.done():
            saved.set_result(None)
        if game_on == self._games_on:
            self.saved_revision = max(self.saved_revision, revision)
            for old in [old for old in self._unsaved if old <= revision]:
                del self._unsaved[old]
        self._tell(self)

    def _hear(self, event: Condition | Opened) -> None:
        """Take in what the journal's thread says."""
        if isinstance(event, Condition):
            self.condition = event
        else:
            self._on_opened(event)
        self._tell(self)

    def _on_opened(self, opened: Opened) -> None:
        was_open = self._first_opened.done() and self.opened.available
        if was_open or not opened.available:
            # Either mended in mid-game, and all that counts is here; or there is nothing to take up yet.
            self.opened = opened
        else:
            begun = -self._newest
            if self.game_id is not None:
                self.game_id = opened.newest - self.game_id
            self._newest = opened.newest + begun
            self.opened = self._take_over(opened)
        if not self._first_opened.done():
            self._first_opened.set_result(self.opened)

    def _take_over(self, opened: Opened) -> Opened:
        """Go on with the game that was found, unless another one was begun meanwhile."""
        stored = opened.game
        if stored is None:
            return opened
        aside = Change(stored.id, (), over=stored.over, put_aside=True)
        if self.ledger is not None:
            if not stored.over:
                self._journal.write(aside, lambda: None)
            return replace(opened, game=None)
        try:
            ledger = replayed(stored)
            self._sit_down(stored.id, ledger, list(stored.rows))
        except Exception as error:  # noqa: BLE001 - whatever it is, the table must be there for the next game
            self._clear()
            self._journal.write(aside, lambda: None)
            words = f"Game {stored.id} could not be taken up ({error}). It was put aside; nothing of it is lost."
            return replace(opened, game=None, words=f"{opened.words} {words}".strip())
        self.saved_revision = ledger.revision
        return opened

    def _trouble(self) -> str:
        return f"{self.condition.why} {self.condition.cure}"

    async def _all_saved(self) -> None:
        """What is still queued may belong to the very game that is read."""
        if self._last is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._last), SAVED_WITHIN)
                return
            raise NotSaved(f"first what was played must be saved. {self._trouble()}".strip())

    async def _stored(self, number: int) -> Stored:
        stored = await self._ask(lambda storage: storage.game(number))
        if stored is None:
            raise UnknownGame(f"there is no game {number}: `games` lists those that are")
        return stored

    async def _ask(self, question: Callable[[Storage], T]) -> T:
        """Read something in the journal's thread."""
        answer: asyncio.Future[T] = self._loop.create_future()

        def read(storage: Storage) -> None:
            try:
                found = question(storage)
            except Exception as error:  # noqa: BLE001 - raised where it was asked
                self._post(_fail, answer, NotSaved(f"the journal could not be read: {error}"))
            else:
                self._post(_give, answer, found)

        self._journal.read(read)
        return await answer

    def _post(self, work: Callable[..., None], *arguments: object) -> None:
        """From the journal's thread: let the loop do something; at a stop it may be gone already."""
        try:
            self._loop.call_soon_threadsafe(work, *arguments)
        except RuntimeError:
            return


def _give(answer: asyncio.Future[T], found: T) -> None:
    if not answer.done():
        answer.set_result(found)


def _fail(answer: asyncio.Future[T], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)


def _storable(text: str | None) -> str | None:
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()
