"""A fault that lasts, in the log: it is told now and then, not each time, as every line wears the card."""

from __future__ import annotations

import logging
from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

AGAIN: Final = 60.0
"""s; a fault of ours in what is looked at over and over would fill the log with 20 tracebacks a second."""

KEPT: Final = 100
"""Faults that are remembered; a message that is another one each time is written each time."""


class Repeats(logging.Filter):
    """Keeps from one handler what has the same error at the same place as a line of the last minute."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._told: dict[tuple[str, int, str], float] = {}
        """When each was let through, s, monotonic."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        what, now = (record.pathname, record.lineno, repr(error)), self._now()
        if now - self._told.get(what, -inf) < AGAIN:
            return False
        if len(self._told) >= KEPT:
            self._told.clear()
        self._told[what] = now
        return True
