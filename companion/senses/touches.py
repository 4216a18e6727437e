"""A button's contact: its edges freed of bounce and spikes."""

from __future__ import annotations

from enum import Enum, auto
from math import inf
from typing import Final, Literal, NamedTuple

REAL: Final = 0.005
"""A contact is a finger's when it stays as it is for so long, s: spikes are shorter (3 ms), taps longer (10 ms)."""

CHATTER, MOSTLY = 0.03, 0.45
"""A tap on a worn button may bounce for longer than it lasts, and is never still: it has then been closed for so long in
all, s, and for this part of the time. Bounces of 50 ms at both ends close it for half of 0.1 s; a burst of spikes is
shorter, or mostly open."""

LOCK_OUT: Final = 0.1
"""For so long after an edge more of them mean nothing, s: worn buttons bounce for 50 ms, no finger taps twice."""

STUCK: Final = 10.0
"""A contact that is closed for so long is stuck, s."""

Kind = Literal["touched", "pressed", "withdrawn", "released", "stuck", "freed"]


class Touch(NamedTuple):
    """Something that happened to a contact."""

    at: float
    """When, s; it may be known only later."""
    kind: Kind
    """``touched`` at the very first edge; then ``pressed`` (with the same time) if it was real, or ``withdrawn`` if it
    was none. Each ``pressed`` is followed by one ``released``. ``stuck`` and ``freed`` come beside."""


class _State(Enum):
    OPEN = auto()
    TOUCHED = auto()
    """In the lock-out after the first edge."""
    CLOSED = auto()
    LEFT = auto()
    """In the lock-out after the release."""
    STUCK_FROM_THE_START = auto()


class Touches:
    """What is done to one contact, by its edges. What is due by the clock is told by ``tick``, at the latest at ``due``."""

    def __init__(self, *, closed: bool = False, rattles: bool = False) -> None:
        """``closed`` is how it is found: closed at the start it is stuck, and nobody has pressed it.

        What ``rattles`` is held by its own weight: unless it stays as it is, it was the table.
        """
        self.closed = closed
        """Its level now, bounce and spikes included."""
        self.stuck = closed
        self._state = _State.STUCK_FROM_THE_START if closed else _State.OPEN
        self._since = -inf
        """Since when it has this level, s."""
        self._touched_at = -inf
        self._opened_at: float | None = None
        """When it opened first since it was surely closed, s."""
        self._free_at = inf
        self._proved = False
        self._rattles = rattles
        self._closed_for = 0.0
        """How long it was closed since it was touched, in all that is over, s."""
        self._told_at = -inf

    @property
    def due(self) -> float:
        """When ``tick`` has something to say if no edge comes before, s; ``inf`` if nothing."""
        settled = self._since + REAL
        match self._state:
            case _State.OPEN:
                return inf
            case _State.TOUCHED:
                end = self._touched_at + LOCK_OUT
                if self._proved:
                    return end
                return settled if self.closed else max(end, self._since)
            case _State.LEFT:
                return self._free_at
            case _State.STUCK_FROM_THE_START:
                return inf if self.closed else settled
            case _State.CLOSED:
                if not self.closed:
                    return settled
                chatter_over = inf if self._opened_at is None else settled
                return min(chatter_over, inf if self.stuck else self._touched_at + STUCK)

    def feed(self, t: float, *, closed: bool) -> list[Touch]:
        """Take in an edge (s); returns what it or the time until then made sure."""
        told = self.tick(t)
        # An edge may reach us after a tick that was later than it; a missing one between two alike does no harm.
        if self.closed:
            self._closed_for += max(0.0, t - self._since)
        self._since = max(t, self._since)
        self.closed = closed
        if closed and self._state is _State.OPEN:
            self._touch(told)
        elif not closed and self._state is _State.CLOSED and self._opened_at is None:
            self._opened_at = self._since
        return told

    def tick(self, t: float) -> list[Touch]:
        """What has become sure by a time (s)."""
        told: list[Touch] = []
        while (due := self.due) <= t:
            self._pass(due, told)
        return told

    def _pass(self, due: float, told: list[Touch]) -> None:
        """What happens when ``due`` is reached."""
        match self._state:
            case _State.TOUCHED:
                self._prove(due, told)
            case _State.CLOSED:
                self._pass_closed(due, told)
            case _State.LEFT:
                self._state = _State.OPEN
                if self.closed:
                    self._touch(told)
            case _State.STUCK_FROM_THE_START:
                self._free(told, self._since)
                self._leave(self._since, due)
            case _State.OPEN:
                pass

    def _touch(self, told: list[Touch]) -> None:
        self._state = _State.TOUCHED
        self._touched_at = self._since
        self._proved = False
        self._closed_for = 0.0
        self._tell(told, self._since, "touched")

    def _prove(self, due: float, told: list[Touch]) -> None:
        if not self._proved and (self.closed or self._chattered):
            self._proved = True
            self._tell(told, self._touched_at, "pressed")
        elif not self._proved:
            self._state = _State.OPEN
            self._tell(told, self._since, "withdrawn")
        elif self.closed or due - self._since < REAL:
            self._state = _State.CLOSED
            self._opened_at = None if self.closed else self._since
        else:
            self._release(self._since, due, told)

    @property
    def _chattered(self) -> bool:
        """Whether an open contact that was never still has been a finger's all the same."""
        return not self._rattles and self._closed_for >= max(CHATTER, MOSTLY * (self._since - self._touched_at))

    def _pass_closed(self, due: float, told: list[Touch]) -> None:
        if not self.closed:
            self._release(self._since if self._opened_at is None else self._opened_at, due, told)
        elif self._opened_at is not None and due >= self._since + REAL:
            self._opened_at = None
        else:
            self.stuck = True
            self._tell(told, due, "stuck")

    def _release(self, at: float, now: float, told: list[Touch]) -> None:
        self._tell(told, at, "released")
        if self.stuck:
            self._free(told, at)
        self._leave(at, now)

    def _free(self, told: list[Touch], at: float) -> None:
        self.stuck = False
        self._tell(told, at, "freed")

    def _leave(self, at: float, now: float) -> None:
        self._state = _State.LEFT
        self._opened_at = None
        self._free_at = max(at + LOCK_OUT, now)

    def _tell(self, told: list[Touch], at: float, kind: Kind) -> None:
        # A stuck contact is told at a time of its own; what was before that and is known later is told then.
        self._told_at = max(at, self._told_at)
        told.append(Touch(self._told_at, kind))
