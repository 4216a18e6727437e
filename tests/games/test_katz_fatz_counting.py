"""Piles of Katz Fatz, counted as the rules say and by trying everything."""

from __future__ import annotations

import sys
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import astuple

from companion.games.katz_fatz.cards import COLOURS, Card, Toy, Trick, Value
from companion.games.katz_fatz.commands import Options
from companion.games.katz_fatz.counting import Count, count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

VALUES: tuple[Value, ...] = (-7, -6, -5, -4, -3, 0, 3, 4, 5, 6, 7)
MINUS: tuple[Value, ...] = (-7, -6, -5, -5, -4, -4, -3, -3, 0)
CUDDLING: tuple[Trick, ...] = ("cuddling", "cuddling", "vigorous-cuddling")
RANGES = {"cuddling": (-5, -4, -3), "vigorous-cuddling": (-7, -6)}
TREE: Toy = "scratching-tree"

HOUSES = [
    Options(cuddle_self=self_, tree_multi="any" if any_ else "mono", tree_may=may, tree_toys=toys, tree_cuddle=cuddle)
    for self_, any_, may, toys, cuddle in product([True, False], repeat=5)
]


def pile(chance: Random, cards: int, *, values: Sequence[Value], colours: int, cuddlers: float) -> list[Card]:
    def one() -> Card:
        shown = tuple(chance.sample(COLOURS[:colours], chance.choice((1, 1, 1, min(2, colours), min(3, colours)))))
        trick = chance.choice(CUDDLING) if chance.random() < cuddlers else None
        return Card(chance.choice(values), shown, trick, chance.random() < 0.4)

    return [one() for _ in range(cards)]


def conversions(cards: Sequence[Card], rules: Options) -> set[tuple[frozenset[int], frozenset[int]]]:
    """All that the cuddlers can do: which cards are converted, and which cuddlers did it."""
    done = {(frozenset[int](), frozenset[int]())}
    for cuddler, card in enumerate(cards):
        for converted, used in done.copy():
            for target, other in enumerate(cards):
                may = target not in converted and (rules.cuddle_self or target != cuddler)
                if may and other.value in RANGES.get(card.trick or "", ()):
                    done.add((converted | {target}, used | {cuddler}))
    return done


def outcomes(cards: Sequence[Card], toy: Toy | None, rules: Options) -> Iterator[tuple[tuple[int, int, int], object]]:
    """Every count that the rules allow: its worth, and how it comes about."""
    goes = [
        card.colours if toy == TREE and (rules.tree_multi == "any" or len(card.colours) == 1) else () for card in cards
    ]
    for converted, used in conversions(cards, rules):
        values = [-card.value if place in converted else card.value for place, card in enumerate(cards)]
        sums = {colour: sum(v for v, g in zip(values, goes, strict=True) if colour in g) for g in goes for colour in g}
        worst: list[str | None] = [colour for colour in sums if sums[colour] == min(sums.values())]
        for gone in [*worst, None] if rules.tree_may or not sums else worst:
            if not rules.tree_cuddle and any(gone in goes[cuddler] for cuddler in used):
                continue
            total = sum(v for v, g in zip(values, goes, strict=True) if gone not in g)
            toys = sum(card.toy for card, g in zip(cards, goes, strict=True) if rules.tree_toys or gone not in g)
            yield (total, toys, -len(converted)), (converted, gone)


def compared(found: Count) -> tuple[tuple[int, int, int], object]:
    converted = frozenset(line.card for line in found.lines if line.converted)
    return (found.total, found.toy_symbols, -len(converted)), (converted, found.dropped)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_the_rules_allow_counts_more(seed: int) -> None:
    chance = Random(seed)
    for number in range(120):
        values = VALUES if number % 3 else MINUS
        cards = pile(chance, chance.randint(0, 7), values=values, colours=chance.randint(1, 5), cuddlers=0.4)
        rules = chance.choice(HOUSES)
        toy: Toy | None = None if chance.random() < 0.1 else TREE
        allowed = list(outcomes(cards, toy, rules))
        found = compared(count(cards, 0, toy, rules))
        assert found[0] == max(worth for worth, _ in allowed), (cards, rules)
        assert found in allowed, (cards, rules)


def test_largest_first_is_not_always_best() -> None:
    cards = [Card(-5, ("red",)), Card(-4, ("blue",)), Card(-6, ("red",)), Card(0, ("green",), "cuddling")]
    found = count(cards, 0, TREE, Options())
    assert (found.total, found.dropped, found.as_dict()["conversions"]) == (4, "red", [1])


# The pile, the house rules, what is converted, what goes, the total.
CUDDLERS_THAT_GO: list[tuple[str, list[Card], list[int], str, int]] = [
    (
        "the worst colour goes, though it takes the cuddler with it and another loss would cost less",
        [Card(-3, ("red",)), Card(-6, ("blue",)), Card(-5, ("green",)), Card(0, ("blue",), "cuddling")],
        [],
        "blue",
        -8,
    ),
    (
        "a smaller card is converted, so that the colour of the cuddler is not the worst",
        [Card(-5, ("red",)), Card(-5, ("red",)), Card(-3, ("blue",)), Card(-4, ("blue",)), Card(-4, ("blue",)),
         Card(0, ("blue",), "cuddling"), Card(-5, ("green",))],
        [3],
        "red",
        -8,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "converted", "dropped", "total"),
    [case[1:] for case in CUDDLERS_THAT_GO],
    ids=[case[0] for case in CUDDLERS_THAT_GO],
)
def test_cuddlers_that_go_with_their_colour(cards: list[Card], converted: list[int], dropped: str, total: int) -> None:
    found = count(cards, 0, TREE, Options(tree_cuddle=False))
    assert (found.as_dict()["conversions"], found.dropped, found.total) == (converted, dropped, total)


def test_of_equal_counts_most_toys_then_fewest_conversions() -> None:
    toys = [Card(-4, ("red",), toy=True), Card(-4, ("blue",)), Card(6, ("green",))]
    assert count(toys, 0, TREE, Options(tree_toys=False)).dropped == "blue"
    # Without red 4 are left, and without blue, if the cuddler converts the -4, as well.
    cards = [Card(4, ("blue",)), Card(-4, ("red",)), Card(0, ("red",), "cuddling")]
    found = count(cards, 0, TREE, Options())
    assert (found.total, found.dropped, found.as_dict()["conversions"]) == (4, "red", [])


def test_a_pile_of_one_colour_and_of_none() -> None:
    assert count([], 0, TREE, Options()).as_dict() == {
        **dict.fromkeys(("plus", "minus", "toy_points", "total", "toy_symbols", "hand_colours"), 0),
        "conversions": [],
        "dropped": None,
    }
    many = [Card(-5, ("red", "blue"))]
    assert count(many, 0, TREE, Options(tree_multi="mono")).total == -5
    assert count(many, 0, TREE, Options(tree_multi="any")).total == 0


def test_card_by_card() -> None:
    cards = [
        Card(-5, ("red",), toy=True),
        Card(-7, ("blue",), toy=True),
        Card(0, ("blue",), "cuddling"),
        Card(6, ("green",), "claw"),
    ]
    found = count(cards, 3, TREE, Options(tree_toys=False))
    # Card, printed, counted, converted, dropped, toy.
    assert found.lines == (
        (0, -5, 5, True, False, True),
        (1, -7, 0, False, True, False),
        (2, 0, 0, False, True, False),
        (3, 6, 6, False, False, False),
    )
    assert sum(line.counted for line in found.lines) + found.toy_points == found.total == 11


def calls(doing: Callable[[], object]) -> int:
    """How many functions are called meanwhile: a measure of work that no busy machine disturbs."""
    made = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal made
        del frame, argument
        made += event == "call"

    sys.setprofile(note)
    try:
        doing()
    finally:
        sys.setprofile(None)
    return made


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: " ".join(str(rule) for rule in astuple(rules)[-5:]))
def test_thirty_cards_are_counted_at_once(rules: Options) -> None:
    chance = Random(7)
    for number in range(20):
        values, cuddlers = (VALUES, MINUS)[number % 2], (0.1, 0.4)[number % 4 // 2]
        cards = pile(chance, 30, values=values, colours=6, cuddlers=cuddlers)
        # A ms is some 5,000 calls.
        assert calls(lambda cards=cards: count(cards, 0, TREE, rules)) < 15_000  # type: ignore[misc]  # a default binds the pile


def test_what_the_toy_counts_itself() -> None:
    cases: list[tuple[Toy | None, int, int]] = [
        ("specialist-toy", 3, -5),
        ("cardboard", 0, 8),
        ("cardboard", 1, 0),
        ("wool", 0, 0),
        (None, 0, 0),
    ]
    for toy, hand_colours, points in cases:
        found: dict[str, Any] = count([Card(4)], hand_colours, toy, Options()).as_dict()
        assert (found["toy_points"], found["total"]) == (points, 4 + points)
