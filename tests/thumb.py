"""Somebody at the table who has nothing but the box: a button to press, and a display to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.senses import OK_AFTER
from tests.playing import play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.faces.menu import Item, Listing
    from companion.scenario.stage import Stage
    from companion.table.ledger import Ledger

PRESS_SECONDS: Final = 0.3
"""What a press takes a person, with the pause after it."""

HOLD_SECONDS: Final = OK_AFTER
"""What an OK takes: the ring is watched until it is full."""


class Thumb:
    """Presses until the display offers what is wanted, then holds; counts both."""

    def __init__(self, stage: Stage) -> None:
        self.presses = 0
        self.holds = 0
        self._stage = stage

    @property
    def seconds(self) -> float:
        """What all of it takes a person, s."""
        return self.presses * PRESS_SECONDS + self.holds * HOLD_SECONDS

    @property
    def ledger(self) -> Ledger:
        """The game that is on."""
        ledger = self._stage.daemon.session.ledger
        assert ledger is not None, "no game is on"
        return ledger

    @property
    def scores(self) -> Mapping[str, int]:
        return self.ledger.state.scores

    @property
    def offered(self) -> Item | None:
        """What a hold would choose now; None where there is nothing to choose."""
        items = self._listing.items
        return items[self._at] if items else None

    def press(self, times: int = 1) -> None:
        """Next."""
        for _ in range(times):
            play(self._stage, "press")
        self.presses += times

    def hold(self) -> None:
        """OK."""
        play(self._stage, "hold 700ms")
        self.holds += 1

    def back(self) -> None:
        """One page up, or undo."""
        play(self._stage, "hold 1.6s")

    def choose(self, *labels: str) -> None:
        """Answer by what stands on the display, page by page."""
        for label in labels:
            self._reach([label], [item.label for item in self._listing.items])

    def count(self, number: int) -> None:
        """Answer with a number: by its tens first, where they are asked for."""
        if self._listing.step == 10:
            tens = [item.number // 10 if item.number is not None else None for item in self._listing.items]
            self._reach([number // 10], tens)
        self._reach([number], [item.number for item in self._listing.items])

    @property
    def _listing(self) -> Listing:
        showing = self._stage.daemon.front.showing
        return showing.menu.listing(showing.table)

    @property
    def _at(self) -> int:
        showing = self._stage.daemon.front.showing
        return showing.menu.position(showing.table)

    def _reach(self, wanted: Sequence[object], offered: Sequence[object]) -> None:
        """Press until the display offers it, then hold."""
        for _ in offered:
            if offered[self._at] in wanted:
                break
            self.press()
        assert offered[self._at] in wanted, f"no press leads to {wanted}: there is {offered}"
        self.hold()
