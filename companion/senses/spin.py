"""How a knob is turned: how far each click goes where there is far to go, and where one turn of the hand ends."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from companion.senses.dial import Click, Way

PAUSE: Final = 0.25
"""A hand that turns on, and takes the knob anew for that, does not wait for so long, s."""

UNHURRIED: Final = 0.06
"""Clicks so far apart go one by one, s: who looks for a number turns 12 of them a second, at most 15."""

FARTHEST: Final = 10
"""So far a click goes at most; in a flick of the fingers, 8 clicks 25 ms apart, it goes 6, and all of them 33."""


class Turn(NamedTuple):
    """A click, and what it is a part of."""

    way: Way
    stride: int = 1
    """How far it goes where there is far to go, 1 or more."""
    fresh: bool = True
    """Whether the hand begins with it, after a pause or the other way."""


class Spin:
    """Reads from clicks how fast the knob is turned.

    >>> from companion.senses.dial import Click
    >>> spin = Spin()
    >>> [spin.feed(Click(at, 1)).stride for at in (1.0, 1.08, 1.12, 1.15, 1.17, 1.19, 1.30)]
    [1, 1, 1, 1, 2, 4, 1]
    """

    def __init__(self) -> None:
        self._last: Click | None = None
        self._gaps = (inf, inf, inf)
        """The times between the last clicks of this turn of the hand, s."""

    def feed(self, click: Click) -> Turn:
        """Take in a click."""
        last, self._last = self._last, click
        gap = inf if last is None or last.way != click.way else click.at - last.at
        fresh = gap >= PAUSE
        self._gaps = (inf, inf, inf) if fresh else (*self._gaps[1:], gap)
        # Slower at once, so that the last clicks before a number are aimed; faster only after three that were fast.
        pace = max(self._gaps)
        stride = min(FARTHEST, max(1, round((UNHURRIED / max(pace, 1e-6)) ** 2)))
        return Turn(click.way, stride, fresh)
