"""What a command may look like, and how its mistakes are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES, Code, Refusal, read_header, read_object
from companion.table.ledger import Ledger
from tests.games.telling import refusal, result, tell

WRONG: list[tuple[str, dict[str, object], str]] = [
    ("no verb", {}, '"do"'),
    ("a verb that is no text", {"do": 3}, "3"),
    ("a verb that is a list", {"do": ["lift"]}, "lift"),
    ("an unknown verb", {"do": "purr"}, '"purr"'),
    ("a verb of another game", {"do": "eat"}, "set_down"),
    ("an unknown field", {"do": "lift", "height": 3}, '"height"'),
    ("a field too many", {"do": "void", "why": "emptied"}, '"why"'),
    ("a field missing", {"do": "caller"}, "player is missing"),
    ("a whole number as a float", result(in_box=3.0), "in_box is 3.0, but must be a whole number from 0 to 4"),
    ("a number as text", result(in_box="3"), 'in_box is "3"'),
    ("true as a number", result(in_box=True), "in_box is true"),
    ("a number as true", {"do": "lift", "again": 1}, "again is 1, but must be true or false"),
    ("null for missing", result(in_box=None), "in_box is null"),
    ("null as a player", result(to=None), "the name of a player"),
    ("a number as a player", result(to=1), "to is 1"),
    ("no number", result(in_box=float("nan")), "NaN"),
    ("endless", result(in_box=float("inf")), "Infinity"),
    ("huge", result(in_box=10**30), "in_box is 1000"),
    ("too huge to be shown", result(in_box=10**5000), "in_box is a int"),
    ("below nothing", result(in_box=-1), "from 0 to 4"),
    ("turns as a float", {"do": "skip", "turns": 1e9}, "turns"),
    ("turns beyond an evening", {"do": "skip", "turns": 101}, "from 1 to 100"),
    ("revision as a float", {"do": "undo", "to": 1.0}, "to is 1.0"),
    ("a revision before the header", {"do": "undo", "to": -1}, "from 0"),
    ("the header as an entry", {"do": "amend", "entry": 0, "with": {"do": "lift"}}, "from 1"),
    ("amended with nothing", {"do": "amend", "entry": 1}, "with is missing"),
    ("amended with text", {"do": "amend", "entry": 1, "with": "lift"}, "an object"),
    ("a correction without settings", {"do": "correct"}, "set is missing"),
    ("a corrected number as a float", {"do": "correct", "set": {"bowls.Ada": 3.0}}, "bowls.Ada is 3.0"),
    ("a corrected number as true", {"do": "correct", "set": {"bowls.Ada": True}}, "bowls.Ada is true"),
    ("a corrected turn as a number", {"do": "correct", "set": {"turn": 1}}, "the name of a player"),
    ("a path with nothing between dots", {"do": "correct", "set": {"bowls..Ada": 1}}, "no path"),
    ("a path that ends in a dot", {"do": "correct", "set": {"bowls.": 1}}, "no path"),
    ("a path of nothing", {"do": "correct", "set": {"": 1}}, "no path"),
    ("a path too short", {"do": "correct", "set": {"bowls": 1}}, "bowls.PLAYER, turn"),
    ("a path too long", {"do": "correct", "set": {"bowls.Ada.x": 1}}, "bowls.PLAYER, turn"),
    ("a path whose quotes do not close", {"do": "correct", "set": {'bowls."Ada': 1}}, "no path"),
    ("a path with text after quotes", {"do": "correct", "set": {'bowls."Ada"x': 1}}, "no path"),
    ("a path with a wrong escape", {"do": "correct", "set": {'bowls."A\\q"': 1}}, "no JSON string"),
    ("a why without end", {"do": "finish", "why": "z" * 1001}, "at most 1000"),
]


@pytest.mark.parametrize(("told", "words"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_mistake_is_told_with_its_value_and_what_is_allowed(told: dict[str, object], words: str) -> None:
    ledger = tell(result())
    with pytest.raises(Refusal) as refused:
        ledger.check(told)
    assert refused.value.code == Code.BAD_COMMAND
    assert words in refused.value.message


HEADERS: dict[str, object] = {name: {"game": name, "players": ["Ada", "Ben", "Cem"]} for name in GAMES}
LETTERS = '"A" or "B" or "C" or "D"'
VALUES = "-7 or -6 or -5 or -4 or -3 or 0 or 3 or 4 or 5 or 6 or 7"
CARD = {"value": 3, "colours": ["red"]}
MEAL = "an object with treats, colour, ghost, tray_to"

INSIDE: list[tuple[str, dict[str, object], str]] = [
    ("fat-cats", {"do": "bowls", "bowls": {"Ada": "A", "Ben": "X"}}, f'bowls: bowls.Ben is "X", but must be {LETTERS}'),
    ("fat-cats", {"do": "bowls", "bowls": ["A"]},
     f'bowls: bowls is ["A"], but must be an object, under each name {LETTERS}'),
    ("fat-cats", {"do": "bowls", "bowls": {"Ada": "A", "Ada ": "B"}}, "bowls: Ada is named twice: name each player once"),
    ("fat-cats", {"do": "round", "eat": {"Ada": {"treats": 99}}},
     "round: eat.Ada.treats is 99, but must be a whole number from 1 to 20"),
    ("fat-cats", {"do": "round", "eat": {"A.B": {"treats": 0}}},
     'round: eat."A.B".treats is 0, but must be a whole number from 1 to 20'),
    ("fat-cats", {"do": "round", "eat": {"Ada": {"treats": 3, "size": 1}}},
     'round: eat.Ada: the field "size" is not known, it takes treats, colour, ghost, tray_to'),
    ("fat-cats", {"do": "round", "eat": {"Ada": {}}}, "round: eat.Ada.treats is missing: a whole number from 1 to 20"),
    ("fat-cats", {"do": "round", "eat": {"Ada": 3}}, f"round: eat.Ada is 3, but must be {MEAL}"),
    ("fat-cats", {"do": "round", "eat": {name: {"treats": 1} for name in "ABCDE"}},
     f"but must be an object of 0 to 4, under each name {MEAL}"),
    ("fat-cats", {"do": "eaters", "players": ["Ada", 3]}, "eaters: players[1] is 3, but must be the name of a player"),
    ("katz-fatz", {"ask": "count", "pile": [CARD, {"value": 3, "colours": ["red", "red"]}]},
     'count: pile[1]: a card shows each colour once, not ["red", "red"]'),
    ("katz-fatz", {"ask": "count", "pile": [{"value": 1}]}, f"count: pile[0].value is 1, but must be {VALUES}"),
    ("katz-fatz", {"ask": "count", "pile": [{"val": 3}]},
     'count: pile[0]: the field "val" is not known, it takes value, colours, trick, toy'),
    ("katz-fatz", {"ask": "count", "pile": [{"value": 3, "colours": []}]},
     "count: pile[0].colours is [], but must be a list of 1 to 3, each text"),
    ("katz-fatz", {"ask": "count", "pile": [CARD], "hand": [["red"], ["blue", "blue"]]},
     'count: hand[1]: a card shows each colour once, not ["blue", "blue"]'),
    ("katz-fatz", {"ask": "count", "pile": [CARD], "options": {"tree_multi": "all"}},
     'count: options.tree_multi is "all", but must be "any" or "mono"'),
    ("katz-fatz", {"ask": "can-play", "player": "Ada", "card": CARD, "top": 3},
     "can-play: top is 3, but must be an object with value, colours, trick, toy, or null"),
    ("katz-fatz", {"do": "score", "player": "Ada", "points": 3, "pile": []}, "a `pile`, here by `points` and `pile`"),
    ("katz-fatz", {"do": "correct", "set": 3}, "correct: set is 3, but must be an object"),
    ("katz-fatz", {"do": "correct", "set": {"rounds.Ada.1": 999}},
     "correct: rounds.Ada.1 is 999, but must be a whole number from -200 to 200, or null"),
    ("mad-cat-sad-cat", {"do": "turn", "player": "Ada", "mooch": [["four", ["Ben", 3]]], "fail": True},
     "turn: mooch[0][1][1] is 3, but must be the name of a player"),
    ("mad-cat-sad-cat", {"do": "turn", "player": "Ada", "mooch": [["four", ["Ben", "Ben"]]], "fail": True},
     "turn: Ben is named twice"),
    ("mad-cat-sad-cat", {"do": "turn", "player": "Ada", "take": "four", "fail": True}, "here stands four and the fail"),
    ("mad-cat-sad-cat", {"do": "roll", "dice": ["M1", "M9"]},
     'roll: dice[1] is "M9", but must be "M1" or "M2" or "M3" or "S1" or "S2" or "W"'),
    ("katz-schmaus", {"do": "result", "in_box": 9}, "result: in_box is 9, but must be a whole number from 0 to 4"),
    ("katz-schmaus", {"do": "purr"},
     "caller, correct, finish, leave, lift, redo, rename, result, return, set_down, skip, undo, void"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "told", "words"), INSIDE)
def test_a_mistake_is_told_where_it_lies(game: str, told: dict[str, object], words: str) -> None:
    ledger = Ledger(read_header(HEADERS[game]))
    with pytest.raises(Refusal) as refused:
        (ledger.game.ask if "ask" in told else ledger.game.apply)(ledger.state, told)
    assert refused.value.code == Code.BAD_COMMAND
    assert words in refused.value.message


PADS: list[tuple[object, str]] = [
    ({"toys": [1, "x"]}, 'options: pad.toys[1] is "x", but must be a whole number from -200 to 200, or null'),
    ({"toys": {"0": 3}}, 'options: a name in pad.toys is "0", but must be the number of a symbol, from "1"'),
    ({"toys": {"3": "x"}}, 'options: pad.toys.3 is "x", but must be a whole number from -200 to 200'),
    ({"toy": 3}, 'options: pad: the field "toy" is not known, it takes toys, splats, no_toys, no_splats'),
    (3, "options: pad is 3, but must be an object with toys, splats, no_toys, no_splats, or null"),
]


@pytest.mark.parametrize(("pad", "words"), PADS)
def test_a_mistake_in_an_option_is_told_where_it_lies(pad: object, words: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_header({"game": "katz-fatz", "players": ["Ada", "Ben"], "options": {"pad": pad}})
    assert words in refused.value.message


@pytest.mark.parametrize("inner", [{"do": "undo"}, {"do": "redo"}, {"do": "amend", "entry": 1, "with": {"do": "lift"}}])
def test_what_moves_the_history_cannot_be_amended_to(inner: dict[str, object]) -> None:
    for entry in (1, 9):
        with pytest.raises(Refusal, match=f"{inner['do']} cannot be an amended command") as refused:
            tell(result()).check({"do": "amend", "entry": entry, "with": inner})
        assert refused.value.code == Code.BAD_COMMAND


NO_LINES: list[tuple[str, bytes, str]] = [
    ("nothing", b"", "not JSON"),
    ("no JSON", b"lift the box", "not JSON"),
    ("half an object", b'{"do": "lift"', "not JSON"),
    ("two objects", b'{"do": "lift"} {"do": "lift"}', "not JSON"),
    ("a list", b'["lift"]', "one JSON object"),
    ("a number", b"3", "one JSON object"),
    ("no number", b'{"in_box": NaN}', "NaN is no JSON"),
    ("endless", b'{"in_box": -Infinity}', "-Infinity is no JSON"),
    ("a field twice", b'{"do": "lift", "do": "void"}', '"do" stands twice'),
    ("a field twice inside", b'{"set": {"turn": 1, "turn": 2}}', '"turn" stands twice'),
    ("not UTF-8", b'{"player": "Zo\xeb"}', "byte 15 is not UTF-8"),
    ("a byte order mark", b'\xef\xbb\xbf{"do": "lift"}', "byte order mark"),
    ("UTF-16", '{"do": "lift"}'.encode("utf-16"), "UTF-8"),
    ("half a surrogate pair", b'{"player": "\\ud800"}', "surrogate"),
    ("a raw control character", b'{"player": "A\x07"}', "not JSON: invalid control character at character 14"),
    ("too deep", b'{"a": ' * 30 + b"1" + b"}" * 30, "deeper"),
    ("far too deep", b'{"a": ' * 30000, "deeper"),
    ("too many digits", b'{"in_box": ' + b"9" * 5000 + b"}", "digits"),
]


@pytest.mark.parametrize(("line", "words"), [case[1:] for case in NO_LINES], ids=[case[0] for case in NO_LINES])
def test_a_line_that_is_no_command(line: bytes, words: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_object(line)
    assert refused.value.code == Code.BAD_COMMAND
    assert words in refused.value.message


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
verbs = st.sampled_from(["lift", "result", "call", "correct", "skip", "rename", "amend", "undo", "finish"])
keys = st.sampled_from(["treats", "again", "in_box", "to", "player", "set", "turns", "name", "entry", "with", "why"])


@given(st.dictionaries(keys, json_values, max_size=3), verbs)
def test_whatever_is_told_is_accepted_or_refused_in_words(fields: dict[str, object], verb: str) -> None:
    refusal(tell(result()), {"do": verb, **fields})


@given(st.binary())
def test_whatever_a_line_holds_is_read_or_refused(line: bytes) -> None:
    try:
        assert isinstance(read_object(line), dict)
    except Refusal as refused:
        assert refused.code == Code.BAD_COMMAND


LONG = "z" * 3000
TOLD: list[tuple[str, dict[str, object]]] = [
    ("katz-schmaus", {"do": "call", "player": LONG}),
    ("katz-schmaus", {"do": "rename", "player": "Ada", "name": LONG}),
    ("katz-schmaus", {"do": LONG}),
    ("katz-schmaus", {"do": "lift", LONG: 3}),
    ("katz-schmaus", {"do": "correct", "set": {LONG: 3}}),
    ("fat-cats", {"do": "eaters", "players": [LONG, LONG]}),
    ("katz-fatz", {"do": "score", "player": "Ada", "pile": [{"value": 3, "colours": [LONG]}]}),
    ("katz-fatz", {"do": "score", "player": "Ada", "pile": [{"value": 3, "colours": [LONG, LONG]}]}),
    ("mad-cat-sad-cat", {"do": "take", "card": LONG}),
]


@pytest.mark.parametrize(("game", "told"), TOLD)
def test_what_is_much_too_long_is_shortened_where_it_is_refused(game: str, told: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        Ledger(read_header(HEADERS[game])).submit(told)
    assert len(refused.value.message) < 600


@pytest.mark.parametrize(
    "changed",
    [
        {"players": ["Ada", LONG]},
        {"players": ["Ada", "Ben"], "options": {"first": LONG}},
        {"players": ["Ada", "Ben"], "options": {"colours": [LONG, "b", "c", "d", "e", "f"]}},
    ],
)
def test_so_it_is_in_a_header(changed: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        read_header({"game": "katz-fatz", **changed})
    assert len(refused.value.message) < 600


def test_a_question_with_a_field_too_many_is_refused() -> None:
    ledger = Ledger(read_header(HEADERS["fat-cats"]))
    asked = {"ask": "order", "players": ["Ada"], "loud": True}
    with pytest.raises(Refusal, match='order: the field "loud" is not known, it takes players') as refused:
        ledger.game.ask(ledger.state, asked)
    assert refused.value.code == Code.BAD_COMMAND
