"""The last lines of this process's log, kept in memory for whoever looks after the box: bounded, and gone with it."""

from __future__ import annotations

import logging
from collections import deque
from typing import Final, NamedTuple

KEPT: Final = 60
"""Lines: an evening without trouble writes five, a wire that comes and goes one a minute."""

LONGEST: Final = 300
"""Characters of a line."""


class LogLine(NamedTuple):
    """One record of the log."""

    wall: float
    """Unix time, s."""
    level: str
    text: str


class Lately(logging.Handler):
    """Remembers what is written to a log, by any thread."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        """All lines there were, those too that are forgotten."""
        self._lines: deque[LogLine] = deque(maxlen=KEPT)

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The newest last."""
        return tuple(self._lines)

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            # Where it went wrong stands in the log itself, whose lines are those of a developer.
            text += f" ({type(record.exc_info[1]).__name__}: {record.exc_info[1]})"
        self.count += 1
        text = " ".join(f"{record.name}: {text}".split())
        self._lines.append(LogLine(record.created, record.levelname, text[:LONGEST]))


LATELY: Final = Lately()
"""As the log is the whole process's: the command line lets it listen."""
