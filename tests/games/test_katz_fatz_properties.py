"""Whole games of Katz Fatz, made up at random: what holds beside what holds for every game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from tests.games.evenings.katz_fatz import KATZ_FATZ
from tests.games.evenings.making import without_revision
from tests.games.telling import seen
from tests.thumb import BareMenu, Thumb

if TYPE_CHECKING:
    from companion.games import Prompt
    from companion.table.ledger import Ledger
    from tests.games.evenings.making import Evening


@given(KATZ_FATZ.any)
def test_the_pad_adds_up(evening: Evening) -> None:
    for ledger in KATZ_FATZ.steps(evening):
        found: Any = seen(ledger)
        assert found["turn"] is None
        assert 1 <= found["round"] <= 4
        assert bool(found["winners"]) <= found["over"]
        assert found["toy_holder"] not in found["left"]
        for name, row in found["rounds"].items():
            of_rounds = sum(value or 0 for value in row)
            total = found["totals"][name]
            if found["over"] and total is not None:
                assert found["scores"][name] == total
            else:
                assert found["scores"][name] == of_rounds
            if total is not None:
                assert found["phase"] == "pad" or found["ended"] == "played"
        if found["phase"] == "round" and len(found["left"]) < evening.players - 1:
            present = [name for name in found["players"] if name not in found["left"]]
            assert found["dealer"] in present
            awaited = [name for name in present if found["rounds"][name][found["round"] - 1] is None]
            assert awaited or ledger.state.half_told  # type: ignore[attr-defined]  # a state of Katz Fatz
        if found["ended"] == "played":
            inside = [name for name in found["players"] if name not in found["left"]]
            assert all(found["totals"][name] is not None for name in inside)
            assert max(found["totals"][name] for name in inside) == found["totals"][found["winners"][0]]


@given(KATZ_FATZ.any)
def test_a_correction_to_what_stands_there_changes_no_number(evening: Evening) -> None:
    ledger = KATZ_FATZ.told(evening)
    before: Any = seen(ledger)
    settable = {line.path: line.value for line in ledger.game.correctable(ledger.state)}
    standing = {path: value for path, value in settable.items() if value not in before["left"]}
    # Where something is still to be counted, a corrected sum says that it was counted.
    if ledger.state.half_told or before["dealer"] in before["left"]:  # type: ignore[attr-defined]  # of Katz Fatz
        return
    ledger.submit({"do": "correct", "set": standing})
    assert {**seen(ledger), "revision": before["revision"]} == before


@settings(max_examples=50)
@given(st.integers(2, 5), KATZ_FATZ.options, st.randoms(use_true_random=False))
def test_whoever_answers_what_is_asked_comes_to_an_end(count: int, chosen: dict[str, object], chance: Random) -> None:
    ledger = KATZ_FATZ.begun(count, chosen)
    # Three numbers a player and round, then at most two values of the pad each.
    for _ in range(count * (4 * 3 + 2)):
        prompt = ledger.game.prompt(ledger.state)
        if prompt is None or prompt.range is None:
            break
        value = chance.randint(prompt.range.min, prompt.range.max)
        ledger.submit({**prompt.range.command, prompt.range.field: value})
    assert ledger.state.over
    assert ledger.state.ended == "played"


def test_the_likeliest_answers_alone_end_a_game() -> None:
    ledger = KATZ_FATZ.begun(3, {})
    answers = 0
    while prompt := ledger.game.prompt(ledger.state):
        ledger.submit(likeliest(prompt))
        answers += 1
    assert ledger.state.winners == ("Ada", "Ben", "Cem")
    # Three numbers for each of 12 scores, and what the pad shows for no splat.
    assert answers == 3 * 12 + 1


PRESS, OK = 0.3, 0.8
"""What a press and a hold take, with the look at the display between them, s."""


def seconds(ledger: Ledger, number: int) -> float:
    """How long one button takes to give a number as the answer; it is given."""
    box = BareMenu()
    box.take(ledger)
    thumb = Thumb(box)
    thumb.count(number)
    return thumb.presses * PRESS + thumb.holds * OK


def a_score(ledger: Ledger, *numbers: int) -> float:
    return sum(seconds(ledger, number) for number in numbers)


def test_a_score_takes_one_button_less_than_nine_seconds() -> None:
    ledger = KATZ_FATZ.begun(3, {})
    assert a_score(ledger, 12, 2, 3) < 6
    assert a_score(ledger, 16, 1, 0) < 6
    assert a_score(ledger, 29, 4, 6) < 9.6
    assert seen(ledger)["scores"] == {"Ada": 12, "Ben": 16, "Cem": 29}
    assert seen(ledger)["round"] == 2


def test_nine_in_ten_scores_take_less_than_nine_seconds() -> None:
    chance, taken = Random(1), list[float]()
    for _ in range(10):
        ledger = KATZ_FATZ.begun(4, {"pad": {"toys": [], "splats": [], "no_splats": 0}})
        while not ledger.state.over:
            numbers = (round(chance.gauss(14, 9)), chance.choice((0, 0, 1, 1, 2, 3, 4)), chance.randint(0, 6))
            taken.append(a_score(ledger, *numbers))
    taken.sort()
    assert taken[len(taken) // 2] < 6.5
    assert taken[len(taken) * 9 // 10] < 9


def likeliest(prompt: Prompt) -> dict[str, object]:
    assert prompt.range is not None
    return {**prompt.range.command, prompt.range.field: prompt.default}


def test_every_number_by_button_is_one_step_to_take_back() -> None:
    ledger = KATZ_FATZ.begun(2, {})
    before = []
    for _ in range(6):
        before.append(without_revision(ledger))
        prompt = ledger.game.prompt(ledger.state)
        assert prompt is not None
        ledger.submit(likeliest(prompt))
    assert seen(ledger)["round"] == 2
    for state in reversed(before):
        ledger.submit({"do": "undo"})
        assert without_revision(ledger) == state


def test_the_game_is_on_the_shelf() -> None:
    assert GAMES["katz-fatz"].title == "Katz Fatz"
    assert not GAMES["katz-fatz"].can_skip
