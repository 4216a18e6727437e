"""The evening at one table: the game that is on, moved on at once in memory, and saved in order behind that."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

import msgspec

from companion.errors import Code, CompanionError, NotSaved, Refusal
from companion.games import read_header
from companion.games.names import folded
from companion.games.said import said, together
from companion.table.decisions import last_decision
from companion.table.game_on import GameOn
from companion.table.history import digest_of, header_row, history, replayed
from companion.table.in_loop import JournalInLoop
from companion.table.ledger import Ledger
from companion.table.people import Book, Rename, Separate, changed, read_book, read_told, written_book
from companion.table.records import Change, Chosen
from companion.table.results import result_of
from companion.table.storage import Opened
from hardware import Condition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.table.decisions import Decision
    from companion.table.history import Happened
    from companion.table.journal import Journal
    from companion.table.ledger import Entry
    from companion.table.records import Row, Stored, Summary
    from companion.table.results import Past
    from companion.table.storage import Storage
    from companion.table.tally import Tally
    from hardware import Clock

log = logging.getLogger(__name__)

T = TypeVar("T")
Source = Literal["sensor", "button", "phone", "file", "inferred"]

SAVED_WITHIN: Final = 5.0
"""How long an accepted command waits for the disk before its sender is told, s."""

OPENED_WITHIN: Final = 1.0
"""After so long without a journal the table goes on without, s."""

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


class Session:
    """One table: at most one game is on, everybody may enter, nothing that was acknowledged is lost.

    All methods belong to the loop's thread. There ``tell`` is called after every change: accepted, saved, trouble; and
    ``opened``, before that, with what was found each time that the journal was opened, or could not be in time.
    """

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        tell: Callable[[Session], None],
        opened: Callable[[Opened], None] | None = None,
    ) -> None:
        self.condition = Condition("disk", "ok")
        self.book = Book()
        """What people are called across games."""
        self._journal = JournalInLoop(journal)
        self._clock = clock
        self._tell = tell
        self._tell_opened = opened
        self._on: GameOn | None = None
        self._lessons: dict[str, dict[str, object]] = {}
        """What the last game of each name taught, as options of the next."""
        self._newest = 0
        """The number of the newest game; below 0 for those that were begun before the journal could be opened."""
        self._base: int | None = None
        """The newest game of the journal when it was opened: those begun before are counted from there."""
        self._off: list[GameOn] = []
        """Games that have left the table and are not all on disk yet: what is there is behind."""
        self._found = Opened()
        """What was found when the journal was opened last."""
        self._is_open = asyncio.Event()
        """Set once the journal could be opened."""
        self._last: asyncio.Future[None] | None = None
        """Done when all that was queued is saved."""
        self._left_out: set[int] = set()
        """The games of which was written down that they cannot be listed."""

    @property
    def ledger(self) -> Ledger | None:
        """The game that is on or was the last; None if none is."""
        return self._on.ledger if self._on else None

    @property
    def game_id(self) -> int | None:
        """Its number; below 0 for as long as the journal could not be opened."""
        return self._on.number if self._on else None

    def number_now(self, number: int) -> int:
        """The number of a game, also by the one that it had before the journal could be opened."""
        return number if self._base is None or number >= 0 else self._base - number

    @property
    def saved_revision(self) -> int:
        """Up to where the game is on disk; -1 if not even its header is."""
        return self._on.saved_revision if self._on else -1

    @property
    def is_saved(self) -> bool:
        """Whether all that people see is on disk."""
        return self._on is None or self._on.saved_revision == self._on.ledger.revision

    @property
    def commits(self) -> int:
        """How often something was put on disk since the start."""
        return self._journal.commits

    def ping(self, answer: Callable[[], None]) -> None:
        """Call ``answer``, in whatever thread, as soon as the journal's thread comes round.

        That takes no longer than one commit: 5 s are a bad card, more than 10 s are a hang.
        """
        self._journal.ping(answer)

    async def open(self) -> Opened:
        """Open the journal and take up the game that was on; returns what ``opened`` was told first.

        If that takes longer than ``OPENED_WITHIN`` the table plays on unsaved: ``opened`` is told so, and again once
        the journal could be opened. What was entered meanwhile is saved then.
        """
        self._journal.start(self._hear)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_open.wait(), OPENED_WITHIN)
        if not self._is_open.is_set():
            self._play_on_unsaved()
        return self._found

    async def close(self) -> None:
        """Save what is queued, as far as that goes in a moment, and end the journal's thread."""
        await self._journal.stop(CLOSED_WITHIN)

    def new_game(self, header: object, source: Source = "file", who: str | None = None) -> Receipt:
        """Begin a game from a header as in a game file. Raises Refusal, also while another game is on."""
        read = read_header(header)
        self._refuse_while_on("a new one")
        if self._on is not None:
            self._learn(self._on.ledger)
            self._leave(self._on, self._last)
        read = msgspec.structs.replace(read, options={**self.lesson(read.game), **read.options})
        self._newest += 1 if self._is_open.is_set() else -1
        row = header_row(read, source, _storable(who), self._clock.monotonic(), self._clock.wall())
        self._on = GameOn(self._newest, Ledger(read), [row], saved_revision=-1)
        return self._accepted(self._on, (row,), ())

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
        on = self._game()
        key, who = _storable(key), _storable(who)
        digest = digest_of(command) if key is not None else None
        if key is not None and (earlier := on.entered_under(key, digest)) is not None:
            return self._repeat(on, earlier)
        told = on.meant(command, source)
        if seen is not None:
            on.refuse_stale(told, seen)
        at = self._clock.monotonic() if at is None else at
        entries = on.enter(told, digest, source=source, who=who, at=at, wall=self._clock.wall(), key=key)
        return self._accepted(on, tuple(on.rows[-len(entries) :]), entries)

    def last_decision(self) -> Decision | None:
        """What one undo by people would take back now; None if there is nothing."""
        return last_decision(self.ledger) if self.ledger else None

    def keep(self, settings: str) -> asyncio.Future[None]:
        """Have saved what people have set, as one text; done once it is on disk, synced."""
        return self._journal.write(Chosen("settings", settings), _nobody_waits)

    def put_aside(self) -> Receipt:
        """Clear the table for another game; this one can be taken up again."""
        on = self._game()
        self._on = None
        on.put_aside = True
        receipt = self._accepted(on, (), (), put_aside=True)
        self._leave(on, self._last)
        return receipt

    async def take_up(self, number: int) -> None:
        """Go on with a game that was put aside, or look back at one that is over.

        Raises UnknownGame, Refusal (also where the game does not fit the rules any more), NotSaved while the journal
        cannot be read.
        """
        self._refuse_while_on("an earlier one")
        await self._all_saved()
        game = _game_on(await self._stored(self.number_now(number)))
        self._refuse_while_on("an earlier one")
        self._on = game
        self._accepted(self._on, (), ())

    async def games(self, limit: int = 100, before: int | None = None) -> list[Summary]:
        """Saved games, the newest first, with numbers below ``before``. Raises NotSaved if they cannot be read.

        A game whose header is damaged, or that this version does not know, is left out.
        """
        on = [] if self._on is None or self.is_saved else [self._on]
        behind = [*on, *self._off]
        listed = await self._ask(
            lambda storage: list(islice(filter(self._can_be_listed, storage.games(before)), limit))
        )
        games = {summary.id: summary for summary in listed}
        games |= {game.number: game.summary() for game in behind if before is None or game.number < before}
        return [games[number] for number in sorted(games, reverse=True)][:limit]

    async def waiting(self) -> list[Summary]:
        """Games that were put aside and can go on, the newest first. Raises NotSaved if they cannot be read."""
        return await self._ask(lambda storage: list(filter(self._can_be_listed, storage.waiting())))

    async def past(self, limit: int, before: int | None = None) -> list[Past]:
        """Games that are over, the newest first, with numbers below ``before``. Raises NotSaved."""
        return await self._ask(lambda storage: storage.past(before, limit))

    async def tally(self) -> Tally:
        """What all games come to: who has played, and the records. Raises NotSaved."""
        book = self.book
        return await self._ask(lambda storage: storage.tally(book))

    async def tell_of_people(self, data: object) -> None:
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
            number = await self._ask(lambda storage: storage.table_of(both))
            if number is not None:
                why = f"{told.person} and {told.name} played together in game {number}: they are two people"
                raise Refusal(Code.ILLEGAL, why)
        book = changed(before, told)
        if self.book is not before:
            raise Refusal(Code.NOT_NOW, "somebody has told something of people at the same moment: look again")
        self.book = book
        saved = self._journal.write(Chosen("people", written_book(book)), _nobody_waits)
        self._tell(self)
        try:
            await asyncio.wait_for(asyncio.shield(saved), SAVED_WITHIN)
        except TimeoutError:
            raise NotSaved(f"it holds, but is not saved within {SAVED_WITHIN:g} s. {self._trouble()}".strip()) from None

    async def look(self, number: int) -> Look:
        """Any game with its history, without taking it up; one that cannot be taken up, as far as it fits.

        Raises UnknownGame, Refusal (where not even its header fits), NotSaved.
        """
        number = self.number_now(number)
        if (game := self._in_memory(number)) is not None:
            return Look(game.ledger, history(game.ledger, game.rows), None, game.saved_revision)
        stored = await self._stored(number)
        ledger, misfit = replayed(stored)
        return Look(ledger, history(ledger, stored.rows), misfit, stored.rows[-1].revision)

    async def recall(self, limit: int) -> list[Summary]:
        """The newest games, and what they taught: what was told once of the owner's components is not asked again.

        Raises NotSaved while the journal cannot be read.
        """
        games = await self.games(limit)
        taught = {str(summary.header["game"]): summary.id for summary in reversed(games)}
        for name, number in taught.items():
            if name not in self._lessons:
                self._learn((await self.look(number)).ledger)
        return games

    def lesson(self, game: str) -> Mapping[str, object]:
        """Options that the next game of this name begins with where its header does not say: what was learnt before."""
        on = self._on.ledger if self._on and self._on.ledger.header.game == game else None
        return (on.game.lesson(on.state) if on else {}) or self._lessons.get(game, {})

    def _learn(self, ledger: Ledger) -> None:
        lesson = ledger.game.lesson(ledger.state)
        if lesson:
            self._lessons[ledger.header.game] = lesson

    async def earlier(self, number: int, key: str | None, command: Mapping[str, object]) -> Earlier | None:
        """What was answered under a key in a game that is not on any more; None if nothing was entered under it.

        Raises UnknownGame, Refusal (also where it was another command), NotSaved.
        """
        number = self.number_now(number)
        game = self._in_memory(number) or _game_on(await self._stored(number))
        key = _storable(key)
        revision = None if key is None else game.entered_under(key, digest_of(command))
        return None if revision is None else Earlier(self._repeat(game, revision), game.snapshot_at(revision))

    async def beside_journal(self, work: Callable[[], T]) -> T:
        """Do something with other files in the journal's thread: a disk that hangs holds up nobody else. Raises NotSaved."""
        return await self._journal.ask(lambda _: work(), SAVED_WITHIN)

    def history(self) -> list[Happened]:
        """What happened in the game that is on, newest last."""
        return history(self._on.ledger, self._on.rows) if self._on else []

    def answer_at(self, revision: int) -> dict[str, object]:
        """The whole state as it was at a revision: what is answered to a key that comes again."""
        return self._game().snapshot_at(revision)

    def _game(self) -> GameOn:
        if self._on is None:
            raise Refusal(Code.NOT_NOW, "no game is on: begin one, or take one up again")
        return self._on

    def _refuse_while_on(self, other: str) -> None:
        if self._on is not None and not self._on.ledger.state.over:
            raise Refusal(Code.NOT_NOW, f"a game is on: finish, abandon or put it aside before {other}")

    def _leave(self, on: GameOn, saved: asyncio.Future[None] | None) -> None:
        """A game leaves the table: until it is saved, what is asked of it is answered from memory."""
        if saved is not None and not saved.done():
            self._off.append(on)
            saved.add_done_callback(lambda _: self._off.remove(on))

    def _in_memory(self, number: int) -> GameOn | None:
        """A game of which memory knows more than the disk, or as much."""
        there = [*([] if self._on is None else [self._on]), *reversed(self._off)]
        return next((game for game in there if game.number == number), None)

    def _repeat(self, on: GameOn, revision: int) -> Receipt:
        """The receipt of a command that was entered before under the same key."""
        saved = on.unsaved.get(revision)
        if saved is None:
            saved = self._journal.future()
            saved.set_result(None)
        entries = (on.ledger.entries[revision - 1],)
        return Receipt(revision, entries, repeated=True, _saved=saved, _trouble=self._trouble)

    def _accepted(
        self, on: GameOn, rows: tuple[Row, ...], entries: tuple[Entry, ...], *, put_aside: bool = False
    ) -> Receipt:
        """Have a game saved with its new rows, and everybody told."""
        revision = on.ledger.revision

        def on_saved() -> None:
            on.saved(revision)
            self._tell(self)

        result = result_of(on.ledger, on.rows)
        change = Change(on.number, rows, over=on.ledger.state.over, put_aside=put_aside, result=result)
        saved = self._last = self._journal.write(change, on_saved)
        on.unsaved.update((row.revision, saved) for row in rows)
        self._tell(self)
        return Receipt(revision, entries, repeated=False, _saved=saved, _trouble=self._trouble)

    def _hear(self, event: Condition | Opened) -> None:
        """Take in what the journal's thread says."""
        if isinstance(event, Condition):
            self.condition = event
        elif self._is_open.is_set():
            # Mended in mid-game: all that counts is here.
            self._say(replace(event, game=None))
        else:
            self._base = event.newest
            for game in (*self._off, *([] if self._on is None else [self._on])):
                game.number = self.number_now(game.number)
            self._newest = event.newest - self._newest
            self._is_open.set()
            self.book = read_book(event.people)
            self._say(self._take_over(event))
        self._tell(self)

    def _take_over(self, opened: Opened) -> Opened:
        """Go on with the game that was found, unless another one was begun meanwhile."""
        stored = opened.game
        if stored is None:
            return opened
        if self._on is None:
            try:
                self._on = _game_on(stored)
            except Exception as error:  # noqa: BLE001 - whatever it is, the table must be there for the next game
                words = said(
                    "Game {game} could not be taken up ({error}). It was put aside; nothing of it is lost, and what "
                    "fits can be looked at.",
                    game=stored.id,
                    error=str(error),
                )
                opened = replace(opened, words=together(opened.words, words))
            else:
                return opened
        if self._on is None or not stored.over:
            self._journal.write(Change(stored.id, (), over=stored.over, put_aside=True), _nobody_waits)
        return replace(opened, game=None)

    def _play_on_unsaved(self) -> None:
        if self.condition.status == "ok":
            cure = "What is played is kept, and saved then."
            self.condition = Condition("disk", "degraded", said("The journal takes long to open."), cure)
        words = together(self.condition.why, said("Nothing is saved yet."))
        self._say(Opened(available=False, lost=None, words=words))
        self._tell(self)

    def _say(self, opened: Opened) -> None:
        self._found = opened
        if self._tell_opened is not None:
            self._tell_opened(opened)

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
            raise UnknownGame(f"there is no game {number}: the last one that was begun is {max(0, self._newest)}")
        return stored

    async def _ask(self, question: Callable[[Storage], T]) -> T:
        if not self._is_open.is_set():
            raise NotSaved(f"the journal is not open yet. {self._trouble()}".strip())
        return await self._journal.ask(question, SAVED_WITHIN)

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


def _game_on(stored: Stored) -> GameOn:
    """A game that was kept, to go on with. Raises Refusal if it does not fit the rules any more."""
    ledger, misfit = replayed(stored)
    if misfit is not None:
        raise misfit
    return GameOn(stored.id, ledger, list(stored.rows), ledger.revision)


def _storable(text: str | None) -> str | None:
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()


def _nobody_waits() -> None:
    """That it is saved is no news at the table."""
