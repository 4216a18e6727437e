"""What the handling of the Katz & Schmaus box means: motion that was felt, turned into commands.

The sensor sees hands, not treats. So it says when a turn begins and when the box rests, takes back what was
plainly no turn, and judges nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

from companion.games.commands import MOVES
from companion.games.katz_schmaus.commands import MOST
from companion.games.katz_schmaus.state import CALLED, PLAYING, READY, REST, State
from companion.games.prompt import Choice
from companion.games.said import said

if TYPE_CHECKING:
    from companion.games.katz_schmaus.state import Phase
    from companion.senses import Handling
    from companion.table.ledger import Entry, Ledger

Told = dict[str, object]
"""A command, as in JSON."""

CALL_OPEN: Final = 3.0
"""How long after the box was set down a press is still a call, and a lift the same turn going on, s (KS-A6)."""

SHORTEST_PLAY: Final = 2.0
"""Nobody lands a treat in less, s: the box was only passed on."""

LEAST_TILT: Final = 8.2
"""Below it the box was carried, or rested on a lap, not played with, degrees.

Of 180 simulated laps that lean by 2 to 6 degrees none seemed to lean by more than 8.1; one second at 12 degrees seemed
at least 8.2.
"""

EMPTIED: Final = 75.0
"""Tipped further than this the box was emptied or put together, degrees: treats fall off the board long before."""


def was_play(handling: Handling) -> bool:
    """Whether a handling can have been a turn."""
    long_enough = handling.ended - handling.began >= SHORTEST_PLAY
    return long_enough and handling.most_tilt >= LEAST_TILT and handling.steepest <= EMPTIED


def braver(ledger: Ledger) -> Choice | None:
    """The answer that four treats were taken, not three (katz-schmaus:46); None where they cannot have been.

    Before the result the lift that began the turn is amended: the sensor told it, and sees no treats.
    """
    state = ledger.state
    if (
        not isinstance(state, State)
        or state.unsaid
        or state.taking(MOST).on_board in (state.on_board, state.options.treats)
    ):
        return None
    if state.phase == READY:
        return Choice(f"{state.turn} +{MOST}", {"do": "result", "in_box": MOST})
    if state.phase in (REST, CALLED):
        for step in ledger.undoable():
            if ledger.state_at(step.before).phase == READY and step.entry.command["do"] == "lift":
                told = {"do": "amend", "entry": step.entry.revision, "with": {"do": "lift", "treats": MOST}}
                return Choice(said("{treats} treats taken", treats=MOST), told)
    return None


@dataclass(slots=True)
class Box:
    """Follows one box through the phases of its game.

    ``phase`` is the game's, as it is when something is felt; ``None`` while no game with a box is on.
    """

    set_down_at: float = -inf
    """When the box came to rest in the turn that is on, s, monotonic."""
    awaits_hands: bool = False
    """Whether the turn is on though the box rests: it was told by the button, or an undo led back into it."""
    _played: bool = False
    """Whether it was played with in this turn already."""
    _unseen: bool = False
    """Whether it may have been: the companion was off, or the sensor away, while it was in the hands."""
    _told_at: float = -inf
    """When the turn that is on was begun by word, as no sensor felt the box, s, monotonic."""

    def resume(self, phase: Phase | None) -> None:
        """The companion was off for a while: what was done with a box in the hands may have been a play."""
        self._played = phase == REST
        self._unseen = phase == PLAYING

    def lost(self, phase: Phase | None) -> None:
        """The sensor feels the box no more."""
        self._unseen = self._unseen or phase == PLAYING

    def found(self, phase: Phase | None, *, rests: bool) -> None:
        """The sensor feels the box again, and whether it lies still: nobody has felt who took it since."""
        if rests and phase == PLAYING and self._told_at > -inf:
            self.awaits_hands = True

    def entered(self, entry: Entry, phase: Phase | None, *, felt: bool, rests: bool) -> None:
        """Something was entered, by whomever; ``phase`` is that after it.

        ``felt`` is whether the sensor feels the box, ``rests`` whether it feels that it lies still.
        """
        if entry.command["do"] == "lift" and not felt and entry.at is not None:
            self._unseen, self._told_at = True, entry.at
        by_hand = entry.command["do"] == "lift" and entry.source == "button"
        if phase != PLAYING:
            self.awaits_hands = False
        elif rests and (by_hand or entry.command["do"] in MOVES):
            self.awaits_hands = True
        if phase == REST and entry.command["do"] == "set_down":
            self.set_down_at = -inf if entry.at is None else entry.at
        elif phase == READY or entry.command["do"] == "result":
            self.set_down_at = -inf
            self._played = self._unseen = False
            self._told_at = -inf

    def call_is_open(self, phase: Phase | None, now: float, *, sensor_ok: bool, asking: bool = False) -> bool:
        """Whether a press is the call (katz-schmaus:52, KS-A6), not an answer.

        ``asking`` is whether somebody has had the display ask something, though no sensor feels the box.
        """
        if phase == REST:
            # Not by the difference: it rounds, and at the very moment when the call closes it may still be below 3.
            return now < self.set_down_at + CALL_OPEN
        if sensor_ok:
            # Who presses while the box lies there untouched answers.
            return phase == PLAYING and not self.awaits_hands
        return phase in (READY, PLAYING) and not asking

    def lifted(self, at: float, phase: Phase | None) -> Told | None:
        """What to enter when the hands have taken the box."""
        self.awaits_hands = False
        if phase == REST and at < self.set_down_at + CALL_OPEN:
            return {"do": "lift", "again": True}
        return {"do": "lift"} if phase in (READY, REST) else None

    def set_down(self, handling: Handling, phase: Phase | None) -> Told | None:
        """What to enter when the box rests again, by what was done with it."""
        if phase != PLAYING:
            return None
        if handling.began < self._told_at:
            # Hands of the turn before: what has become of this one can be told.
            self.awaits_hands = True
            return None
        # Emptied it is after a play that was seen, or instead of one.
        self._played = self._played or was_play(handling) or (self._unseen and handling.steepest <= EMPTIED)
        return {"do": "set_down"} if self._played else {"do": "void"}
