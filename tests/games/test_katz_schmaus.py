"""The rules of Katz & Schmaus, each with where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.outcome import Outcome
from tests.games import telling
from tests.games.telling import Told, correct, of, refusal, result, seen, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

LIFT4 = {"do": "lift", "treats": 4}
AGAIN = {"do": "lift", "again": True}
ROUND = [result(), result(), result()]

# What people tell, what it leads to; three players unless it says otherwise.
LEADS_TO: list[tuple[str, Sequence[Told], dict[str, object]]] = [
    ("three treats are usual (katz-schmaus:46)", ["lift"], {"phase": "playing", "on_board": 3, "supply": 32}),
    ("the brave take four (katz-schmaus:46)", [LIFT4], {"on_board": 4, "supply": 31}),
    ("the box rests, a call is still open (katz-schmaus:56)", ["lift", "set_down"], {"phase": "rest", "turn": "Ada"}),
    ("the same player goes on", ["lift", "set_down", AGAIN], {"phase": "playing", "turn": "Ada", "on_board": 3}),
    ("a second lift in the hands is evidence", ["lift", LIFT4], {"phase": "playing", "on_board": 3, "revision": 2}),
    ("setting down what rests is evidence", ["set_down"], {"phase": "ready", "revision": 1}),
    ("lifting after a call is evidence", ["call", "lift", "set_down"], {"phase": "called", "turn": "Ada"}),
    ("the next lift settles the turn (katz-schmaus:64)", ["lift", "set_down", "lift"],
     {"phase": "playing", "turn": "Ben", "revision": 4, "scores": {"Ada": 3, "Ben": 0, "Cem": 0}}),
    ("the next lift may take four", ["lift", "set_down", LIFT4], {"turn": "Ben", "on_board": 4, "supply": 28}),
    ("emptying the box is no turn", ["lift", "set_down", "void"], {"phase": "ready", "turn": "Ada", "supply": 35}),
    ("taken back from the hands", ["lift", "void"], {"phase": "ready", "on_board": 0}),
    ("a call without a name is asked for", ["lift", "call"], {"phase": "called", "caller": None}),
    ("a call with a name", ["lift", of("call", "Ben")], {"phase": "called", "caller": "Ben"}),
    ("a call implies the lift", [of("call", "Ben")], {"phase": "called", "on_board": 3, "supply": 32}),
    ("a call up to the lifting of the board (KS-A6)", ["lift", "set_down", "call"], {"phase": "called"}),
    ("the caller told afterwards", ["call", of("caller", "Cem")], {"caller": "Cem"}),
    ("the caller mended", [of("call", "Ben"), of("caller", "Cem")], {"caller": "Cem"}),
    ("a result implies the lift", [result(in_box=2)], {"bowls": {"Ada": 2, "Ben": 0, "Cem": 0}, "turn": "Ben"}),
    ("four in the box say that four were taken", [result(in_box=4)], {"supply": 31}),
    ("four in the box after a call that implied the lift", [of("call", "Ben"), result(in_box=4, to="Ben")],
     {"bowls": {"Ada": 0, "Ben": 4, "Cem": 0}, "supply": 31}),
    ("who gets them tells that a call was right", [result(to="Cem")], {"bowls": {"Ada": 0, "Ben": 0, "Cem": 3}}),
    ("who gets them names another caller", [of("call", "Ben"), result(to="Cem")],
     {"bowls": {"Ada": 0, "Ben": 0, "Cem": 3}}),
    ("the result mends the caller (katz-schmaus:62)",
     [correct(bowls_Ben=2, bowls_Cem=2), of("call", "Ben"), result(to="Ada", caller="Cem")],
     {"bowls": {"Ada": 3, "Ben": 2, "Cem": 1}}),
    ("the result names the caller", ["call", result(caller="Ben", correct=False)],
     {"bowls": {"Ada": 0, "Ben": 3, "Cem": 0}}),
    ("nobody called, and it says so", ["lift", result(to="Ada")], {"bowls": {"Ada": 3, "Ben": 0, "Cem": 0}}),
    ("a call and its verdict at once", ["lift", result(in_box=1, caller="Ben", correct=True)],
     {"bowls": {"Ada": 1, "Ben": 0, "Cem": 0}, "supply": 34}),
    ("clockwise, and round again (katz-schmaus:44)", ROUND, {"turn": "Ada", "round": 2}),
    ("turns are counted", ROUND[:2], {"turns": {"Ada": 1, "Ben": 1, "Cem": 0}}),
    ("9 treats make the round the last (katz-schmaus:70)", [correct(bowls_Ada=6), result()],
     {"final_round": True, "over": False}),
    ("9 reached stays reached (KS-A5)",
     [correct(bowls_Ada=6), result(), result(caller="Ada", correct=True)],
     {"bowls": {"Ada": 8, "Ben": 3, "Cem": 0}, "final_round": True, "over": False}),
    ("a corrected bowl makes the round the last", [correct(bowls_Cem=9)], {"final_round": True}),
    ("and takes it back", [correct(bowls_Cem=9), correct(bowls_Cem=8)], {"final_round": False}),
    ("9 reached in play and corrected", [correct(bowls_Ada=6), result(), correct(bowls_Ada=8)], {"final_round": False}),
    ("another's bowl corrected leaves it the last",
     [correct(bowls_Ada=6), result(), result(caller="Ada", correct=True), correct(bowls_Cem=1)], {"final_round": True}),
    ("a correction takes from the supply", [correct(bowls_Ada=7)], {"supply": 28}),
    ("a correction in mid-turn", ["lift", correct(bowls_Ada=2)], {"phase": "playing", "on_board": 3, "supply": 30}),
    ("several bowls at once", [correct(bowls_Ada=35), correct(bowls_Ada=0, bowls_Ben=35)], {"winners": ["Ben"]}),
    ("a correction of nothing", [correct(bowls_Ada=0)], {"revision": 1, "supply": 35}),
    ("an empty correction", [{"do": "correct", "set": {}}], {"revision": 1}),
    ("the turn corrected forwards: those before had theirs", [correct(turn="Cem")],
     {"turn": "Cem", "round": 1, "turns": {"Ada": 1, "Ben": 1, "Cem": 0}}),
    ("the turn corrected backwards", [result(), result(), correct(turn="Ada")],
     {"turn": "Ada", "round": 1, "turns": {"Ada": 0, "Ben": 0, "Cem": 0}}),
    ("the turn corrected in mid-turn takes it back", ["lift", correct(turn="Ben")],
     {"phase": "ready", "turn": "Ben", "on_board": 0, "supply": 35}),
    ("the turn corrected to whose it is changes nothing", ["lift", correct(turn="Ada")],
     {"phase": "playing", "on_board": 3}),
    ("a round corrected to its last seat ends with it", [correct(turn="Cem"), result()], {"turn": "Ada", "round": 2}),
    ("so many turns without change", [{"do": "skip", "turns": 4}],
     {"turn": "Ben", "round": 2, "supply": 35, "turns": {"Ada": 2, "Ben": 1, "Cem": 1}}),
    ("skipped out of the hands", ["lift", {"do": "skip", "turns": 1}], {"turn": "Ben", "supply": 35}),
    ("skipped to the end of the last round", [correct(bowls_Ben=9), {"do": "skip", "turns": 3}],
     {"over": True, "ended": "played", "winners": ["Ben"]}),
    ("skipped beyond the end", [correct(bowls_Ben=9), {"do": "skip", "turns": 100}], {"over": True, "revision": 2}),
    ("an empty supply leaves no turn (KS-A1)", [correct(bowls_Ada=17, bowls_Ben=18)],
     {"over": True, "winners": ["Ben"], "supply": 0}),
    ("the hands are emptied before that", ["lift", correct(bowls_Ada=16, bowls_Ben=16)],
     {"phase": "playing", "supply": 0, "on_board": 3}),
    ("who leaves keeps the score, last in rank", [result(), of("leave", "Ada")],
     {"left": ["Ada"], "scores": {"Ada": 3, "Ben": 0, "Cem": 0}, "ranks": {"Ada": 3, "Ben": 1, "Cem": 1}}),
    ("who leaves in the own turn ends it uncounted", ["lift", of("leave", "Ada")],
     {"turn": "Ben", "phase": "ready", "supply": 35, "turns": {"Ada": 0, "Ben": 0, "Cem": 0}}),
    ("rounds wait only for those who are in", [of("leave", "Cem"), result(), result()], {"turn": "Ada", "round": 2}),
    ("the last seat leaves in the last round", [correct(bowls_Ada=9, turn="Cem"), of("leave", "Cem")],
     {"over": True, "ended": "played", "winners": ["Ada"]}),
    ("who left cannot win", [correct(bowls_Ada=9), of("leave", "Ada"), result(), result()],
     {"over": True, "winners": ["Ben", "Cem"], "ranks": {"Ada": 3, "Ben": 1, "Cem": 1}}),
    ("who returns waits for the seat", [of("leave", "Ada"), of("return", "Ada"), result(), result()],
     {"turn": "Ada", "round": 2, "left": []}),
    ("who returns in time has a turn", [of("leave", "Cem"), of("return", "Cem"), result(), result()], {"turn": "Cem"}),
    ("where two are left after a call, the other was the caller", ["call", of("leave", "Cem")], {"caller": "Ben"}),
    ("the caller leaves and is asked for again", [of("call", "Ben"), of("leave", "Ben")],
     {"phase": "called", "caller": None}),
    ("with two left the caller is filled in", [of("leave", "Cem"), "call"], {"caller": "Ben"}),
    ("with two left a call to mend", [of("leave", "Cem"), "call", of("caller", "Ben")], {"caller": "Ben"}),
    ("closed early, the standing counts", [result(), {"do": "finish", "why": "bedtime"}],
     {"over": True, "ended": "short", "winners": ["Ada"], "turn": None, "prompt": None}),
    ("closed in mid-turn, the treats go back", ["lift", "finish"], {"on_board": 0, "supply": 35}),
    ("closed without a treat all share it", ["finish"], {"winners": ["Ada", "Ben", "Cem"]}),
    ("abandoned without a winner", [result(), "abandon"], {"over": True, "ended": "abandoned", "winners": []}),
    ("corrected after the end, the winners are counted anew", [result(), "finish", correct(bowls_Ben=4)],
     {"over": True, "winners": ["Ben"], "ranks": {"Ada": 2, "Ben": 1, "Cem": 3}}),
    ("corrected after the end, nothing reopens",
     [correct(bowls_Ada=9), {"do": "skip", "turns": 3}, correct(bowls_Ada=8)],
     {"over": True, "ended": "played", "winners": ["Ada"], "final_round": False}),
    ("renamed after the end", ["finish", {"do": "rename", "player": "Ada", "name": "Adele"}],
     {"players": ["Adele", "Ben", "Cem"]}),
    ("the last who is in may close the game", [of("leave", "Ada"), of("leave", "Ben"), "finish"], {"winners": ["Cem"]}),
    ("or abandon it", [of("leave", "Ada"), of("leave", "Ben"), "abandon"], {"ended": "abandoned"}),
    ("or wait for the others", [of("leave", "Ada"), of("leave", "Ben"), of("return", "Ada"), result()],
     {"turn": "Ada", "bowls": {"Ada": 0, "Ben": 0, "Cem": 3}}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "expected"), [case[1:] for case in LEADS_TO], ids=[case[0] for case in LEADS_TO])
def test_leads_to(told: Sequence[Told], expected: dict[str, object]) -> None:
    found = seen(tell(*told))
    assert {name: found[name] for name in expected} == expected


# What was told before, what is refused then.
REFUSED: list[tuple[str, str, Sequence[Told], Told]] = [
    ("bad-command", "five treats", [], {"do": "lift", "treats": 5}),
    ("bad-command", "five in the box", [], result(in_box=5)),
    ("bad-command", "two verdicts", [of("call", "Ben")], result(to="Ben", correct=False)),
    ("bad-command", "two verdicts, and an unknown player", [], result(to="Zoe", correct=False)),
    ("bad-command", "a bowl beyond all treats", [], correct(bowls_Ada=36)),
    ("bad-command", "a bowl below nothing", [], correct(bowls_Ada=-1)),
    ("bad-command", "a path that is none", [], correct(supply=3)),
    ("bad-command", "a malformed correction before an unknown player", [], correct(bowls_Zoe=1, supply=3)),
    ("bad-command", "no turns to skip", [], {"do": "skip", "turns": 0}),
    ("bad-command", "a malformed command after the end", ["finish"], {"do": "lift", "treats": 5}),
    ("bad-command", "a malformed lift that would settle the turn, alone at the table",
     ["lift", "set_down", of("leave", "Ben"), of("leave", "Cem")], {"do": "lift", "treats": 9}),
    ("unknown-player", "a stranger calls", [], of("call", "Zoe")),
    ("unknown-player", "a stranger's bowl", [], correct(bowls_Zoe=1)),
    ("unknown-player", "a stranger's turn", [], correct(turn="Zoe")),
    ("unknown-player", "a stranger after the end", ["finish"], of("leave", "Zoe")),
    ("over", "a lift after the end", ["finish"], "lift"),
    ("over", "closed twice", ["finish"], "abandon"),
    ("over", "leaving after the end", ["finish"], of("leave", "Ada")),
    ("over", "a lift that would settle the last turn and then begin none",
     [correct(bowls_Cem=6, turn="Cem"), "lift", "set_down"], "lift"),
    ("not-now", "alone at the table", [of("leave", "Ada"), of("leave", "Ben")], "lift"),
    ("not-now", "alone, and the last leaves", [of("leave", "Ada"), of("leave", "Ben")], of("leave", "Cem")),
    ("not-now", "alone, and skipping", [of("leave", "Ada"), of("leave", "Ben")], {"do": "skip", "turns": 1}),
    ("not-now", "called twice (KS-A7)", ["call"], of("call", "Ben")),
    ("not-now", "a caller without a call", ["lift"], of("caller", "Ben")),
    ("not-now", "the result before the caller is known", ["call"], result(in_box=2)),
    ("not-now", "a verdict before the caller is known", ["call"], result(to="Ada")),
    ("not-now", "taken back before it was lifted", [], "void"),
    ("not-now", "taken back after the call", ["call"], "void"),
    ("illegal", "the player on turn calls", ["lift"], of("call", "Ada")),
    ("illegal", "the player on turn is named as the caller", ["call"], of("caller", "Ada")),
    ("illegal", "a caller who left", [of("leave", "Cem"), "call"], of("caller", "Cem")),
    ("illegal", "the treats to one who left", [of("leave", "Cem"), "lift"], result(to="Cem")),
    ("illegal", "more in the box than were taken (katz-schmaus:46)", ["lift"], result(in_box=4)),
    ("illegal", "more than were taken, after a call", ["lift", of("call", "Ben")], result(in_box=4, to="Ben")),
    ("illegal", "more than there are", [correct(bowls_Ada=16, bowls_Ben=16)], result(in_box=4)),
    ("illegal", "a verdict without a call", ["lift"], result(correct=True)),
    ("illegal", "called without a verdict", [of("call", "Ben")], result(in_box=2)),
    ("illegal", "nothing in the box, called right (katz-schmaus:56)", [of("call", "Ben")], result(in_box=0, to="Ben")),
    ("illegal", "nothing in the box, and not correct", [of("call", "Ben")], result(in_box=0, correct=False)),
    ("illegal", "one calls and another gets the treats", ["lift"], result(caller="Ben", to="Cem")),
    ("illegal", "36 treats in all", [correct(bowls_Ada=20)], correct(bowls_Ben=16)),
    ("illegal", "36 treats with those on the board", ["lift"], correct(bowls_Ben=33)),
    ("illegal", "the turn of one who left", [of("leave", "Cem")], correct(turn="Cem")),
    ("illegal", "the turn after the end", ["finish"], correct(turn="Ada")),
    ("illegal", "leaving twice", [of("leave", "Cem")], of("leave", "Cem")),
    ("illegal", "returning without having left", [], of("return", "Cem")),
    ("illegal", "a name that another has", [], {"do": "rename", "player": "Ada", "name": "BEN"}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "why", "before", "then"), REFUSED, ids=[f"{case[0]}: {case[1]}" for case in REFUSED])
def test_refused(code: str, why: str, before: Sequence[Told], then: Told) -> None:
    assert refusal(tell(*before), then) == code, why


OUTCOMES: list[tuple[Sequence[Told], Told, Outcome | None]] = [
    (["lift"], result(in_box=2), Outcome("Ada", 2)),
    ([result(), "lift"], result(in_box=0), Outcome("Ben", 0)),
    (["lift", of("call", "Cem")], result(to="Cem"), Outcome("Cem", 3, "Cem")),
    ([correct(bowls_Cem=2), of("call", "Cem")], result(to="Ada"), Outcome("Ada", 3, "Cem", 1)),
    ([], "lift", None),
]


@pytest.mark.parametrize(("before", "told", "outcome"), OUTCOMES, ids=str)
def test_how_a_turn_ended(before: Sequence[Told], told: Told, outcome: Outcome | None) -> None:
    ledger = tell(*before)
    earlier = ledger.state
    ledger.submit(telling.command(told))
    assert ledger.game.outcome(earlier, telling.command(told), ledger.state) == outcome


def test_two_players_need_no_caller() -> None:
    assert seen(tell("lift", "call", players="Ada Ben"))["caller"] == "Ben"
    assert seen(tell("lift", "call", result(correct=False), players="Ada Ben"))["bowls"] == {"Ada": 0, "Ben": 3}


def test_without_auto_settle_the_same_player_plays_on() -> None:
    found = seen(tell("lift", "set_down", "lift", auto_settle=False))
    assert (found["turn"], found["phase"], found["revision"]) == ("Ada", "playing", 3)


def test_four_treats_as_the_usual_number() -> None:
    assert seen(tell("lift", treats=4))["on_board"] == 4
    assert seen(tell({"do": "lift", "treats": 3}, treats=4))["on_board"] == 3
    assert seen(tell(result(), treats=4))["scores"] == {"Ada": 4, "Ben": 0, "Cem": 0}


def test_who_keeps_what_is_left_on_the_board_is_not_asked_how_many_fell() -> None:
    prompt = seen(tell("lift", "set_down", left_on_board="player"))["prompt"]
    assert [choice["label"] for choice in prompt["choices"]] == ["Ada +3", "Called!", "No turn"]  # type: ignore[index]  # an object


def test_treats_left_on_the_board_stay_with_the_supply_after_a_call() -> None:
    ledger = tell(of("call", "Ben"), result(in_box=1, to="Ben"), left_on_board="player")
    assert seen(ledger)["supply"] == 34


def test_checked_at_the_end_of_the_round_only() -> None:
    ledger = tell(correct(bowls_Ada=6), result(), latch=False)
    assert seen(ledger)["final_round"] is True
    ledger.submit(result(caller="Ada", correct=True))
    assert seen(ledger)["final_round"] is False
    ledger.submit(result())
    assert seen(ledger)["over"] is False


def test_another_begins() -> None:
    ledger = tell(result(), result(), first="Cem")
    assert seen(ledger)["turn"] == "Ben"
    assert seen(ledger)["round"] == 1
    ledger.submit(correct(turn="Ada"))
    assert seen(ledger)["turns"] == {"Ada": 0, "Ben": 0, "Cem": 1}
    assert seen(ledger)["options"]["first"] == "Cem"  # type: ignore[index]  # an object of the state


def test_all_options_are_shown() -> None:
    shown = {"treats": 3, "auto_settle": True, "left_on_board": "supply", "latch": True, "first": "Ada"}
    assert seen(tell())["options"] == shown


def test_a_dot_in_a_name() -> None:
    ledger = tell({"do": "correct", "set": {'bowls."A.B"': 4}}, players="A.B Ben")
    assert seen(ledger)["scores"] == {"A.B": 4, "Ben": 0}
    assert [line.path for line in ledger.game.correctable(ledger.state)] == ['bowls."A.B"', "bowls.Ben", "turn"]
    assert refusal(ledger, {"do": "correct", "set": {"bowls.A.B": 4}}) == "bad-command"
    assert refusal(ledger, {"do": "correct", "set": {"bowls.Ben": 4, 'bowls."Ben"': 5}}) == "bad-command"


def test_what_can_be_corrected() -> None:
    ledger = tell(result(in_box=2), of("leave", "Cem"))
    bowl, *_, turn = ledger.game.correctable(ledger.state)
    assert (bowl.path, bowl.label, bowl.value, bowl.minimum, bowl.maximum) == ("bowls.Ada", "Ada: bowl", 2, 0, 35)
    assert (turn.path, turn.value, turn.choices) == ("turn", "Ben", ("Ada", "Ben"))


WRITES: list[tuple[Told, set[str]]] = [
    ({"do": "lift"}, {"lift"}),
    ({"do": "set_down"}, {"set_down"}),
    (result(), {"turn", "bowls.Ada"}),
    (result(to="Ben"), {"turn", "bowls.Ada", "bowls.Ben"}),
    (of("call", "Ben"), {"turn"}),
    (correct(bowls_Ada=3, turn="Ben"), {"turn", "bowls.Ada"}),
    ({"do": "skip", "turns": 1}, {"turn"}),
    (of("leave", "Ada"), {"players.Ada", "turn"}),
    (of("leave", "Ben"), {"players.Ben"}),
    ({"do": "rename", "player": "Ben", "name": "Bo"}, {"players.Ben", "meaning.ben", "meaning.bo"}),
    ({"do": "undo"}, {"*"}),
    ({"do": "finish"}, {"*"}),
]


@pytest.mark.parametrize(("told", "written"), WRITES, ids=[str(told) for told, _ in WRITES])
def test_what_a_command_writes(told: dict[str, object], written: set[str]) -> None:
    ledger = tell()
    assert ledger.game.writes(ledger.state, told) == written


PROMPTS: list[tuple[str, Sequence[Told], str, str, list[str]]] = [
    ("before the lift", [], "wait", "Ada lifts the box", ["Lift, 3 treats", "Ada +3", "Called!", "Lift, 4 treats"]),
    ("three left", [correct(bowls_Ada=16, bowls_Ben=16)], "wait", "Ada lifts the box",
     ["Lift, 3 treats", "Ada +3", "Called!"]),
    ("in the hands", ["lift"], "wait", "Ada plays", ["Set down", "Called!", "No turn"]),
    ("set down", ["lift", "set_down"], "choose", "Nobody called?",
     ["Ada +3", "Ada +2", "Ada +1", "Ada +0", "Called!", "No turn"]),
    ("called", ["lift", "call"], "choose", "Who called?", ["Ben", "Cem"]),
    ("caller known", ["lift", of("call", "Ben")], "choose", "Who gets them?",
     ["Ben +3", "Ada +3", "Ben +2", "Ada +2", "Ben +1", "Ada +1", "Ada +0"]),
    ("nobody told how many were taken", [of("call", "Ben")], "choose", "Who gets them?",
     ["Ben +3", "Ada +3", "Ben +2", "Ada +2", "Ben +1", "Ada +1", "Ben +4", "Ada +4", "Ada +0"]),
    ("alone", [of("leave", "Ada"), of("leave", "Cem")], "choose", "Only Ben is left",
     ["Ada is back", "Cem is back", "Finish"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "kind", "text", "labels"), [case[1:] for case in PROMPTS], ids=[case[0] for case in PROMPTS]
)
def test_asks(told: Sequence[Told], kind: str, text: str, labels: list[str]) -> None:
    ledger = tell(*told)
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert (prompt.kind, prompt.text) == (kind, text)
    assert [choice.label for choice in prompt.choices] == labels
