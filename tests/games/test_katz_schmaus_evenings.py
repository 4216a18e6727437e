"""Whole evenings of Katz & Schmaus, made up at random: what holds beside what holds for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Refusal
from tests.games.evenings.katz_schmaus import KATZ_SCHMAUS
from tests.games.telling import seen, tell

if TYPE_CHECKING:
    from tests.games.evenings.making import Evening


@given(KATZ_SCHMAUS.any)
def test_no_treat_is_lost_or_made(evening: Evening) -> None:
    for ledger in KATZ_SCHMAUS.steps(evening):
        found = seen(ledger)
        assert sum(found["scores"].values()) + found["supply"] + found["on_board"] == 35  # type: ignore[attr-defined, operator]  # of objects
        assert found["supply"] >= 0  # type: ignore[operator]  # a number
        assert (found["turn"] is None) == found["over"]
        assert bool(found["winners"]) <= bool(found["over"])
        assert found["turn"] not in found["left"]  # type: ignore[operator]  # a list


@settings(max_examples=50)
@given(st.integers(2, 4), KATZ_SCHMAUS.options, st.randoms(use_true_random=False))
def test_whoever_answers_what_is_asked_comes_to_an_end(count: int, chosen: dict[str, object], chance: object) -> None:
    ledger = KATZ_SCHMAUS.begun(count, chosen)
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
