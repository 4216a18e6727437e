"""Which minus cards of a discard pile the cuddlers convert."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.katz_fatz.cards import Card
    from companion.games.katz_fatz.commands import Options

CUDDLED: Final = {"cuddling": (-5, -4, -3), "vigorous-cuddling": (-7, -6)}
"""The minus cards that each trick turns into plus cards (katz-fatz:91, katz-fatz:95)."""


class Convertible(NamedTuple):
    """The minus cards that one trick can convert, the largest first, and how many of them at most."""

    cards: tuple[int, ...]
    most: int

    @property
    def largest(self) -> tuple[int, ...]:
        """As many as can be converted: every one gains."""
        return self.cards[: self.most]


def goes_with(card: Card, rules: Options) -> tuple[str, ...]:
    """The colours with which a card is left out (KF-A4)."""
    return card.colours if rules.tree_multi == "any" or len(card.colours) == 1 else ()


def convertible(pile: Sequence[Card], trick: str, gone: str | None, rules: Options) -> Convertible:
    """What one trick can convert of the cards that stay when the colour ``gone`` goes."""
    stays = [gone not in goes_with(card, rules) for card in pile]
    cards = [place for place, card in enumerate(pile) if stays[place] and card.value in CUDDLED[trick]]
    # KF-A6
    cuddles = [card.trick == trick and (stays[place] or rules.tree_cuddle) for place, card in enumerate(pile)]
    # KF-A3. Two cuddlers can convert each other, so only a lone one is held back.
    if sum(cuddles) == 1 and not rules.cuddle_self:
        cards = [place for place in cards if not cuddles[place]]
    return Convertible(tuple(sorted(cards, key=lambda place: pile[place].value)), min(sum(cuddles), len(cards)))
