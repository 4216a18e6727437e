"""Whole evenings of Mad Cat Sad Cat, made up at random: what always holds."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mad_cat_sad_cat.dice import CARDS, FACES
from companion.table.ledger import Ledger
from tests.games import telling
from tests.games.telling import of, refusal, seen

if TYPE_CHECKING:
    from companion.games import Prompt, State

PLAYERS = ["Ada", "Ben", "Cem", "Dan", "Eve"]
PATHS = ["vp.Ada", "vp.Ben", "pots.catpot", "pots.mad.four.inner", "pots.sad.two-pairs.outer", "pots.sad.five.inner"]
names = st.sampled_from([*PLAYERS, "Zoe"])
kinds = st.sampled_from(["mad", "sad"])
cards = st.sampled_from(CARDS)
dice = st.one_of(
    st.lists(st.sampled_from(FACES), min_size=1, max_size=5),
    st.lists(st.sampled_from(["M1", "M2", "W"]), min_size=1, max_size=3),
    st.lists(st.sampled_from(["S1", "S2", "W"]), min_size=1, max_size=3),
)
groups = st.lists(names, min_size=1, max_size=3)
mooches = st.lists(st.tuples(cards, groups).map(list), max_size=2)


def verb(do: str, **fields: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


quick = st.one_of(
    verb("lock", kind=kinds),
    verb("take", card=cards),
    verb("mooch", card=cards, players=groups),
    verb("fail"),
    verb("pass_dice"),
)
checked = st.one_of(verb("roll", dice=dice), verb("set_aside", dice=dice))
whole = st.one_of(
    verb("turn", player=names, kind=kinds, take=cards, mooch=mooches),
    verb("turn", player=names, kind=kinds, fail=st.just(True), mooch=mooches),
)
rare = st.one_of(
    verb("correct", set=st.dictionaries(st.sampled_from(PATHS), st.integers(0, 40), max_size=2)),
    verb("correct", set=st.fixed_dictionaries({"turn": names})),
    verb("skip", turns=st.integers(1, 3)),
    verb("leave", player=names),
    verb("return", player=names),
    verb("rename", player=names, name=names),
    verb("finish"),
)
history = st.one_of(
    verb("undo"),
    verb("undo", to=st.integers(0, 20)),
    verb("redo"),
    st.builds(lambda entry, told: {"do": "amend", "entry": entry, "with": told}, st.integers(1, 20), quick | rare),
)
commands = st.one_of(quick, quick, quick, checked, checked, whole, rare, history)
options = st.fixed_dictionaries(
    {}, optional={"chips": st.booleans(), "stop_on_four_wilds": st.booleans(), "ignore_wild_face": st.booleans()}
)
Evening = tuple[int, dict[str, object], list[dict[str, object]]]
evenings = st.tuples(st.integers(2, 5), options, st.lists(commands, min_size=12, max_size=50))


def tell(count: int, chosen: dict[str, object]) -> Ledger:
    return telling.tell(game="mad-cat-sad-cat", players=" ".join(PLAYERS[:count]), **chosen)


def told(evening: Evening) -> Ledger:
    """The game with those commands that are accepted."""
    count, chosen, commands = evening
    ledger = tell(count, chosen)
    for command in commands:
        refusal(ledger, command)
    return ledger


def without_revision(ledger: Ledger) -> dict[str, object]:
    return {**ledger.snapshot(), "revision": None}


@given(evenings)
def test_no_vp_is_lost_or_made(evening: Evening) -> None:
    count, chosen, commands = evening
    ledger = tell(count, chosen)
    for command in commands:
        refusal(ledger, command)
        state, found = ledger.state, seen(ledger)
        assert state.pots.total + sum(state.vp) + state.supply == 160  # type: ignore[attr-defined]  # of this game
        assert min(*state.pots.vps, *state.vp, state.supply) >= 0  # type: ignore[attr-defined]  # of this game
        assert found["scores"] == found["vp"]
        assert found["final_turns"] == (found["supply"] == 0)
        assert (found["turn"] is None) == found["over"]
        assert bool(found["winners"]) <= bool(found["over"])
        assert found["turn"] not in found["left"]  # type: ignore[operator]  # a list
        assert found["phase"] == "rolling" or found["takeable"] == {}
        assert all(found["takeable"].values())  # type: ignore[attr-defined]  # an object


@given(evenings)
def test_every_answer_to_every_prompt_is_accepted(evening: Evening) -> None:
    ledger = told(evening)
    prompt = ledger.game.prompt(ledger.state)
    assert (prompt is None) == ledger.state.over
    for choice in prompt.choices if prompt else ():
        ledger.check(choice.command)
        named = choice.command.get("players", [])
        assert isinstance(named, list)
        assert len(choice.label.partition(":")[0] if named else choice.label) <= 24
    assert prompt is None or len({choice.page or choice.label for choice in prompt.choices}) <= 12
    assert prompt is None or len(prompt.text) <= 24


@given(evenings)
def test_what_can_be_taken_is_what_take_accepts(evening: Evening) -> None:
    ledger = told(evening)
    takeable, turn = seen(ledger)["takeable"], ledger.state.turn
    assert isinstance(takeable, dict)
    for card in CARDS:
        refused = refusal(ledger, {"do": "take", "card": card})
        assert (refused is None) == (card in takeable) or ledger.state.alone
        if refused is None and turn is not None:
            before = ledger.state_at(ledger.revision - 1)
            assert ledger.state.scores[turn] - before.scores[turn] == takeable[card]
            ledger.submit({"do": "undo"})


@given(evenings, commands)
def test_undo_gives_back_what_was_before_and_redo_what_was_undone(evening: Evening, command: dict[str, object]) -> None:
    ledger = told(evening)
    before, revision = without_revision(ledger), ledger.revision
    if command["do"] in ("undo", "redo") or refusal(ledger, command):
        return
    after = without_revision(ledger)
    assert ledger.revision == revision + 1
    ledger.submit({"do": "undo"})
    assert without_revision(ledger) == before
    ledger.submit({"do": "redo"})
    assert without_revision(ledger) == after


@given(evenings)
def test_an_entry_amended_with_itself_changes_nothing(evening: Evening) -> None:
    ledger = told(evening)
    before = without_revision(ledger)
    for revision, command in ledger.standing().items():
        ledger.submit({"do": "amend", "entry": revision, "with": command})
        assert without_revision(ledger) == before


@given(evenings)
def test_what_is_kept_plays_again_to_the_same(evening: Evening) -> None:
    ledger = told(evening)
    again = Ledger(ledger.header)
    for entry in ledger.entries:
        again.replay(entry)
    assert again.snapshot() == ledger.snapshot()
    assert again.entries == ledger.entries


@given(evenings)
def test_names_change_no_result(evening: Evening) -> None:
    count, chosen, commands = evening
    if any(command["do"] in ("rename", "amend") for command in commands):
        return
    others = dict(zip(PLAYERS, [*PLAYERS[1:count], PLAYERS[0], *PLAYERS[count:]], strict=True))

    def renamed(value: object) -> object:
        match value:
            case dict():
                return {renamed(key): renamed(inner) for key, inner in value.items()}
            case list():
                return [renamed(inner) for inner in value]
            case str() if value.startswith("vp."):
                return f"vp.{others[value.removeprefix('vp.')]}"
            case str():
                return others.get(value, value)
        return value

    def numbers(state: State) -> tuple[object, ...]:
        return state.points, state.phase, state.seat, state.round, state.left, state.ended, list(state.ranks.values())

    told_so = told(evening)
    told_otherwise = telling.tell(
        game="mad-cat-sad-cat", players=" ".join(others[name] for name in PLAYERS[:count]), **chosen
    )
    for command in commands:
        swapped = renamed(command)
        assert isinstance(swapped, dict)
        refusal(told_otherwise, swapped)
    assert numbers(told_so.state) == numbers(told_otherwise.state)


@given(evenings)
def test_the_seats_may_be_turned_round_the_table(evening: Evening) -> None:
    """The same players in the same order with the same first: only the seats' numbers differ."""
    count, chosen, commands = evening
    if any(command["do"] in ("rename", "amend") for command in commands):
        return
    turned = [*PLAYERS[1:count], PLAYERS[0]]
    usual = told(evening)
    other = telling.tell(game="mad-cat-sad-cat", players=" ".join(turned), first="Ada", **chosen)
    for command in commands:
        refusal(other, command)
    found, again = seen(usual), seen(other)
    for name in ("scores", "ranks", "turn", "round", "phase", "pots", "supply", "lock_ins", "prompt"):
        if name != "prompt" or usual.state.alone is False:
            assert found[name] == again[name]


@pytest.mark.parametrize("count", range(2, 6))
def test_whoever_answers_what_is_asked_comes_to_an_end(count: int) -> None:
    for seed in range(60):
        chance = Random(seed)
        chosen: dict[str, object] = {"stop_on_four_wilds": chance.random() < 0.5}
        ledger = tell(count, chosen)
        while prompt := ledger.game.prompt(ledger.state):
            ledger.submit(chance.choice(prompt.choices).command)
            assert ledger.revision < 3000
        assert ledger.state.ended == "played"
        assert len(ledger.state.winners) == 1
        assert seen(ledger)["supply"] == 0
        assert seen(ledger)["lock_ins"] == 7


@pytest.mark.parametrize("count", range(2, 6))
def test_dice_as_they_fall_come_to_an_end_by_what_is_asked_alone(count: int) -> None:
    """The checked way: every roll is told, and what is set aside and taken is one of the answers offered."""
    for seed in range(15):
        chance = Random(seed)
        ledger = tell(count, {})
        while not ledger.state.over:
            state, prompt = ledger.state, ledger.game.prompt(ledger.state)
            assert prompt is not None
            left = 5 - len(state.set_aside)  # type: ignore[attr-defined]  # of this game
            answers = [choice.command for choice in prompt.choices]
            takes = [command for command in answers if command["do"] == "take"]
            ends = [command for command in answers if command["do"] == "pass_dice"]
            if ends and chance.random() < 0.5:
                ledger.submit(ends[0])
            elif takes and chance.random() < 0.5 and left < 5:
                ledger.submit(takes[0])
            elif state.rolled:  # type: ignore[attr-defined]  # of this game
                ledger.submit(chance.choice(answers))
            elif state.phase == "rolling" and left:
                ledger.submit({"do": "roll", "dice": chance.choices(FACES, k=left)})
            else:
                ledger.submit(chance.choice(answers))
        assert ledger.state.ended == "played"


def presses(prompt: Prompt, command: dict[str, object]) -> int:
    """How often one button is pressed before it is held for this answer; the cursor starts at the default."""
    at = [choice.command for choice in prompt.choices].index(command)
    return (at - (prompt.default or 0)) % len(prompt.choices)


def test_a_usual_turn_is_two_answers_and_few_presses() -> None:
    """MAD or SAD, then the card or FAIL, by one button: a press takes 0.3 s, a hold 0.6 s, under 4 s in all."""
    chance = Random(1)
    for _ in range(50):
        ledger = tell(4, {})
        while True:
            asked = ledger.game.prompt(ledger.state)
            assert asked is not None
            before, locked = ledger.revision, chance.choice(["mad", "sad"])
            if asked.choices[0].command == {"do": "pass_dice"}:
                break
            answer: dict[str, object] = {"do": "lock", "kind": locked}
            seconds = 0.6 + 0.3 * presses(asked, answer)
            ledger.submit(answer)
            asked = ledger.game.prompt(ledger.state)
            assert asked is not None
            ends = [choice.command for choice in asked.choices if choice.command["do"] in ("take", "fail")]
            answer = chance.choice(ends)
            seconds += 0.6 + 0.3 * presses(asked, answer)
            ledger.submit(answer)
            assert ledger.revision == before + 2
            assert seconds < 4
        assert seen(ledger)["lock_ins"] == 7


@settings(max_examples=30)
@given(st.integers(2, 5), st.data())
def test_who_mooched_is_entered_by_one_more_answer(count: int, data: st.DataObject) -> None:
    ledger = tell(count, {})
    ledger.submit({"do": "lock", "kind": "sad"})
    ledger.submit({"do": "take", "card": "four"})
    moocher = data.draw(st.sampled_from(PLAYERS[1:count]))
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert {"do": "mooch", "card": "four", "players": [moocher]} in [choice.command for choice in prompt.choices]


def test_who_leaves_and_comes_back_keeps_the_turns_in_order() -> None:
    ledger = tell(5, {})
    for name in ("Ben", "Dan"):
        ledger.submit(of("leave", name))
    turns = []
    for _ in range(4):
        turns.append(ledger.state.turn)
        ledger.submit({"do": "skip", "turns": 1})
    ledger.submit(of("return", "Ben"))
    assert turns == ["Ada", "Cem", "Eve", "Ada"]
    assert ledger.state.turn == "Cem"
