"""The call: who grabbed first, what is shown and heard of it at once, and why a press was none."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from companion.calls import Calls, Grab
from companion.errors import Code, Refusal
from companion.faces.oled import screens
from companion.games.katz_schmaus.state import State
from companion.games.said import fill
from companion.sounds import CALL

if TYPE_CHECKING:
    from companion.denial import Denial
    from companion.evening import Evening
    from companion.faces.one_button import Gesture
    from companion.players import Owners
    from companion.showing import Showing
    from companion.sounds import Sounds
    from companion.wiring import Contact

JUST_NOW: Final = 1.0
"""Who calls so soon after somebody else was only the slower one, s."""

TOGETHER: Final = 0.2
"""Sooner after a call nobody answers who it was, s: whoever presses then wanted to call, too, and was late."""

DECIDED_WITHIN: Final = 0.02
"""How long somebody else's call waits for contacts that were touched before it, s: a finger is known as one after 5 ms.

Only where how long it stays tells the call from an answer does that take longer.
"""


class Caller:
    """Follows the contacts that may call, and enters the calls in the order of their first edges."""

    def __init__(self, evening: Evening, showing: Showing, owners: Owners, sounds: Sounds, denial: Denial) -> None:
        self._evening = evening
        self._showing = showing
        self._owners = owners
        self._sounds = sounds
        self._denial = denial
        self._calls = Calls()
        self._decided = asyncio.Event()
        self._decided.set()

    def __contains__(self, contact: object) -> bool:
        """Whether a contact was touched as a call, and whether by a finger is not known yet."""
        return contact in self._calls

    def touch(self, contact: Contact, at: float) -> None:
        """A contact was moved for the first time: if it is a call, the display flashes before all else."""
        if self._owners.may_call(contact) and self._evening.call_is_open(at):
            if not self._calls:
                self._showing.flash()
                self._sounds.play(CALL)
            self._calls.touch(Grab(contact, at))
            self._decided.clear()

    def withdraw(self, contact: Contact) -> None:
        """It was a spike."""
        self._enter(self._calls.withdraw(contact))

    def prove(self, contact: Contact) -> None:
        """It was a finger, or the cat is in somebody's hand."""
        self._enter(self._calls.prove(contact))

    async def decided(self) -> None:
        """Wait until it is known whether those who touch a contact just now call: whoever calls elsewhere was later."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._decided.wait(), DECIDED_WITHIN)

    def tell_apart(self, contact: Contact, made: Gesture) -> bool:
        """Where nobody feels the box a press is the call, and a hold is none; returns whether it was none."""
        if made == "press":
            self.prove(contact)
        else:
            self.withdraw(contact)
        return made != "press"

    def together(self, at: float) -> bool:
        """Whether somebody else has called so shortly before that a press then was meant as a call, too."""
        return at - self._evening.called_at < TOGETHER

    def deny(self, at: float) -> None:
        """Say why a press is no call."""
        words, late = self._showing.words, at - self._evening.called_at
        match self._evening.phase:
            case "called" if 0.0 <= late < JUST_NOW:
                # No sound: it would cut off that of the call.
                told = words.late.format(late=max(1, round(late * 1000)))
                self._showing.say(screens.Note(self._who_called(), told))
            case "called":
                self._denial.say(self._who_called())
            case "ready":
                self._denial.say(words.lift)
            case "rest":
                self._denial.say(words.too_late)
            case _:
                self._denial.say(words.nothing_to_call)

    def _enter(self, grabs: list[Grab]) -> None:
        """Enter calls that are certain; after the first the ledger refuses the others, who were late."""
        if not self._calls:
            self._decided.set()
        if not self._calls and self._showing.flashing:
            self._showing.end_flash()
            if not grabs:
                self._sounds.hush()
        for contact, at in grabs:
            name = self._owners.name(contact)
            command: dict[str, object] = {"do": "call"} if name is None else {"do": "call", "player": name}
            try:
                self._evening.session.submit(command, source="button", who=name, at=at)
            except Refusal as refusal:
                if refusal.code is Code.NOT_NOW:
                    self.deny(at)
                else:
                    self._denial.refuse(refusal)

    def _who_called(self) -> str:
        ledger, words = self._evening.session.ledger, self._showing.words
        state = ledger.state if ledger else None
        if isinstance(state, State) and state.caller is not None:
            return fill(words.caller, {"name": state.players[state.caller]})
        return words.who_called
