"""A companion that runs does not grow, does not chatter, and does not end by itself."""

from __future__ import annotations

import gc
import logging
from collections import Counter
from functools import _lru_cache_wrapper
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Final

from companion.table.game_on import GameOn
from tests.soak.evening import Broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.daemon import Daemon
    from companion.scenario.steps import Step
    from tests.soak.evening import Evening

AT_ONCE: Final = 16
"""Lines of the log that a start may have: two of each part."""

PARTS: Final = 6
"""Each may have a line a minute."""

HOUR: Final = 3600.0

MOST_OBJECTS: Final = 15_000
"""A daemon with all its samples, screens and menus holds 5,000 to 9,000 objects; each entry of a game that is off the table
and not forgotten would be twenty more."""

MOST_CACHED: Final = 4_000
"""Letters and icons that were drawn once, sentences that were made once."""

BESIDE: Final = ("hardware.simulated", "threading", "companion.scenario")


class Log(logging.Handler):
    """Counts what is written to the log, and keeps what must not be in it."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines = 0
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += 1
        if record.levelno >= logging.ERROR or record.exc_info:
            self.errors.append(f"{record.getMessage()} {record.exc_info and record.exc_info[1]!r}")


class Spending:
    """Counts the daemon's objects and its lines in the log."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.log = Log()
        self._tell = tell
        self._began = 0.0
        self._lines = 0
        self._next = 0.0

    def before(self, evening: Evening, step: Step) -> None:
        del evening, step

    def after(self, evening: Evening, step: Step) -> None:
        del step
        daemon = evening.stage.daemon
        if self.log.errors:
            raise Broken("log", "; ".join(self.log.errors))
        is_going_off = evening.stage.hardware.switch.asked
        if not is_going_off and (daemon.ended or not daemon.hardware.alive):
            raise Broken("alive", "the companion, or a thread of it, has ended")
        if self._began != evening.started_at:
            self._began, self._lines = evening.started_at, self.log.lines
        lines, minutes = self.log.lines - self._lines, (evening.now - self._began) / 60.0
        if lines > AT_ONCE + PARTS * minutes:
            raise Broken("chatter", f"{lines} lines in the log in {minutes:.1f} min")
        if evening.now - evening.began >= self._next:
            self._next += HOUR
            self._measure(evening, minutes)

    def _measure(self, evening: Evening, minutes: float) -> None:
        """Once an hour: how much the daemon holds, beside the game that is on."""
        count, caches = objects_of(evening.stage.daemon).total(), cached()
        hours = (evening.now - evening.began) / HOUR
        self._tell(
            f"{hours:.1f} h: {len(evening.lines)} steps, {count} objects, {caches} cached, up for {minutes:.0f} min"
        )
        if count > MOST_OBJECTS or caches > MOST_CACHED:
            raise Broken("memory", f"{count} objects, and {caches} cached, after {minutes:.0f} min")


def objects_of(daemon: Daemon) -> Counter[str]:
    """How many objects a daemon holds, by their kind: without those of the game that is on, and of the simulation."""
    on = daemon.session.ledger
    seen = {id(daemon)}
    counted = Counter[str]()
    found: list[object] = [daemon]
    while found:
        one = found.pop()
        counted[type(one).__name__] += 1
        # What a function finds in its module is nobody's own.
        held = (one.__closure__, one.__defaults__) if isinstance(one, FunctionType) else gc.get_referents(one)
        for each in held:
            is_on = isinstance(each, GameOn) and each.ledger is on
            if id(each) not in seen and not is_on and not _is_beside(each):
                seen.add(id(each))
                found.append(each)
    return counted


def cached() -> int:
    """How much the caches of our functions hold."""
    ours = (one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper))
    return sum(one.cache_info().currsize for one in ours if one.__module__.startswith(("companion", "hardware")))


def _is_beside(one: object) -> bool:
    """Whether something is none of the daemon's: a class, a module, a simulated chip, a logger."""
    kind = type(one)
    return isinstance(one, type | ModuleType | logging.Logger) or kind.__module__.startswith(BESIDE)
