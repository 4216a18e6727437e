"""Past games and people over HTTP: whoever is in the house may look, and games stay as they were played."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from companion.config import changed

if TYPE_CHECKING:
    from tests.web.house import House, Phone


def played(phone: Phone, *players: str) -> str:
    game = phone.begin("katz-schmaus", *players)
    for command in ({"do": "lift"}, {"do": "result"}, {"do": "finish"}):
        assert phone.tell(game, command).status == 200
    return game


def test_a_rename_changes_lists_and_no_game(phone: Phone) -> None:
    game = played(phone, "Ada", "Adele")
    played(phone, "Ben", "Adele")
    told = phone.post("/api/people", {"do": "rename", "person": "Ben", "name": "Benjamin"})
    people = told.json["people"]
    assert isinstance(people, list)
    assert [(each["name"], each["spellings"]) for each in people if each["spellings"]] == [("Benjamin", ["Ben"])]
    assert phone.get("/api/people").json == told.json
    assert "Benjamin" in phone.get("/evenings").body.decode()
    assert phone.get("/api/games/2").json["players"] == ["Ben", "Adele"]
    refused = phone.post("/api/people", {"do": "rename", "person": "Ada", "name": "ADELE"})
    assert (refused.status, refused.code) == (422, "illegal")
    assert phone.get(game).json["players"] == ["Ada", "Adele"]


def test_who_only_stands_in_the_configuration_is_named_among_people_until_they_play(house: House) -> None:
    house.config = changed(house.config, {("table", "players"): ["Ada", "Zoë"]})
    house.restart()
    phone = house.phone

    def unplayed() -> list[str]:
        page = phone.get("/people").body.decode()
        return re.findall("<li><bdi>(.*?)</bdi></li>", page) if "as players under [table]" in page else []

    assert unplayed() == ["Ada", "Zoë"]
    played(phone, "ADA", "Ben")
    assert unplayed() == ["Zoë"]
    phone.post("/api/people", {"do": "rename", "person": "Ben", "name": "Zoë"})
    assert unplayed() == []


def test_who_has_not_joined_may_look_and_no_more(house: House, phone: Phone) -> None:
    played(phone, "Ada", "Ben")
    for path in ("/evenings", "/evenings/1", "/evenings/1.png", "/people", "/api/people", "/new"):
        assert house.stranger.get(path).status == 200, path
    assert house.stranger.post("/api/people", {"do": "hide", "person": "Ada"}).code == "no-token"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/evenings/7", "not-found"),
        ("/evenings/7.png", "not-found"),
        ("/evenings?before=x", "bad-command"),
        ("/evenings?after=1", "bad-command"),
        ("/new?game=ludo", "bad-command"),
        ("/new?game=fat-cats&players=7", "bad-command"),
    ],
)
def test_what_is_not_there_is_said(phone: Phone, path: str, code: str) -> None:
    assert phone.get(path).code == code


def test_what_a_new_game_posts_begins_it(phone: Phone) -> None:
    played(phone, "Ada", "Ben")
    page = phone.get("/new?game=katz-schmaus").body.decode()
    body = page.partition('data-body="')[2].partition('"')[0].replace("&#34;", '"')
    begun = phone.post("/api/games", json.loads(body))
    # Ada began before.
    assert (begun.status, begun.json["players"], begun.json["turn"]) == (201, ["Ada", "Ben"], "Ben")
