"""For the house rule `tree_cuddle` = false alone: the conversions after which a certain colour is the worst (KF-A6)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from companion.games.katz_fatz.conversions import CUDDLED, convertible, goes_with

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.katz_fatz.cards import Card
    from companion.games.katz_fatz.commands import Options


def lacking(pile: Sequence[Card], colour: str, converted: frozenset[int], rules: Options) -> dict[str, int]:
    """By how many points the other colours are worse than ``colour``, those that are."""
    sums: dict[str, int] = {}
    for place, card in enumerate(pile):
        for each in goes_with(card, rules):
            sums[each] = sums.get(each, 0) + (-card.value if place in converted else card.value)
    return {each: sums[colour] - points for each, points in sums.items() if points < sums[colour]}


def making_worst(pile: Sequence[Card], colour: str, rules: Options) -> frozenset[int] | None:
    """The conversions that gain most of those after which no colour is worse than ``colour``; None without any."""
    short = lacking(pile, colour, frozenset(), rules)
    kinds: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    left = []
    for trick, name in enumerate(CUDDLED):
        cards, most = convertible(pile, name, colour, rules)
        left.append(most)
        for place in cards:
            helped = tuple(at for at, each in enumerate(short) if each in goes_with(pile[place], rules))
            kinds.setdefault((trick, helped), []).append(place)
    # Those that help most colours first: so it shows early where nothing helps.
    ordered = sorted(kinds.items(), key=lambda kind: -len(kind[0][1]))
    search = _Search([_Kind(*key, cards, [-pile[place].value for place in cards]) for key, cards in ordered])
    search.go(0, tuple(left), tuple(short.values()), 0, ())
    return search.best


class _Kind(NamedTuple):
    """Cards that the same trick converts and that help the same colours, the largest first.

    Of these a larger card is always the better one to convert, so only how many is to be tried.
    """

    trick: int
    helped: tuple[int, ...]
    cards: list[int]
    values: list[int]


class _Search:
    """A depth-first search through how many cards of each kind are converted.

    It turns back where some colour cannot be helped any more, where no more can be gained than was found already, and
    where it has been with as much gained: a pile of 30 random cards takes 1 ms, tried without turning back up to 10 s.
    """

    def __init__(self, kinds: list[_Kind]) -> None:
        self.best: frozenset[int] | None = None
        self._kinds = kinds
        self._gain = -1
        self._been: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
        self._sums: dict[tuple[int, int, int | None], tuple[int, ...]] = {}

    def go(self, at: int, left: tuple[int, ...], short: tuple[int, ...], gain: int, chosen: tuple[int, ...]) -> None:
        """Try the kinds from ``at`` on: so many conversions are ``left`` of each trick, so much the colours lack."""
        if self._been.get((at, left, short), -1) >= gain or not self._can_be_best(at, left, short, gain):
            return
        self._been[at, left, short] = gain
        if at == len(self._kinds):
            self.best, self._gain = frozenset(chosen), gain
            return
        trick, helped, cards, values = self._kinds[at]
        for number in range(min(left[trick], len(cards)), -1, -1):
            more = sum(values[:number])
            rest = tuple(max(0, lack - 2 * more * (colour in helped)) for colour, lack in enumerate(short))
            fewer = tuple(most - number * (each == trick) for each, most in enumerate(left))
            self.go(at + 1, fewer, rest, gain + more, (*chosen, *cards[:number]))

    def _can_be_best(self, at: int, left: tuple[int, ...], short: tuple[int, ...], gain: int) -> bool:
        if gain + self._most(at, left, None) <= self._gain:
            return False
        return all(lack <= 2 * self._most(at, left, colour) for colour, lack in enumerate(short) if lack)

    def _most(self, at: int, left: tuple[int, ...], colour: int | None) -> int:
        """The most that the kinds from ``at`` on gain, for one colour or in all."""
        sums = [self._largest(at, trick, colour) for trick in range(len(left))]
        return sum(of[min(most, len(of) - 1)] for of, most in zip(sums, left, strict=True))

    def _largest(self, at: int, trick: int, colour: int | None) -> tuple[int, ...]:
        """What the 0, 1, 2, ... largest cards of the kinds from ``at`` on sum to."""
        key = at, trick, colour
        if key not in self._sums:
            kinds = (kind for kind in self._kinds[at:] if kind.trick == trick)
            values = [value for kind in kinds if colour is None or colour in kind.helped for value in kind.values]
            self._sums[key] = tuple(accumulate(sorted(values, reverse=True), initial=0))
        return self._sums[key]
