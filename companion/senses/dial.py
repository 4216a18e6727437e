"""A rotary encoder: the edges of its two contacts turned into clicks to the right and to the left.

Turned to the right, contact A changes before contact B, to the left after it.
"""

from __future__ import annotations

from math import inf
from typing import Final, Literal, NamedTuple, Protocol

BOUNCE: Final = 0.005
"""For so long after its first edge a contact may bounce, s: 3 ms of chatter and 2 ms of noise (ALPS EC11, at 60 rpm).
In a flick of the fingers, 60 clicks a second, it changes every 8 ms."""

RESTS: Final = 1.0
"""Unmoved for so long the knob lies in a click, s."""

States = Literal[4, 2]
"""Through how many states of its contacts a click of an encoder goes."""

Way = Literal[-1, 1]
"""1 to the right, -1 to the left."""


class Click(NamedTuple):
    """The knob was turned by one click."""

    at: float
    """s."""
    way: Way


class Dial:
    """Follows an encoder by the edges of its contacts. What is due by the clock is told by ``tick``, at ``due``.

    A click takes a change of both contacts, so one that moves alone, broken or noisy, makes none. Where an edge was
    missed the click that is on is not told. That makes clicks fewer; for one the other way five edges of three clicks
    must be missed (three where a click has two states), and so that none of those that are heard shows it.
    """

    def __init__(self, states: States = 4, *, closed: tuple[bool, bool] = (False, False)) -> None:
        """``closed`` is how A and B are found, at rest."""
        self.closed = list(closed)
        """The contacts' levels by their last edges, bounce included."""
        self._level = list(closed)
        """The same without bounce."""
        self._steady_at = [-inf, -inf]
        """From when on each contact bounces no more, s."""
        self._course: _Course = _Whole(*closed) if states == 4 else _Half(*closed)
        self._rests_at = inf

    @property
    def due(self) -> float:
        """When ``tick`` has something to do if no edge comes before, s; ``inf`` if nothing."""
        return min(self._rests_at, self._catches_up(0), self._catches_up(1))

    def feed(self, t: float, contact: int, *, closed: bool) -> list[Click]:
        """Take in an edge (s) of contact A (0) or B (1); returns the clicks that it and the time until then made."""
        told = self.tick(t)
        missed = closed == self.closed[contact]
        self.closed[contact] = closed
        self._rests_at = t + RESTS
        if t >= self._steady_at[contact]:
            if missed:
                self._course.forget()
            else:
                self._change(t, contact, told)
        return told

    def look(self, t: float, closed: tuple[bool, bool]) -> list[Click]:
        """Take in how the contacts are (s), as edges may have been missed."""
        missed = [contact for contact in (0, 1) if closed[contact] != self.closed[contact]]
        if len(missed) == 2:
            # Which of them came first nobody knows.
            self._course.forget()
        return [click for contact in missed for click in self.feed(t, contact, closed=closed[contact])]

    def tick(self, t: float) -> list[Click]:
        """What has become sure by a time (s)."""
        told: list[Click] = []
        while (due := self.due) <= t:
            late = min((0, 1), key=self._catches_up)
            if self._catches_up(late) == due:
                self._change(due, late, told)
            else:
                self._rests_at = inf
                self._course.rest(*self._level)
        return told

    def _catches_up(self, contact: int) -> float:
        """When a contact that was otherwise as it bounced is taken as it is."""
        return self._steady_at[contact] if self.closed[contact] != self._level[contact] else inf

    def _change(self, t: float, contact: int, told: list[Click]) -> None:
        self._level[contact] = not self._level[contact]
        self._steady_at[contact] = t + BOUNCE
        way = self._course.follow(contact, *self._level)
        if way is not None:
            told.append(Click(t, way))


class _Course(Protocol):
    """Where in a click the knob is."""

    def follow(self, contact: int, a: bool, b: bool) -> Way | None:
        """A contact has changed; returns the click that this completes."""

    def forget(self) -> None:
        """It is not known any more: the click that is on will not be told."""

    def rest(self, a: bool, b: bool) -> None:
        """The knob lies in a click."""


class _Whole:
    """Of encoders that go through all four states from one click to the next: A leaves its level at rest, and is back.

    B alone says which way: some encoders rest where B may be open or closed (ALPS EC11: not specified), so what it does
    while A is at rest says nothing.
    """

    def __init__(self, a: bool, b: bool) -> None:
        self._began: bool | None = None
        """The level of B as A left; None: A is at rest, or nobody knows."""
        self.rest(a, b)

    def follow(self, contact: int, a: bool, b: bool) -> Way | None:
        if contact != 0:
            return None
        if a != self._rest:
            self._began = b
            return None
        began, self._began = self._began, None
        if began is None or began == b:
            return None
        return 1 if b != self._rest else -1

    def forget(self) -> None:
        self._began = None

    def rest(self, a: bool, b: bool) -> None:
        del b
        self._rest = a
        self._began = None


class _Half:
    """Of encoders that rest twice in a round, with the contacts alike: one of them leaves, and the other follows."""

    def __init__(self, a: bool, b: bool) -> None:
        self._left: int | None = None
        """The contact that has left; None: none has, or nobody knows."""
        self.rest(a, b)

    def follow(self, contact: int, a: bool, b: bool) -> Way | None:
        if (a == b) != self._alike:
            self._left = contact
            return None
        left, self._left = self._left, None
        if left is None or left == contact:
            return None
        return 1 if (left == 0) == self._alike else -1

    def forget(self) -> None:
        self._left = None

    def rest(self, a: bool, b: bool) -> None:
        self._alike = a == b
        self._left = None
