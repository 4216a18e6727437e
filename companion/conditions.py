"""Conditions that are found in more than one place, in the same words."""

from __future__ import annotations

from typing import Final

from companion.table.records import is_trusted
from hardware import Condition

NO_NETWORK: Final = Condition(
    "network",
    "absent",
    "There is no network: phones cannot join.",
    "Connect the Pi to the house's network (sudo raspi-config); the box plays on without.",
)

_CLOCK_SET: Final = Condition("clock", "ok")
_CLOCK_UNSET: Final = Condition(
    "clock",
    "degraded",
    "The clock has not been set.",
    "It sets itself once there is a network; games count all the same.",
)


def clock(wall: float) -> Condition:
    """Whether the clock shows the time; ``wall`` is what it shows, s since 1970."""
    return _CLOCK_SET if is_trusted(wall) else _CLOCK_UNSET
