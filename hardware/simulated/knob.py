"""A rotary encoder in a hand: when its contacts close and open as it is turned, to the microsecond."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

UNEVEN: Final = 0.04
"""So far from its place a change may come, in clicks: they are nowhere nearly as even as they are drawn."""

MOST_BOUNCES: Final = 5
"""How often a contact bounces at a change."""

BOUNCED_OUT: Final = 0.002
"""It bounces no longer than so, s: 2 ms of noise (ALPS EC11, at 60 rpm)."""

MICROSECOND: Final = 1e-6


class Bounces(NamedTuple):
    """How a contact bounces whenever it changes."""

    number: int
    seconds: float


class Stroke(NamedTuple):
    """A contact closes or opens."""

    after: float
    """Since the hand began to turn, s."""
    contact: Literal[0, 1]
    """A, B."""
    closed: bool


class SimulatedKnob:
    """An encoder whose contacts are both open at rest. The same seed and the same turns make the same strokes."""

    def __init__(self, seed: int = 1) -> None:
        self._random = Random(seed)
        self._closed = [False, False]

    def turn(self, clicks: int, seconds: float, states: int = 4, bounces: Bounces | None = None) -> list[Stroke]:
        """What the contacts do while it is turned by clicks, to the left where there are less than none.

        ``states`` is through how many a click goes, 4 or 2; ``bounces`` else than an EC11's own.
        """
        each = seconds / abs(clicks)
        strokes: list[Stroke] = []
        for click in range(abs(clicks)):
            for state in range(states):
                # The first lies as far from the rest before as the last from that behind it.
                place = (state + 1) / (states + 1) + self._random.uniform(-UNEVEN, UNEVEN)
                contact = self._next(right=clicks > 0)
                closed = self._closed[contact] = not self._closed[contact]
                strokes += self._change((click + place) * each, contact, closed, bounces)
        return sorted(strokes)

    def _next(self, *, right: bool) -> Literal[0, 1]:
        """The contact that changes now: turned to the right A is ahead of B."""
        alike = self._closed[0] == self._closed[1]
        return 0 if alike == right else 1

    def _change(self, after: float, contact: Literal[0, 1], closed: bool, bounces: Bounces | None) -> Iterator[Stroke]:
        random = self._random
        if bounces is None:
            bounces = Bounces(random.randint(0, MOST_BOUNCES), random.uniform(0.05, 1.0) * BOUNCED_OUT)
        parts = [random.uniform(0.1, 1.0) for _ in range(2 * bounces.number)]
        pauses = [max(MICROSECOND, bounces.seconds * part / sum(parts)) for part in parts]
        for number, at in enumerate(accumulate(pauses, initial=after)):
            yield Stroke(at, contact, closed == (number % 2 == 0))
