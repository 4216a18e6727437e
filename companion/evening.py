"""The evening at one table: what the box feels and people say, turned into entries of the game that is on."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games import Code, Refusal
from companion.games.katz_schmaus.state import CALLED, PLAYING, READY, REST, State
from companion.senses import Motion
from companion.table.box import Box

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.games.katz_schmaus.state import Phase
    from companion.senses import Felt, Usual
    from companion.table.box import Told
    from companion.table.ledger import Entry, Ledger
    from companion.table.session import Session
    from hardware import Batch

BOX_GAME: Final = "katz-schmaus"
"""The game whose box the sensor sits under; the others are played without it."""


class News(NamedTuple):
    """What has become of the table since it was last asked."""

    ledger: Ledger | None
    """The game that lies there now; None if none does."""
    is_another: bool
    """Whether it is another one than before: a new one, or one that was on earlier."""
    entries: tuple[Entry, ...]
    """What was entered in it meanwhile; not what another game brings with it."""


class Evening:
    """Session, motion and the meaning of the one for the other."""

    def __init__(
        self, session: Session, known: Sequence[Usual], looked_at: Callable[[], bool], stirred: Callable[[], None]
    ) -> None:
        """``known`` is what was usual on the tables that the box was measured on.

        ``looked_at`` says whether somebody has opened the box's menu: then a press goes on in it, though no sensor
        tells it from a call. ``stirred`` is called at every batch in which the box is in hands, and at the one in which
        it comes to rest.
        """
        self.session = session
        self.motion = Motion(known)
        self.box = Box()
        self.felt: Counter[str] = Counter()
        self.sensor_ok = False
        """Whether the sensor feels the box; ``sense`` tells it."""
        self._looked_at = looked_at
        self._stirred = stirred
        self.called_at = -inf
        """When the last call was made, s, monotonic; by whatever way."""
        self._moved_before_call = -inf
        self._turn_began = -inf
        self._followed: Ledger | None = None
        self._revision = 0
        """Up to where it was followed."""
        self._listeners: list[Callable[[Batch, list[Felt]], None]] = []

    @property
    def phase(self) -> Phase | None:
        """The phase of the game with the box; None while none is on."""
        ledger = self.session.ledger
        state = ledger.state if ledger else None
        return state.phase if isinstance(state, State) else None

    @property
    def evidence(self) -> float | None:
        """How long after the box's last movement in this turn the call came, s; None where nobody can tell."""
        waited = self.called_at - self._moved_before_call
        return waited if self.phase == CALLED and self.sensor_ok and 0.0 <= waited < inf else None

    def add_listener(self, listener: Callable[[Batch, list[Felt]], None]) -> None:
        """Tell somebody of every batch from now on, and of what was felt in it."""
        self._listeners.append(listener)

    def remove_listener(self, listener: Callable[[Batch, list[Felt]], None]) -> None:
        """Tell somebody no more."""
        self._listeners.remove(listener)

    def call_is_open(self, now: float) -> bool:
        """Whether a press now is the call."""
        return self.box.call_is_open(self.phase, now, sensor_ok=self.sensor_ok, asking=self._looked_at())

    @property
    def unfelt(self) -> bool:
        """Whether no sensor feels what becomes of a turn, so that a press may be the call, and answers must be told."""
        return not self.sensor_ok and self.phase in (READY, PLAYING)

    @property
    def awaits_hands(self) -> bool:
        """Whether the turn is on though the box was felt to rest all along: its question can be answered."""
        return self.sensor_ok and self.box.awaits_hands

    def follow(self) -> News:
        """Take in what was done at the table, whoever did it: sensor, button or phone; for after each change of it.

        A game is known by its ledger: its number changes when the journal opens late, and nothing at the table with it.
        """
        ledger, is_another = self.session.ledger, self.session.ledger is not self._followed
        entries = () if ledger is None or is_another else tuple(ledger.entries[self._revision :])
        self._followed, self._revision = ledger, ledger.revision if ledger else 0
        if is_another:
            self._forget()
        for entry in entries:
            self._entered(entry)
        return News(ledger, is_another, entries)

    def sense(self, *, ok: bool) -> None:
        """Whether the sensor works, each time when that is told."""
        if self.sensor_ok and not ok:
            self.box.lost(self.phase)
        elif ok and not self.sensor_ok:
            self.box.found(self.phase, rests=self._lies_still)
        self.sensor_ok = ok

    def feel(self, batch: Batch) -> list[Felt]:
        """Take in samples; returns what was felt after its meaning was entered."""
        was_handled = self.motion.handled
        felt = self.motion.feed(batch.t, batch.x, batch.y, batch.z)
        for event in felt:
            self.felt[event.kind] += 1
            told: Told | None = None
            if event.kind == "lifted":
                told = self.box.lifted(event.at, self.phase)
            elif event.handling is not None:
                told = self.box.set_down(event.handling, self.phase)
            if told is not None:
                self._enter(told, event.at)
        for listener in self._listeners:
            listener(batch, felt)
        if self.motion.handled or was_handled:
            self._stirred()
        return felt

    @property
    def _lies_still(self) -> bool:
        return self.motion.settled and not self.motion.handled

    def _forget(self) -> None:
        """What the box did in one game means nothing in another: neither its three seconds nor who called."""
        self.box = Box()
        self.box.resume(self.phase)
        self.called_at = self._moved_before_call = self._turn_began = -inf

    def _entered(self, entry: Entry) -> None:
        if entry.command["do"] in {"lift", "result"} and entry.at is not None:
            self._turn_began = entry.at
        if entry.command["do"] == "call" and entry.at is not None:
            self.called_at = entry.at
            moved = self.motion.moved_at
            self._moved_before_call = moved if moved >= self._turn_began else -inf
        self.box.entered(entry, self.phase, felt=self.sensor_ok, rests=self.sensor_ok and self._lies_still)

    def _enter(self, told: Told, at: float) -> None:
        try:
            self.session.submit(told, source="sensor", at=at)
        except Refusal as refusal:
            # The lift after the very last turn settles that turn, though nobody is left to lift for.
            if refusal.code is Code.OVER and self.phase == REST:
                self.session.submit({"do": "result"}, source="inferred", at=at)
