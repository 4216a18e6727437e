"""What the handling of the Katz & Schmaus box means: motion that was felt, turned into commands.

The sensor sees hands, not treats. So it says when a turn begins and when the box rests, takes back what was
plainly no turn, and judges nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

Command = dict[str, object]

CALL_OPEN = 3.0
"""How long after the box was set down a press is still a call, and a lift the same turn going on, s (KS-A6)."""

SHORTEST_PLAY = 2.0
"""Nobody lands a treat in less, s: the box was only passed on."""

LEAST_TILT = 8.0
"""Below it the box was carried, not played with, degrees: hands that carry it level sway by 2 to 4."""

EMPTIED = 75.0
"""Tipped further than this the box was emptied or put together, degrees: treats fall off the board long before."""


def was_play(seconds: float, most_tilt: float) -> bool:
    """Whether a handling can have been a turn.

    >>> was_play(12.0, 35.0), was_play(1.2, 35.0), was_play(12.0, 2.0), was_play(12.0, 140.0)
    (True, False, False, False)
    """
    return seconds >= SHORTEST_PLAY and LEAST_TILT <= most_tilt <= EMPTIED


@dataclass(slots=True)
class Box:
    """Follows one box through the phases of its game.

    ``phase`` is the game's, as it is when something is felt; ``None`` while no game with a box is on.
    """

    set_down_at: float = -inf
    """When the box came to rest during a turn, s, monotonic."""
    _played: bool = field(default=False)

    def resume(self, phase: str | None) -> None:
        """The companion was off for a while: a turn that was on then may have been a play."""
        self._played = phase in ("playing", "rest")
        self.set_down_at = -inf

    def call_is_open(self, phase: str | None, now: float, *, sensor_ok: bool) -> bool:
        """Whether a press is the call (katz-schmaus:52, KS-A6), not an answer."""
        if phase == "playing":
            return True
        if phase == "rest":
            return now - self.set_down_at < CALL_OPEN
        return phase == "ready" and not sensor_ok

    def lifted(self, at: float, phase: str | None) -> Command | None:
        """What to enter when the hands have taken the box."""
        if phase == "rest" and at - self.set_down_at < CALL_OPEN:
            return {"do": "lift", "again": True}
        if phase in ("ready", "rest"):
            self._played = False
            return {"do": "lift"}
        return None

    def set_down(self, at: float, seconds: float, most_tilt: float, phase: str | None) -> Command | None:
        """What to enter when the box rests again.

        ``seconds`` it was in the hands, ``most_tilt`` in degrees from how it lay before.
        """
        if phase != "playing":
            return None
        self._played = self._played or was_play(seconds, most_tilt)
        if not self._played:
            return {"do": "void"}
        self.set_down_at = at
        return {"do": "set_down"}

    def put_down_by_hand(self, at: float) -> None:
        """Somebody told by hand that the box rests: the call stays open for as long."""
        self.set_down_at = at
