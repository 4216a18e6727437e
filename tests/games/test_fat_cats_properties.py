"""Whole games of Fat Cats, made up at random: what holds beside what holds for every game."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.fat_cats import track
from companion.games.fat_cats.bowls import alone, likeliest, ways
from companion.games.fat_cats.state import State
from tests.games.evenings.fat_cats import FAT_CATS, PLAYERS, plain
from tests.games.evenings.making import without_revision
from tests.games.telling import seen, tell

if TYPE_CHECKING:
    from companion.games.fat_cats.commands import Letter
    from tests.games.evenings.making import Evening

LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")


@given(FAT_CATS.any)
def test_no_tray_is_lost_and_no_cushion_shared(evening: Evening) -> None:
    for ledger in FAT_CATS.steps(evening):
        found: dict[str, Any] = dict(seen(ledger))
        state = ledger.state
        assert isinstance(state, State)
        assert sum(state.trays) == evening.players and min(state.trays) >= 0
        cushions = [state.positions[seat] for seat in state.present if state.positions[seat]]
        assert len(cushions) == len(set(cushions))
        crown = state.options.cushions
        assert crown is None or max(state.positions) <= crown
        assert state.over or crown not in cushions
        assert found["turn"] == (found["eaters"][0] if found["eaters"] else None)
        assert (found["phase"] == "eating") == bool(found["eaters"])
        assert not set(found["eaters"]) & set(found["left"])
        assert not any(found["lying"][name] for name in found["left"])
        assert min(found["cards"].values()) >= 0
        assert found["scores"] == found["positions"]
        assert bool(found["winners"]) <= state.over


@given(FAT_CATS.any)
def test_all_that_can_be_corrected_may_be_corrected_to_what_it_is(evening: Evening) -> None:
    ledger = FAT_CATS.told(evening)
    before = without_revision(ledger)
    lines = [line for line in ledger.game.correctable(ledger.state) if line.value != line.maximum]
    ledger.submit({"do": "correct", "set": {line.path: line.value for line in lines}})
    assert {**without_revision(ledger), "state": None} == {**before, "state": None}


whole_rounds = st.dictionaries(
    st.sampled_from(PLAYERS[:4]),
    plain,
    max_size=4,
)


@given(FAT_CATS.options, st.lists(whole_rounds, max_size=12))
def test_one_after_the_other_is_the_same_as_a_round_at_once(chosen: dict[str, object], rounds: list[Any]) -> None:
    at_once, one_by_one = FAT_CATS.begun(4, chosen), FAT_CATS.begun(4, chosen)
    for meals_by_name in rounds:
        if at_once.state.over:
            break
        at_once.submit({"do": "round", "eat": meals_by_name})
        one_by_one.submit({"do": "eaters", "players": list(meals_by_name)})
        while name := one_by_one.state.turn:
            one_by_one.submit({"do": "eat", "player": name, **meals_by_name[name]})
        assert at_once.state == one_by_one.state


@settings(max_examples=40)
@given(st.integers(3, 6), FAT_CATS.options, st.integers(0, 10**6))
def test_whoever_answers_what_is_asked_comes_to_an_end(count: int, chosen: dict[str, object], seed: int) -> None:
    ledger, chance = FAT_CATS.begun(count, chosen), Random(seed)
    for _ in range(5000):
        prompt = ledger.game.prompt(ledger.state)
        if prompt is None:
            break
        # Ghosts and trays alone could go on for ever: half of the cards are good ones.
        good = [choice for choice in prompt.choices if "ghost" not in choice.command]
        ledger.submit(chance.choice(good if chance.random() < 0.5 else prompt.choices).command)
    state = ledger.state
    assert isinstance(state, State)
    assert state.ended == "played"
    assert len(state.winners) == 1
    crown = state.options.cushions
    assert state.scores[state.winners[0]] == crown if crown else state.crowned is not None


cushions = st.integers(0, 14)
tables = st.lists(cushions, min_size=3, max_size=6).filter(
    lambda cats: max(Counter(filter(None, cats)).values(), default=0) < 2
)


@given(tables, st.integers(1, 20), st.sampled_from([15, 20, None]))
def test_forward_counts_free_cushions_only(cats: list[int], steps: int, crown: int | None) -> None:
    start, occupied = cats[0], {cat for cat in cats[1:] if cat}
    path = track.forward(start, steps, occupied, crown)
    free = [cushion for cushion in range(start + 1, 60) if cushion not in occupied and (not crown or cushion <= crown)]
    assert list(path) == free[:steps]


@given(tables, st.integers(1, 20), st.sampled_from([0, 1]))
def test_back_ends_at_the_latest_at_the_start(cats: list[int], steps: int, floor: int) -> None:
    start, occupied = cats[0], {cat for cat in cats[1:] if cat}
    path = track.back(start, steps, occupied, floor)
    at = start
    for _ in range(steps):
        below = [cushion for cushion in range(floor, at) if cushion not in occupied]
        at = max(below, default=at)
    assert (path[-1] if path else start) == at
    assert list(path) == sorted(path, reverse=True)


@given(tables, st.integers(1, 20))
def test_forward_and_then_back_ends_where_it_began(cats: list[int], steps: int) -> None:
    """Why a ghost is read as instead of the advance, not after it (FC-A1)."""
    start, occupied = cats[0], {cat for cat in cats[1:] if cat}
    there = track.forward(start, steps, occupied, None)
    assert track.back(there[-1], steps, occupied)[-1] == start


@pytest.mark.parametrize("players", range(2, 7))
def test_who_can_eat_is_what_bowls_can_show(players: int) -> None:
    shown = Counter(tuple(alone(dict(enumerate(letters)))) for letters in product(LETTERS, repeat=players))
    assert set(likeliest(players)) == set(shown)
    assert len(likeliest(players)) == len(shown)
    assert [shown[seats] for seats in likeliest(players)] == sorted(shown.values(), reverse=True)
    assert all(ways(len(seats), players) == count for seats, count in shown.items())


@pytest.mark.parametrize("first", range(4))
def test_the_order_is_the_same_however_it_is_told(first: int) -> None:
    for positions in product((0, 0, 3, 5), repeat=4):
        if max(Counter(filter(None, positions)).values(), default=0) > 1:
            continue
        ledger = tell(game="fat-cats", players=" ".join(PLAYERS[:4]), first=PLAYERS[first])
        ledger.submit({"do": "correct", "set": {f"positions.{PLAYERS[seat]}": at for seat, at in enumerate(positions)}})
        questions = ({"ask": "order", "players": list(told)} for told in permutations(PLAYERS[:4]))
        answers = [ledger.game.ask(ledger.state, question).answer for question in questions]
        order = answers[0]
        assert answers == [order] * len(answers)
        assert isinstance(order, list)
        keys = [(positions[PLAYERS.index(name)], (PLAYERS.index(name) - first) % 4) for name in order]
        assert keys == sorted(keys)
