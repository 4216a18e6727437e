"""Whole games of Fat Cats, made up at random: what always holds."""

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
from companion.table.ledger import Ledger
from tests.games.telling import refusal, seen, tell

if TYPE_CHECKING:
    from companion.games.fat_cats.commands import Letter

LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")
PLAYERS = ["Ada", "Ben", "Cem", "Dan", "Eva", "Fay"]
names = st.sampled_from([*PLAYERS[:4], "Eva", "Zoe"])
treats = st.integers(1, 8)


def told_as(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


meals = st.fixed_dictionaries(
    {"treats": treats},
    optional={"ghost": st.booleans(), "tray_to": names, "colour": st.sampled_from(["white", "white", "blue"])},
)
plain = st.fixed_dictionaries({"treats": treats}, optional={"ghost": st.booleans()})
eating = st.tuples(names, st.one_of(plain, plain, meals)).map(lambda told: {"do": "eat", "player": told[0], **told[1]})
moves = st.one_of(
    eating,
    eating,
    eating,
    told_as("eaters", players=st.lists(names, max_size=4)),
    told_as("bowls", bowls=st.dictionaries(names, st.sampled_from("ABCD"), min_size=3)),
    told_as("round", eat=st.dictionaries(names, st.one_of(plain, meals), max_size=4)),
)
settable = st.one_of(
    st.dictionaries(names.map("positions.{}".format), st.integers(0, 30), max_size=3),
    st.dictionaries(names.map("trays.{}".format), st.integers(0, 3), max_size=3),
    st.dictionaries(names.map("lying.{}".format), st.sampled_from(["A", "B", None]), max_size=2),
    st.dictionaries(st.sampled_from(["cards.blue_left", "cards.white_left"]), st.integers(0, 21), max_size=2),
)
rare = st.one_of(
    told_as("correct", set=settable),
    told_as("leave", player=names),
    told_as("return", player=names),
    told_as("rename", player=names, name=names),
    told_as("crown", player=names),
    told_as("finish"),
)
history = st.one_of(
    told_as("undo"),
    told_as("undo", to=st.integers(0, 20)),
    told_as("redo"),
    st.tuples(st.integers(1, 20), st.one_of(moves, rare)).map(
        lambda told: {"do": "amend", "entry": told[0], "with": told[1]}
    ),
)
commands = st.one_of(moves, moves, moves, moves, moves, rare, history)
options = st.fixed_dictionaries(
    {},
    optional={
        "cushions": st.sampled_from([12, 30, None]),
        "ghost": st.sampled_from(["instead", "after"]),
        "back_floor": st.sampled_from([0, 1]),
        "order": st.sampled_from(["fixed", "dynamic"]),
        "first": st.sampled_from(PLAYERS[:3]),
    },
)
evenings = st.tuples(st.integers(3, 5), options, st.lists(commands, min_size=10, max_size=50))
Evening = tuple[int, dict[str, object], list[dict[str, object]]]


def begun(count: int, chosen: dict[str, object]) -> Ledger:
    return tell(game="fat-cats", players=" ".join(PLAYERS[:count]), **chosen)


def fitting(ledger: Ledger, command: dict[str, object]) -> dict[str, object]:
    """A meal is told for the cat whose move it is, so that games come forward."""
    turn = ledger.state.turn
    return {**command, "player": turn} if command["do"] == "eat" and turn else command


def told(evening: Evening) -> Ledger:
    """The game with those commands that are accepted."""
    count, chosen, given_commands = evening
    ledger = begun(count, chosen)
    for command in given_commands:
        refusal(ledger, fitting(ledger, command))
    return ledger


def without_revision(ledger: Ledger) -> dict[str, object]:
    return {**ledger.snapshot(), "revision": None}


@given(evenings)
def test_no_tray_is_lost_and_no_cushion_shared(evening: Evening) -> None:
    count, chosen, given_commands = evening
    ledger = begun(count, chosen)
    for command in given_commands:
        refusal(ledger, fitting(ledger, command))
        found: dict[str, Any] = dict(seen(ledger))
        state = ledger.state
        assert isinstance(state, State)
        assert sum(state.trays) == count and min(state.trays) >= 0
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


@given(evenings)
def test_every_answer_to_every_prompt_is_accepted(evening: Evening) -> None:
    ledger = told(evening)
    prompt = ledger.game.prompt(ledger.state)
    assert (prompt is None) == ledger.state.over
    labels = [choice.label for choice in prompt.choices] if prompt else []
    assert len(labels) == len(set(labels))
    for choice in prompt.choices if prompt else ():
        ledger.check(choice.command)
        assert len(choice.label) <= 40


@given(evenings, commands)
def test_undo_gives_back_what_was_before_and_redo_what_was_undone(evening: Evening, command: dict[str, object]) -> None:
    ledger = told(evening)
    before = without_revision(ledger)
    if command["do"] in ("undo", "redo") or refusal(ledger, fitting(ledger, command)):
        return
    after = without_revision(ledger)
    ledger.submit({"do": "undo"})
    assert without_revision(ledger) == before
    ledger.submit({"do": "redo"})
    assert without_revision(ledger) == after


@given(evenings)
def test_an_entry_amended_with_itself_changes_nothing(evening: Evening) -> None:
    ledger = told(evening)
    before = without_revision(ledger)
    amended = {entry.command.get("entry") for entry in ledger.entries}
    for entry in list(ledger.entries):
        if entry.command["do"] not in ("undo", "redo", "amend") and entry.revision not in amended:
            # One that was undone does not count, and is refused.
            refusal(ledger, {"do": "amend", "entry": entry.revision, "with": entry.command})
            assert without_revision(ledger) == before


@given(evenings)
def test_what_is_kept_plays_again_to_the_same(evening: Evening) -> None:
    ledger = told(evening)
    again = Ledger(ledger.header)
    for entry in ledger.entries:
        again.replay(entry)
    assert again.snapshot() == ledger.snapshot()
    assert again.state == ledger.state


@given(evenings)
def test_all_that_can_be_corrected_may_be_corrected_to_what_it_is(evening: Evening) -> None:
    ledger = told(evening)
    before = without_revision(ledger)
    lines = [line for line in ledger.game.correctable(ledger.state) if line.value != line.maximum]
    ledger.submit({"do": "correct", "set": {line.path: line.value for line in lines}})
    assert {**without_revision(ledger), "state": None} == {**before, "state": None}


@given(evenings, st.integers(1, 4))
def test_the_seat_makes_no_difference(evening: Evening, shift: int) -> None:
    """The same people sit further round the table; the girth that began still begins."""
    count, chosen, given_commands = evening
    seated = PLAYERS[:count]
    turned = [*seated[shift % count :], *seated[: shift % count]]
    ledger = begun(count, chosen | {"first": chosen.get("first", "Ada")})
    elsewhere = tell(game="fat-cats", players=" ".join(turned), **(chosen | {"first": chosen.get("first", "Ada")}))
    for command in given_commands:
        fitted = fitting(ledger, command)
        assert refusal(ledger, fitted) == refusal(elsewhere, fitted)
        here, there = seen(ledger), seen(elsewhere)
        for what in ("positions", "trays", "lying", "eaters", "path", "cards", "round", "over", "scores", "ranks"):
            assert here[what] == there[what]


whole_rounds = st.dictionaries(
    st.sampled_from(PLAYERS[:4]),
    st.fixed_dictionaries({"treats": treats}, optional={"ghost": st.booleans()}),
    max_size=4,
)


@given(options, st.lists(whole_rounds, max_size=12))
def test_one_after_the_other_is_the_same_as_a_round_at_once(chosen: dict[str, object], rounds: list[Any]) -> None:
    at_once, one_by_one = begun(4, chosen), begun(4, chosen)
    for meals_by_name in rounds:
        if at_once.state.over:
            break
        at_once.submit({"do": "round", "eat": meals_by_name})
        one_by_one.submit({"do": "eaters", "players": list(meals_by_name)})
        while name := one_by_one.state.turn:
            one_by_one.submit({"do": "eat", "player": name, **meals_by_name[name]})
        assert at_once.state == one_by_one.state


@settings(max_examples=40)
@given(st.integers(3, 6), options, st.integers(0, 10**6))
def test_whoever_answers_what_is_asked_comes_to_an_end(count: int, chosen: dict[str, object], seed: int) -> None:
    ledger, chance = begun(count, chosen), Random(seed)
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
