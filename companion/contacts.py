"""The panel's contacts, each followed by its edges, and by its level where its edges are not told."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from companion.senses import Gestures

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from companion.senses import Gesture, Touch
    from hardware import Edge, Panel

UNDER_WAY: Final = 0.03
"""An edge that was told late may be on its way for so long, s."""


class Contacts:
    """Tells what each contact of a panel did, and what was meant by it.

    All methods belong to the loop's thread. There ``take`` is called with the contact's number, counted from 0 in the
    wiring's order; ``done`` after all that an edge or a moment has brought.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        resting: tuple[bool, ...],
        take: Callable[[int, Touch | Gesture], None],
        done: Callable[[], None],
    ) -> None:
        """``resting`` is whether each contact is closed while nobody touches it."""
        self.deaf = False
        """Whether a contact moved without its edges being told; until one is told again."""
        self._loop = loop
        self._resting = resting
        self._take = take
        self._done = done
        self._panel: Panel | None = None
        self._followed = [Gestures() for _ in resting]
        self._missed_at = [inf for _ in resting]
        """Since when each contact is otherwise than its edges said, s, monotonic."""
        self._ticking: asyncio.TimerHandle | None = None

    def __getitem__(self, number: int) -> Gestures:
        return self._followed[number]

    @property
    def stuck(self) -> list[int]:
        """The contacts that are otherwise than at rest all the time."""
        return [number for number, gestures in enumerate(self._followed) if gestures.stuck]

    def close(self) -> None:
        """Follow them no more."""
        self._panel = None
        if self._ticking is not None:
            self._ticking.cancel()

    def use_panel(self, panel: Panel) -> None:
        """The pins can be had now: however a contact is found, nobody has just touched it."""
        self._panel = panel
        self._followed = [Gestures(closed=panel.pressed(n) != resting) for n, resting in enumerate(self._resting)]

    def edge(self, edge: Edge) -> None:
        """A contact has changed."""
        self.deaf = False
        self._move(edge.button, edge.t, touched=edge.closed != self._resting[edge.button])

    def listen(self) -> None:
        """Compare the contacts with what their edges said; what they did not say is taken in a moment late.

        gpiozero's thread may have died, and with some pin factories nothing but a new process brings it back.
        """
        if self._panel is None:
            return
        now = self._loop.time()
        for number, resting in enumerate(self._resting):
            touched = self._panel.pressed(number) != resting
            if touched == self._followed[number].closed:
                self._missed_at[number] = inf
            elif now - self._missed_at[number] < UNDER_WAY:
                self._missed_at[number] = min(self._missed_at[number], now)
            else:
                self._missed_at[number] = inf
                self.deaf = True
                self._move(number, now, touched=touched)

    def _move(self, number: int, t: float, *, touched: bool) -> None:
        self._tell(number, self._followed[number].feed(t, closed=touched))
        self._finish()

    def _tick(self) -> None:
        for number, gestures in enumerate(self._followed):
            self._tell(number, gestures.tick(self._loop.time()))
        self._finish()

    def _tell(self, number: int, made: list[Touch | Gesture]) -> None:
        for event in made:
            self._take(number, event)

    def _finish(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
        due = min(gestures.due for gestures in self._followed)
        self._ticking = self._loop.call_at(due, self._tick) if due < inf else None
        self._done()
