"""Pages of numbers, for a button: each of them, or where they are many, one in ten and then the ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from companion.faces.menu import Item, Listing, Submit
from companion.faces.words import written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.faces.menu import Facts

WIDEST: Final = 13
"""A range with more values is too long for single steps: 13 presses take 4 s."""


class Span(NamedTuple):
    """The numbers that may be given, and the command that takes one at ``path``."""

    title: str
    low: int
    high: int
    path: tuple[str, ...]
    command: Mapping[str, object]

    def each(self, start: int) -> Listing:
        """Every number, from ``start`` on."""
        numbers = range(self.low, self.high + 1)
        items = tuple(Item(written(value), Submit(filled(self.command, self.path, value)), value) for value in numbers)
        return Listing(self.title, items, start - self.low, step=1)

    def numbers(self, start: int, table: Facts) -> Listing:
        """Each, or where they are many and pressed to, one in ten and then the ones."""
        start = max(self.low, min(self.high, start))
        if table.knob or self.high - self.low < WIDEST:
            return self.each(start)
        items = []
        tens = _tens(self.low, self.high)
        for near, far in tens:
            # Where the old number's ones fit they stay, so that what comes next begins at a number that can be meant.
            shown = near + (abs(start) % 10 - abs(near) % 10) * (-1 if far < 0 else 1)
            low, high = min(near, far), max(near, far)
            shown = max(low, min(high, shown))
            label = written(near) if near == far else f"{written(near)} ... {written(far)}"
            items.append(Item(label, Ones(self._replace(low=low, high=high), shown), shown))
        at = next(at for at, ends in enumerate(tens) if min(ends) <= start <= max(ends))
        return Listing(self.title, tuple(items), at, step=10)


class Ones(Struct, frozen=True):
    """The last digit of a number whose tens are chosen."""

    span: Span
    start: int

    def list(self, table: Facts) -> Listing:
        del table
        listing = self.span.each(self.start)
        if self.span.high >= 0:
            return listing
        # Below zero they go on away from it, as the tens are called: −10, −11, ... −19.
        return listing._replace(items=listing.items[::-1], start=len(listing.items) - 1 - listing.start)


def filled(command: Mapping[str, object], path: Sequence[str], value: object) -> dict[str, object]:
    """The command with the value in its place.

    >>> filled({"do": "correct", "set": {}}, ("set", "supply"), 7)
    {'do': 'correct', 'set': {'supply': 7}}
    """
    name, *deeper = path
    inner = command.get(name)
    return {**command, name: filled(inner if isinstance(inner, dict) else {}, deeper, value) if deeper else value}


def _tens(low: int, high: int) -> list[tuple[int, int]]:
    """The numbers of a range by their tens, each from the end nearer to zero, as they are said.

    >>> _tens(-17, 12)
    [(-10, -17), (-1, -9), (0, 9), (10, 12)]
    """
    below = [(min(-ten or -1, high), max(-ten - 9, low)) for ten in range(max(0, -low) // 10 * 10, -1, -10)]
    above = [(max(ten, low), min(ten + 9, high)) for ten in range(max(0, low) // 10 * 10, high + 1, 10)]
    return [(near, far) for near, far in below if low <= far <= near < 0] + above
