"""What a finger means by pressing a button: one gesture, one action."""

from __future__ import annotations

from math import inf
from typing import Final, Literal, NamedTuple

from companion.senses.touches import Touch, Touches

OK_AFTER: Final = 0.6
"""Held for so long and then let go, it is OK, s."""

BACK_AFTER: Final = 1.5
"""Held for so long it is back, at once, s."""

OFF_AFTER: Final = 5.0
"""Held for so long it is about switching off, at once, s: beyond what anybody holds by mistake."""


class Holds(NamedTuple):
    """After how long a press means something else."""

    ok: float
    """Held for so long and then let go it is OK, s."""
    back: float
    """Held for so long it is back, at once, s."""


BUTTON_HOLDS: Final = Holds(OK_AFTER, BACK_AFTER)
"""Of a button that is all there is: it goes on to the next answer too."""

KNOB_HOLDS: Final = Holds(0.0, OK_AFTER)
"""Of a knob, which is turned to the next answer."""


class Progress(NamedTuple):
    """How far a hold has come, each from 0 to 1."""

    ok: float
    """To where letting go means OK."""
    back: float
    """From there to where it means back."""


class Gesture(NamedTuple):
    """What somebody wants."""

    at: float
    """When it was plain, s: at the release, for ``back`` and ``off`` while the button is still held."""
    kind: Literal["press", "ok", "back", "off"]


class Gestures:
    """Reads gestures from a contact's edges: ``feed`` and ``tick`` give what the contact did, and what was meant."""

    def __init__(self, holds: Holds = BUTTON_HOLDS, *, closed: bool = False, rattles: bool = False) -> None:
        self._holds = holds
        self._touches = Touches(closed=closed, rattles=rattles)
        self._began: float | None = None
        """When the gesture that is on was touched off, s."""
        self._pressed = False
        self._spent = False
        """Whether it has had its action, or is to mean nothing, unless it is held for much longer."""
        self._no_more = False
        """Whether it is to mean nothing however long it is held."""

    @property
    def stuck(self) -> bool:
        """Whether the contact is stuck closed."""
        return self._touches.stuck

    @property
    def closed(self) -> bool:
        """The contact's level by its last edge."""
        return self._touches.closed

    @property
    def due(self) -> float:
        """When ``tick`` has something to say if no edge comes before, s; ``inf`` if nothing."""
        return min(self._touches.due, self._back_at, self._off_at)

    def progress(self, t: float) -> Progress | None:
        """How far the hold that is on has come; None where none is, or nothing is meant by it."""
        if self._began is None or not self._pressed or self._spent:
            return None
        held, (ok, back) = max(0.0, t - self._began), self._holds
        return Progress(min(1.0, held / ok) if ok else 1.0, min(1.0, max(0.0, held - ok) / (back - ok)))

    def swallow(self, *, but_off: bool = False) -> None:
        """The gesture that is on means no more than what its first edge already did.

        ``but_off``: that only woke somebody up, say; held on, it is still about switching off.
        """
        if self._began is not None:
            self._spent = True
            self._no_more = not but_off

    def feed(self, t: float, *, closed: bool) -> list[Touch | Gesture]:
        """Take in an edge (s)."""
        told = self.tick(t)
        self._follow(self._touches.feed(t, closed=closed), told)
        return told

    def tick(self, t: float) -> list[Touch | Gesture]:
        """What has become sure by a time (s)."""
        told: list[Touch | Gesture] = []
        while (due := self.due) <= t:
            if self._back_at <= due:
                self._spent = True
                told.append(Gesture(due, "back"))
            elif self._off_at <= due:
                self._no_more = True
                told.append(Gesture(due, "off"))
            else:
                self._follow(self._touches.tick(due), told)
        return told

    def _follow(self, touches: list[Touch], told: list[Touch | Gesture]) -> None:
        for touch in touches:
            told.append(touch)
            if touch.kind == "touched":
                self._began, self._pressed, self._spent, self._no_more = touch.at, False, False, False
            elif touch.kind == "pressed":
                self._pressed = True
            elif touch.kind == "withdrawn":
                self._began = None
            elif touch.kind == "released":
                self._end(touch.at, told)

    def _end(self, at: float, told: list[Touch | Gesture]) -> None:
        began, self._began = self._began, None
        if began is None or self._spent:
            return
        held = at - began
        told.append(Gesture(at, "press" if held < self._holds.ok else "ok" if held < self._holds.back else "back"))

    @property
    def _back_at(self) -> float:
        # Open, the contact may be about to be released: whether it was let go before the time is not known yet.
        if self._began is None or not self._pressed or self._spent or not self._touches.closed:
            return inf
        return self._began + self._holds.back

    @property
    def _off_at(self) -> float:
        if self._began is None or not self._pressed or self._no_more or not self._touches.closed:
            return inf
        return self._began + OFF_AFTER
