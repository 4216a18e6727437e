"""What dice can be read as and what a turn is worth, counted out by hand: every choice, every roll."""

from __future__ import annotations

import json
import tracemalloc
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mad_cat_sad_cat import Pots, advice, chances
from companion.games.mad_cat_sad_cat.commands import Options
from companion.games.mad_cat_sad_cat.dice import FACES, ICONS, KINDS, Card, Face, Kind, kind_of, matches, usable
from companion.games.mad_cat_sad_cat.pots import CATPOT, POTS, SETUP, Pot, fair_share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.games.mad_cat_sad_cat.odds import Target

Dice = tuple[Face, ...]


def sets(kind: Kind, size: int) -> list[Dice]:
    return list(combinations_with_replacement((*ICONS[kind], "W"), size))


def read_by_hand(dice: Dice, kind: Kind, *, ignore_wild_face: bool = False) -> set[Card]:
    """Choose an icon for all wild cats (97), then ignore any results, each with all of its dice (103)."""
    if dice == ("W",) * 5:
        return {"catpot"}
    found: set[Card] = set()
    for icon in ICONS[kind]:
        shown = [(icon if face == "W" else face, face) for face in dice]
        results = {icon for icon, _ in shown} | ({"W"} if ignore_wild_face else set())
        for count in range(len(results)):
            for ignored in combinations(sorted(results), count):
                kept = Counter(icon for icon, face in shown if icon not in ignored and face not in {*ignored} & {"W"})
                match sorted(kept.values()):
                    case [2, 2]:
                        found.add("two-pairs")
                    case [2, 3]:
                        found.add("full-house")
                    case [4]:
                        found.add("four")
                    case [5]:
                        found.add("five")
    return found


@pytest.mark.parametrize("ignore_wild_face", [False, True])
@pytest.mark.parametrize(("kind", "how_many"), [("mad", 56), ("sad", 21)])
def test_every_five_dice_read_as_every_choice_reads_them(kind: Kind, how_many: int, ignore_wild_face: bool) -> None:
    assert len(sets(kind, 5)) == how_many
    for size in range(6):
        for dice in sets(kind, size):
            by_hand = sorted(read_by_hand(dice, kind, ignore_wild_face=ignore_wild_face))
            assert list(matches(dice, ignore_wild_face=ignore_wild_face)) == by_hand, dice


def test_the_house_rule_of_the_wild_face_matters_for_one_set_alone() -> None:
    """MC-A5."""
    differ = [
        dice
        for kind in KINDS
        for size in range(6)
        for dice in sets(kind, size)
        if matches(dice) != matches(dice, ignore_wild_face=True)
    ]
    assert differ == [("S1", "S1", "S2", "S2", "W")]


def test_five_sad_dice_always_match_something() -> None:
    assert [dice for dice in sets("sad", 5) if not matches(dice)] == []


def test_five_mad_dice_that_match_nothing_have_one_of_two_shapes() -> None:
    """Three equal and two odd ones, or three odd ones and two wild cats (mad-cat-sad-cat:121)."""
    shapes = Counter(
        (tuple(sorted(Counter(face for face in dice if face != "W").values())), dice.count("W"))
        for dice in sets("mad", 5)
        if not matches(dice)
    )
    assert shapes == {((1, 1, 3), 0): 3, ((1, 1, 1), 2): 1}


@pytest.mark.parametrize("dice", [("M1", "S1"), ("W", "M2", "S2", "W"), ("M1", "M1", "M1", "M1", "S1")])
def test_mad_and_sad_cats_do_not_lie_together(dice: Dice) -> None:
    with pytest.raises(ValueError, match="mad and sad"):
        matches(dice)


@given(st.integers(0, 160), st.integers(1, 4))
def test_a_fair_share_leaves_less_than_one_each(vps: int, moochers: int) -> None:
    each, rest = fair_share(vps, moochers)
    assert each * moochers + rest == vps
    assert 0 <= rest < moochers


def some_of(dice: Dice) -> Iterator[Dice]:
    """Every set of one or more of them."""
    yield from {tuple(sorted(some)) for size in range(1, len(dice) + 1) for some in combinations(dice, size)}


def by_recursion(worth: Callable[[Kind | None, Dice], int]) -> Callable[[Kind | None, Dice], tuple[Fraction, Fraction]]:
    """What stopping and rolling on are worth, by every roll and every choice, as one would explain it."""

    @cache
    def both(locked: Kind | None, dice: Dice) -> tuple[Fraction, Fraction]:
        rolls = list(product(FACES, repeat=5 - len(dice))) if len(dice) < 5 else []
        total = sum((best(locked, dice, tuple(sorted(roll))) for roll in rolls), Fraction(0))
        return Fraction(worth(locked, dice)), total / max(1, len(rolls))

    @cache
    def best(locked: Kind | None, dice: Dice, roll: Dice) -> Fraction:
        found = Fraction(0)
        for some in some_of(tuple(usable(roll, locked))):
            if len({face[0] for face in some} - {"W"}) < 2:
                kind = locked or kind_of(some)
                found = max(found, *both(kind, tuple(sorted(dice + some))))
        return found

    return both


def worth_of(target: Target, options: Options) -> Callable[[Kind | None, Dice], int]:
    def worth(locked: Kind | None, dice: Dice) -> int:
        cards = set(matches(dice, ignore_wild_face=options.ignore_wild_face))
        if locked is None and not options.stop_on_four_wilds:
            cards &= {"catpot"}
        return int(bool(cards) if target == "any" else target in cards)

    return worth


def positions() -> list[tuple[Kind | None, Dice]]:
    """All dice that can be set aside, locked in or not."""
    found: dict[tuple[Kind | None, Dice], None] = {}
    for kind in KINDS:
        for size in range(6):
            found |= {(kind, tuple(sorted(dice))): None for dice in sets(kind, size)}
    return [*found, *_wild_alone()]


def _wild_alone() -> list[tuple[Kind | None, Dice]]:
    wild: list[Face] = ["W"]
    return [(None, tuple(wild * size)) for size in range(6)]


@pytest.mark.parametrize("target", [*get_args(Card), "any"])
@pytest.mark.parametrize("house", [Options(), Options(stop_on_four_wilds=True, ignore_wild_face=True)], ids=str)
def test_the_odds_are_those_of_every_roll_and_every_choice(target: Target, house: Options) -> None:
    by_hand = by_recursion(worth_of(target, house))
    for kind, dice in positions():
        p = str(chances(kind, dice, target, house)["p"])
        assert Fraction(p) == max(by_hand(kind, dice)), (kind, dice)


UNEVEN = Pots(tuple((place * 7) % 11 for place in range(len(POTS))))


@pytest.mark.parametrize(
    "pots", [SETUP, UNEVEN, SETUP.having({Pot("four", "mad", "inner"): 0})], ids=["setup", "uneven", "emptied"]
)
def test_advice_is_that_of_every_roll_and_every_choice(pots: Pots) -> None:
    def worth(locked: Kind | None, dice: Dice) -> int:
        cards = [card for card in matches(dice) if locked or card == "catpot"]
        return max((pots[CATPOT if card == "catpot" else Pot(card, locked, "inner")] for card in cards), default=0)

    by_hand = by_recursion(worth)
    for kind, dice in positions():
        found = advice(kind, dice, pots)
        stop, roll = by_hand(kind, dice)
        assert (Fraction(str(found["stop"])), Fraction(str(found["roll"]))) == (stop, roll), (kind, dice)
        better = None if len(dice) == 5 and not stop else "stop" if stop and stop >= roll else "roll"
        assert found["better"] == better


PRINTED: list[tuple[Kind | None, str, Target, str]] = [
    (None, "", "any", "780497431/816293376"),
    ("sad", "", "full-house", "54281903447/117546246144"),
    (None, "W W W W", "any", "1/1"),
    (None, "W W W W", "catpot", "1/6"),
    (None, "W W W W", "four", "5/6"),
    (None, "W W W W", "five", "5/6"),
    (None, "W W W W W", "catpot", "1/1"),
    (None, "W W W W W", "five", "0/1"),
    ("mad", "M1", "catpot", "0/1"),
    ("mad", "M1 M1 M2 M3", "any", "1/2"),
    ("sad", "S1 S1 S2 S2", "full-house", "1/2"),
]


@pytest.mark.parametrize(("kind", "dice", "target", "p"), PRINTED)
def test_odds_that_are_known(kind: Kind | None, dice: str, target: Target, p: str) -> None:
    told: list[Face] = [face for face in FACES for word in dice.split() if word == face]
    assert chances(kind, told, target)["p"] == p


FAILS: list[tuple[Kind | None, str, str]] = [
    (None, "", "0/1"),
    (None, "W W", "0/1"),
    (None, "M1", "1/81"),
    ("mad", "M1 W", "1/27"),
    (None, "S1 W", "1/8"),
    (None, "S1 S1 S2 W", "1/2"),
    (None, "S1 S1 S2 S2 W", "0/1"),
]


@pytest.mark.parametrize(("kind", "dice", "chance"), FAILS)
def test_how_often_of_the_next_roll_nothing_can_be_set_aside(kind: Kind | None, dice: str, chance: str) -> None:
    told: list[Face] = [face for face in FACES for word in dice.split() if word == face]
    rolls = list(product(FACES, repeat=5 - len(told)))
    locked = kind or kind_of(told)
    failed = sum(1 for roll in rolls if roll and not usable(roll, locked))
    assert Fraction(failed, len(rolls)) == Fraction(chance)
    assert chances(kind, told)["fail_next"] == chance


@given(st.sampled_from(positions()), st.sampled_from([*get_args(Card), "any"]))
def test_a_fraction_is_in_lowest_terms_and_the_number_beside_it_the_same(
    position: tuple[Kind | None, Dice], target: Target
) -> None:
    found = json.loads(json.dumps(chances(*position, target)))
    over, under = map(int, found["p"].split("/"))
    assert f"{Fraction(over, under).numerator}/{Fraction(over, under).denominator}" == found["p"]
    assert found["float"] == pytest.approx(over / under, abs=1e-6)
    assert 0 <= over <= under


def test_any_card_is_at_least_as_likely_as_each() -> None:
    for position in positions():
        found = {target: Fraction(str(chances(*position, target)["p"])) for target in (*get_args(Card), "any")}
        assert found["any"] == max(found.values())


def test_odds_need_little_memory() -> None:
    """20 MB are the bound on a small Pi."""
    tracemalloc.start()
    chances(None, [])
    advice(None, [], SETUP)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000
