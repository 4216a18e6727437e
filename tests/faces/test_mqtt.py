"""What is told of a table by MQTT is what stands on the table."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from companion.faces.languages import LANGUAGES
from companion.faces.mqtt import Topics, entities, states
from companion.faces.mqtt.words import ENTITY_NAMES
from companion.faces.trouble import Part, Trouble
from companion.games import GAMES, AnyGame, Header
from companion.table.ledger import Ledger
from tests.faces.test_languages import evenings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TOPICS = Topics("club/cats", "homeassistant", "0123456789ab")
WELL = Part(Trouble("disk", "ok", "", ""), None, 1.0)
ILL = Part(Trouble("oled", "absent", "Nothing answers.", "Look at the wires."), None, 1.0)


def told(topic: str, ledger: Ledger | None, *parts: Part) -> dict[str, object]:
    found: dict[str, object] = json.loads(states(TOPICS, ledger, parts)[topic])
    return found


def played(*commands: Mapping[str, object]) -> Ledger:
    ledger = Ledger(Header("katz-schmaus", ("Ada", "Ben", "Cem"), {}))
    for command in commands:
        ledger.submit(command, wall=1.79e9)
    return ledger


LIFT = {"do": "lift"}
CALL = {"do": "call", "player": "Ben"}
WON = {"do": "result", "to": "Ben"}
LOST = {"do": "result", "to": "Ada"}
CALLS: Sequence[tuple[str, Sequence[Mapping[str, object]], tuple[object, object, object]]] = (
    ("nobody has called yet", [LIFT], (None, None, None)),
    ("called, and not settled", [LIFT, CALL], ("Ben", "Ada", None)),
    ("by a button that is everybody's", [LIFT, {"do": "call"}], (None, "Ada", None)),
    ("who it was is told later", [LIFT, {"do": "call"}, {"do": "caller", "player": "Cem"}], ("Cem", "Ada", None)),
    ("the call was right", [LIFT, CALL, WON], ("Ben", "Ada", True)),
    ("the call was wrong", [LIFT, WON, LIFT, {"do": "call", "player": "Ada"}, {"do": "result", "to": "Ben"}], ("Ada", "Ben", False)),
    ("a turn without a call follows", [LIFT, CALL, WON, LIFT, {"do": "result"}], ("Ben", "Ada", True)),
    ("the call is taken back", [LIFT, CALL, {"do": "undo"}], (None, None, None)),
    ("the caller is renamed", [LIFT, CALL, WON, {"do": "rename", "player": "Ben", "name": "Zoë"}], ("Zoë", "Ada", True)),
    ("it was amended since", [LIFT, CALL, WON, {"do": "amend", "entry": 3, "with": {"do": "result", "to": "Ada"}}], (None, None, None)),
)  # fmt: skip


@pytest.mark.parametrize(("commands", "call"), [case[1:] for case in CALLS], ids=[case[0] for case in CALLS])
def test_the_last_call_that_counts(
    commands: Sequence[Mapping[str, object]], call: tuple[object, object, object]
) -> None:
    found = told(TOPICS.call, played(*commands))
    assert (found["caller"], found["against"], found["right"]) == call
    assert found["when"] in (None, "2026-09-21T14:13:20Z")


def test_nobody_leads_before_somebody_does() -> None:
    assert told(TOPICS.score, played())["leader"] is None
    assert told(TOPICS.score, played(LIFT, CALL, WON))["leader"] == "Ben"
    assert told(TOPICS.score, played({"do": "finish"}))["leader"] == "Ada, Ben, Cem"


def test_trouble_is_told_with_its_cure_and_without_what_changes_all_the_time() -> None:
    assert told(TOPICS.health, None, WELL)["trouble"] is False
    found = told(TOPICS.health, None, WELL, ILL)
    assert found["trouble"] is True
    assert found["parts"] == {
        "disk": {"status": "ok", "why": "", "cure": ""},
        "oled": {"status": "absent", "why": "Nothing answers.", "cure": "Look at the wires."},
    }
    later = ILL._replace(seconds=2.0, since="2026-09-21T14:13:20Z")
    assert states(TOPICS, None, [later]) == states(TOPICS, None, [ILL])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_template_finds_its_field_whatever_happens(game: AnyGame) -> None:
    fields = {
        (str(entity["state_topic"]), field)
        for entity in map(json.loads, entities(TOPICS, "Cats", "en").values())
        for field in re.findall(r"value_json\.(\w+)", entity["value_template"])
    }
    assert len(fields) == 6
    for ledger in (None, *evenings(game, moves=8)):
        now = {topic: json.loads(payload) for topic, payload in states(TOPICS, ledger, [WELL]).items()}
        assert all(field in now[topic] for topic, field in fields)
        if ledger is not None:
            assert now[TOPICS.state]["turn"] == ledger.state.turn
            assert now[TOPICS.score]["scores"] == ledger.state.scores


def test_entities_have_names_in_every_language_and_the_same_topics() -> None:
    assert ENTITY_NAMES.keys() == LANGUAGES.keys()
    assert all(all(names) for names in ENTITY_NAMES.values())
    told_in = [entities(TOPICS, "Käthes Tisch", language) for language in LANGUAGES]
    assert len({frozenset(each) for each in told_in}) == 1
    for language, each in zip(LANGUAGES, told_in, strict=True):
        assert tuple(json.loads(payload)["name"] for payload in each.values()) == ENTITY_NAMES[language]
