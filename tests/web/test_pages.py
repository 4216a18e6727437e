"""What a phone's page asks the box beside the pages themselves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from tests.web.house import House


def foretold(command: object) -> str:
    return f"/foretold?command={quote(json.dumps(command))}"


def test_what_a_command_would_lead_to_changes_nothing(house: House) -> None:
    game = house.phone.begin("fat-cats", "Ada", "Ben", "Cem")
    answer = house.stranger.get(foretold({"do": "round", "eat": {"Ben": {"treats": 2}}}))
    assert (answer.status, answer.json) == (200, {"foretold": "Ben 0 → 2"})
    assert house.phone.get(game).json["revision"] == 0


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (foretold({"do": "crown", "player": "Zoe"}), 422, "unknown-player"),
        (foretold({"do": "dance"}), 400, "bad-command"),
        (foretold([]), 400, "bad-command"),
        (foretold({"do": "undo"}), 400, "bad-command"),
        ("/foretold?command=%FF", 400, "bad-command"),
        ("/foretold", 400, "bad-command"),
        ("/wish?rain=on", 400, "bad-command"),
    ],
)
def test_what_cannot_be_is_refused(house: House, path: str, status: int, code: str) -> None:
    house.phone.begin("fat-cats", "Ada", "Ben", "Cem")
    answer = house.phone.get(path)
    assert (answer.status, answer.code) == (status, code)


def test_without_a_game_nothing_is_foretold(house: House) -> None:
    assert house.phone.get(foretold({"do": "lift"})).code == "not-now"


def test_a_phone_keeps_what_it_shows(house: House) -> None:
    answer = house.phone.get("/wish?dice=on", Cookie="shown=odds")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert answer.headers["Set-Cookie"].startswith("shown=dice.odds;")
    answer = house.phone.get("/wish?odds=off", Cookie="shown=odds.dice.rain")
    assert answer.headers["Set-Cookie"].startswith("shown=dice;")


def test_a_phone_stays_its_owners_when_they_are_called_otherwise(house: House) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem")
    for command in (("Ada", " Adèle "), ("Ben", "Ada"), ("Adèle", "Bea")):
        assert (
            house.phone.tell(game, dict(zip(("do", "player", "name"), ("rename", *command), strict=True))).status == 200
        )
    for told, now in {"Cem": "Cem", "Ben": "Ada", "Ad%C3%A8le": "Bea", "Zoe": "Zoe"}.items():
        answer = house.phone.get("/", Cookie=f"owner={told}")
        assert f'data-owner="{now}"' in answer.body.decode(), told
        assert answer.headers.get("Set-Cookie", "").startswith(f"owner={now};") == (told != now)
    # The name is taken back that the phone has learnt.
    house.phone.tell(game, {"do": "undo", "to": 2})
    assert 'data-owner="Adèle"' in house.phone.get("/", Cookie="owner=Bea").body.decode()


def test_a_phone_stays_its_owners_across_games(house: House) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    house.phone.tell(game, {"do": "abandon"})
    assert house.phone.post("/api/people", {"do": "rename", "person": "Ada", "name": "Adele"}).status == 200
    house.phone.begin("katz-schmaus", "Adele", "Ben")
    assert 'data-owner="Adele"' in house.phone.get("/", Cookie="owner=Ada").body.decode()
