"""Names in less room than they need, so that each can still be told from the others."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from companion.faces.oled import glyphs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def shortened(names: Sequence[str], size: int, rooms: Sequence[int]) -> list[str]:
    """Each name as far as its room (pixels) goes: the beginning, both ends, or from where it differs from the others.

    >>> shortened(["Ada", "Maximilian"], 12, [40, 40])
    ['Ada', 'Maximi…']
    >>> shortened(["Maximilian A", "Maximilian B"], 12, [40, 40])
    ['Max…n A', 'Max…n B']
    """
    drawn = list(names)
    for way in _WAYS:
        drawn = [way(name, names, size, room) for name, room in zip(names, rooms, strict=True)]
        if len(set(drawn)) == len(set(names)):
            break
    return drawn


def _beginning(name: str, _: Sequence[str], size: int, room: int) -> str:
    return glyphs.cut(name, size, room)


def _both_ends(name: str, _: Sequence[str], size: int, room: int) -> str:
    return glyphs.without_middle(name, size, room)


def _difference(name: str, names: Sequence[str], size: int, room: int) -> str:
    """Without what the longest-lasting twin shares with it at its beginning."""
    if glyphs.width(name, size) <= room:
        return name
    letters = list(glyphs.clusters(name))
    others = [list(glyphs.clusters(other)) for other in names if other != name]
    shared = max((_alike(letters, other) for other in others), default=0)
    return glyphs.cut(glyphs.ELLIPSIS + "".join(letters[shared:]), size, room)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many letters they begin with together."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


_WAYS: Final[tuple[Callable[[str, Sequence[str], int, int], str], ...]] = (_beginning, _both_ends, _difference)
