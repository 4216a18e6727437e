"""Whose contact it is: everybody's, or a player's own, and what that may do in the game that is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.games import Prompt
    from companion.table.session import Session
    from companion.wiring import Contact, Wiring


class Owners:
    """Tells who may do what by the contacts of a wiring."""

    def __init__(self, wiring: Wiring, session: Session) -> None:
        self._contacts = wiring.contacts
        self._session = session

    def name(self, contact: Contact) -> str | None:
        """The player whose button it is; None if it is everybody's, or nobody sits there."""
        ledger, seat = self._session.ledger, contact.seat
        if ledger is None or seat is None or seat >= len(ledger.state.players):
            return None
        return ledger.state.players[seat]

    def may_call(self, contact: Contact) -> bool:
        """Whether it is no knob, nor the button of somebody who cannot call: on turn, gone, or not in the game at all."""
        ledger, seat = self._session.ledger, contact.seat
        if seat is None:
            return not contact.turns
        return ledger is not None and seat in ledger.state.present and seat != ledger.state.seat

    @property
    def grabs(self) -> frozenset[tuple[int, bool]]:
        """What may be a call: a contact, by its number in the panel's order, and whether it closes."""
        return frozenset(
            (number, not contact.rests_closed)
            for number, contact in enumerate(self._contacts)
            if self.may_call(contact)
        )


def answer(prompt: Prompt | None, name: str) -> dict[str, object] | None:
    """The command of the one choice that names this player and nobody else; None if there is none, or several.

    >>> from companion.games import Choice, Prompt
    >>> choices = tuple(Choice(name, {"do": "caller", "player": name}) for name in ("Ben", "Cem"))
    >>> answer(Prompt(kind="choose", text="Who called?", choices=choices), "Cem")
    {'do': 'caller', 'player': 'Cem'}
    """
    choices = prompt.choices if prompt else ()
    own = [choice.command for choice in choices if choice.command.get("player") == name]
    return own[0] if len(own) == 1 else None
