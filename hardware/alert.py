"""How far the sensor's interrupt pin can be relied on: what it tells is compared with what the chip's status says."""

from __future__ import annotations

import logging
from math import inf
from typing import Final

log = logging.getLogger(__name__)

DOZE: Final = 0.4
"""s between two looks into the FIFO while nothing moves. It holds 0.64 s: a bus that fails for 0.2 s costs no sample."""

QUIET_AFTER: Final = 10.0
"""s without a movement until the next look may wait so long: in play the sensor is looked at as without the pin."""

BRISK, BRISK_FOR = 0.08, 1.0
"""s between two looks, and how long, after the pin has ended a doze: a lift takes 0.2 s of samples to be sure of."""

_DIFFER: Final = 2
"""Looks at which pin and status may differ: a movement in the middle of a look is seen by one, and told for the next."""
_UNHEARD: Final = 5
"""Movements that the status has told and the pin has not, until that is written down."""
_BEFORE: Final = 3.0
"""s before a lift is told in which the chip must have noticed that something moves."""


class Alert:
    """The pin is believed once it has told a movement, and until it does not, or tells one that is none.

    As long as it is not believed all is as if there were none.
    """

    def __init__(self) -> None:
        self._edges = self._edges_before = 0
        self._moved_at = -inf
        self._balance = 0
        self._unheard = 0
        self._believed = False
        self._too_dull = False

    @property
    def believed(self) -> bool:
        """Whether the pin tells what moves the box."""
        return self._believed and not self._too_dull

    def tell(self) -> None:
        """The pin has gone up; always in the same thread."""
        self._edges += 1

    def look(self, now: float, *, moved: bool) -> None:
        """The chip was looked at, and its status said whether it was moved since the look before."""
        edges = self._edges
        told, self._edges_before = edges != self._edges_before, edges
        if moved or told:
            self._moved_at = now
        if moved and told:
            self._balance = self._unheard = 0
            self._believed = True
            return
        self._balance += moved - told
        if abs(self._balance) >= _DIFFER:
            self._balance = 0
            self._believed = False
        self._unheard += moved
        if moved and self._unheard == _UNHEARD:
            log.warning("the sensor's INT pin is not heard, and the sensor is looked at more often: check its wire")

    def felt_a_lift(self, now: float) -> None:
        """The box was lifted: if the chip has not noticed that, it never lets anybody doze again."""
        if self.believed and now - self._moved_at > _BEFORE:
            self._too_dull = True
            log.warning("the sensor's INT pin told nothing of a lift, and is not relied on until the next start")

    def dozes(self, now: float) -> bool:
        """Whether the pin will tell what happens next: nothing has moved for a while."""
        return self.believed and now - self._moved_at >= QUIET_AFTER
