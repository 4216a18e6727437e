"""What a table costs at which a game is on and nobody does anything."""

from __future__ import annotations

import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tests.measuring.living import process
from tests.measuring.row import Figures, Row, Under

SETTLED, WATCHED = 6.0, 12.0
"""s."""
LGPIO: Final = 2000.0
"""Wake-ups a second of lgpio's own thread while it listens to a pin (lgPthAlerts.c waits for 0.5 ms at a time)."""


class Rest(NamedTuple):
    """Of a second at rest."""

    wakeups: float
    cpu: float


@cache
def at_rest() -> Rest:
    """A box on the table, its game begun, no phone."""
    with (
        tempfile.TemporaryDirectory(prefix="companion-bench-") as folder,
        process("tests.measuring.companion", Path(folder), "hasty") as companion,
    ):
        companion.begin()
        time.sleep(SETTLED)
        before = companion.wakeups(), companion.cpu()
        time.sleep(WATCHED)
        after = companion.wakeups(), companion.cpu()
    return Rest((after[0] - before[0]) / WATCHED, (after[1] - before[1]) / WATCHED)


ROWS: Final = (
    Row(
        "wake-ups",
        "wake-ups at rest, a game on: all threads of the program; not lgpio's own, which stay",
        "lgpio's own thread",
        "a second",
        Under(15, "a second"),
        lambda: Figures(at_rest().wakeups, LGPIO),
    ),
    Row("idle", "CPU time for each second of that", "", "s", None, lambda: Figures(at_rest().cpu)),
)
