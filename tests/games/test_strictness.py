"""What a command may look like, and how its mistakes are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import Code, Refusal, read_object
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
    ("a raw control character", b'{"player": "A\x07"}', "not JSON"),
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
