"""What was told, in order: going back, coming back, mending an earlier entry."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

import pytest

from companion.games import Code, Refusal
from companion.table.decisions import last_decision
from companion.table.ledger import Entry
from tests.games.telling import Told, correct, of, refusal, result, seen, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

UNDO: dict[str, object] = {"do": "undo"}
REDO: dict[str, object] = {"do": "redo"}


def undo_to(revision: int) -> dict[str, object]:
    return {"do": "undo", "to": revision}


def amend(entry: int, replacement: dict[str, object]) -> dict[str, object]:
    return {"do": "amend", "entry": entry, "with": replacement}


# What is told, the revision then, and the bowls.
HISTORIES: list[tuple[str, Sequence[Told], int, list[int]]] = [
    ("undo goes back over one entry", [result(), result(), UNDO], 3, [3, 0, 0]),
    ("and over the one before", [result(), result(), UNDO, UNDO], 4, [0, 0, 0]),
    ("redo brings it back", [result(), UNDO, REDO], 3, [3, 0, 0]),
    ("redo brings back one at a time", [result(), result(), UNDO, UNDO, REDO], 5, [3, 0, 0]),
    ("undo goes back over what was brought back", [result(), result(), UNDO, REDO, UNDO], 5, [3, 0, 0]),
    ("undo goes back over a correction", [correct(bowls_Ada=5), UNDO], 2, [0, 0, 0]),
    ("undo goes back over the end", [result(), "finish", UNDO], 3, [3, 0, 0]),
    ("undo to the header", [result(), result(), undo_to(0)], 3, [0, 0, 0]),
    ("undo to a revision", [result(), result(), result(), undo_to(1)], 4, [3, 0, 0]),
    ("undo to the state after an undo", [result(), result(), UNDO, result(in_box=1), undo_to(3)], 5, [3, 0, 0]),
    ("redo one by one after undo to", [result(), result(), result(), undo_to(0), REDO, REDO], 6, [3, 3, 0]),
    ("undo to and undo are brought back alike", [result(), result(), UNDO, undo_to(0), REDO, REDO], 6, [3, 3, 0]),
    ("amended", [result(), result(), amend(1, result(in_box=1))], 3, [1, 3, 0]),
    ("amended twice", [result(), result(), amend(1, result(in_box=1)), amend(1, result(in_box=2))], 4, [2, 3, 0]),
    ("amended and undone as one", [result(), result(), amend(1, result(in_box=1)), UNDO], 4, [3, 3, 0]),
    ("and brought back", [result(), result(), amend(1, result(in_box=1)), UNDO, REDO], 5, [1, 3, 0]),
    ("going on after an amend", [result(), amend(1, result(in_box=1)), result()], 3, [1, 3, 0]),
    ("undo after going on keeps the amend", [result(), amend(1, result(in_box=1)), result(), UNDO], 4, [1, 0, 0]),
    ("undo to before an amend", [result(), amend(1, result(in_box=1)), result(), undo_to(1)], 4, [3, 0, 0]),
    ("amended into another kind of command", [result(), result(), amend(1, {"do": "skip", "turns": 1})], 3, [0, 3, 0]),
    ("an inferred entry amended", ["lift", "set_down", "lift", amend(3, result(in_box=1))], 5, [1, 0, 0]),
    ("an amended end reopens the game", [correct(bowls_Cem=6, turn="Cem"), result(), amend(2, result(in_box=1))], 3,
     [0, 0, 7]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "revision", "bowls"), [case[1:] for case in HISTORIES], ids=[case[0] for case in HISTORIES]
)
def test_history(told: Sequence[Told], revision: int, bowls: list[int]) -> None:
    ledger = tell(*told)
    assert ledger.revision == len(ledger.entries) == revision
    assert list(ledger.state.points) == bowls


REFUSED: list[tuple[str, str, Sequence[Told], Told]] = [
    ("nothing-to-undo", "nothing told yet", [], UNDO),
    ("nothing-to-undo", "all undone", [result(), UNDO], UNDO),
    ("nothing-to-undo", "to the present revision", [result()], undo_to(1)),
    ("nothing-to-undo", "to the header at the header", [], undo_to(0)),
    ("nothing-to-undo", "to where it is already", [result(), result(), UNDO], undo_to(1)),
    ("illegal", "to what was undone", [result(), result(), UNDO, result()], undo_to(2)),
    ("illegal", "to what was undone last", [result(), result(), UNDO], undo_to(2)),
    ("illegal", "to what is not yet", [result()], undo_to(7)),
    ("nothing-to-redo", "nothing undone", [result()], REDO),
    ("nothing-to-redo", "brought back already", [result(), UNDO, REDO], REDO),
    ("nothing-to-redo", "another entry since", [result(), UNDO, "lift"], REDO),
    ("nothing-to-redo", "an amend since", [result(), result(), UNDO, amend(1, result())], REDO),
    ("illegal", "amending what was undone", [result(), UNDO], amend(1, result())),
    ("illegal", "amending what is not yet", [result()], amend(2, result())),
    ("illegal", "amending an undo", [result(), result(), UNDO], amend(3, result())),
    ("illegal", "amending an amend", [result(), amend(1, result())], amend(2, result())),
    ("bad-command", "amending what is not yet with an unknown verb", [result()], amend(99, {"do": "zzz"})),
    ("bad-command", "amending what is not yet with an undo", [result()], amend(99, UNDO)),
    ("bad-command", "amending what was undone with what is malformed", [result(), UNDO], amend(1, result(in_box=7))),
    ("unknown-player", "amending what is not yet with a stranger", [result()], amend(99, result(to="Zoe"))),
    ("illegal", "amending what is not yet with what would not fit now", [result()], amend(99, {"do": "void"})),
    ("bad-command", "amending with an undo", [result()], amend(1, UNDO)),
    ("bad-command", "amending with what is malformed", [result()], amend(1, result(in_box=7))),
    ("unknown-player", "amending with a stranger", [result()], amend(1, result(to="Zoe"))),
    ("illegal", "amending with what breaks a total", [result()], amend(1, result(in_box=0, to="Ben"))),
    ("not-now", "a later entry does not fit", ["lift", "void"], amend(1, {"do": "set_down"})),
    ("over", "the game would be over before a later entry", [result(), result()], amend(1, {"do": "finish"})),
]


@pytest.mark.parametrize(("code", "why", "before", "then"), REFUSED, ids=[f"{case[0]}: {case[1]}" for case in REFUSED])
def test_refused(code: str, why: str, before: Sequence[Told], then: Told) -> None:
    assert refusal(tell(*before), then) == code, why


def test_a_refused_command_leaves_what_can_be_brought_back() -> None:
    ledger = tell(result(), UNDO)
    assert refusal(ledger, "void") == Code.NOT_NOW
    ledger.submit(REDO)
    assert list(ledger.state.points) == [3, 0, 0]


def test_a_refused_amend_names_the_first_entry_that_no_longer_fits() -> None:
    ledger = tell("lift", "set_down", "void", "lift", of("call", "Ben"))
    with pytest.raises(Refusal, match=r"entry 3, \{\"do\": \"void\"\}, does not fit") as refused:
        ledger.submit(amend(2, {"do": "call"}))
    assert refused.value.code == Code.NOT_NOW


def test_amended_is_played_again_without_inference() -> None:
    ledger = tell("lift", "void", "lift", amend(2, {"do": "set_down"}))
    assert seen(ledger)["turn"] == "Ada"
    assert seen(ledger)["phase"] == "playing"


def test_amended_to_a_plain_lift_where_the_box_rests_the_same_player_goes_on() -> None:
    ledger = tell("lift", "set_down", "void", amend(3, {"do": "lift"}))
    assert ledger.revision == 4
    assert (seen(ledger)["turn"], seen(ledger)["phase"]) == ("Ada", "playing")


def test_only_history_and_corrections_after_the_end() -> None:
    ledger = tell(result(), "finish")
    for told in (amend(1, result(in_box=2)), correct(bowls_Ben=1), of("rename", "Ada", name="Ida"), UNDO, REDO):
        assert refusal(ledger, told) is None
    assert refusal(ledger, "lift") == Code.OVER


def test_one_alone_may_move_the_history() -> None:
    ledger = tell(result(), of("leave", "Ada"), of("leave", "Ben"))
    for told in (amend(1, result(in_box=2)), correct(bowls_Ben=1), of("rename", "Ada", name="Ida"), UNDO, REDO):
        assert refusal(ledger, told) is None


def test_an_implied_command_is_an_entry_of_its_own() -> None:
    ledger = tell("lift", "set_down")
    inferred, lift = ledger.submit({"do": "lift"}, source="sensor", who="box", at=12.5, wall=1e9, key="k")
    assert inferred == Entry(3, {"do": "result"}, "inferred", "box", 12.5, 1e9, None)
    assert lift == Entry(4, {"do": "lift"}, "sensor", "box", 12.5, 1e9, "k")
    assert ledger.entries[-2:] == [inferred, lift]
    assert refusal(ledger, UNDO) is None
    assert seen(ledger)["turn"] == "Ben"
    assert seen(ledger)["phase"] == "ready"


def test_what_is_implied_is_taken_back_with_what_is_refused() -> None:
    ledger = tell("lift", "set_down")
    assert refusal(ledger, {"do": "lift", "treats": 9}) == Code.BAD_COMMAND
    assert seen(ledger)["phase"] == "rest"


def test_check_refuses_alike_and_changes_nothing() -> None:
    ledger = tell("lift")
    before = ledger.snapshot()
    ledger.check({"do": "set_down"})
    with pytest.raises(Refusal):
        ledger.check({"do": "caller", "player": "Ben"})
    assert ledger.snapshot() == before


def test_replayed_without_inference() -> None:
    ledger = tell()
    for revision, verb in enumerate(("lift", "set_down", "lift"), 1):
        ledger.replay(Entry(revision, {"do": verb}))
    assert ledger.revision == 3
    assert seen(ledger)["turn"] == "Ada"
    with pytest.raises(Refusal, match="entry 3 cannot follow entry 3"):
        ledger.replay(Entry(3, {"do": "set_down"}))


def test_an_entry_keeps_what_was_told_even_if_the_teller_changes_it() -> None:
    ledger, told = tell(), result(in_box=2)
    ledger.submit(told)
    told["in_box"] = 3
    assert ledger.entries[0].command == result(in_box=2)


def test_what_undo_would_take_back() -> None:
    ledger = tell(result(), result(), UNDO, "lift", "set_down", amend(1, result(in_box=1)))
    assert [(step.entry.revision, step.before) for step in ledger.undoable()] == [(6, 5), (5, 4), (4, 1), (1, 0)]
    assert list(ledger.standing().items()) == [
        (1, result(in_box=1)),
        (4, {"do": "lift"}),
        (5, {"do": "set_down"}),
    ]


def test_the_first_entry_undone_in_one_go_over_what_sensors_told_since() -> None:
    ledger = tell(result())
    for verb in ("lift", "set_down"):
        ledger.submit({"do": verb}, source="sensor")
    decided = next(step for step in ledger.undoable() if step.entry.source != "sensor")
    ledger.submit(undo_to(decided.before))
    assert list(ledger.state.points) == [0, 0, 0]


def calls(work: Callable[[], object]) -> int:
    """How many functions something takes."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    # What earlier tests left behind is not collected in the middle of it.
    gc.disable()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


def test_an_entry_costs_the_same_after_thousands() -> None:
    ledger = tell()
    evening: list[dict[str, object]] = [{"do": "lift"}, {"do": "set_down"}, {"do": "void"}, UNDO, REDO]

    def go_on() -> None:
        for command in evening:
            ledger.submit(command)

    # What is worked out once and kept is not counted.
    go_on()
    first = calls(go_on)
    for _ in range(1000):
        go_on()
    assert calls(go_on) == first


def test_what_an_undo_would_take_back_is_found_as_fast_after_thousands() -> None:
    ledger = tell()

    def go_on() -> None:
        ledger.submit(correct(bowls_Ada=2))
        for verb in ("lift", "set_down", "void"):
            ledger.submit({"do": verb}, source="sensor")

    go_on()
    go_on()
    first = calls(lambda: last_decision(ledger))
    for _ in range(500):
        go_on()
    decision = last_decision(ledger)
    assert decision
    assert decision.entry.command == correct(bowls_Ada=2)
    assert calls(lambda: last_decision(ledger)) == first


def test_going_back_over_thousands_at_once() -> None:
    ledger = tell()
    for _ in range(3000):
        ledger.submit({"do": "set_down"})
    ledger.submit(undo_to(0))
    for _ in range(3000):
        ledger.submit(REDO)
    assert refusal(ledger, REDO) == Code.NOTHING_TO_REDO
    assert len(ledger.standing()) == 3000


@pytest.mark.parametrize(
    ("told", "brought_back"),
    [
        ([result(), result()], []),
        ([result(), result(in_box=1), UNDO], [1]),
        ([result(), result(in_box=1), UNDO, UNDO], [3]),
        ([result(), result(in_box=1), undo_to(0)], [3, 1]),
        ([result(), result(in_box=1), undo_to(0), REDO], [1]),
        ([result(), result(in_box=1), undo_to(0), REDO, REDO], []),
        ([result(), result(in_box=1), UNDO, REDO, UNDO], [1]),
        ([result(in_box=2), UNDO, result(in_box=1), UNDO], [1]),
    ],
    ids=str,
)
def test_what_the_last_undo_took_is_known_as_far_as_it_is_not_back(
    told: Sequence[Told], brought_back: list[int]
) -> None:
    ledger = tell(*told)
    assert [entry.command.get("in_box", 3) for entry, _ in ledger.undone()] == brought_back
    first = ledger.redoable()
    assert (first and first[0].command.get("in_box", 3)) == (brought_back[0] if brought_back else None)
    for entry, state in ledger.undone():
        ledger.submit(REDO)
        assert (ledger.state, ledger.standing()[entry.revision]) == (state, entry.command)
