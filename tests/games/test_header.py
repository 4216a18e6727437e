"""Who may play, by which names and options."""

from __future__ import annotations

import pytest

from companion.games import Code, Refusal, read_header
from tests.games.telling import of, refusal, seen, tell

GAME = {"game": "katz-schmaus", "players": ["Ada", "Ben"]}

GOOD: list[tuple[str, list[str], tuple[str, ...]]] = [
    ("trimmed", [" Ada\t", "Ben"], ("Ada", "Ben")),
    ("composed", ["Zoe\u0308", "Ben"], ("Zoë", "Ben")),
    ("40 characters", ["x" * 40, "Ben"], ("x" * 40, "Ben")),
    ("40 characters once composed", ["e\u0301" * 40, "Ben"], ("é" * 40, "Ben")),
    ("40 characters once trimmed", [" " * 9 + "x" * 40, "Ben"], ("x" * 40, "Ben")),
    ("a family of emoji", ["👩\u200d👩\u200d👧", "猫"], ("👩\u200d👩\u200d👧", "猫")),
    ("marks of direction, which nobody sees", ["\u202eAda\u200e", "\u2066Ben\u2069"], ("Ada", "Ben")),
    ("a space inside", ["Ada B", "Ada"], ("Ada B", "Ada")),
    ("an accent more", ["Zoe", "Zoë"], ("Zoe", "Zoë")),
    ("four", ["A", "B", "C", "D"], ("A", "B", "C", "D")),
]


@pytest.mark.parametrize(("players", "kept"), [case[1:] for case in GOOD], ids=[case[0] for case in GOOD])
def test_names_that_can_be(players: list[str], kept: tuple[str, ...]) -> None:
    assert read_header({**GAME, "players": players}).players == kept


BAD: list[tuple[str, object]] = [
    ("no header", None),
    ("a list", [GAME]),
    ("no players", {"game": "katz-schmaus"}),
    ("an unknown game", {**GAME, "game": "chess"}),
    ("an unknown field", {**GAME, "date": "today"}),
    ("players as text", {**GAME, "players": "Ada"}),
    ("a number as a name", {**GAME, "players": ["Ada", 5]}),
    ("null as a name", {**GAME, "players": ["Ada", None]}),
    ("one alone", {**GAME, "players": ["Ada"]}),
    ("five", {**GAME, "players": list("ABCDE")}),
    ("an empty name", {**GAME, "players": ["Ada", ""]}),
    ("a blank name", {**GAME, "players": ["Ada", "  "]}),
    ("a name of nothing visible", {**GAME, "players": ["Ada", "\u200b"]}),
    ("41 characters", {**GAME, "players": ["Ada", "x" * 41]}),
    ("a bell in a name", {**GAME, "players": ["Ada", "B\aen"]}),
    ("a tab in a name", {**GAME, "players": ["Ada", "B\ten"]}),
    ("a line break in a name", {**GAME, "players": ["Ada", "B\nen"]}),
    ("a C1 control character in a name", {**GAME, "players": ["Ada", "B\x9ben"]}),
    ("a line separator in a name", {**GAME, "players": ["Ada", "B\u2028en"]}),
    ("half a surrogate pair", {**GAME, "players": ["Ada", "B\ud800"]}),
    ("the same name twice", {**GAME, "players": ["Ada", "Ada"]}),
    ("the same name after trimming", {**GAME, "players": ["Ada", " Ada"]}),
    ("the same name in capitals", {**GAME, "players": ["Ada", "ADA"]}),
    ("the same name after case folding", {**GAME, "players": ["Strauß", "STRAUSS"]}),
    ("the same name after composing", {**GAME, "players": ["Zoë", "ZOE\u0308"]}),
    ("options as a list", {**GAME, "options": []}),
    ("options null", {**GAME, "options": None}),
    ("an unknown option", {**GAME, "options": {"goal": 9}}),
    ("five treats", {**GAME, "options": {"treats": 5}}),
    ("three point nought treats", {**GAME, "options": {"treats": 3.0}}),
    ("treats as text", {**GAME, "options": {"treats": "3"}}),
    ("yes as 1", {**GAME, "options": {"latch": 1}}),
    ("no such house rule", {**GAME, "options": {"left_on_board": "caller"}}),
    ("a stranger first", {**GAME, "options": {"first": "Cem"}}),
    ("a number first", {**GAME, "options": {"first": 1}}),
]


@pytest.mark.parametrize("header", [case[1] for case in BAD], ids=[case[0] for case in BAD])
def test_headers_that_cannot_be(header: object) -> None:
    with pytest.raises(Refusal) as refused:
        read_header(header)
    assert refused.value.code == Code.BAD_COMMAND


def test_a_name_is_known_however_it_is_composed() -> None:
    assert seen(tell(of("call", "Zoe\u0308 "), players="Ada Zoë Cem"))["caller"] == "Zoë"


def test_first_is_found_however_it_is_composed() -> None:
    assert seen(tell(players="Ada Zoë", first="Zoe\u0308"))["turn"] == "Zoë"


def test_a_new_name_stands_everywhere() -> None:
    ledger = tell(of("rename", "Ben", name=" Zoe\u0308 "), first="Ben", players="Ben Ada Cem")
    found = seen(ledger)
    assert found["players"] == ["Zoë", "Ada", "Cem"]
    assert found["turn"] == "Zoë"
    assert found["options"]["first"] == "Zoë"  # type: ignore[index]  # an object of the state
    assert refusal(ledger, of("leave", "Ben")) == Code.UNKNOWN_PLAYER


RENAMES: list[tuple[str, str, Code | None]] = [
    ("other capitals of the own name", "ADA", None),
    ("the own name", "Ada", None),
    ("another's name", "Ben", Code.ILLEGAL),
    ("another's name in capitals", " BEN ", Code.ILLEGAL),
    ("nothing", " ", Code.BAD_COMMAND),
    ("41 characters", "x" * 41, Code.BAD_COMMAND),
    ("a control character", "A\x00da", Code.BAD_COMMAND),
]


@pytest.mark.parametrize(("name", "code"), [case[1:] for case in RENAMES], ids=[case[0] for case in RENAMES])
def test_renaming(name: str, code: Code | None) -> None:
    assert refusal(tell(), of("rename", "Ada", name=name)) == code
