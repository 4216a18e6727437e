"""The journal: the ledger on disk, written by one thread of its own."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from companion.games.said import said
from companion.table.database import error_code, is_damage
from companion.table.hold import FolderTaken, Hold
from companion.table.records import Chosen, ClockSet
from companion.table.storage import Storage
from hardware import Condition

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from companion.table.opened import Opened
    from companion.table.records import Change, Kept
    from hardware import Machine, Mailbox

log = logging.getLogger(__name__)

FIRST_RETRY: Final = 0.25
"""How soon what could not be saved is tried again, s; each further wait is twice as long, up to ``LONGEST_RETRY``."""

LONGEST_RETRY: Final = 2.0

STOP_WITHIN: Final = 0.8
"""How long a stop goes on trying to save, s."""

AFTER_ANSWERS: Final = 0.02
"""After so long without a write what can wait begins, s: an answer, which shares one interpreter with this thread, is on
its way then, on a Pi Zero too. Begun at once it held an answer up by 0.2 ms on a laptop."""

QUIET: Final = 1.0
"""After so long without a write the good copy is synced, s: off the way of whoever waits for an answer."""

BREATH: Final = 0.002
"""Between two steps of what can wait, s: one takes as long, and a new good copy of 10,000 games needs 10,000."""

SLOW: Final = 1.0
"""A commit that takes longer, s, is worth a word: a healthy card needs 0.05."""

SLOW_FORGOTTEN: Final = 30.0
"""A commit that was slow is said for so long, if no quicker one comes before, s."""

_WORN: Final = "Restart the companion; if it comes back, the SD card is worn out: replace it."

_TROUBLES: Final = {
    sqlite3.SQLITE_FULL: (said("The disk is full."), "Make room on it; what is played is kept and saved then."),
    sqlite3.SQLITE_READONLY: (said("The disk cannot be written to."), _WORN),
    sqlite3.SQLITE_BUSY: (said("Another program keeps the journal locked."), "Close whatever has journal.db open."),
    sqlite3.SQLITE_CANTOPEN: (
        said("The journal cannot be opened."),
        "Check that its folder is there, is a folder, and belongs to the companion's user.",
    ),
    sqlite3.SQLITE_CONSTRAINT: (
        said("The journal has another entry in this place."),
        "Somebody else wrote to it: note the score, restart the companion, and correct what differs.",
    ),
    sqlite3.SQLITE_IOERR: (
        said("The disk gives errors."),
        "Copy the folder that has journal.db to another disk, and replace the SD card.",
    ),
}
_CODES: Final = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.EACCES: sqlite3.SQLITE_CANTOPEN,
    errno.EPERM: sqlite3.SQLITE_CANTOPEN,
    errno.ENOENT: sqlite3.SQLITE_CANTOPEN,
    errno.EEXIST: sqlite3.SQLITE_CANTOPEN,
    errno.ENOTDIR: sqlite3.SQLITE_CANTOPEN,
    errno.EIO: sqlite3.SQLITE_IOERR,
}
"""What SQLite would say to what the system says of a folder or a file."""

_OTHER_CURE: Final = "What is played is kept in memory: leave the companion on, and look at its log."


@dataclass(frozen=True, slots=True)
class _Write:
    change: Change | Chosen | ClockSet
    done: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Read:
    answer: Callable[[Storage], None]


@dataclass(frozen=True, slots=True)
class _Ping:
    pass


@dataclass(frozen=True, slots=True)
class _Stop:
    done: Callable[[], None]


class Journal:
    """Every game ever played at this table, in one SQLite file.

    ``write``, ``read`` and ``ping`` never wait and never raise; they are answered in the journal's own thread. What cannot be
    saved stays queued, in order, and is tried again on the machine's clock.
    """

    def __init__(self, path: Path, machine: Machine) -> None:
        self.commits = 0
        """How many changes were put on disk since the start."""
        self._clock = machine.clock
        self._hold = Hold(path.parent)
        self._storage = Storage(path, machine.open_database)
        self._mailbox: Mailbox[_Write | _Read | _Ping | _Stop] = machine.clock.mailbox()
        self._thread: threading.Thread | None = None
        self._tell: Callable[[Condition | Opened], None]
        self._queue: deque[_Write] = deque()
        self._written: list[Change] = []
        """All that was written to the last game since the start."""
        self._chosen: dict[Kept, Chosen] = {}
        """What was last written beside the games, since the start."""
        self._notice = ""
        self._base: int | None = None
        """The newest game when the file was first opened: those begun before are counted from there."""
        self._pings: deque[Callable[[], None]] = deque()
        self._is_opening = False
        self._on_stopped: Callable[[], None]
        self._condition: Condition | None = None
        self._retry_at = 0.0
        self._retry_after = FIRST_RETRY
        self._forget_at = inf
        self._tidy_at = inf
        self._stop_by = inf

    @property
    def alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, tell: Callable[[Condition | Opened], None]) -> None:
        """Open the file in a thread of its own.

        ``tell`` gets an ``Opened`` as soon as the file can be had, and another if it has to be opened again; and a
        ``Condition`` of the disk whenever that changes. It is called in the journal's thread.
        """
        self._tell = tell
        self._thread = self._clock.start_thread(self._live, "journal")

    def write(self, change: Change | Chosen | ClockSet, done: Callable[[], None]) -> None:
        """Put a change on disk; ``done`` is called once it is synced, in the journal's thread."""
        self._mailbox.put(_Write(change, done))

    def read(self, answer: Callable[[Storage], None]) -> None:
        """Let ``answer`` read in the journal's thread; it must not raise."""
        self._mailbox.put(_Read(answer))

    def ping(self, answer: Callable[[], None]) -> None:
        """Call ``answer`` as soon as the journal's thread comes round: not later than one commit takes.

        While it looks the files over, it is answered at once: to mend large ones takes long, and whoever takes that
        for a hang and starts the companion again would never see the end of it.
        """
        self._pings.append(answer)
        if self._is_opening:
            self._answer_pings()
        else:
            self._mailbox.put(_Ping())

    def stop(self, done: Callable[[], None]) -> None:
        """Save what is queued, for at most ``STOP_WITHIN``, and end; ``done`` is called then, in its thread."""
        self._mailbox.put(_Stop(done))

    def _live(self) -> None:
        try:
            self._work()
        finally:
            # In a simulated power cut only the thread dies, and nothing but these may be let go.
            self._hold.let_go()
            self._storage.let_go()
        self._on_stopped()

    def _work(self) -> None:
        while not self._ends():
            try:
                self._turn()
            except Exception:
                # A fault of ours costs a wait, never what is queued.
                log.exception("the journal met something unforeseen, and goes on")
                self._tidy_at = inf
                self._wait_for(
                    Condition("disk", "degraded", said("The journal met something unforeseen."), _OTHER_CURE)
                )
        if self._storage.is_uprooted:
            log.error("the journal was taken away, and could not be written anew in time: what was in it is lost")
        try:
            self._storage.close()
        except Exception:
            log.exception("the journal could not be closed tidily; all that was acknowledged is safe")

    def _ends(self) -> bool:
        """Whether it was told to stop, and nothing is left that could be saved in time."""
        if self._stop_by == inf:
            return False
        return self._clock.monotonic() >= self._stop_by or not (self._queue or self._storage.is_uprooted)

    def _turn(self) -> None:
        """Wait for what comes next, and take it in; then do what is due."""
        match self._mailbox.get(self._due()):
            case _Write() as write:
                self._queue.append(write)
            case _Read(answer):
                answer(self._storage)
            case _Stop(done):
                self._on_stopped = done
                self._stop_by = self._clock.monotonic() + STOP_WITHIN
                self._retry_at = 0.0
                self._storage.look()
            case None if self._storage.is_open and self._clock.monotonic() >= self._tidy_at:
                self._tidy()
            case None if self._clock.monotonic() >= self._forget_at:
                self._forget_at = inf
                self._report(Condition("disk", "ok"))
        self._answer_pings()
        if self._clock.monotonic() >= self._retry_at and not self._ends():
            self._save()

    def _due(self) -> float:
        """When there is something to do though nobody asks, s."""
        if self._queue or not self._storage.is_open:
            return min(self._retry_at, self._stop_by)
        return min(self._tidy_at, self._forget_at)

    def _save(self) -> None:
        """Put all on disk that is queued, in order, one commit each; stop at the first that cannot be."""
        try:
            self._keep()
            if self._storage.is_open and not self._queue:
                return
            if not self._storage.is_open:
                self._open()
            took = 0.0
            while self._queue:
                write = self._queue[0]
                begun = self._clock.monotonic()
                self._commit(write.change)
                self._queue.popleft()
                took = self._clock.monotonic() - begun
                write.done()
                self._answer_pings()
        except (sqlite3.Error, OSError, CompanionError) as error:
            if is_damage(error):
                self._storage.drop()
            log.debug("not saved: %s", error)
            self._wait_for(self._condition_of(error))
            return
        self._retry_at = 0.0
        self._retry_after = FIRST_RETRY
        self._forget_at = inf
        if self._notice:
            self._report(Condition("disk", "degraded", self._notice, "Install the newer version again."))
        elif took > SLOW:
            self._report(
                Condition("disk", "degraded", said("The disk took {seconds} s to save.", seconds=f"{took:.1f}"), _WORN)
            )
            self._forget_at = self._clock.monotonic() + SLOW_FORGOTTEN
        else:
            self._report(Condition("disk", "ok"))

    def _keep(self) -> None:
        """Make sure that the folder is ours, and that what is put into it will be found. Raises FolderTaken, OSError."""
        try:
            self._storage.look()
            self._hold.take()
        except OSError:
            self._storage.drop()
            raise

    def _open(self) -> None:
        self._is_opening = True
        try:
            # Those that came before it was said are answered here.
            self._answer_pings()
            opened = self._storage.open()
        finally:
            self._is_opening = False
        self._notice = opened.notice
        if self._base is None:
            self._base = opened.newest
        # After damage in mid-game the files may lack what nobody else has; what they have is not written twice.
        self._queue.extendleft(_Write(change, _told_before) for change in reversed(self._written))
        self._written.clear()
        for chosen in self._chosen.values():
            if opened.kept.get(chosen.what) != chosen.text:
                self._queue.appendleft(_Write(chosen, _told_before))
        self._tidy_at = self._clock.monotonic()
        self._tell(opened)

    def _commit(self, change: Change | Chosen | ClockSet) -> None:
        match change:
            case Chosen():
                self._storage.keep(change)
                self._chosen[change.what] = change
            case ClockSet(ahead=ahead):
                self._storage.set_clock(ahead)
            case _:
                self._put(change)
        self.commits += 1
        self._tidy_at = self._clock.monotonic() + AFTER_ANSWERS

    def _put(self, change: Change) -> None:
        if change.game < 0:
            change = replace(change, game=(self._base or 0) - change.game)
        self._storage.write(change)
        if self._written and self._written[-1].game != change.game:
            self._written.clear()
        self._written.append(change)

    def _tidy(self) -> None:
        """One step of what can wait, while nobody does: the good copy first follows, then is synced."""
        self._tidy_at = inf
        try:
            if self._storage.copy_wants_care:
                more = self._storage.tend_copy()
                self._tidy_at = self._clock.monotonic() + (BREATH if more else QUIET)
            elif self._storage.list_one():
                self._tidy_at = self._clock.monotonic() + BREATH
            else:
                self._storage.settle(game_ended=bool(self._written and self._written[-1].over))
        except (sqlite3.Error, OSError, CompanionError) as error:
            # The next write, or the next start, tries it again.
            log.warning("the good copy of the journal is behind: %s", error)

    def _condition_of(self, error: Exception) -> Condition:
        closed = None if isinstance(error, FolderTaken) else self._storage.closed_to_us()
        return _condition(error) if closed is None else _closed(closed)

    def _wait_for(self, condition: Condition) -> None:
        """Say what is wrong, and try again after a while."""
        self._retry_at = self._clock.monotonic() + self._retry_after
        self._retry_after = min(2 * self._retry_after, LONGEST_RETRY)
        self._report(condition)

    def _report(self, condition: Condition) -> None:
        if condition != self._condition:
            self._condition = condition
            self._tell(condition)

    def _answer_pings(self) -> None:
        # Two threads may be at it.
        with suppress(IndexError):
            while True:
                self._pings.popleft()()


def _condition(error: Exception) -> Condition:
    """What people should know of an error."""
    if isinstance(error, FolderTaken):
        why = said("Another companion{keeper} keeps this folder.", keeper=error.keeper)
        cure = "End one of them; this one saves what was played here as soon as the other has ended."
        return Condition("disk", "degraded", why, cure)
    match error:
        case sqlite3.Error():
            code = error_code(error) & 0xFF
        case OSError(errno=int(number)):
            code = _CODES.get(number, sqlite3.SQLITE_ERROR)
        case _:
            code = sqlite3.SQLITE_ERROR
    why, cure = _TROUBLES.get(code, (said("The journal cannot be saved ({error}).", error=str(error)), _OTHER_CURE))
    return Condition("disk", "absent" if code == sqlite3.SQLITE_CANTOPEN else "degraded", why, cure)


def _closed(path: Path) -> Condition:
    """That another user has made a file or the folder."""
    folder = path if path.is_dir() else path.parent
    return Condition(
        "disk",
        "absent",
        said("{file} belongs to another user.", file=path.name),
        f"In a terminal: sudo chown -R {os.geteuid()} {folder}",
    )


def _told_before() -> None:
    """It was on disk once, and whoever waited for it knows."""
