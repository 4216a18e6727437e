"""Whose contact it is: everybody's, or a player's own, and what that may do in the game that is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.config import Wiring
    from companion.games import Prompt
    from companion.table.session import Session

BUTTON: Final = 0
"""The contact that answers, in every wiring; the cat's or the players' come after it."""


class Owners:
    """Tells the contacts of a wiring apart, by their numbers in its order."""

    def __init__(self, wiring: Wiring, session: Session) -> None:
        self.resting = tuple(name == "cat" for name in wiring.contacts if not name.startswith("dial"))
        """Whether each contact is closed while nobody touches it: the cat closes its switch by its weight. A knob's, which
        come last, are not among them: they are nobody's, and may rest in either way."""
        self._each = wiring.name == "a-button-each"
        self._session = session

    def seat(self, contact: int) -> int | None:
        """Whose button it is; None if it is everybody's."""
        return contact - 1 if self._each and contact != BUTTON else None

    def name(self, contact: int) -> str | None:
        """The player whose button it is; None if it is everybody's, or nobody sits there."""
        ledger, seat = self._session.ledger, self.seat(contact)
        if ledger is None or seat is None or seat >= len(ledger.state.players):
            return None
        return ledger.state.players[seat]

    def may_call(self, contact: int) -> bool:
        """Whether it is no button of somebody who cannot call: who is on turn, has left, or does not play at all."""
        ledger, seat = self._session.ledger, self.seat(contact)
        if seat is None:
            return True
        return ledger is not None and seat in ledger.state.present and seat != ledger.state.seat

    @property
    def grabs(self) -> frozenset[tuple[int, bool]]:
        """What may be a call: a contact, and whether it closes."""
        return frozenset((contact, not rest) for contact, rest in enumerate(self.resting) if self.may_call(contact))


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
