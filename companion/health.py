"""How every part is: what was found, since when, and what to do about it."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware import Clock, Condition, Part

log = logging.getLogger(__name__)

QUIET: Final = 60.0
"""A part that comes and goes is written to the log at most once in so many seconds."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The condition of a part, and since when it is so (s, monotonic)."""

    condition: Condition
    since: float


class Health:
    """The conditions of all parts, and what they counted."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._findings: dict[Part, Finding] = {}
        self._logged: dict[Part, float] = {}
        self.counters: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._findings.values())

    def status(self, part: Part) -> str | None:
        """``ok``, ``degraded`` or ``absent``; None of a part that has not been heard of."""
        finding = self._findings.get(part)
        return finding.condition.status if finding else None

    @property
    def troubles(self) -> tuple[Condition, ...]:
        """The conditions that people should know of."""
        return tuple(f.condition for f in self._findings.values() if f.condition.status != "ok")

    def note(self, condition: Condition) -> bool:
        """Take in how a part is; True if that is news."""
        old = self._findings.get(condition.part)
        if old and old.condition == condition:
            return False
        changed = old is None or old.condition.status != condition.status
        now = self._clock.monotonic()
        self._findings[condition.part] = Finding(condition, now if changed or old is None else old.since)
        first = old is None and condition.status == "ok"
        if changed and not first and now - self._logged.get(condition.part, -QUIET) >= QUIET:
            self._logged[condition.part] = now
            self.counters["log_lines"] += 1
            level = logging.INFO if condition.status == "ok" else logging.WARNING
            told = "; ".join(text for text in (condition.why, condition.cure) if text)
            log.log(level, "%s is %s%s", condition.part, condition.status, told and f": {told}")
        return True
