"""A turn of Mad Cat Sad Cat on the phone: every answer of the table has its place, and what it would lead to is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from companion.faces import phone
from companion.faces.phone import TONGUES, Reader
from companion.games import GAMES
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import seen
from tests.faces.test_languages import evenings
from tests.games.telling import Told, tell

if TYPE_CHECKING:
    from companion.table.ledger import Ledger

GAME = "mad-cat-sad-cat"
LOCK: Told = {"do": "lock", "kind": "mad"}
FOUR: Told = {"do": "take", "card": "four"}
QUICK, WITH_DICE = Reader(), Reader(wishes=frozenset({"dice", "odds"}))


def table(*told: Told, reader: Reader = QUICK) -> Reading:
    return Reading(phone.table(reader, seen(tell(*told, game=GAME))))


def moochers(ledger: Ledger, card: str) -> set[str]:
    """Who can be tapped on the page of a card."""
    page = Reading(phone.mooching(QUICK, seen(ledger), card))
    return {json.loads(each.attributes["value"]) for each in page.holding("data-kind")}


@pytest.mark.parametrize("reader", [QUICK, WITH_DICE], ids=["quick", "with dice"])
def test_every_answer_of_the_table_has_its_place(reader: Reader) -> None:
    for ledger in evenings(GAMES[GAME], moves=25):
        prompt = ledger.game.prompt(ledger.state)
        page = Reading(phone.table(reader, seen(ledger)))
        forms = [json.loads(each.attributes["data-command"]) for each in page.elements if each.tag == "form"]
        buttons = [told for told in page.commands if told not in forms and told["do"] not in ("undo", "redo")]
        links = {each.attributes["href"] for each in page.holding("href")}
        for told in buttons:
            ledger.check(told)
        for choice in prompt.choices if prompt else ():
            match choice.command:
                case {"do": "mooch", "card": str(card), "players": list(players)}:
                    assert f"/mooch?card={card}" in links
                    assert set(players) <= moochers(ledger, card)
                case {"do": "set_aside"}:
                    assert {"do": "set_aside"} in forms
                case {"do": "lock"} if {"do": "set_aside"} in forms and choice.command not in buttons:
                    # The first cat that is tapped locks in.
                    assert reader is WITH_DICE
                case told:
                    assert told in buttons


@pytest.mark.parametrize(
    ("told", "card", "who"),
    [
        ((LOCK,), "four", {"Ben", "Cem"}),
        ((LOCK,), "catpot", set()),
        ((LOCK, FOUR), "five", {"Ben", "Cem"}),
        ((LOCK, "fail"), "catpot", {"Ben", "Cem"}),
        ((LOCK, {"do": "mooch", "card": "four", "players": ["Ben"]}), "five", {"Cem"}),
        ((LOCK, {"do": "mooch", "card": "four", "players": ["Ben"]}), "four", set()),
        ((LOCK, FOUR, "pass_dice"), "four", set()),
        ((LOCK,), "<script>", set()),
    ],
)
def test_who_can_have_mooched(told: tuple[Told, ...], card: str, who: set[str]) -> None:
    assert moochers(tell(*told, game=GAME), card) == who


def test_the_cards_say_what_they_give_now() -> None:
    text = " ".join(table(LOCK).text.split())
    for line in ("Two pairs +1", "Full house +1", "Four +2★ (the most)", "Five +2★ (the most)", "Catpot4"):
        assert line in text, text


def test_once_locked_in_only_dice_of_that_kind_and_wild_ones_can_be_tapped() -> None:
    page = table(LOCK, reader=WITH_DICE)
    faces = {each.attributes["data-add"]: "disabled" in each.attributes for each in page.holding("data-add")}
    assert faces == {"M1": False, "M2": False, "M3": False, "S1": True, "S2": True, "W": False}


def test_dice_that_somebody_told_are_shown_to_all() -> None:
    page = table({"do": "roll", "dice": ["M1", "M1", "S2", "W", "M3"]}, reader=QUICK)
    tapped = [
        json.loads(each.attributes["value"]) for each in page.elements if each.attributes.get("type") == "checkbox"
    ]
    assert tapped == ["M1", "M1", "S2", "W", "M3"]


def test_the_odds_are_shown_only_where_they_are_switched_on() -> None:
    told: Told = {"do": "set_aside", "dice": ["M1", "M1", "M1", "W"]}
    assert "expected" not in table(told).text
    text = " ".join(table(told, reader=WITH_DICE).text.split())
    # The pots hold 2 for four and five of a kind, 1 for a full house; a sad cat comes with 2 of 6.
    assert "Roll on: 1.3 VPs expected, stop: 2.0" in text
    assert "Two pairs 0 % · Full house 50 % · Four 100 % · Five 33 % · next roll a fail: 33 %" in text


@pytest.mark.parametrize(
    ("before", "command", "told"),
    [
        ((LOCK,), {"do": "mooch", "card": "four", "players": ["Ben"]}, "Ben +2"),
        (
            (LOCK, {"do": "correct", "set": {"pots.mad.four.outer": 5}}),
            {"do": "mooch", "card": "four", "players": ["Ben", "Cem"]},
            "Ben +2, Cem +2, 1 stays on the card",
        ),
        ((LOCK, "fail"), {"do": "mooch", "card": "catpot", "players": ["Cem"]}, "Cem +4"),
        ((), {"do": "set_aside", "dice": ["M1"]}, "Nothing to take yet: roll on"),
        ((), {"do": "set_aside", "dice": ["S1", "S1", "S1", "W"]}, "Four +3"),
        ((), {"do": "set_aside", "dice": ["M1", "M1", "M1", "M2", "M3"]}, "fail"),
    ],
)
def test_what_it_would_lead_to_is_told_before(before: tuple[Told, ...], command: dict[str, object], told: str) -> None:
    ledger = tell(*before, game=GAME)
    revision = ledger.revision
    assert phone.foretold(QUICK, seen(ledger), command) == told
    assert ledger.revision == revision


def test_the_form_speaks_german() -> None:
    page = Reading(phone.table(Reader(tongue=TONGUES["de"]), seen(tell(LOCK, "fail", game=GAME))))
    assert "Geschnorrt?" in page.text and "Zwei Paare" in page.text
