"""The bowls on the four food cards: who eats, and how likely that is."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb, perm
from typing import TYPE_CHECKING, Final, get_args

from companion.games.fat_cats.commands import Letter

if TYPE_CHECKING:
    from collections.abc import Mapping

CARDS: Final = len(get_args(Letter))
"""So many lie on the table (fat-cats:57)."""


def alone(bowls: Mapping[int, Letter]) -> list[int]:
    """The seats whose bowl stands alone on a card: only they eat (fat-cats:73).

    >>> alone({0: "A", 1: "B", 2: "B"})
    [0]
    """
    stand = Counter(bowls.values())
    return [seat for seat, letter in bowls.items() if stand[letter] == 1]


def ways(eaters: int, players: int) -> int:
    """In how many ways the bowls of all can stand so that just certain ones, so many, eat.

    Of three players two never eat: where two stand alone, the third does too.

    >>> [ways(eaters, players=3) for eaters in range(4)]
    [4, 12, 0, 24]
    """
    return perm(CARDS, eaters) * _shared(players - eaters, CARDS - eaters)


@cache
def likeliest(players: int) -> tuple[tuple[int, ...], ...]:
    """Who can eat together, by their places among so many players, the likeliest first if all choose blindly.

    >>> likeliest(3)
    ((0, 1, 2), (0,), (1,), (2,), ())
    """
    counts = sorted(range(min(players, CARDS) + 1), key=lambda eaters: -ways(eaters, players))
    return tuple(
        places for eaters in counts if ways(eaters, players) for places in combinations(range(players), eaters)
    )


def _shared(bowls: int, cards: int) -> int:
    """In how many ways so many bowls can stand on so many cards, none of them alone."""
    if not cards:
        return int(not bowls)
    return sum(comb(bowls, here) * _shared(bowls - here, cards - 1) for here in range(bowls + 1) if here != 1)
