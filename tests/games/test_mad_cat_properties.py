"""Whole evenings of Mad Cat Sad Cat, made up at random: what holds beside what holds for every game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mad_cat_sad_cat.dice import CARDS, FACES
from tests.games.evenings.mad_cat import MAD_CAT
from tests.games.telling import of, refusal, seen

if TYPE_CHECKING:
    from companion.games import Prompt
    from tests.games.evenings.making import Evening


@given(MAD_CAT.any)
def test_no_vp_is_lost_or_made(evening: Evening) -> None:
    for ledger in MAD_CAT.steps(evening):
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


@given(MAD_CAT.any)
def test_what_can_be_taken_is_what_take_accepts(evening: Evening) -> None:
    ledger = MAD_CAT.told(evening)
    takeable, turn = seen(ledger)["takeable"], ledger.state.turn
    assert isinstance(takeable, dict)
    for card in CARDS:
        refused = refusal(ledger, {"do": "take", "card": card})
        assert (refused is None) == (card in takeable) or ledger.state.alone
        if refused is None and turn is not None:
            before = ledger.state_at(ledger.revision - 1)
            assert ledger.state.scores[turn] - before.scores[turn] == takeable[card]
            ledger.submit({"do": "undo"})


@pytest.mark.parametrize("count", range(2, 6))
def test_whoever_answers_what_is_asked_comes_to_an_end(count: int) -> None:
    for seed in range(60):
        chance = Random(seed)
        chosen: dict[str, object] = {"stop_on_four_wilds": chance.random() < 0.5}
        ledger = MAD_CAT.begun(count, chosen)
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
        ledger = MAD_CAT.begun(count, {})
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
        ledger = MAD_CAT.begun(4, {})
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
    ledger = MAD_CAT.begun(count, {})
    ledger.submit({"do": "lock", "kind": "sad"})
    ledger.submit({"do": "take", "card": "four"})
    moocher = data.draw(st.sampled_from(MAD_CAT.names[1:count]))
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert {"do": "mooch", "card": "four", "players": [moocher]} in [choice.command for choice in prompt.choices]


def test_who_leaves_and_comes_back_keeps_the_turns_in_order() -> None:
    ledger = MAD_CAT.begun(5, {})
    for name in ("Ben", "Dan"):
        ledger.submit(of("leave", name))
    turns = []
    for _ in range(4):
        turns.append(ledger.state.turn)
        ledger.submit({"do": "skip", "turns": 1})
    ledger.submit(of("return", "Ben"))
    assert turns == ["Ada", "Cem", "Eve", "Ada"]
    assert ledger.state.turn == "Cem"
