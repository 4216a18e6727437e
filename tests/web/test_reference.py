"""What the reference shows of the interface is so."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from companion.faces.web.bounds import (
    BODY_WITHIN,
    BURST,
    CONNECTIONS,
    CONNECTIONS_EACH,
    HEARTBEAT,
    IDLE,
    REQUESTS,
    STALLED,
)

if TYPE_CHECKING:
    from tests.web.house import House, Phone

SECTION = (Path(__file__).parents[2] / "docs" / "reference.md").read_text().partition("\n## Over HTTP\n")[2]
SECTION = SECTION.partition("\n## ")[0]


def test_the_calls_that_it_shows_play_a_turn(house: House, phone: Phone) -> None:
    curl = argparse.ArgumentParser()
    curl.add_argument("url")
    curl.add_argument("-X", dest="method", default="GET")
    curl.add_argument("-H", dest="header", default="Authorization: ")
    curl.add_argument("-d", dest="body")
    answers = []
    for line in re.findall(r"^    curl (?!-N)(.*)$", SECTION, re.MULTILINE):
        told = curl.parse_args(shlex.split(line.replace("$TABLE", "").replace("$TOKEN", phone.token or "")))
        name, _, value = told.header.partition(": ")
        body = None if told.body is None else told.body.encode()
        answers.append(house.stranger.ask(told.method, told.url, body, {name: value}))
    assert [answer.status for answer in answers] == [201, 200, 200]
    assert answers[-1].json["phase"] == "playing"


def test_the_command_with_all_its_fields_is_accepted(phone: Phone) -> None:
    game = phone.begin()
    (body,) = re.findall(r'^    (\{"revision".*)$', SECTION, re.MULTILINE)
    phone.tell(game, {"do": "lift"})
    for _ in range(6):
        phone.tell(game, {"do": "set_down"})
    assert phone.post(f"{game}/commands", json.loads(body)).json["scores"] == {"Ada": 3, "Ben": 0, "Cem": 0}


def test_it_tells_every_path_and_bound() -> None:
    api = json.loads((Path(__file__).parents[2] / "companion" / "faces" / "web" / "openapi.json").read_text())
    for path, ways in api["paths"].items():
        for method in set(ways) & {"get", "post"}:
            if path != "/api/openapi.json":
                assert f"`{method.upper()} {path.replace('{game}', 'ID')}`" in SECTION
    text = " ".join(SECTION.split())
    for told in (
        f"longer than {BODY_WITHIN:g} s",
        f"over {BURST} requests at once or {REQUESTS:g} a second",
        f"{CONNECTIONS_EACH} connections, all together {CONNECTIONS}",
        f"no whole request within {IDLE:g} s",
        f"nothing for {STALLED:g} s",
        f"every {HEARTBEAT:g} s",
    ):
        assert told in text
