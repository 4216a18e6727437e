"""What phones are told of the box while it moves: how it lies, and what a call is worth now."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from companion.faces.phone import LiveBox
from companion.table.box import CALL_OPEN

if TYPE_CHECKING:
    from companion.evening import Evening


def live(evening: Evening, now: float) -> LiveBox | None:
    """The box as it is at a time (s, monotonic); None while no game with one is on."""
    if evening.phase is None:
        return None
    motion = evening.motion
    is_open = evening.call_is_open(now)
    closes = evening.box.set_down_at + CALL_OPEN - now
    is_called = evening.evidence is not None
    return LiveBox(
        felt=evening.sensor_ok,
        in_hands=motion.handled,
        tilt=round(motion.tilt, 1),
        bearing=round(motion.bearing),
        seconds=round(now - motion.since, 1) if motion.since > -inf else None,
        call_open=is_open,
        closes_in=round(closes, 2) if is_open and closes > 0 else None,
        before_call=_tenths(evening.evidence),
        after_call=_tenths(max(0.0, motion.moved_at - evening.called_at)) if is_called else None,
    )


def _tenths(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)
