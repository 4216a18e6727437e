"""When things were, on a clock that is set late, or set again: a Pi has no clock chip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table.records import JUMP, ClockSet, is_trusted

if TYPE_CHECKING:
    from companion.table.door import Door
    from companion.table.in_memory import InMemory
    from hardware import Clock


class Dating:
    """Notices that the clock was set since something was entered."""

    def __init__(self, clock: Clock, door: Door, memory: InMemory) -> None:
        self._clock = clock
        self._door = door
        self._memory = memory
        self._ahead: tuple[float, float] | None = None
        """By how much Unix time was ahead of monotonic time, s, at the entries since the start: least and most."""

    def note_entry(self) -> None:
        """Something is entered now."""
        ahead = self._now_ahead
        least, most = self._ahead or (ahead, ahead)
        self._ahead = min(least, ahead), max(most, ahead)

    def look(self) -> bool:
        """Give what was entered since the start another date if the clock was set; whether that is so."""
        ahead = self._now_ahead
        if self._ahead is None or not is_trusted(self._clock.wall()):
            return False
        least, most = self._ahead
        if max(most - ahead, ahead - least) <= JUMP:
            return False
        self._ahead = ahead, ahead
        self._memory.redate(ahead)
        self._door.write(ClockSet(ahead))
        return True

    @property
    def _now_ahead(self) -> float:
        return self._clock.wall() - self._clock.monotonic()
