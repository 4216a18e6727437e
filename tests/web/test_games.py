"""Games over HTTP: what a phone may tell and ask, and how it is answered."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.house import House, Phone

LIFT = {"do": "lift"}


def bowl(player: str, treats: int) -> dict[str, object]:
    return {"do": "correct", "set": {f"bowls.{player}": treats}}


def test_a_turn_is_played_by_phone(phone: Phone) -> None:
    game = phone.begin()
    for command in (LIFT, {"do": "call", "player": "Ben"}):
        assert phone.tell(game, command).status == 200
    answer = phone.tell(game, {"do": "result", "in_box": 2, "to": "Ben"})
    assert answer.json["scores"] == {"Ada": 0, "Ben": 2, "Cem": 0}
    shown = phone.get(game).json
    assert shown.pop("saved") == 3
    assert shown == answer.json


@pytest.mark.parametrize("game", ["katz-schmaus", "katz-fatz", "mad-cat-sad-cat", "fat-cats"])
def test_every_game_can_be_begun_and_looked_at(phone: Phone, game: str) -> None:
    path = phone.begin(game)
    assert phone.get(path).json["game"] == game


def test_who_begins_is_drawn_by_the_box(phone: Phone) -> None:
    header: dict[str, object] = {"game": "katz-schmaus", "players": ["Ada ", "Ben", "Cem"], "options": {"treats": 4}}
    drawn = set()
    for _ in range(12):
        begun = phone.post("/api/games?first=by-lot", header).json
        options, players = begun["options"], begun["players"]
        assert isinstance(options, dict) and isinstance(players, list) and options["treats"] == 4
        assert begun["turn"] == options["first"] and options["first"] in players
        drawn.add(options["first"])
        assert phone.tell(f"/api/games/{begun['id']}", {"do": "abandon"}).status == 200
    # The simulated box's chance begins with the same seed every time.
    assert len(drawn) == 3
    for first, options in (("Ben", {}), ("by-lot", {"first": "Ben"})):
        assert phone.post(f"/api/games?first={first}", {**header, "options": options}).code == "bad-command"


def test_one_game_is_on_and_another_waits_until_it_is_over_or_put_aside(phone: Phone) -> None:
    first = phone.begin()
    phone.tell(first, LIFT)
    header = {"game": "fat-cats", "players": ["Dan", "Eve", "Flo"]}
    refused = phone.post("/api/games", header)
    assert (refused.status, refused.code) == (422, "not-now")
    aside = phone.post(f"{first}/put-aside")
    assert (aside.status, aside.json["revision"]) == (200, 1)
    second = phone.begin("fat-cats", "Dan", "Eve", "Flo")
    refused = phone.tell(first, {"do": "set_down"})
    assert (refused.status, refused.code) == (422, "not-now")
    assert f"{first}/take-up" in refused.message
    assert phone.post(f"{first}/take-up").code == "not-now"
    assert phone.tell(second, {"do": "abandon"}).status == 200
    assert phone.post(f"{first}/take-up").json["phase"] == "playing"
    assert phone.tell(first, {"do": "set_down"}).json["phase"] == "rest"


def test_putting_aside_and_taking_up_twice_is_answered_alike(phone: Phone) -> None:
    game = phone.begin()
    for way in ("put-aside", "take-up"):
        first, again = phone.post(f"{game}/{way}"), phone.post(f"{game}/{way}")
        assert (first.status, again.status) == (200, 200)
        assert first.json == again.json


def test_a_finished_game_stays_on_the_table_and_can_be_reopened(phone: Phone) -> None:
    game = phone.begin()
    phone.tell(game, LIFT)
    assert phone.tell(game, {"do": "finish"}).json["over"] is True
    assert phone.tell(game, {"do": "undo"}).json["phase"] == "playing"


def test_the_list_has_the_newest_first_and_goes_on_where_it_ended(phone: Phone) -> None:
    for _ in range(3):
        phone.tell(phone.begin(), {"do": "finish"})
    games = json.loads(phone.get("/api/games").body)
    assert [(game["id"], game["on"], game["over"]) for game in games] == [
        (3, True, True),
        (2, False, True),
        (1, False, True),
    ]
    assert games[0]["players"] == ["Ada", "Ben", "Cem"]
    assert [game["id"] for game in json.loads(phone.get("/api/games?limit=1&before=3").body)] == [2]


def test_the_history_says_who_told_what_when_and_what_was_taken_back(phone: Phone) -> None:
    game = phone.begin()
    phone.tell(game, LIFT, who="Ben")
    phone.tell(game, {"do": "undo"})
    history = json.loads(phone.get(f"{game}/history").body)
    assert [(line["who"], line["source"], line["what"]["do"], line["counts"]) for line in history] == [
        ("Ben", "phone", "lift", False),
        (None, "phone", "undo", False),
    ]
    assert history[0]["when"].endswith("Z")


def test_the_referee_answers_in_any_game(phone: Phone) -> None:
    game = phone.begin("mad-cat-sad-cat")
    asked = phone.post(f"{game}/ask", {"ask": "share", "vps": 5, "moochers": 2})
    assert (asked.status, asked.json["answer"]) == (200, [2, 1])
    phone.post(f"{game}/put-aside")
    assert phone.post(f"{game}/ask", {"ask": "share", "vps": 5, "moochers": 2}).json == asked.json


def test_what_somebody_else_wrote_since_is_not_overwritten_and_the_state_is_told(phone: Phone) -> None:
    game = phone.begin()
    phone.tell(game, bowl("Ada", 3), who="Ben")
    late = phone.tell(game, bowl("Ada", 5), revision=0)
    assert (late.status, late.code) == (409, "stale")
    assert "Ben" in late.message
    state = late.json["state"]
    assert isinstance(state, dict)
    assert state["scores"]["Ada"] == 3
    assert phone.tell(game, bowl("Ben", 5), revision=0).status == 200


def test_the_same_key_is_entered_once_and_answered_alike_also_after_a_restart(house: House, phone: Phone) -> None:
    game = phone.begin()
    first = phone.tell(game, LIFT, key="k1", revision=0)
    phone.tell(game, {"do": "set_down"})
    assert phone.tell(game, LIFT, key="k1", revision=0) == first._replace(
        headers=phone.tell(game, LIFT, key="k1").headers
    )
    house.restart()
    again = house.phone.tell(game, LIFT, key="k1", revision=0)
    assert (again.status, again.body) == (200, first.body)
    assert house.phone.get(game).json["revision"] == 2
    other = house.phone.tell(game, {"do": "call"}, key="k1")
    assert (other.status, other.code) == (400, "bad-command")
    assert "k1" in other.message


def test_a_key_is_known_though_the_game_is_put_aside(phone: Phone) -> None:
    game = phone.begin()
    first = phone.tell(game, LIFT, key="k1")
    phone.post(f"{game}/put-aside")
    assert phone.tell(game, LIFT, key="k1").body == first.body
    assert phone.tell(game, {"do": "call"}, key="k1").code == "bad-command"
    refused = phone.tell(game, LIFT, key="k2")
    assert (refused.code, refused.json["state"]) == ("not-now", phone.get(game).json)


REFUSED = {
    "unknown-player": {"do": "call", "player": "Eve"},
    "not-now": {"do": "void"},
    "illegal": {"do": "call", "player": "Ada"},
    "nothing-to-undo": {"do": "undo"},
    "nothing-to-redo": {"do": "redo"},
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_says_why(phone: Phone, code: str) -> None:
    answer = phone.tell(phone.begin(), REFUSED[code])
    assert (answer.status, answer.code) == (422, code)
    assert answer.message


BAD_BODIES = [
    pytest.param(b"", "not JSON", id="nothing"),
    pytest.param(b"{", "not JSON", id="half"),
    pytest.param(b"[1]", "the body: one JSON object is wanted, as in {...}, but here stands [1]", id="a list"),
    pytest.param(b'"lift"', "one JSON object", id="a text"),
    pytest.param(b'{"do": "lift"}', 'the field "do" is not known', id="the command alone"),
    pytest.param(b"{}", "command is missing", id="no command"),
    pytest.param(b'{"command": "lift"}', 'command is "lift"', id="a word as the command"),
    pytest.param(b'{"command": null}', "command is null", id="null as the command"),
    pytest.param(b'{"command": {"do": "lift"}, "x": 1}', 'the field "x"', id="an unknown field"),
    pytest.param(b'{"command": {"do": "lift"}, "revision": "0"}', 'revision is "0"', id="a revision in quotes"),
    pytest.param(b'{"command": {"do": "lift"}, "revision": -1}', "revision is -1", id="a revision below 0"),
    pytest.param(b'{"command": {"do": "lift"}, "revision": 1.0}', "revision is 1.0", id="a revision with a point"),
    pytest.param(b'{"command": {"do": "lift"}, "revision": true}', "revision is true", id="true as the revision"),
    pytest.param(
        b'{"command": {"do": "lift"}, "key": ""}',
        'key is "", but must be text of 1 to 100 characters',
        id="an empty key",
    ),
    pytest.param(b'{"command": {"do": "lift"}, "key": 7}', "key is 7", id="a number as the key"),
    pytest.param(b'{"command": {"do": "lift"}, "key": null}', "key is null", id="null as the key"),
    pytest.param(b'{"command": {"do": "lift"}, "who": "\\u0007"}', "who is", id="a bell as the name"),
    pytest.param(b'{"command": {"do": "lift"}, "command": {}}', "stands twice", id="a field twice"),
    pytest.param(b'{"command": {"do": "lift", "treats": NaN}}', "NaN", id="not a number"),
    pytest.param(b'{"command": {"do": "lift", "treats": 1e999}}', "treats", id="more than there is"),
    pytest.param(b'{"command": {"do": "lift", "treats": 3.0}}', "treats is 3.0", id="a number with a point"),
    pytest.param(b'{"command": {"do": "lfit"}}', '"lfit" is not known', id="an unknown verb"),
    pytest.param(b'{"command": {}}', '"do"', id="no verb"),
    pytest.param(b'{"command": {"do": ["lift"]}}', '["lift"]', id="a list as the verb"),
    pytest.param(b'{"command": {"do": "\xff"}}', "UTF-8", id="no UTF-8"),
    pytest.param(b'{"command": ' + b"[" * 2000 + b"]" * 2000 + b"}", "nested", id="nested deeply"),
    pytest.param(b'{"command": {"do": "\\ud800"}}', "surrogate", id="half a character"),
]


@pytest.mark.parametrize(("sent", "why"), BAD_BODIES)
def test_what_is_malformed_is_told_with_its_place(phone: Phone, sent: bytes, why: str) -> None:
    game = phone.begin()
    answer = phone.post(f"{game}/commands", sent)
    assert (answer.status, answer.code) == (400, "bad-command"), answer
    assert why in answer.message
    assert phone.get(game).json["revision"] == 0


def test_a_body_that_is_too_large_or_compressed_is_not_read(phone: Phone) -> None:
    game = phone.begin()
    assert phone.post(f"{game}/commands", b" " * 65537).status == 413
    assert phone.post(f"{game}/commands", b" " * 65536).status == 400
    packed = phone.post(f"{game}/commands", b"\x1f\x8b", Content_Encoding="gzip")
    assert (packed.status, packed.code) == (400, "bad-command")


@pytest.mark.parametrize(
    "header", [{}, {"game": "chess", "players": ["Ada", "Ben"]}, {"game": "fat-cats", "players": 3}]
)
def test_a_header_that_is_none_begins_nothing(phone: Phone, header: object) -> None:
    assert phone.post("/api/games", header).code == "bad-command"
    assert phone.get("/api/games").body == b"[]"


@pytest.mark.parametrize("number", ["7", "0", "-1", "x", "1.5", "%D9%A3", "99999999999999999999", "%00"])
def test_a_game_that_is_not_there_is_not_found(phone: Phone, number: str) -> None:
    path = f"/api/games/{number}"
    for answer in (phone.get(path), phone.get(f"{path}/history"), phone.get(f"{path}/export"), phone.tell(path, LIFT)):
        assert (answer.status, answer.code) == (404, "not-found")


def test_a_game_that_was_begun_with_its_journal_open_has_no_number_below_0(phone: Phone) -> None:
    phone.begin()
    assert phone.get("/api/games/-1").code == "not-found"


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=" + "1000".zfill(19),
        "limit=x",
        "before=-1",
        "before=" + "9" * 5000,
        "page=2",
        "limit=1&limit=2",
    ],
)
def test_a_list_that_cannot_be_is_refused(phone: Phone, query: str) -> None:
    answer = phone.get(f"/api/games?{query}")
    assert (answer.status, answer.code) == (400, "bad-command")
    assert query.partition("=")[0] in answer.message


ELSEWHERE = [
    ("GET", "/api", 404),
    ("GET", "/api/games/", 404),
    ("GET", "/favicon.ico", 404),
    ("POST", "/nowhere", 404),
    ("PUT", "/api/games", 405),
    ("DELETE", "/api/games/1", 405),
    ("OPTIONS", "/api/games", 405),
    ("PATCH", "/api/events", 405),
    ("GET", "/api/games/1/commands", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), ELSEWHERE)
def test_what_is_not_there_is_told_in_the_same_form(phone: Phone, method: str, path: str, status: int) -> None:
    answer = phone.ask(method, path, None, {})
    assert answer.status == status
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert answer.code == {404: "not-found", 405: "bad-method"}[status]
    assert (status == 405) == ("Allow" in answer.headers)


@pytest.mark.parametrize("path", ["/api/games", "/api/health", "/api/events", "/api/screen.png", "/api/openapi.json"])
def test_a_head_is_a_get_without_its_body(phone: Phone, path: str) -> None:
    answer = phone.ask("HEAD", path, None, {})
    assert (answer.status, answer.body) == (200, b"")


def test_a_told_body_where_nothing_is_to_be_told_is_refused(phone: Phone) -> None:
    game = phone.begin()
    assert phone.post(f"{game}/put-aside", {"for": "now"}).code == "bad-command"
    assert phone.post(f"{game}/put-aside", {}).status == 200
