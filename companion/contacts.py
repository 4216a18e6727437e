"""The panel's contacts, each followed by its edges, and by its level where its edges are not told.

Those of buttons and switches come first; behind them, where there is a knob, contact A and B of its encoder.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from companion.senses import BUTTON_HOLDS, KNOB_HOLDS, Dial, Gestures

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence

    from companion.senses import Click, Gesture, States, Touch
    from hardware import Edge, Panel

UNDER_WAY: Final = 0.03
"""An edge that was told late may be on its way for so long, s."""


class Contacts:
    """Tells what each contact of a panel did, and what was meant by it.

    All methods belong to the loop's thread. There ``take`` is called with the contact's number, counted from 0 in the
    wiring's order, a knob's click with that of its contact A; ``done`` after all that an edge or a moment has brought.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        resting: tuple[bool, ...],
        take: Callable[[int, Touch | Gesture | Click], None],
        done: Callable[[], None],
        dial: States | None = None,
    ) -> None:
        """``resting`` is whether each button's or switch's contact is closed while nobody touches it.

        ``dial`` is what the knob's encoder is like; None: there is no knob.
        """
        self.deaf = False
        """Whether a contact moved without its edges being told; until one is told again."""
        self._loop = loop
        self._resting = resting
        self._take = take
        self._done = done
        self._panel: Panel | None = None
        self._holds = BUTTON_HOLDS if dial is None else KNOB_HOLDS
        self._followed = [Gestures(self._holds) for _ in resting]
        self._states = dial
        self._dial = None if dial is None else Dial(dial)
        self._look_at = inf
        """When the knob's contacts are looked at, as some of their edges may have been missed, s, monotonic."""
        self._missed_at = [inf for _ in range(len(resting) + (2 if dial else 0))]
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
        touched = [panel.pressed(number) != resting for number, resting in enumerate(self._resting)]
        self._followed = [Gestures(self._holds, closed=closed) for closed in touched]
        self._dial = None if self._states is None else Dial(self._states, closed=self._knob(panel))

    def edge(self, edge: Edge) -> None:
        """A contact has changed."""
        self.deaf = False
        self._move(edge.button, edge.t, closed=edge.closed)

    def listen(self) -> None:
        """Compare the contacts with what their edges said; what they did not say is taken in a moment late.

        gpiozero's thread may have died, and with some pin factories nothing but a new process brings it back.
        """
        if self._panel is None:
            return
        now = self._loop.time()
        for number, told in enumerate(self._levels):
            closed = self._panel.pressed(number)
            if closed == told:
                self._missed_at[number] = inf
            elif now - self._missed_at[number] < UNDER_WAY:
                self._missed_at[number] = min(self._missed_at[number], now)
            else:
                self._missed_at[number] = inf
                self.deaf = True
                self._move(number, now, closed=closed)

    @property
    def _levels(self) -> Sequence[bool]:
        """Whether each contact is closed, by its last edge."""
        buttons = [each.closed != resting for each, resting in zip(self._followed, self._resting, strict=True)]
        return [*buttons, *self._dial.closed] if self._dial else buttons

    def _knob(self, panel: Panel) -> tuple[bool, bool]:
        """Whether the contacts of the knob are closed."""
        return panel.pressed(len(self._resting)), panel.pressed(len(self._resting) + 1)

    def _move(self, number: int, t: float, *, closed: bool) -> None:
        if number < len(self._followed):
            self._tell(number, self._followed[number].feed(t, closed=closed != self._resting[number]))
        elif self._dial is not None:
            self._look_at = self._loop.time() + UNDER_WAY
            self._tell(len(self._resting), self._dial.feed(t, number - len(self._resting), closed=closed))
        self._finish()

    def _tick(self) -> None:
        now = self._loop.time()
        for number, gestures in enumerate(self._followed):
            self._tell(number, gestures.tick(now))
        if self._dial is not None:
            self._tell(len(self._resting), self._dial.tick(now))
            if self._look_at <= now and self._panel is not None:
                self._look_at = inf
                self._tell(len(self._resting), self._dial.look(now, self._knob(self._panel)))
        self._finish()

    def _tell(self, number: int, made: Sequence[Touch | Gesture | Click]) -> None:
        for event in made:
            self._take(number, event)

    def _finish(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
        due = min(*(gestures.due for gestures in self._followed), self._dial.due if self._dial else inf, self._look_at)
        self._ticking = self._loop.call_at(due, self._tick) if due < inf else None
        self._done()
