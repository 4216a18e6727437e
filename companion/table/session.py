"""The evening at one table: the game that is on, moved on at once in memory, and saved in order behind that."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from companion.errors import Code, Refusal
from companion.games import read_header
from companion.games.said import said, together
from companion.table.archive import Archive
from companion.table.dating import Dating
from companion.table.decisions import last_decision
from companion.table.door import Door
from companion.table.game_on import GameOn
from companion.table.history import digest_of, header_row, history, storable
from companion.table.in_memory import InMemory
from companion.table.ledger import Ledger
from companion.table.lessons import Lessons
from companion.table.opened import Opened
from companion.table.receipt import Receipt
from companion.table.records import Change
from companion.table.regulars import Regulars
from companion.table.results import result_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.table.decisions import Decision
    from companion.table.history import Happened
    from companion.table.journal import Journal
    from companion.table.ledger import Entry
    from companion.table.records import Row, Source
    from hardware import Clock, Condition

log = logging.getLogger(__name__)


class Session:
    """One table: at most one game is on, everybody may enter, nothing that was acknowledged is lost.

    All methods belong to the loop's thread. There ``tell`` is called after every change: accepted, saved, trouble; and
    ``opened``, before that, with what was found each time that the journal was opened, or could not be in time.
    ``foregoing`` is called before each command is judged: what was done before it and is not entered yet comes first.
    """

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        tell: Callable[[Session], None],
        opened: Callable[[Opened], None] | None = None,
        foregoing: Callable[[], None] | None = None,
    ) -> None:
        self.door = Door(journal)
        self._memory = InMemory()
        self.archive = Archive(self.door, self._memory)
        self.lessons = Lessons(self.archive, self._memory)
        self.regulars = Regulars(self.door, self.archive, lambda: tell(self))
        self._clock = clock
        self._dating = Dating(clock, self.door, self._memory)
        self._tell = tell
        self._tell_opened = opened
        self._foregoing = foregoing
        self._found = Opened()
        """What was found when the journal was opened last."""

    @property
    def ledger(self) -> Ledger | None:
        """The game that is on or was the last; None if none is."""
        return self._memory.ledger

    @property
    def game_id(self) -> int | None:
        """Its number; below 0 for as long as the journal could not be opened."""
        return self._memory.on.number if self._memory.on else None

    def number_now(self, number: int) -> int:
        """The number of a game, also by the one that it had before the journal could be opened."""
        return self._memory.number_now(number)

    @property
    def saved_revision(self) -> int:
        """Up to where the game is on disk; -1 if not even its header is."""
        return self._memory.on.saved_revision if self._memory.on else -1

    @property
    def is_saved(self) -> bool:
        """Whether all that people see is on disk."""
        return self._memory.on is None or self._memory.on.is_saved

    async def open(self) -> Opened:
        """Open the journal and take up the game that was on; returns what ``opened`` was told first.

        If that takes longer than ``OPENED_WITHIN`` the table plays on unsaved: ``opened`` is told so, and again once
        the journal could be opened. What was entered meanwhile is saved then.
        """
        if not await self.door.open(self._hear):
            words = together(self.door.condition.why, said("Nothing is saved yet."))
            self._say(Opened(available=False, lost=None, words=words))
            self._tell(self)
        return self._found

    async def close(self) -> None:
        """Save what is queued, as far as that goes in a moment, and end the journal's thread."""
        await self.door.close()

    def new_game(self, header: object, source: Source = "file", who: str | None = None) -> Receipt:
        """Begin a game from a header as in a game file. Raises Refusal, also while another game is on."""
        read = read_header(header)
        self._refuse_while_on("a new one")
        read = msgspec.structs.replace(read, options={**self.lessons.of(read.game), **read.options})
        row = header_row(read, source, storable(who), self._clock.monotonic(), self._clock.wall())
        ledger = Ledger(read)
        self._clear_table()
        self._memory.on = GameOn(self._memory.next_number(), ledger, [row], saved_revision=-1)
        return self._accepted(self._memory.on, (row,), ())

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
        if self._foregoing is not None:
            self._foregoing()
        on = self._game()
        key, who = storable(key), storable(who)
        digest = digest_of(command) if key is not None else None
        if key is not None and (earlier := on.entered_under(key, digest)) is not None:
            return Receipt.again(self.door, on, earlier)
        told = on.meant(command, source)
        if seen is not None:
            on.refuse_stale(told, seen)
        at = self._clock.monotonic() if at is None else at
        entries = on.enter(told, digest, source=source, who=who, at=at, wall=self._clock.wall(), key=key)
        return self._accepted(on, tuple(on.rows[-len(entries) :]), entries)

    def last_decision(self) -> Decision | None:
        """What one undo by people would take back now; None if there is nothing."""
        return last_decision(self.ledger) if self.ledger else None

    def history(self) -> list[Happened]:
        """What happened in the game that is on, newest last."""
        return history(self._memory.on.ledger, self._memory.on.rows) if self._memory.on else []

    def answer_at(self, revision: int) -> dict[str, object]:
        """The whole state as it was at a revision: what is answered to a key that comes again."""
        return self._game().ledger.snapshot(revision)

    def look_at_clock(self) -> None:
        """Notice that the clock was set since something was entered, which gets another date then, also once it is over."""
        if self._dating.look():
            self._tell(self)

    def put_aside(self) -> Receipt:
        """Clear the table for another game; this one can be taken up again."""
        on = self._game()
        on.put_aside = True
        receipt = self._entered(on, (), (), put_aside=True)
        self._clear_table()
        self._tell(self)
        return receipt

    async def take_up(self, number: int) -> None:
        """Go on with a game that was put aside, or look back at one that is over; one that lies there stays as it is.

        Raises UnknownGame, Refusal (also where the game does not fit the rules any more), NotSaved while the journal
        cannot be read.
        """
        if self._lies_there(number):
            return
        # What is still queued may belong to the very game that is read.
        await self.door.all_saved()
        game = GameOn.kept(await self.archive.stored(self.number_now(number)))
        # Somebody else may have been quicker, and have entered something in it since it was read.
        if self._lies_there(number):
            return
        self._clear_table()
        self._memory.on = game
        self._accepted(game, (), ())

    def _game(self) -> GameOn:
        if self._memory.on is None:
            raise Refusal(Code.NOT_NOW, "no game is on: begin one, or take one up again")
        return self._memory.on

    def _lies_there(self, number: int) -> bool:
        """Whether this game is the one at the table. Raises Refusal if another is on there."""
        if self.game_id is not None and self.number_now(number) == self.game_id:
            return True
        self._refuse_while_on("an earlier one")
        return False

    def _refuse_while_on(self, other: str) -> None:
        if self.ledger is not None and not self.ledger.state.over:
            raise Refusal(Code.NOT_NOW, f"a game is on: finish, abandon or put it aside before {other}")

    def _clear_table(self) -> None:
        """The game that lies there leaves: what it taught is kept, and it is answered for until it is saved."""
        if (before := self._memory.on) is not None:
            self._memory.on = None
            self.lessons.learn(before.ledger)
            self._memory.leave(before, self.door.last)

    def _accepted(self, on: GameOn, rows: tuple[Row, ...], entries: tuple[Entry, ...]) -> Receipt:
        """Have a game saved with its new rows, and everybody told."""
        receipt = self._entered(on, rows, entries)
        self._tell(self)
        return receipt

    def _entered(
        self, on: GameOn, rows: tuple[Row, ...], entries: tuple[Entry, ...], *, put_aside: bool = False
    ) -> Receipt:
        """Have a game saved with its new rows."""
        revision = on.ledger.revision
        if rows:
            self._dating.note_entry()

        def on_saved() -> None:
            on.saved(revision)
            self.door.after_answers(lambda: self._tell(self))

        result = result_of(on.ledger, on.rows)
        change = Change(on.number, rows, over=on.ledger.state.over, put_aside=put_aside, result=result)
        saved = self.door.write(change, on_saved)
        on.unsaved.update((row.revision, saved) for row in rows)
        return Receipt(revision, entries, _door=self.door, _saved=saved)

    def _hear(self, event: Condition | Opened) -> None:
        """Take in what the journal's thread says."""
        if isinstance(event, Opened):
            if self.door.is_open:
                # Mended in mid-game: all that counts is here.
                self._say(replace(event, game=None))
            else:
                self._memory.count_from(event.newest)
                self.regulars.take_up(event.kept.get("people"))
                self._say(self._take_over(event))
        self._tell(self)

    def _take_over(self, opened: Opened) -> Opened:
        """Go on with the game that was found, unless another one was begun meanwhile."""
        stored = opened.game
        if stored is None:
            return opened
        if self._memory.on is None:
            try:
                self._memory.on = GameOn.kept(stored)
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
        if self._memory.on is None or not stored.over:
            self.door.write(Change(stored.id, (), over=stored.over, put_aside=True))
        return replace(opened, game=None)

    def _say(self, opened: Opened) -> None:
        self._found = opened
        if opened.words and opened.available:
            log.warning("%s", opened.words)
        if self._tell_opened is not None:
            self._tell_opened(opened)
