"""Who was first: several people may grab for the call at about the same time. Pure: the times are passed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from companion.wiring import Contact


class Grab(NamedTuple):
    """A contact that was touched as a call."""

    contact: Contact
    at: float
    """The very first edge, s."""


class Calls:
    """Puts grabs in the order of their first edges, though which of them was a finger is known later.

    >>> from companion.wiring import Contact
    >>> ada, ben, calls = Contact("player", 5, seat=0), Contact("player", 6, seat=1), Calls()
    >>> calls.touch(Grab(ada, 5.000)), calls.touch(Grab(ben, 5.003))
    (None, None)
    >>> calls.prove(ben)  # the first one's contact bounces longer
    []
    >>> [(grab.contact.name, grab.at) for grab in calls.prove(ada)]
    [('player 1', 5.0), ('player 2', 5.003)]
    """

    def __init__(self) -> None:
        self._grabs: dict[Contact, Grab] = {}
        self._proved: set[Contact] = set()

    def __bool__(self) -> bool:
        """Whether a grab is not told yet."""
        return bool(self._grabs)

    def __contains__(self, contact: object) -> bool:
        return contact in self._grabs

    def touch(self, grab: Grab) -> None:
        """A contact was touched; whether by a finger is not known yet."""
        self._grabs[grab.contact] = grab

    def withdraw(self, contact: Contact) -> list[Grab]:
        """It was a spike; returns the grabs that are certain now."""
        self._grabs.pop(contact, None)
        return self._certain()

    def prove(self, contact: Contact) -> list[Grab]:
        """It was a finger; returns the grabs that are certain now."""
        self._proved.add(contact)
        return self._certain()

    def _certain(self) -> list[Grab]:
        """The grabs before which no other can turn out to be, the earliest first."""
        certain: list[Grab] = []
        for grab in sorted(self._grabs.values(), key=lambda grab: grab.at):
            if grab.contact not in self._proved:
                break
            certain.append(self._grabs.pop(grab.contact))
            self._proved.discard(grab.contact)
        return certain
