"""Who was first: several people may grab for the call at about the same time. Pure: the times are passed in."""

from __future__ import annotations

from typing import NamedTuple


class Grab(NamedTuple):
    """A contact that was touched as a call."""

    contact: int
    at: float
    """The very first edge, s."""


class Calls:
    """Puts grabs in the order of their first edges, though which of them was a finger is known later.

    >>> calls = Calls()
    >>> calls.touch(Grab(1, 5.000)), calls.touch(Grab(2, 5.003))
    (None, None)
    >>> calls.prove(2)  # the first one's contact bounces longer
    []
    >>> calls.prove(1)
    [Grab(contact=1, at=5.0), Grab(contact=2, at=5.003)]
    """

    def __init__(self) -> None:
        self._grabs: dict[int, Grab] = {}
        self._proved: set[int] = set()

    def __bool__(self) -> bool:
        """Whether a grab is not told yet."""
        return bool(self._grabs)

    def __contains__(self, contact: object) -> bool:
        return contact in self._grabs

    def touch(self, grab: Grab) -> None:
        """A contact was touched; whether by a finger is not known yet."""
        self._grabs[grab.contact] = grab

    def withdraw(self, contact: int) -> list[Grab]:
        """It was a spike; returns the grabs that are certain now."""
        self._grabs.pop(contact, None)
        return self._certain()

    def prove(self, contact: int) -> list[Grab]:
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
