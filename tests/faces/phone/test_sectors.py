"""A phone in the middle of the table: everybody's own side, and the answers that are theirs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.faces import phone
from companion.faces.phone import TONGUES, Reader
from companion.faces.phone.sectors import MOST, SIDES, around
from companion.games import GAMES, AnyGame, Header
from companion.table.ledger import Ledger
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import REST, seen
from tests.faces.test_languages import evenings
from tests.games.telling import of, tell

SEVEN = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fee", "Gül")
OPEN = REST._replace(in_hands=True, tilt=20.0, call_open=True)


def sectors(page: Reading) -> dict[str, list[dict[str, object]]]:
    """What each sector's buttons tell."""
    found: dict[str, list[dict[str, object]]] = {}
    inside = ""
    for element in page.elements:
        inside = element.attributes.get("data-part", inside)
        if element.tag == "button" and "data-command" in element.attributes:
            found.setdefault(inside, []).append(json.loads(element.attributes["data-command"]))
    return found


@pytest.mark.parametrize("count", range(2, 8))
def test_everybody_sits_somewhere_clockwise_from_the_bottom(count: int) -> None:
    ledger = Ledger(Header("katz-fatz", SEVEN[:count], {}))
    sides = around(seen(ledger), TONGUES["en"], None).sides
    assert [side for side, _ in sides] == list(SIDES)
    assert [sector.seat for _, there in sides for sector in there] == list(range(count))
    assert all(len(there) <= 2 for _, there in sides)
    page = Reading(phone.tabletop(Reader(), seen(ledger)))
    assert [e.attributes["data-part"] for e in page.elements if "sector" in e.attributes.get("class", "")] == [
        f"seat{seat + 1}" for seat in range(count)
    ]


def test_those_who_may_call_can_and_who_plays_says_what_the_box_does() -> None:
    told = sectors(Reading(phone.tabletop(Reader(), replace(seen(tell("lift")), box=OPEN))))
    assert told["seat1"] == [{"do": "set_down"}, {"do": "void"}]
    assert told["seat2"] == [{"do": "call", "player": "Ben"}]
    assert told["seat3"] == [{"do": "call", "player": "Cem"}]


def test_after_a_call_each_has_what_they_may_get() -> None:
    page = Reading(phone.tabletop(Reader(), seen(tell("lift", of("call", "Cem")))))
    told = sectors(page)
    assert [command["in_box"] for command in told["seat1"]] == [3, 2, 1, 0]
    assert [command["in_box"] for command in told["seat3"]] == [3, 2, 1]
    assert "seat2" not in told
    assert "+3" in page.text and "Cem +3" not in page.text


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_whatever_is_played_an_answer_stands_before_whom_it_names_or_one_tap_away(game: AnyGame) -> None:
    for ledger in evenings(game, moves=12):
        page = Reading(phone.tabletop(Reader(), seen(ledger)))
        told = sectors(page)
        for part, commands in told.items():
            for command in commands:
                if part.startswith("seat"):
                    ledger.check(command)
            assert len(commands) <= MOST + 1
        answers = [command for part, commands in told.items() if part.startswith("seat") for command in commands]
        elsewhere = [
            e for e in page.elements if e.attributes.get("href") == "/" and "button" in e.attributes.get("class", "")
        ]
        assert ledger.game.prompt(ledger.state) is None or answers or elsewhere
