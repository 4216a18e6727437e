"""Katz & Schmaus on the phone: the call exactly while it is open, and who gets how many."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.faces import phone
from companion.faces.phone import TONGUES, Reader
from companion.games import GAMES
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import REST, seen
from tests.faces.test_languages import evenings
from tests.games.telling import of, tell

if TYPE_CHECKING:
    from companion.faces.phone import LiveBox
    from companion.table.ledger import Ledger

OPEN = REST._replace(call_open=True)


def read(ledger: Ledger, box: LiveBox | None = None, owner: str | None = None, language: str = "en") -> Reading:
    reader = Reader(tongue=TONGUES[language], owner=owner)
    return Reading(phone.table(reader, replace(seen(ledger), box=box)))


def call_of(page: Reading) -> object:
    """What the large button tells; None where it is not there."""
    found = [json.loads(e.attributes["data-command"]) for e in page.elements if e.attributes.get("id") == "call"]
    return found[0] if found else None


@pytest.mark.parametrize(
    ("told", "box", "owner", "call"),
    [
        ((), REST, None, None),
        ((), OPEN, None, {"do": "call"}),
        (("lift",), OPEN, None, {"do": "call"}),
        (("lift",), OPEN, "Ben", {"do": "call", "player": "Ben"}),
        (("lift",), OPEN, "Ada", None),
        (("lift",), OPEN, "Zoe", {"do": "call"}),
        (("lift",), None, None, {"do": "call"}),
        (("lift", "set_down"), OPEN, "Cem", {"do": "call", "player": "Cem"}),
        (("lift", "set_down"), REST, "Cem", None),
        (("lift", "call"), REST, "Cem", None),
    ],
    ids=str,
)
def test_the_call_is_there_exactly_while_it_counts(
    told: tuple[str, ...], box: LiveBox | None, owner: str | None, call: object
) -> None:
    ledger = tell(*told)
    page = read(ledger, box, owner)
    assert call_of(page) == call
    calls = [command for command in page.commands if command["do"] == "call"]
    # Small among the answers it stands only where it is too late for the large one.
    assert call is None or calls == [call]
    for command in calls:
        ledger.check(command)


def test_after_the_call_everybody_who_may_get_them_has_each_number() -> None:
    ledger = tell("lift", of("call", "Ben"))
    page = read(ledger)
    told = [(command["to"], command["in_box"]) for command in page.commands if command["do"] == "result"]
    assert told == [("Ben", 3), ("Ben", 2), ("Ben", 1), ("Ada", 3), ("Ada", 2), ("Ada", 1), ("Ada", 0)]
    assert "right call" in page.text and "Ben: wrong call" in page.text
    assert {"do": "caller", "player": "Cem"} in page.commands


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (0.0, None, "while it still moved"),
        (0.4, None, "0.4 s after a wobble"),
        (0.4, 1.2, "0.4 s after a wobble; it moved on for 1.2 s"),
        (None, None, "Ben called"),
    ],
)
def test_how_the_box_moved_about_the_call_is_told(before: float | None, after: float | None, told: str) -> None:
    page = read(tell("lift", of("call", "Ben")), REST._replace(before_call=before, after_call=after))
    assert told in page.text
    assert before is not None or "wobble" not in page.text


def test_how_many_were_taken_is_set_right_by_one_tap() -> None:
    ledger = tell("lift", "set_down")
    amend: dict[str, object] = {"do": "amend", "entry": 1, "with": {"do": "lift", "treats": 4}}
    assert amend in read(ledger).commands
    ledger.submit(amend)
    page = read(ledger)
    assert "on the board 4" in page.text
    assert {"do": "result", "in_box": 0} in page.commands and {"do": "void"} in page.commands


def test_of_a_call_before_the_lift_nobody_can_say_how_many_were_taken_but_four_are_offered() -> None:
    page = read(tell(of("call", "Ben")))
    assert not [command for command in page.commands if command["do"] == "amend"]
    assert {"do": "result", "in_box": 4, "to": "Ben"} in page.commands


def test_without_a_sensor_that_is_said_and_the_box_is_not_drawn() -> None:
    page = read(tell("lift"), OPEN._replace(felt=False))
    assert "The box is not felt here" in page.text
    assert "svg" not in page.tags
    assert {"do": "set_down"} in page.commands


def test_whatever_was_played_every_answer_is_accepted() -> None:
    for ledger in evenings(GAMES["katz-schmaus"], moves=25):
        for command in read(ledger, OPEN if ledger.state.phase == "playing" else REST).commands:
            if command["do"] not in ("undo", "redo"):
                ledger.check(command)
