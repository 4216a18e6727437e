"""The seventeen cat cards of Mad Cat Sad Cat, and the VPs on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from companion.games.mad_cat_sad_cat.dice import COMBINATIONS, KINDS, Card, Kind
from companion.games.said import said

if TYPE_CHECKING:
    from collections.abc import Mapping

VPS: Final = 160
"""All there are (mad-cat-sad-cat:23)."""

LOCK_IN: Final = 2
"""What a lock-in puts on each of 9 cards (mad-cat-sad-cat:61)."""

Side = Literal["inner", "outer"]

LABELS: Final[dict[Card, str]] = {
    "two-pairs": said("Two pairs"),
    "full-house": said("Full house"),
    "four": said("Four"),
    "five": said("Five"),
    "catpot": said("Catpot"),
}
"""What people call a card."""


class Pot(NamedTuple):
    """A cat card: the inner one stands upright and is the player's, the outer one lies down for the moochers."""

    card: Card
    kind: Kind | None = None
    side: Side | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """Where it stands in what goes out.

        >>> Pot("four", "mad", "inner").path, CATPOT.path
        (('pots', 'mad', 'four', 'inner'), ('pots', 'catpot'))
        """
        return ("pots", *(word for word in (self.kind, self.card, self.side) if word))

    @property
    def label(self) -> str:
        """What people call it.

        >>> Pot("two-pairs", "mad", "inner").label
        'Two pairs, mad, inner'
        """
        if self.kind is None:
            return LABELS[self.card]
        return said("{card}, {kind}, {side}", card=LABELS[self.card], kind=said(self.kind), side=said(str(self.side)))


CATPOT: Final = Pot("catpot")

POTS: Final[tuple[Pot, ...]] = (
    *(Pot(card, kind, side) for kind in KINDS for card in COMBINATIONS for side in ("inner", "outer")),
    CATPOT,
)
"""All cards, in the order in which a supply that is short fills them."""

_PLACES: Final = {pot: place for place, pot in enumerate(POTS)}


@dataclass(frozen=True, slots=True)
class Pots:
    """What lies on each card, in the order of ``POTS``."""

    vps: tuple[int, ...]

    def __getitem__(self, pot: Pot) -> int:
        return self.vps[_PLACES[pot]]

    @property
    def total(self) -> int:
        return sum(self.vps)

    def having(self, changes: Mapping[Pot, int]) -> Pots:
        """With other VPs on some cards."""
        return Pots(tuple(changes.get(pot, old) for pot, old in zip(POTS, self.vps, strict=True)))

    def locked_in(self, kind: Kind, supply: int) -> Pots:
        """After a lock-in: 2 VPs more on the 8 cards of the other kind and on the catpot (mad-cat-sad-cat:61, MC-A1).

        A supply too short for that fills two pairs first, inner before outer, and the catpot last.

        >>> SETUP.locked_in("sad", supply=126).total, SETUP.locked_in("sad", supply=5).total
        (52, 39)
        """
        filled = dict[Pot, int]()
        for pot in POTS:
            if pot.kind != kind:
                put = min(LOCK_IN, supply)
                supply -= put
                filled[pot] = self[pot] + put
        return self.having(filled)

    def view(self) -> dict[str, object]:
        """As it goes out."""
        cards: dict[str, object] = {
            kind: {
                card: {"inner": self[Pot(card, kind, "inner")], "outer": self[Pot(card, kind, "outer")]}
                for card in COMBINATIONS
            }
            for kind in KINDS
        }
        return {**cards, "catpot": self[CATPOT]}


_LAID_OUT: Final[dict[tuple[Kind | None, Card], int]] = {
    ("mad", "two-pairs"): 1,
    ("mad", "full-house"): 1,
    ("mad", "four"): 2,
    ("mad", "five"): 2,
    ("sad", "two-pairs"): 2,
    ("sad", "full-house"): 2,
    ("sad", "four"): 3,
    ("sad", "five"): 3,
    (None, "catpot"): 2,
}

SETUP: Final = Pots(tuple(_LAID_OUT[pot.kind, pot.card] for pot in POTS))
"""34 VPs, which leaves 126 in the supply: 7 lock-ins (mad-cat-sad-cat:32-36)."""


def fair_share(vps: int, moochers: int) -> tuple[int, int]:
    """What each moocher gets of a card, and what stays on it (mad-cat-sad-cat:79, MC-A8).

    >>> fair_share(5, moochers=2), fair_share(2, moochers=3)
    ((2, 1), (0, 2))
    """
    return divmod(vps, moochers)
