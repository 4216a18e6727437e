"""Whoever wants to know that something at the table has changed, and looks for itself what it is now."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

Topic = Literal["state", "screen", "health", "settings", "box", "motion", "simulator"]


class Followers:
    """All who are told, in the loop's thread; none of them can hold up or break what changes."""

    def __init__(self) -> None:
        self._told: list[Callable[[Topic], None]] = []

    def add(self, tell: Callable[[Topic], None]) -> None:
        """Tell somebody from now on."""
        self._told.append(tell)

    def remove(self, tell: Callable[[Topic], None]) -> None:
        """Tell somebody no more."""
        self._told.remove(tell)

    def tell(self, topic: Topic) -> None:
        """Something has changed."""
        for tell in tuple(self._told):
            try:
                tell(topic)
            except Exception:
                log.exception("a follower has failed at a change of the %s", topic)
