"""How every part is: what was found, since when, and what to do about it."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.trouble import Part, Trouble
from companion.table.records import is_trusted, rfc3339
from hardware import Counters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware import Clock, Condition

log = logging.getLogger(__name__)

QUIET: Final = 60.0
"""A part that comes and goes is written to the log at most once in so many seconds."""


COUNTED: Final = ("presses", *Counters().as_dict(), "commits", "log_lines")
"""All that is counted, by name."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """The condition of a part, and since when it is so (s, monotonic)."""

    condition: Condition
    since: float

    @property
    def trouble(self) -> Trouble:
        """The same as people are told of it."""
        return Trouble(self.condition.part, self.condition.status, self.condition.why, self.condition.cure)


class Written(NamedTuple):
    """What was last written to the log of a part, and when (s, monotonic)."""

    at: float
    condition: Condition | None


class Health:
    """The conditions of all parts, and what they counted; ``tell`` is called when one has changed."""

    def __init__(self, clock: Clock, tell: Callable[[], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._found: dict[str, Lasting] = {}
        self._logged: dict[str, Written] = {}
        self.counters: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Lasting]:
        return iter(self._found.values())

    def status(self, part: str) -> str | None:
        """``ok``, ``degraded`` or ``absent``; None of a part that has not been heard of."""
        lasting = self._found.get(part)
        return lasting.condition.status if lasting else None

    def says(self, part: str) -> str:
        """What was found of a part, and what to do about it; empty where all is well."""
        lasting = self._found.get(part)
        return _told(lasting.condition) if lasting else ""

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What people should know of."""
        return tuple(lasting.trouble for lasting in self if lasting.condition.status != "ok")

    @property
    def parts(self) -> tuple[Part, ...]:
        """Every part that has been heard of: how it is, for how long, and since when where the clock is set."""
        now, wall = self._clock.monotonic(), self._clock.wall()
        return tuple(
            Part(
                lasting.trouble,
                rfc3339(wall - (now - lasting.since)) if is_trusted(wall) else None,
                round(now - lasting.since, 1),
            )
            for lasting in self
        )

    def note(self, condition: Condition) -> None:
        """Take in how a part is."""
        old = self._found.get(condition.part)
        if old is not None and old.condition == condition:
            return
        changed = old is None or old.condition.status != condition.status
        since = self._clock.monotonic() if changed or old is None else old.since
        self._found[condition.part] = Lasting(condition, since)
        if old is None and condition.status == "ok":
            self._logged[condition.part] = Written(-inf, condition)
        self.catch_up()
        self._tell()

    def catch_up(self) -> None:
        """Write down what has changed since it was written last; each part once in ``QUIET`` seconds."""
        now = self._clock.monotonic()
        for part, lasting in self._found.items():
            condition = lasting.condition
            last = self._logged.get(part, Written(-inf, None))
            if last.condition == condition or now - last.at < QUIET:
                continue
            self._logged[part] = Written(now, condition)
            level = logging.INFO if condition.status == "ok" else logging.WARNING
            told = _told(condition)
            log.log(level, "%s is %s%s", part, condition.status, told and f": {told}")


def _told(condition: Condition) -> str:
    return " ".join(
        text if text.endswith((".", "?")) else f"{text}." for text in (condition.why, condition.cure) if text
    )
