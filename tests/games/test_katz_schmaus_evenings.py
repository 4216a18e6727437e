"""Whole evenings of Katz & Schmaus, made up at random: what always holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Refusal
from companion.table.ledger import Ledger
from tests.games.telling import refusal, seen, tell

if TYPE_CHECKING:
    from companion.games import State

PLAYERS = ["Ada", "Ben", "Cem", "Dan"]
names = st.sampled_from([*PLAYERS, "Zoe"])
amounts = st.integers(0, 4)


def fields(**optional: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({}, optional=optional)


NOTHING: st.SearchStrategy[dict[str, object]] = st.just({})


def verb(do: str, told: st.SearchStrategy[dict[str, object]] = NOTHING) -> st.SearchStrategy[dict[str, object]]:
    return told.map(lambda fields: {"do": do, **fields})


moves = st.one_of(
    verb("lift", fields(treats=st.sampled_from([3, 4]), again=st.booleans())),
    verb("set_down"),
    verb("void"),
    verb("call", fields(player=names)),
    verb("caller", st.fixed_dictionaries({"player": names})),
    verb("result", fields(in_box=amounts, to=names)),
    verb("result", fields(in_box=amounts, caller=names, correct=st.booleans())),
    verb("result"),
)
rare = st.one_of(
    verb("correct", st.fixed_dictionaries({"set": st.dictionaries(names.map("bowls.{}".format), st.integers(0, 20))})),
    verb("correct", names.map(lambda name: {"set": {"turn": name}})),
    verb("skip", st.fixed_dictionaries({"turns": st.integers(1, 3)})),
    verb("leave", st.fixed_dictionaries({"player": names})),
    verb("return", st.fixed_dictionaries({"player": names})),
    verb("rename", st.fixed_dictionaries({"player": names, "name": names})),
    verb("finish"),
)
history = st.one_of(
    verb("undo"),
    verb("undo", st.fixed_dictionaries({"to": st.integers(0, 20)})),
    verb("redo"),
    verb("amend", st.fixed_dictionaries({"entry": st.integers(1, 20), "with": st.one_of(moves, rare)})),
)
commands = st.one_of(moves, moves, moves, rare, history)
options = fields(
    treats=st.sampled_from([3, 4]),
    auto_settle=st.booleans(),
    left_on_board=st.sampled_from(["supply", "player"]),
    latch=st.booleans(),
)
evenings = st.tuples(st.integers(2, 4), options, st.lists(commands, min_size=12, max_size=60))
Evening = tuple[int, dict[str, object], list[dict[str, object]]]


def told(evening: Evening) -> Ledger:
    """The game with those commands that are accepted."""
    count, chosen, commands = evening
    ledger = tell(game="katz-schmaus", players=" ".join(PLAYERS[:count]), **chosen)
    for command in commands:
        refusal(ledger, command)
    return ledger


def without_revision(ledger: Ledger) -> dict[str, object]:
    return {**ledger.snapshot(), "revision": None}


@given(evenings)
def test_no_treat_is_lost_or_made(evening: Evening) -> None:
    count, chosen, commands = evening
    ledger = tell(game="katz-schmaus", players=" ".join(PLAYERS[:count]), **chosen)
    for command in commands:
        refusal(ledger, command)
        found = seen(ledger)
        assert sum(found["scores"].values()) + found["supply"] + found["on_board"] == 35  # type: ignore[attr-defined, operator]  # of objects
        assert found["supply"] >= 0  # type: ignore[operator]  # a number
        assert (found["turn"] is None) == found["over"]
        assert bool(found["winners"]) <= bool(found["over"])
        assert found["turn"] not in found["left"]  # type: ignore[operator]  # a list


@given(evenings)
def test_every_answer_to_every_prompt_is_accepted(evening: Evening) -> None:
    ledger = told(evening)
    prompt = ledger.game.prompt(ledger.state)
    assert (prompt is None) == ledger.state.over
    for choice in prompt.choices if prompt else ():
        ledger.check(choice.command)
        assert len(choice.label) <= 24


@given(evenings, commands)
def test_undo_gives_back_what_was_before_and_redo_what_was_undone(evening: Evening, command: dict[str, object]) -> None:
    ledger = told(evening)
    before, revision = without_revision(ledger), ledger.revision
    if command["do"] in ("undo", "redo") or refusal(ledger, command):
        return
    after = without_revision(ledger)
    # A lift that settles the turn before is two entries.
    entries = ledger.revision - revision
    for _ in range(entries):
        ledger.submit({"do": "undo"})
    assert without_revision(ledger) == before
    for _ in range(entries):
        ledger.submit({"do": "redo"})
    assert without_revision(ledger) == after


@given(evenings)
def test_an_entry_amended_with_itself_changes_nothing(evening: Evening) -> None:
    ledger = told(evening)
    before = without_revision(ledger)
    for entry, command in ledger.standing().items():
        ledger.submit({"do": "amend", "entry": entry, "with": command})
        assert without_revision(ledger) == before


@given(evenings)
def test_what_is_kept_plays_again_to_the_same(evening: Evening) -> None:
    ledger = told(evening)
    again = Ledger(ledger.header)
    for entry in ledger.entries:
        again.replay(entry)
    assert again.snapshot() == ledger.snapshot()
    assert again.entries == ledger.entries
    assert [step.before for step in again.undoable()] == [step.before for step in ledger.undoable()]


@given(evenings)
def test_any_state_that_counts_can_be_gone_back_to(evening: Evening) -> None:
    ledger = told(evening)
    for step in list(ledger.undoable()):
        ledger.submit({"do": "undo", "to": step.before})
    assert ledger.state == Ledger(ledger.header).state


@given(evenings)
def test_names_change_no_result(evening: Evening) -> None:
    count, chosen, commands = evening
    if any(command["do"] in ("rename", "amend") for command in commands):
        return
    others = dict(zip(PLAYERS, [*PLAYERS[1:count], PLAYERS[0], *PLAYERS[count:]], strict=True)) | {"Zoe": "Zoe"}

    def renamed(value: object) -> object:
        match value:
            case dict():
                return {renamed(key): renamed(inner) for key, inner in value.items()}
            case str() if value.startswith("bowls."):
                return f"bowls.{others[value.removeprefix('bowls.')]}"
            case str():
                return others.get(value, value)
        return value

    def numbers(state: State) -> tuple[object, ...]:
        return state.points, state.phase, state.seat, state.round, state.left, state.ended, list(state.ranks.values())

    told_so = told(evening)
    told_otherwise = tell(game="katz-schmaus", players=" ".join(others[name] for name in PLAYERS[:count]), **chosen)
    for command in commands:
        swapped = renamed(command)
        assert isinstance(swapped, dict)
        refusal(told_otherwise, swapped)
    assert numbers(told_so.state) == numbers(told_otherwise.state)


@settings(max_examples=50)
@given(st.integers(2, 4), options, st.randoms(use_true_random=False))
def test_whoever_answers_what_is_asked_comes_to_an_end(count: int, chosen: dict[str, object], chance: object) -> None:
    ledger = tell(game="katz-schmaus", players=" ".join(PLAYERS[:count]), **chosen)
    for _ in range(3000):
        prompt = ledger.game.prompt(ledger.state)
        if prompt is None:
            break
        ledger.submit(chance.choice(prompt.choices).command)  # type: ignore[attr-defined]  # a random.Random
    assert ledger.state.over
    assert ledger.state.ended == "played"
    assert max(ledger.state.points) == max(ledger.state.scores[name] for name in ledger.state.winners)


def test_the_likeliest_answers_alone_end_a_game() -> None:
    ledger = tell()
    while prompt := ledger.game.prompt(ledger.state):
        assert prompt.default is not None
        ledger.submit(prompt.choices[prompt.default].command)
    assert ledger.state.winners == ("Ada", "Ben", "Cem")


def test_a_refusal_says_its_code_first() -> None:
    try:
        tell("finish", "lift")
    except Refusal as refused:
        assert str(refused).startswith("over: ")
