"""The odds of a turn, exact: what the best play leads to from any dice that are set aside.

A position is how many of each icon and how many wild cats are set aside; fewer than 190 of them cover every turn. Its
value is a whole number over 6**15, as 5 + 4 + 3 + 2 + 1 dice are rolled at most, so nothing is rounded.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, prod
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from companion.errors import Code, Refusal
from companion.games.mad_cat_sad_cat.commands import Options
from companion.games.mad_cat_sad_cat.dice import DICE, FACES, ICONS, KINDS, WILD, Card, Face, Kind, kind_of, readings
from companion.games.mad_cat_sad_cat.pots import CATPOT, Pot, Pots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Target = Card | Literal["any"]

_FALLS: Final[tuple[int, ...]] = tuple(len(FACES) ** dice for dice in range(DICE + 1))
"""In how many ways so many dice can fall."""

_WHOLE: Final = prod(_FALLS)
"""The value of what is certain."""

_Counts = tuple[int, ...]
"""How many dice show each icon of a kind, and how many the wild cat."""


def chances(
    kind: Kind | None, dice: Sequence[Face], target: Target = "any", options: Options | None = None
) -> dict[str, object]:
    """How likely the target is under best play, all pots holding VPs, and that of the next roll nothing can be used.

    ``kind`` is the one that is locked in, also where the dice do not show it; None where they do, or where nobody is
    locked in. Raises Refusal illegal for dice that cannot lie together, or not with that kind.

    >>> chances("sad", [], "full-house")["p"], chances(None, ["M1"], "five")["fail_next"]
    ('54281903447/117546246144', '1/81')
    """
    start = _position(kind, dice)
    chance = Fraction(_play_for(target, options or Options()).value(start), _WHOLE)
    return {"p": _written(chance), "float": round(float(chance), 6), "fail_next": _written(_fail_next(start))}


def advice(kind: Kind | None, dice: Sequence[Face], pots: Pots, options: Options | None = None) -> dict[str, object]:
    """The VPs to be expected from stopping now and from rolling on, with the pots as they are; raises Refusal illegal.

    ``better`` is None where neither is possible; of equally good ones it is "stop", if one may.
    """
    start = _position(kind, dice)

    def worth(locked: Kind, cards: frozenset[Card]) -> int:
        return max((pots[CATPOT if card == CATPOT.card else Pot(card, locked, "inner")] for card in cards), default=0)

    play = _Play(worth, options or Options())
    stop, roll = play.stopped(start), play.rolled(start)
    better = "stop" if stop and stop >= roll else "roll" if start.left else None
    return {"stop": _written(Fraction(stop, _WHOLE)), "roll": _written(Fraction(roll, _WHOLE)), "better": better}


class _Position(NamedTuple):
    """What is set aside; without a kind there are only wild cats, and nobody is locked in."""

    kind: Kind | None
    counts: _Counts

    @property
    def left(self) -> int:
        """How many dice are rolled next."""
        return DICE - sum(self.counts)

    def and_then(self, kind: Kind, counts: _Counts) -> _Position:
        """With more dice of a kind set aside."""
        if self.kind:
            return _Position(kind, tuple(map(sum, zip(self.counts, counts, strict=True))))
        (wilds,) = self.counts
        *icons, more = counts
        return _Position(kind, (*icons, wilds + more)) if any(icons) else _Position(None, (wilds + more,))


class _Play:
    """The best play for whoever thinks so much of stopping with some cards of a kind."""

    def __init__(self, worth: Callable[[Kind, frozenset[Card]], int], options: Options) -> None:
        self._worth = worth
        self._options = options
        self._values = dict[_Position, int]()

    def value(self, position: _Position) -> int:
        """Of stopping or rolling on, whichever is better."""
        if position not in self._values:
            self._values[position] = max(self.stopped(position), self.rolled(position))
        return self._values[position]

    def stopped(self, position: _Position) -> int:
        """Of stopping now; 0 where one may not."""
        *icons, wilds = position.counts
        cards = readings(tuple(icons) or (0,), wilds, ignore_wild_face=self._options.ignore_wild_face)
        if position.kind:
            return _WHOLE * self._worth(position.kind, cards)
        # MC-A4: wild cats alone are of no kind, so only the catpot can be taken with them.
        if not self._options.stop_on_four_wilds:
            cards &= {CATPOT.card}
        return _WHOLE * max(self._worth(kind, cards) for kind in KINDS)

    def rolled(self, position: _Position) -> int:
        """Of rolling all dice that are left; 0 where there are none."""
        dice = position.left
        if not dice:
            return 0
        if position.kind:
            best = self._best(position, position.kind)
            # A roll of which nothing can be set aside is worth nothing, and is left out.
            return sum(ways * best[counts] for counts, ways in _rolls_locked(position.kind, dice)) // _FALLS[dice]
        mad, sad = (self._best(position, kind) for kind in KINDS)
        return sum(ways * max(mad[a], sad[b]) for a, b, ways in _rolls_open(dice)) // _FALLS[dice]

    def _best(self, position: _Position, kind: Kind) -> dict[_Counts, int]:
        """The value of each roll of dice of a kind, when the best of them are set aside; of no dice 0."""
        best = dict[_Counts, int]()
        for counts in _some(position.left, len(ICONS[kind]) + 1):
            all_of_them = self.value(position.and_then(kind, counts)) if any(counts) else 0
            best[counts] = max(all_of_them, *(best[fewer] for fewer in _one_less(counts)), 0)
        return best


@cache
def _play_for(target: Target, options: Options) -> _Play:
    """The best play for a target; whoever asks again along a turn finds the values of the last time."""

    def worth(locked: Kind, cards: frozenset[Card]) -> int:
        del locked
        return int(bool(cards) if target == "any" else target in cards)

    return _Play(worth, options)


def _position(kind: Kind | None, dice: Sequence[Face]) -> _Position:
    shown = kind_of(dice)
    if shown and kind and shown != kind:
        raise Refusal(Code.ILLEGAL, f"{' '.join(dice)} are {shown} cats, and not {kind}: leave the kind out")
    kind = kind or shown
    return _Position(kind, tuple(dice.count(face) for face in (*(ICONS[kind] if kind else ()), WILD)))


def _fail_next(position: _Position) -> Fraction:
    """That of the next roll no die can be set aside (mad-cat-sad-cat:83)."""
    if not position.kind or not position.left:
        return Fraction(0)
    return Fraction(_useless(position.kind), len(FACES)) ** position.left


def _useless(kind: Kind) -> int:
    """How many sides show the other kind."""
    return len(FACES) - len(ICONS[kind]) - 1


def _written(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


@cache
def _some(dice: int, faces: int) -> tuple[_Counts, ...]:
    """How up to so many dice can show these faces, fewest dice first."""
    return tuple(sorted((c for c in product(range(dice + 1), repeat=faces) if sum(c) <= dice), key=sum))


@cache
def _one_less(counts: _Counts) -> tuple[_Counts, ...]:
    """One die less, of each face that is shown."""
    return tuple((*counts[:at], count - 1, *counts[at + 1 :]) for at, count in enumerate(counts) if count)


@cache
def _rolls_locked(kind: Kind, dice: int) -> tuple[tuple[_Counts, int], ...]:
    """What can be used of a roll, and in how many of the 6**dice ways it falls so."""
    return tuple(
        (counts, _ways((*counts, dice - sum(counts))) * _useless(kind) ** (dice - sum(counts)))
        for counts in _some(dice, len(ICONS[kind]) + 1)
        if any(counts)
    )


@cache
def _rolls_open(dice: int) -> tuple[tuple[_Counts, _Counts, int], ...]:
    """The mad cats of a roll and the sad cats, each with the wild ones; and in how many ways it falls so."""
    return tuple(_each_open(dice))


def _each_open(dice: int) -> Iterator[tuple[_Counts, _Counts, int]]:
    for *mad, wilds in _some(dice, len(ICONS["mad"]) + 1):
        rest = dice - sum(mad) - wilds
        for sad in product(range(rest + 1), repeat=len(ICONS["sad"])):
            if sum(sad) == rest:
                yield (*mad, wilds), (*sad, wilds), _ways((*mad, wilds, *sad))


def _ways(counts: Sequence[int]) -> int:
    """In how many orders so many equal ones can lie."""
    return factorial(sum(counts)) // prod(map(factorial, counts))
