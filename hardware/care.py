"""How a part is, when it is to be looked for again, and what people were told of it."""

from __future__ import annotations

import logging
from math import inf
from typing import TYPE_CHECKING, Final

from hardware.errors import BusUnavailable, DisplayAbsent, DriverMissing, HardwareError, PinsUnavailable, SensorAbsent
from hardware.ports import Condition, Part

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

_AGAIN: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""s to wait before a part is looked for again, after the first failure, the second, ..."""
_WELL: Final = 1.0
"""s after which a part that works has forgotten its failures."""
_ABSENT: Final = (BusUnavailable, SensorAbsent, DriverMissing, DisplayAbsent, PinsUnavailable)


def condition(part: Part, error: Exception) -> Condition:
    """How a part is that has failed: absent is what does not answer; what answers, but not rightly, is degraded."""
    if isinstance(error, HardwareError):
        return Condition(part, "absent" if isinstance(error, _ABSENT) else "degraded", error.why, error.cure)
    if isinstance(error, OSError):
        return Condition(part, "degraded", f"the {part} answers, but not always: {error}", "check its wires and supply")
    return Condition(
        part,
        "degraded",
        f"the {part} fails: {error!r}",
        "pull the plug and put it in again; if it stays so, companion doctor says more",
    )


class Care:
    """How a part is, when it is to be looked for again, and what people were told."""

    def __init__(self, part: Part, wanted: bool, now: Callable[[], float], tell: Callable[[Condition], None]) -> None:
        self.ready = False
        """Whether it was started and has not failed since."""
        self.busy = False
        """Whether it is being started."""
        self._look_at = -inf if wanted else inf
        self.part = part
        self._now = now
        self._tell = tell
        self._told: Condition | None = None
        self._failures = 0
        self._well_since = inf

    @property
    def next_look(self) -> float:
        """When to look for it; never while it is there."""
        return inf if self.ready or self.busy else self._look_at

    def works(self) -> bool:
        """It does what it should; whether that is news."""
        if self._failures:
            now = self._now()
            self._well_since = min(self._well_since, now)
            if now - self._well_since > _WELL:
                self._failures = 0
        return self._say(Condition(self.part, "ok"))

    def failed(self, error: Exception) -> None:
        """It does not; it is looked for again soon, later, and at last every four seconds."""
        self.ready = False
        self._look_at = self._now() + _AGAIN[min(self._failures, len(_AGAIN) - 1)]
        self._failures += 1
        self._well_since = inf
        if self._say(condition(self.part, error)) and not isinstance(error, OSError | HardwareError):
            log.error("the %s failed", self.part, exc_info=error)

    def _say(self, news: Condition) -> bool:
        if news == self._told:
            return False
        self._told = news
        self._tell(news)
        return True
