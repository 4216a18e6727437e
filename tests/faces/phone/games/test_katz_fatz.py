"""Katz Fatz on the phone: a form for each player's score, the toy, and the pad."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from companion.faces import phone
from companion.faces.phone import TONGUES, Reader
from companion.games import Header
from companion.table.ledger import Ledger
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import seen
from tests.faces.test_languages import evenings

if TYPE_CHECKING:
    from collections.abc import Iterator

from companion.games import GAMES

PLAYERS = ("Ada", "Ben", "Cem")


def tell(*commands: dict[str, object], players: tuple[str, ...] = PLAYERS, **options: object) -> Ledger:
    ledger = Ledger(Header("katz-fatz", players, options))
    for command in commands:
        ledger.submit(command)
    return ledger


def read(ledger: Ledger, owner: str | None = None, language: str = "en") -> Reading:
    return Reading(phone.table(Reader(tongue=TONGUES[language], owner=owner), seen(ledger)))


def score(player: str, points: int, toys: int = 0, hand_colours: int = 0) -> dict[str, object]:
    return {"do": "score", "player": player, "points": points, "toys": toys, "hand_colours": hand_colours}


def filled(page: Reading) -> Iterator[dict[str, object]]:
    """What each form tells with a number in every one of its inputs."""
    command: dict[str, object] = {}
    for element in page.elements:
        if "data-command" in element.attributes:
            if len(command) > 3:
                yield command
            command = json.loads(element.attributes["data-command"])
        elif element.tag == "input" and element.attributes.get("data-kind") in ("number", "choice"):
            (field,) = json.loads(element.attributes["data-path"])
            command[field] = [] if element.attributes["data-kind"] == "choice" else 3


def whose_forms(page: Reading) -> list[object]:
    return [json.loads(e.attributes["data-command"])["player"] for e in page.holding("data-pile")]


@pytest.mark.parametrize("count", range(2, 8))
def test_everybody_can_be_scored_in_three_ways(count: int) -> None:
    players = tuple("ABCDEFG"[:count])
    ledger = tell({"do": "toy", "toy": "wool"}, players=players)
    told = list(filled(read(ledger)))
    assert [command["player"] for command in told] == [name for name in players for _ in range(3)]
    for command in told:
        ledger.check(command)


def test_whatever_was_played_the_forms_fit() -> None:
    for ledger in evenings(GAMES["katz-fatz"], moves=25):
        page = read(ledger)
        for command in page.commands:
            if command["do"] in ("toy", "toy_to"):
                ledger.check(command)
        for command in filled(page):
            if command["do"] in ("score", "pad_value"):
                ledger.check(command)


def test_whose_phone_it_is_comes_first_and_open() -> None:
    assert whose_forms(read(tell(), "Cem")) == ["Cem", "Ada", "Ben"]
    page = read(tell(), "Cem")
    assert [e.attributes["id"] for e in page.holding("data-alone") if "open" in e.attributes] == ["sheet1-3"]
    assert "Whose phone is this?" not in page.text
    nobodys = read(tell(score("Ada", 12)), "Zoe")
    assert [e.attributes["id"] for e in nobodys.holding("data-alone") if "open" in e.attributes] == ["sheet1-2"]
    assert "Whose phone is this?" in nobodys.text


def test_what_was_told_is_shown_and_can_be_told_again() -> None:
    ledger = tell(score("Ada", -12, 2, 1))
    page = read(ledger, "Ada")
    assert "−12 ✓" in page.text and "2 toys, 1 colour" in page.text
    values = {
        e.attributes["id"]: e.attributes["value"] for e in page.elements if e.tag == "input" and "value" in e.attributes
    }
    assert (values["points1"], values["toys1"], values["colours1"]) == ("−12", "2", "1")
    ledger.submit(next(filled(page)))
    assert ledger.state.scores["Ada"] == 3


def test_a_score_that_the_button_has_half_told_is_not_done() -> None:
    ledger = tell({"do": "score", "player": "Ada", "round": 1, "points": 5, "toys": None, "hand_colours": None})
    page = read(ledger, "Ada")
    assert "✓" not in page.text.split("Scores of")[1].split("Ben")[0]
    assert "sheet1-1" in [e.attributes["id"] for e in page.holding("data-alone")]


def test_a_round_corrected_away_is_asked_for_again() -> None:
    ledger = tell(*(score(name, 5) for name in PLAYERS), {"do": "correct", "set": {"rounds.Ben.1": None}})
    page = read(ledger)
    assert "Scores of round 1" in page.text
    ledger.submit({**next(c for c in filled(page) if c["player"] == "Ben"), "points": 8})
    assert ledger.state.scores["Ben"] == 8


def test_the_toy_its_holder_and_what_it_does() -> None:
    page = read(tell({"do": "toy", "toy": "ultra-laser"}, {"do": "toy_to", "player": "Ben"}))
    assert "ultra laser: Ben, 3 actions" in " ".join(page.text.split())
    pressed = [
        json.loads(e.attributes["data-command"]) for e in page.elements if e.attributes.get("aria-pressed") == "true"
    ]
    assert pressed == [{"do": "toy", "toy": "ultra-laser"}, {"do": "toy_to", "player": "Ben"}]
    assert page.tags.count("svg") == 11


def test_the_advanced_variant_reminds_at_the_beginning_of_a_round() -> None:
    told = "work at once, on yourself"
    assert told in read(tell(advanced=True)).text
    assert told not in read(tell(score("Ada", 1), advanced=True)).text
    assert told not in read(tell()).text


def test_how_a_pile_was_counted_is_shown_line_by_line() -> None:
    pile = [
        {"value": -5, "colours": ["red"]},
        {"value": 0, "colours": ["green"], "trick": "cuddling", "toy": True},
        {"value": -3, "colours": ["blue"]},
        {"value": 7, "colours": ["yellow"]},
    ]
    told: dict[str, object] = {"do": "score", "player": "Ada", "pile": pile, "hand": [["red"], ["blue"]]}
    page = read(tell({"do": "toy", "toy": "scratching-tree"}, {"do": "toy_to", "player": "Ada"}, told))
    working = " ".join(page.text.split("Counted: Ada, round 1")[1].split("The pad")[0].split())
    assert working == ("−5 → 5 0 ★ −3 not scored 7 without blue plus 12 minus 0 total 12 toys 1 hand colours 2")


def test_the_pad_asks_for_one_value_after_the_other_with_what_is_known() -> None:
    scores = [score(name, 10, 2, 1) for _ in range(4) for name in PLAYERS]
    ledger = tell(*scores, {"do": "pad_value", "which": "toys", "symbols": 8, "value": 35})
    page = read(ledger)
    assert "Value at splat 4" in page.text and "Ada needs it" in page.text
    assert "toys: 0 → 0, 8 → 35" in page.text
    assert {"do": "pad_value", "which": "splats", "symbols": 4} in page.commands
    assert len(whose_forms(page)) == 3


def test_the_end_stands_as_on_the_pad() -> None:
    # katz-fatz:187
    rounds = [score(name, points, 3, 2) for points in (12, 16, 11, 23) for name in ("Nils", "Ada")]
    values: list[dict[str, object]] = [
        {"do": "pad_value", "which": "toys", "symbols": 12, "value": 35},
        {"do": "pad_value", "which": "splats", "symbols": 8, "value": 20},
    ]
    page = read(tell(*rounds, *values, players=("Nils", "Ada")))
    rows = " ".join(page.text.split("The pad")[1].split("Last entry")[0].split())
    assert rows.startswith(
        "Nils Ada 1 12 12 2 16 16 3 11 11 4 23 23 toys 12 → 35 12 → 35 colours 8 → 20 8 → 20 total 117 117"
    )
    assert "share with 117" in page.text
