"""What a discard pile counts at the end of a round (katz-fatz:163-165)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from companion.games.katz_fatz.conversions import CUDDLED, convertible, goes_with
from companion.games.katz_fatz.tree_without_cuddling import lacking, making_worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.katz_fatz.cards import Card, Toy
    from companion.games.katz_fatz.commands import Options


class Line(NamedTuple):
    """One card of a counted pile."""

    card: int
    """Its place in the pile, from 0."""
    value: int
    """As printed."""
    counted: int
    """What it counts: as printed, the other way round, or 0."""
    converted: bool
    dropped: bool
    toy: bool
    """Its toy symbol is crossed off."""


@dataclass(frozen=True, slots=True)
class Count:
    """A pile as it counts, card by card."""

    lines: tuple[Line, ...]
    dropped: str | None
    """The colour that the Scratching Tree leaves out."""
    toy_points: int
    """The points of the toy card itself."""
    hand_colours: int

    @property
    def plus(self) -> int:
        return sum(line.counted for line in self.lines if line.counted > 0)

    @property
    def minus(self) -> int:
        return -sum(line.counted for line in self.lines if line.counted < 0)

    @property
    def total(self) -> int:
        return self.plus - self.minus + self.toy_points

    @property
    def toy_symbols(self) -> int:
        return sum(line.toy for line in self.lines)

    def as_dict(self) -> dict[str, object]:
        """The count as it goes out."""
        return {
            "plus": self.plus,
            "minus": self.minus,
            "toy_points": self.toy_points,
            "total": self.total,
            "toy_symbols": self.toy_symbols,
            "hand_colours": self.hand_colours,
            "conversions": [line.card for line in self.lines if line.converted],
            "dropped": self.dropped,
        }


def count(pile: Sequence[Card], hand_colours: int, toy: Toy | None, rules: Options) -> Count:
    """The best count that the rules allow (KF-A2, KF-A6); with the Scratching Tree every card has its colours.

    Of equally good ones the one with most toy symbols, then with fewest conversions.

    >>> from companion.games.katz_fatz.cards import Card
    >>> from companion.games.katz_fatz.commands import Options
    >>> pile = [Card(-5, ("red",)), Card(-5, ("blue",)), Card(-5, ("blue",)), Card(0, ("green",), "cuddling")]
    >>> best = count(pile, 0, "scratching-tree", Options())
    >>> best.total, best.dropped, [line.counted for line in best.lines]
    (5, 'blue', [5, 0, 0, 0])
    """
    best = _best(pile, toy, rules)
    return Count(best.lines(), best.gone, toy_points(toy, hand_colours), hand_colours)


def toy_points(toy: Toy | None, hand_colours: int) -> int:
    """What the toy card itself counts for its holder (katz-fatz:125, katz-fatz:133); a card in hand has a colour.

    >>> toy_points("specialist-toy", 0), toy_points("cardboard", 0), toy_points("cardboard", 3)
    (-5, 8, 0)
    """
    if toy == "specialist-toy":
        return -5
    return 8 if toy == "cardboard" and not hand_colours else 0


class _Way(NamedTuple):
    """One way to count a pile: the colour that goes, and the minus cards that are converted."""

    pile: Sequence[Card]
    gone: str | None
    converted: frozenset[int]
    rules: Options

    @property
    def worth(self) -> tuple[int, int, int]:
        """What makes it better than another, the most important first."""
        lines = self.lines()
        return sum(line.counted for line in lines), sum(line.toy for line in lines), -len(self.converted)

    def lines(self) -> tuple[Line, ...]:
        return tuple(self._line(place, card) for place, card in enumerate(self.pile))

    def _line(self, place: int, card: Card) -> Line:
        dropped, converted = self.gone in goes_with(card, self.rules), place in self.converted
        counted = 0 if dropped else -card.value if converted else card.value
        # KF-A7
        return Line(place, card.value, counted, converted, dropped, card.toy and (self.rules.tree_toys or not dropped))


def _best(pile: Sequence[Card], toy: Toy | None, rules: Options) -> _Way:
    """The best way that the rules allow.

    A card that goes is not worth a conversion, and every other conversion gains. So with a colour gone it is best to
    convert the largest of the cards that stay, as many as there are cuddlers; and the best colour to go is, of itself,
    the worst of the pile: were another one worse, its loss would leave more. Only where cuddlers go with their colour
    (KF-A6) does that not follow: then the other one might take away the cuddlers that this way needs.
    """
    best: _Way | None = None
    ways = (_freely(pile, gone, rules) for gone in _may_go(pile, toy, rules))
    for way in sorted(ways, key=lambda way: way.worth, reverse=True):
        if best is not None and way.worth <= best.worth:
            break
        allowed = _allowed(way)
        if allowed is not None and (best is None or allowed.worth > best.worth):
            best = allowed
    assert best is not None, "without a conversion some colour is the worst"
    return best


def _freely(pile: Sequence[Card], gone: str | None, rules: Options) -> _Way:
    """The best way without the colour ``gone``, whether it is the worst or not."""
    tricks = (convertible(pile, trick, gone, rules) for trick in CUDDLED)
    return _Way(pile, gone, frozenset(place for each in tricks for place in each.largest), rules)


def _allowed(way: _Way) -> _Way | None:
    """The best way in which the same colour goes, as the worst; None without any."""
    if way.gone is None or way.rules.tree_cuddle or not lacking(way.pile, way.gone, way.converted, way.rules):
        return way
    converted = making_worst(way.pile, way.gone, way.rules)
    return None if converted is None else way._replace(converted=converted)


def _may_go(pile: Sequence[Card], toy: Toy | None, rules: Options) -> tuple[str | None, ...]:
    """The colours that are compared (katz-fatz:137); None where none has to go (KF-A5)."""
    if toy != "scratching-tree":
        return (None,)
    colours = tuple(dict.fromkeys(colour for card in pile for colour in goes_with(card, rules)))
    return (None, *colours) if rules.tree_may or not colours else colours
