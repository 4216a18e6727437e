"""How long nobody was there, and where the paw wanders meanwhile. Pure: the times are passed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ASLEEP_AFTER: Final = 600.0
"""Nobody has touched anything for so long: the display only shows a wandering paw, s (OLED pixels wear out)."""

STEP_ASLEEP: Final = 30.0
"""How long the paw stays in one place, s."""


@dataclass(slots=True)
class Idle:
    """Since when nobody has touched anything.

    >>> [Idle(100.0).steps(now) for now in (699.0, 700.0, 735.0)]
    [None, 0, 1]
    """

    since: float
    """s, monotonic."""

    def steps(self, now: float) -> int | None:
        """How often the paw has moved since everybody left; None while somebody is there."""
        idle = now - self.since
        return int((idle - ASLEEP_AFTER) / STEP_ASLEEP) if idle >= ASLEEP_AFTER else None

    def next_step(self, now: float) -> float:
        """When the paw comes, or moves on, s."""
        steps = self.steps(now)
        return self.since + ASLEEP_AFTER + (0 if steps is None else steps + 1) * STEP_ASLEEP
