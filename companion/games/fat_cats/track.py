"""The way of cushions from the carpet to the crown: how cats count them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

CARPET: Final = 0
"""The space before cushion 1, where all cats have room (fat-cats:59)."""

Path = tuple[int, ...]
"""The cushions that a cat counts, without the one it comes from; on the last it stays."""


def forward(start: int, treats: int, occupied: Collection[int], crown: int | None) -> Path:
    """One cushion for each treat; occupied ones are skipped and not counted (fat-cats:79).

    At the crown the way ends, and what is left over is lost (fat-cats:126).

    >>> forward(2, 2, occupied={3, 5}, crown=30)
    (4, 6)
    >>> forward(28, 6, occupied={29}, crown=30)
    (30,)
    """
    path = list[int]()
    cushion = start
    while len(path) < treats and cushion != crown:
        cushion += 1
        if cushion not in occupied:
            path.append(cushion)
    return tuple(path)


def back(start: int, treats: int, occupied: Collection[int], floor: int = CARPET) -> Path:
    """One cushion back for each treat, occupied ones not counted either (fat-cats:106).

    On the carpet the way ends, or by the house rule on cushion 1 (FC-A4).

    >>> back(5, 3, occupied={4})
    (3, 2, 1)
    >>> back(3, 9, occupied={1}, floor=1)
    (2,)
    """
    free = [cushion for cushion in range(start - 1, floor - 1, -1) if cushion not in occupied]
    return tuple(free[:treats])
