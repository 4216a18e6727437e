"""Faults that end by themselves."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from hardware.clock import Clock

K = TypeVar("K")


class Faults(Generic[K]):
    """What is wrong now, each fault until its own time, whatever becomes of the others."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[K, float] = {}

    def begin(self, kind: K, seconds: float = inf) -> None:
        """Let it be so from now on, for so long; where it is so already, until the later end of the two."""
        self._until[kind] = max(self._until.get(kind, -inf), self._clock.monotonic() + seconds)

    def end(self) -> None:
        """Let nothing be wrong any more."""
        self._until.clear()

    def until(self, kind: K) -> float:
        """When it ends, s, monotonic; -inf where it never began or was ended."""
        return self._until.get(kind, -inf)

    def __bool__(self) -> bool:
        """Whether any began and was not ended; its time may be over."""
        return bool(self._until)

    def __contains__(self, kind: K) -> bool:
        return kind in self._until and self._clock.monotonic() < self._until[kind]
