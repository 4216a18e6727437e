"""The panel's contacts, each followed by its edges, and by its level where its edges are not told."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from companion.senses import BUTTON_HOLDS, KNOB_HOLDS, Dial, Gestures

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence

    from companion.senses import Click, Gesture, Touch
    from companion.wiring import Contact, Wiring
    from hardware import Edge, Panel

UNDER_WAY: Final = 0.03
"""An edge that was told late may be on its way for so long, s."""

LOOK_CLOSELY: Final = 0.04
"""How often the contacts are looked at where their edges are not told, s; a usual tap takes 0.12."""


class Contacts:
    """Tells what each contact of a panel did, and what was meant by it.

    All methods belong to the loop's thread. There ``take`` is called with what happened to a contact, ``turn`` with a
    knob's clicks, and ``done`` after all that an edge or a moment has brought.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        wiring: Wiring,
        take: Callable[[Contact, Touch | Gesture], None],
        turn: Callable[[Click], None],
        done: Callable[[], None],
    ) -> None:
        self.deaf = False
        """Whether a contact moved without its edges being told; until one is told again."""
        self._loop = loop
        self._contacts = wiring.contacts
        """In the panel's order."""
        self._take = take
        self._turn = turn
        self._done = done
        self._panel: Panel | None = None
        self._holds = BUTTON_HOLDS if wiring.dial is None else KNOB_HOLDS
        self._followed = {
            contact: Gestures(self._holds, rattles=contact.rests_closed)
            for contact in self._contacts
            if not contact.turns
        }
        self._states = wiring.dial
        self._dial = None if self._states is None else Dial(self._states)
        self._look_at = inf
        """When the knob's contacts are looked at, as some of their edges may have been missed, s, monotonic."""
        self._missed_at = dict.fromkeys(self._contacts, inf)
        """Since when each contact is otherwise than its edges said, s, monotonic."""
        self._ticking: asyncio.TimerHandle | None = None
        self._listening: asyncio.TimerHandle | None = None

    def __getitem__(self, contact: Contact) -> Gestures:
        return self._followed[contact]

    @property
    def stuck(self) -> list[Contact]:
        """The contacts that are otherwise than at rest all the time."""
        return [contact for contact, gestures in self._followed.items() if gestures.stuck]

    def close(self) -> None:
        """Follow them no more."""
        self._panel = None
        for timer in (self._ticking, self._listening):
            if timer is not None:
                timer.cancel()

    def use_panel(self, panel: Panel) -> None:
        """The pins can be had now: however a contact is found, nobody has just touched it."""
        self._panel = panel
        found = [(contact, panel.pressed(number)) for number, contact in enumerate(self._contacts)]
        self._followed = {
            contact: Gestures(self._holds, closed=closed != contact.rests_closed, rattles=contact.rests_closed)
            for contact, closed in found
            if not contact.turns
        }
        if self._states is not None:
            a, b = (closed for contact, closed in found if contact.turns)
            self._dial = Dial(self._states, closed=(a, b))

    def edge(self, edge: Edge) -> None:
        """A contact has changed."""
        self.deaf = False
        self._move(self._contacts[edge.button], edge.t, closed=edge.closed)

    def listen(self) -> None:
        """Compare the contacts with what their edges said; what they did not say is taken in a moment late.

        gpiozero's thread may have died, and with some pin factories nothing but a new process brings it back: from the
        first doubt on it is done again by itself.
        """
        if self._panel is None:
            return
        if self._listening is not None:
            self._listening.cancel()
        now = self._loop.time()
        for number, contact in enumerate(self._contacts):
            closed = self._panel.pressed(number)
            if closed == self._told(contact):
                self._missed_at[contact] = inf
            elif now - self._missed_at[contact] < UNDER_WAY:
                self._missed_at[contact] = min(self._missed_at[contact], now)
            else:
                self._missed_at[contact] = inf
                self.deaf = True
                self._move(contact, now, closed=closed)
        doubts = self.deaf or min(self._missed_at.values()) < inf
        self._listening = self._loop.call_later(LOOK_CLOSELY, self.listen) if doubts else None

    def _told(self, contact: Contact) -> bool:
        """Whether a contact is closed, by its last edge."""
        if self._dial is not None and contact.turns:
            return self._dial.closed[contact.kind == "dial_b"]
        return self._followed[contact].closed != contact.rests_closed

    def _move(self, contact: Contact, t: float, *, closed: bool) -> None:
        if self._dial is not None and contact.turns:
            self._look_at = self._loop.time() + UNDER_WAY
            self._tell_clicks(self._dial.feed(t, int(contact.kind == "dial_b"), closed=closed))
        else:
            self._tell(contact, self._followed[contact].feed(t, closed=closed != contact.rests_closed))
        self._finish()

    def _tick(self) -> None:
        now = self._loop.time()
        for contact, gestures in self._followed.items():
            self._tell(contact, gestures.tick(now))
        if self._dial is not None:
            self._tell_clicks(self._dial.tick(now))
            if self._look_at <= now and self._panel is not None:
                self._look_at = inf
                a, b = (self._panel.pressed(number) for number, each in enumerate(self._contacts) if each.turns)
                self._tell_clicks(self._dial.look(now, (a, b)))
        self._finish()

    def _tell(self, contact: Contact, made: Sequence[Touch | Gesture]) -> None:
        for event in made:
            self._take(contact, event)

    def _tell_clicks(self, made: Sequence[Click]) -> None:
        for click in made:
            self._turn(click)

    def _finish(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
        due = [gestures.due for gestures in self._followed.values()]
        soonest = min(*due, self._dial.due if self._dial else inf, self._look_at)
        self._ticking = self._loop.call_at(soonest, self._tick) if soonest < inf else None
        self._done()
