"""Plain forms: what was told stands in them, and what is sent unchanged is what was told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from companion.faces.phone import TONGUES
from companion.faces.phone.fields import Field, Form, form
from companion.games import GAMES, AnyGame
from companion.games.commands import SHARED, Command, Question, by_verb
from tests.faces.test_brief import WORDS
from tests.faces.test_languages import evenings

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYERS = ("Ada", "Ben", "Cem")
ENGLISH, GERMAN = TONGUES["en"], TONGUES["de"]


def filled(made: Form) -> dict[str, Any]:
    """What is sent when nobody changes anything."""
    told: dict[str, Any] = json.loads(json.dumps(made.rest))
    for field in inputs(made.fields):
        if field.value in (None, "", False) and field.kind != "number":
            continue
        if field.value is None:
            continue
        inner = told
        for word in field.path[:-1]:
            inner = inner.setdefault(word, {})
        match field.kind:
            case "flag":
                inner[field.path[-1]] = True
            case "each":
                value = field.options[0][0] if field.value is True else str(field.value)
                inner.setdefault(field.path[-1], []).append(json.loads(value))
            case "choice":
                inner[field.path[-1]] = json.loads(str(field.value))
            case _:
                inner[field.path[-1]] = field.value
    return told


def inputs(fields: tuple[Field, ...]) -> Iterator[Field]:
    for field in fields:
        if field.kind != "group":
            yield field
        elif field.value is not False:
            yield from inputs(field.fields)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_an_entry_that_nobody_changes_stays_what_it_was(game: AnyGame) -> None:
    verbs = by_verb((*SHARED, *game.verbs))
    for ledger in evenings(game):
        for told in list(ledger.standing().values())[-1:]:
            made = form(verbs[str(told["do"])], told, ledger.state.players, ENGLISH)
            assert made is not None
            assert unordered(filled(made)) == unordered(told)


def unordered(told: dict[str, Any]) -> dict[str, Any]:
    """Who mooches together is no row: the form has them as they sit."""
    return {name: sorted(value) if name == "players" else value for name, value in told.items()}


DETAILED: list[dict[str, object]] = [
    {"do": "round", "eat": {"Ada": {"treats": 3}, "Cem": {"treats": 2, "ghost": True, "tray_to": "Ben"}}},
    {"do": "bowls", "bowls": {"Ada": "A", "Ben": "B"}},
    {"do": "score", "player": "Ada", "pile": [{"value": -5}], "hand": [["red"]]},
    {"do": "turn", "player": "Ada", "kind": "mad", "mooch": [["four", ["Ben"]]], "take": "four"},
    {"do": "roll", "dice": ["M1", "S2", "W", "W", "M3"]},
    {"do": "toy_to", "player": None},
    {"do": "correct", "set": {"turn": "Ada"}, "why": "counted"},
]


@pytest.mark.parametrize("told", [*DETAILED, *(told for told, _ in WORDS if told["do"] != "amend")], ids=json.dumps)
def test_every_command_has_a_form_that_keeps_what_was_told(told: dict[str, object]) -> None:
    verbs = by_verb((*SHARED, *(verb for game in GAMES.values() for verb in game.verbs)))
    made = form(verbs[str(told["do"])], told, PLAYERS, ENGLISH)
    assert made is not None
    assert filled(made) == told


def test_what_an_amendment_sends_stands_inside_it() -> None:
    made = form(by_verb(GAMES["fat-cats"].verbs)["eat"], {"player": "Ada", "treats": 3}, PLAYERS, ENGLISH, at=("with",))
    assert made is not None
    assert filled(Form({"with": made.rest}, made.fields)) == {"with": {"do": "eat", "player": "Ada", "treats": 3}}


def test_a_question_that_needs_cards_is_not_asked_plainly() -> None:
    plain = {
        str(kind.__struct_config__.tag): form(kind, {}, PLAYERS, ENGLISH) is not None
        for game in GAMES.values()
        for kind in game.questions
    }
    assert [name for name, is_plain in plain.items() if not is_plain] == ["can-play", "count"]
    assert plain["turn-order"] and plain["round-over"] and plain["odds"]


def kinds(game: AnyGame) -> list[type[Command | Question]]:
    return [*SHARED, *game.verbs, *game.questions]


EMPTY: tuple[dict[str, object], ...] = ({}, {"eat": {"Ada": {}}})


def test_every_field_is_called_something_in_german() -> None:
    nameless = {
        field.label
        for game in GAMES.values()
        for kind in kinds(game)
        for told in EMPTY
        if (made := form(kind, told, PLAYERS, GERMAN)) is not None
        for field in (*made.fields, *inputs(made.fields))
        if not field.is_name and field.path[-1] not in GERMAN.own.texts
    }
    assert nameless == set()
