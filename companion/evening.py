"""The evening at one table: what the box feels and people say, turned into entries of the game that is on."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import TYPE_CHECKING

from companion.games import Code, Refusal
from companion.senses import Motion
from companion.table.box import Box, Command

if TYPE_CHECKING:
    from companion.senses import Felt
    from companion.table.session import Receipt, Session
    from hardware import Batch

BOX_GAME = "katz-schmaus"
"""The game whose box the sensor sits under; the others are played without it."""


class Evening:
    """Session, motion and the meaning of the one for the other."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.motion = Motion()
        self.box = Box()
        self.felt: Counter[str] = Counter()
        self.sensor_ok = False
        self.called_at = -inf
        """When the last call was made, s, monotonic."""
        self.moved_before_call = -inf
        """When the box last moved before that."""

    @property
    def phase(self) -> str | None:
        """The phase of the game with the box; None while none is on."""
        ledger = self.session.ledger
        return ledger.state.phase if ledger and ledger.header.game == BOX_GAME else None

    def call_is_open(self, now: float) -> bool:
        """Whether a press now is the call."""
        return self.box.call_is_open(self.phase, now, sensor_ok=self.sensor_ok)

    def call(self, at: float) -> Receipt:
        """Somebody called "Katz & Schmaus" by the button. Raises Refusal."""
        receipt = self.session.submit({"do": "call"}, source="button", at=at)
        self.called_at = at
        self.moved_before_call = self.motion.moved_at
        return receipt

    def feel(self, batch: Batch) -> list[Felt]:
        """Take in samples; returns what was felt after its meaning was entered."""
        felt = self.motion.feed(batch.t, batch.x, batch.y, batch.z)
        for event in felt:
            self.felt[event.kind] += 1
            command: Command | None = None
            if event.kind == "lifted":
                command = self.box.lifted(event.at, self.phase)
            elif event.kind == "set_down" and event.handling is not None:
                handling = event.handling
                seconds = handling.ended - handling.began
                command = self.box.set_down(event.at, seconds, handling.most_tilt, self.phase)
            if command is not None:
                self._enter(command, event.at)
        return felt

    def _enter(self, command: Command, at: float) -> None:
        try:
            self.session.submit(command, source="sensor", at=at)
        except Refusal as refusal:
            # The lift after the very last turn settles that turn, though nobody is left to lift for.
            if refusal.code is Code.OVER and self.phase == "rest":
                self.session.submit({"do": "result"}, source="inferred", at=at)
