"""What the dice of Mad Cat Sad Cat can be read as."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal, get_args

from companion.errors import Code, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

Face = Literal["M1", "M2", "M3", "S1", "S2", "W"]
"""3 mad cats, 2 sad cats and a wild cat (mad-cat-sad-cat:22)."""

Kind = Literal["mad", "sad"]
Combination = Literal["two-pairs", "full-house", "four", "five"]
Card = Literal["two-pairs", "full-house", "four", "five", "catpot"]

DICE: Final = 5
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
FACES: Final[tuple[Face, ...]] = get_args(Face)
CARDS: Final[tuple[Card, ...]] = get_args(Card)
COMBINATIONS: Final[tuple[Combination, ...]] = get_args(Combination)
"""The cards of one kind, in the order of the rulebook (mad-cat-sad-cat:33-36)."""

ICONS: Final[dict[Kind, tuple[Face, ...]]] = {"mad": ("M1", "M2", "M3"), "sad": ("S1", "S2")}
WILD: Final = "W"

_SHAPES: Final[dict[tuple[int, ...], Card]] = {
    (2, 2): "two-pairs",
    (2, 3): "full-house",
    (4,): "four",
    (5,): "five",
}
_KIND_OF: Final[dict[Face, Kind]] = {face: kind for kind, faces in ICONS.items() for face in faces}


def matches(dice: Sequence[Face], *, ignore_wild_face: bool = False) -> tuple[Card, ...]:
    """The cards that dice can be read as, sorted; raises Refusal illegal where mad and sad cats are mixed.

    >>> matches(["M1", "M1", "M2", "W", "W"]), matches(["M1", "M1", "M1", "M2", "M3"])
    (('four', 'full-house', 'two-pairs'), ())
    """
    # Without any cat they read alike as either kind.
    icons = ICONS[kind_of(dice) or "mad"]
    counts = tuple(dice.count(icon) for icon in icons)
    return tuple(sorted(readings(counts, dice.count(WILD), ignore_wild_face=ignore_wild_face)))


def kind_of(dice: Sequence[Face]) -> Kind | None:
    """The kind of cat on dice, None where all are wild; raises Refusal illegal for both (mad-cat-sad-cat:59).

    >>> kind_of(["W", "S2"]), kind_of(["W"])
    ('sad', None)
    """
    kinds = {_KIND_OF[face] for face in dice if face != WILD}
    if len(kinds) > 1:
        raise Refusal(Code.ILLEGAL, f"{' '.join(dice)} are mad and sad cats: set aside only one kind of them")
    return kinds.pop() if kinds else None


def usable(dice: Sequence[Face], locked: Kind | None) -> list[Face]:
    """The rolled dice that can be set aside, in their order (mad-cat-sad-cat:59, mad-cat-sad-cat:65).

    >>> usable(["M1", "S1", "W", "S2"], "mad")
    ['M1', 'W']
    """
    return [face for face in dice if locked is None or face == WILD or _KIND_OF[face] == locked]


@cache
def readings(counts: tuple[int, ...], wilds: int, *, ignore_wild_face: bool = False) -> frozenset[Card]:
    """The cards that dice of one kind can be read as: how many show each of its icons, and how many are wild."""
    if wilds == DICE:
        # mad-cat-sad-cat:99, MC-A10: never five of a kind.
        return frozenset({"catpot"})
    found = set[Card]()
    for copied in range(len(counts)):
        # All wild cats count as one icon (mad-cat-sad-cat:97).
        shown = [count + wilds * (icon == copied) for icon, count in enumerate(counts)]
        # All dice of one result may be ignored (mad-cat-sad-cat:103); here None is ignored, or one icon.
        for ignored in (None, *range(len(counts))):
            shape = tuple(sorted(count for icon, count in enumerate(shown) if count and icon != ignored))
            if shape in _SHAPES:
                found.add(_SHAPES[shape])
    if ignore_wild_face and wilds:
        # MC-A5: the wild face is a result that may be ignored as well.
        found |= readings(counts, 0)
    return frozenset(found)
