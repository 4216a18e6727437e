"""The cards of Katz Fatz, and which may be placed on which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import Meta

from companion.games.strict import short

if TYPE_CHECKING:
    from collections.abc import Iterable

DECK: Final = 72
"""Cat cards in the game (katz-fatz:21)."""

HAND: Final = 8
"""Cat cards dealt to each player (katz-fatz:35)."""

COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "purple")
"""Stand-ins for the six colours (katz-fatz:21), whose names the rulebook does not tell."""

Value = Literal[-7, -6, -5, -4, -3, 0, 3, 4, 5, 6, 7]
"""What a card counts (katz-fatz:73)."""

Trick = Literal[
    "begging",
    "begging-2",
    "cuddling",
    "vigorous-cuddling",
    "litter",
    "mouse-left",
    "mouse-right",
    "toy-emergency",
    "claw",
]
"""What cats do when they are played or counted (katz-fatz:81-115)."""

Toy = Literal[
    "armchair",
    "specialist-toy",
    "ultra-laser",
    "cardboard",
    "scratching-tree",
    "magic-string",
    "wool",
    "fabric-mouse",
    "fishing-rod",
    "rubber-ball",
]
"""The ten toy cards (katz-fatz:119-157)."""

Colours = Annotated[tuple[str, ...], Meta(min_length=1, max_length=3)]
"""A card has one, two or three of them (katz-fatz:73)."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cat card, as far as it is told: without its colours where they do not matter."""

    value: Value
    colours: Colours = ()
    trick: Trick | None = None
    toy: bool = False
    """Whether it shows a toy symbol."""

    def __post_init__(self) -> None:
        once_each(self.colours)


def once_each(colours: tuple[str, ...]) -> None:
    """Raise ValueError where a card has a colour twice."""
    if len(set(colours)) < len(colours):
        raise ValueError(f"a card shows each colour once, not {short(list(colours))}")


def different_colours(cards: Iterable[tuple[str, ...]]) -> int:
    """How many colours cards show together; a multicoloured card counts as all of its own (katz-fatz:167).

    >>> different_colours([("red", "green", "blue"), ("blue", "purple")])
    4
    """
    return len({colour for card in cards for colour in card})


def matches(card: Card, top: Card) -> bool:
    """Whether both share the number, whatever its sign, or a colour (katz-fatz:57-59).

    >>> matches(Card(-5, ("red",)), Card(5, ("blue",))), matches(Card(3, ("red", "blue")), Card(-7, ("blue",)))
    (True, True)
    """
    return abs(card.value) == abs(top.value) or not set(card.colours).isdisjoint(top.colours)


def neighbours(card: Card, top: Card) -> bool:
    """Whether the numbers differ by 1, signs aside: what the Magic String allows (katz-fatz:141, KF-A12).

    >>> neighbours(Card(3), Card(-4)), neighbours(Card(3), Card(0))
    (True, False)
    """
    return abs(abs(card.value) - abs(top.value)) == 1
