"""Games to take along."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.house import Phone


@pytest.fixture
def game(phone: Phone) -> str:
    """A short game that Ben has won."""
    game = phone.begin("katz-schmaus", "Zoë", "=Ben", "Cem")
    phone.tell(game, {"do": "call", "player": "=Ben"}, who="=Ben")
    phone.tell(game, {"do": "result", "in_box": 2, "to": "=Ben"})
    phone.tell(game, {"do": "lift"})
    phone.tell(game, {"do": "undo"})
    phone.tell(game, {"do": "finish", "why": "bedtime"})
    return game


def test_as_json_it_can_be_played_again(phone: Phone, game: str) -> None:
    answer = phone.get(f"{game}/export?format=json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="katz-schmaus-1.json"'
    told = json.loads(answer.body)
    assert told["header"]["players"] == ["Zoë", "=Ben", "Cem"]
    assert [entry["what"]["do"] for entry in told["entries"]] == ["call", "result", "lift", "undo", "finish"]
    assert told["state"]["winners"] == ["=Ben"]
    assert phone.get(f"{game}/export").json == told


def test_a_spreadsheet_has_everybodys_score_after_each_entry_and_no_formulas(phone: Phone, game: str) -> None:
    answer = phone.get(f"{game}/export?format=csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(StringIO(answer.body.decode())))
    assert [(row["Zoë"], row["'=Ben"], row["counts"]) for row in rows] == [
        ("0", "0", "yes"),
        ("0", "2", "yes"),
        ("0", "2", "no"),
        ("0", "2", "no"),
        ("0", "2", "yes"),
    ]
    assert rows[0]["who"] == "'=Ben"
    assert json.loads(rows[1]["what"]) == {"do": "result", "in_box": 2, "to": "=Ben"}


def test_bg_stats_gets_who_won_with_what(phone: Phone, game: str) -> None:
    play = phone.get(f"{game}/export?format=bgstats").json
    assert play["game"] == {
        "name": "Katz & Schmaus",
        "sourceGameId": "katz-schmaus",
        "highestWins": True,
        "noPoints": False,
    }
    assert play["players"] == [
        {"name": "Zoë", "sourcePlayerId": "Zoë", "startPlayer": True, "score": 0, "rank": 2, "winner": False},
        {"name": "=Ben", "sourcePlayerId": "=Ben", "startPlayer": False, "score": 2, "rank": 1, "winner": True},
        {"name": "Cem", "sourcePlayerId": "Cem", "startPlayer": False, "score": 0, "rank": 2, "winner": False},
    ]
    ended = json.loads(phone.get(f"{game}/history").body)[-1]["when"]
    assert str(play["playDate"]) == ended.replace("T", " ").replace("Z", "")
    assert phone.get(f"{game}/export?format=bgstats").json == play


def test_bg_stats_gets_only_what_is_a_result(phone: Phone) -> None:
    game = phone.begin()
    assert phone.get(f"{game}/export?format=bgstats").code == "not-now"
    phone.tell(game, {"do": "abandon"})
    assert phone.get(f"{game}/export?format=bgstats").code == "not-now"
    assert phone.get(f"{game}/export?format=csv").status == 200


@pytest.mark.parametrize("query", ["?format=xml", "?format=", "?form=csv"])
def test_other_formats_are_refused(phone: Phone, game: str, query: str) -> None:
    answer = phone.get(f"{game}/export{query}")
    assert (answer.status, answer.code) == (400, "bad-command")
