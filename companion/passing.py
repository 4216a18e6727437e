"""What the display shows only for a while, or until somebody presses. Pure: the times are passed in."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

from companion.faces.oled import view

if TYPE_CHECKING:
    from companion.faces.oled import screens
    from companion.games import Outcome, State

NOTE_SHOWN: Final = 2.0
"""How long a word about what was done or refused stays, s; where it takes several pictures, each of them."""


@dataclass(slots=True)
class Passing:
    """The last of each kind; all times in s, monotonic."""

    settled: Outcome | None = None
    """How the last turn has ended, until somebody looks at something else."""
    inferred: bool = False
    """Nobody said how it has ended."""
    settled_at: float = -inf
    notice: screens.Note | None = None
    """What people should know before they go on; it stays until somebody presses."""
    resumed: screens.Resume | None = None
    """Where the game stood when the companion went off; until somebody does something."""
    parting: screens.Note | None = None
    """The last word before the box goes off; nothing comes after it."""
    _booked: view.LastEntry | None = None
    _booked_at: float = -inf
    _note: screens.Note | None = None
    _note_until: float = -inf

    def say(self, note: screens.Note, now: float) -> None:
        """Show a word about what was done or refused."""
        self._note, self._note_until = note, now + NOTE_SHOWN

    def settle(self, outcome: Outcome, now: float, *, inferred: bool) -> None:
        """Show how a turn has ended; ``inferred`` if nobody said so."""
        self.settled, self.inferred, self.settled_at = outcome, inferred, now

    def book(self, booked: view.LastEntry, now: float) -> None:
        """Show what was entered."""
        self._booked, self._booked_at = booked, now

    def forget(self) -> None:
        """How the last turn ended was taken back, or set right: it is told no more."""
        self.settled = None

    def make_way(self) -> None:
        """Somebody wants to see something else."""
        self.settled = None
        self._note_until = -inf

    @property
    def wants_a_press(self) -> bool:
        """Whether something is told until somebody presses."""
        return self.resumed is not None or self.notice is not None

    def dismiss(self) -> None:
        """Somebody has pressed. One press a page: what is wrong first, then where the game stood."""
        if self.notice is not None:
            self.notice = None
        else:
            self.resumed = None

    def note(self, now: float) -> screens.Note | None:
        """The word to show."""
        return self.parting or (self._note if now < self._note_until else self.notice)

    def keep_note_until(self, moment: float, now: float) -> None:
        """Let the word that is shown, if one is, stay until this moment."""
        if now < self._note_until:
            self._note_until = moment

    def booked(self, now: float, state: State | None) -> view.LastEntry | None:
        """What was entered last; nothing once the game has gone on, was taken back, or is another one."""
        last = self._booked
        is_last = last is not None and last.after is state
        return last if is_last and now < self._booked_at + view.BOOKED_SHOWN else None

    @property
    def ends(self) -> tuple[float, ...]:
        """When each of them has been shown long enough."""
        return self._note_until, self.settled_at + view.SETTLED_SHOWN, self._booked_at + view.BOOKED_SHOWN
