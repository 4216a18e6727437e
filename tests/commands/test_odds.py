"""`companion odds`: what it prints, and how it refuses."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

from companion.commands.odds import odds
from companion.games.mad_cat_sad_cat.pots import SETUP

if TYPE_CHECKING:
    from pathlib import Path


class Printed(NamedTuple):
    code: int
    out: str
    err: str


def call(
    kind: str | None = None, dice: str | None = None, target: str | None = None, values: Path | None = None
) -> Printed:
    out, err = io.StringIO(), io.StringIO()
    code = odds(kind=kind, dice=dice, target=target, values=values, out=out, err=err)
    return Printed(code, out.getvalue(), err.getvalue())


@pytest.fixture(name="pots")
def _pots(tmp_path: Path) -> Path:
    path = tmp_path / "pots.json"
    path.write_text(json.dumps(SETUP.view(), indent=2), "utf-8")
    return path


CHANCES: list[tuple[str | None, str | None, str | None, dict[str, object]]] = [
    (None, None, None, {"p": "780497431/816293376", "float": 0.956148, "fail_next": "0/1"}),
    (None, "", "any", {"p": "780497431/816293376", "float": 0.956148, "fail_next": "0/1"}),
    ("sad", None, "full-house", {"p": "54281903447/117546246144", "float": 0.461792, "fail_next": "1/32"}),
    (None, "M1,W", "four", {"p": "299/432", "float": 0.69213, "fail_next": "1/27"}),
    ("mad", " M1, W ", "four", {"p": "299/432", "float": 0.69213, "fail_next": "1/27"}),
    (None, "W,W,W,W,W", "catpot", {"p": "1/1", "float": 1.0, "fail_next": "0/1"}),
    (None, "S1,S1,S1,S2,S2", "five", {"p": "0/1", "float": 0.0, "fail_next": "0/1"}),
]


@pytest.mark.parametrize(("kind", "dice", "target", "printed"), CHANCES)
def test_chances(kind: str | None, dice: str | None, target: str | None, printed: dict[str, object]) -> None:
    found = call(kind, dice, target)
    assert (found.code, found.err) == (0, "")
    assert json.loads(found.out) == printed
    assert found.out.count("\n") == 1


ADVICE: list[tuple[str, dict[str, object]]] = [
    ("", {"stop": "0/1", "roll": "7327282207/3265173504", "better": "roll"}),
    ("M1,M1,W,W", {"stop": "2/1", "roll": "4/3", "better": "stop"}),
    ("W,W,W,W", {"stop": "0/1", "roll": "7/3", "better": "roll"}),
    ("S2,S2,S2,S2,S2", {"stop": "3/1", "roll": "0/1", "better": "stop"}),
    ("M1,M1,M1,M2,M3", {"stop": "0/1", "roll": "0/1", "better": None}),
]


@pytest.mark.parametrize(("dice", "printed"), ADVICE)
def test_what_stopping_and_rolling_on_are_worth(pots: Path, dice: str, printed: dict[str, object]) -> None:
    found = call(dice=dice, values=pots)
    assert (found.code, found.err) == (0, "")
    assert json.loads(found.out) == printed


def test_an_emptied_card_is_no_stop(pots: Path) -> None:
    told = SETUP.view()
    told["mad"]["four"]["inner"] = 0  # type: ignore[index]  # an object
    pots.write_text(json.dumps(told), "utf-8")
    assert json.loads(call(dice="M1,M1,M1,M1", values=pots).out)["stop"] == "0/1"


WRONG: list[tuple[dict[str, str], str]] = [
    ({"dice": "M1,S1"}, "mad and sad cats"),
    ({"dice": "M4"}, '"M4"'),
    ({"dice": "M1,,M2"}, '""'),
    ({"dice": "W,W,W,W,W,W"}, "dice is"),
    ({"kind": "glad"}, '"glad"'),
    ({"kind": "sad", "dice": "M1"}, "not sad"),
    ({"target": "three"}, '"three"'),
]


@pytest.mark.parametrize(("told", "words"), WRONG, ids=str)
def test_a_wrong_call_is_told_in_one_line(told: dict[str, str], words: str) -> None:
    found = call(told.get("kind"), told.get("dice"), told.get("target"))
    assert (found.code, found.out) == (2, "")
    assert words in found.err
    assert found.err.count("\n") == 1


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    found = call(values=tmp_path / "none.json")
    assert (found.code, found.out) == (2, "")
    assert f"{tmp_path}/none.json: cannot be read" in found.err


FILES: list[tuple[str, str]] = [
    ("", "not JSON"),
    ("[]", "one JSON object"),
    (" " * 100_001, "cannot be read: it is larger than the 0.1 MB that it can have"),
    ("{}", "mad.two-pairs.inner is missing: a whole number from 0 to 160"),
    (json.dumps({**SETUP.view(), "catpot": None}), "catpot is null, but must be a whole number from 0 to 160"),
    (json.dumps({**SETUP.view(), "catpot": 161}), "catpot is 161, but must be a whole number from 0 to 160"),
    (json.dumps({**SETUP.view(), "catpot": 2.0}), "catpot is 2.0"),
    (json.dumps({**SETUP.view(), "mad": 3}), "mad.two-pairs.inner is missing"),
    (json.dumps({**SETUP.view(), "glad": {}}), "there is more in it"),
]


@pytest.mark.parametrize(("text", "words"), FILES)
def test_a_file_that_holds_no_pots(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "pots.json"
    path.write_text(text, "utf-8")
    found = call(values=path)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith(f"{path}: ")
    assert words in found.err


def test_a_target_has_no_meaning_where_vps_are_counted(pots: Path) -> None:
    found = call(target="four", values=pots)
    assert found.code == 2
    assert "no meaning" in found.err
