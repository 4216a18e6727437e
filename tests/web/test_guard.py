"""Who may write: whoever has scanned the code; and no page on the internet in their name."""

from __future__ import annotations

import json
import stat
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING

import pytest

from companion.faces.web.bounds import CLIENTS
from companion.faces.web.guard import Budget
from companion.faces.web.tokens import Token, fresh, keep, kept
from tests.web.house import House
from tests.web.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.house import Answer, Phone

LIFT = {"command": {"do": "lift"}}


@pytest.fixture
def named(tmp_path: Path) -> Iterator[House]:
    """A house whose router calls the table cats.example.org."""
    house = House(tmp_path)
    house.name("cats.example.org")
    with house:
        yield house


def cookie_of(answer: Answer) -> str:
    return SimpleCookie(answer.headers["Set-Cookie"])["table"].OutputString().split(";")[0]


@pytest.mark.parametrize("way", ["/J/{}", "/j/{}"])
@pytest.mark.parametrize("small", [False, True])
def test_whoever_scans_the_code_may_write(house: House, phone: Phone, way: str, *, small: bool) -> None:
    game = phone.begin()
    assert phone.token is not None
    stranger = house.stranger
    assert stranger.get("/api/me").json == {"may_write": False}
    joined = stranger.get(way.format(phone.token.lower() if small else phone.token))
    assert (joined.status, joined.headers["Location"]) == (303, "/")
    (morsel,) = SimpleCookie(joined.headers["Set-Cookie"]).values()
    assert (morsel["httponly"], morsel["samesite"], morsel["path"]) == (True, "Lax", "/")
    cookie = cookie_of(joined)
    assert stranger.get("/api/me", Cookie=cookie).json == {"may_write": True}
    assert stranger.post(f"{game}/commands", LIFT, Cookie=cookie).status == 200
    assert stranger.get(joined.headers["Location"]).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer AAAABBBBCCCCDDDD"},
        {"Authorization": "Bearer \xe4\xf6"},
        {"Authorization": "Basic QUFBQTpCQkJC"},
        {"Cookie": "table=AAAABBBBCCCCDDDD"},
        {"Cookie": "table=; other=1"},
    ],
    ids=str,
)
def test_whoever_has_no_token_looks_and_does_not_write(house: House, phone: Phone, headers: dict[str, str]) -> None:
    game = phone.begin()
    stranger = house.stranger
    assert stranger.get(game, **headers).status == 200
    for path in ("/api/games", f"{game}/commands", f"{game}/ask", f"{game}/put-aside", f"{game}/take-up"):
        answer = stranger.post(path, LIFT, **headers)
        assert (answer.status, answer.code) == (401, "no-token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert phone.get(game).json["revision"] == 0


def test_a_wrong_code_joins_nobody(house: House) -> None:
    answer = house.stranger.get("/J/AAAABBBBCCCCDDDD")
    assert (answer.status, answer.code) == (401, "no-token")
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/J/AAAABBBBCCCCDDDD", 401, "Dieser Code gilt an diesem Tisch nicht mehr."),
        ("/evenings/99", 404, "Hier ist nichts."),
        ("/<b>", 404, "Hier ist nichts."),
        ("/new?game=chess", 400, "In dieser Adresse stimmt etwas nicht."),
    ],
)
def test_somebody_with_an_old_code_or_link_is_told_so_in_a_page(
    house: House, path: str, status: int, told: str
) -> None:
    answer = house.stranger.get(path, Accept="text/html,*/*;q=0.8", Accept_Language="de")
    assert (answer.status, answer.headers["Content-Type"]) == (status, "text/html; charset=utf-8")
    page = answer.body.decode()
    assert told in page
    assert 'href="/"' in page
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers


def test_a_script_is_answered_in_json_wherever_it_went_wrong(house: House) -> None:
    assert house.stranger.get("/evenings/99", Accept="*/*").code == "not-found"
    assert house.stranger.get("/api/games/99", Accept="text/html").code == "not-found"


HOSTS = {
    "192.168.178.20:2287": 200,
    "[fe80::1]:2287": 200,
    "localhost": 200,
    "catbox": 200,
    "CATBOX.local": 200,
    "cats.home.arpa.": 200,
    "cats.example.org": 200,
    "Cats.Example.ORG:2287": 200,
    "evil.example.org": 403,
    "cats.example.org.evil.org": 403,
    "192.168.178.20.evil.org": 403,
    "local": 200,
    "": 403,
    "[": 403,
}


@pytest.mark.parametrize("host", HOSTS)
def test_only_under_the_tables_own_names_is_written(named: House, host: str) -> None:
    phone = named.phone
    game = phone.begin()
    with Wire(named.port) as wire:
        body = '{"command": {"do": "lift"}}'
        head = f"POST {game}/commands HTTP/1.1\nHost: {host}\nAuthorization: Bearer {phone.token}\n"
        wire.send(f"{head}Content-Length: {len(body)}\n\n{body}")
        status, told = wire.answer()
    assert status == HOSTS[host], told
    if status == 403:
        assert "names under [web]" in str(told)


def test_who_does_not_say_whom_it_asks_writes_nothing(house: House, phone: Phone) -> None:
    game = phone.begin()
    with Wire(house.port) as wire:
        wire.send(f"POST {game}/commands HTTP/1.0\nAuthorization: Bearer {phone.token}\nContent-Length: 2\n\n{{}}")
        status, told = wire.answer()
    assert status == 403
    assert "no Host header" in str(told)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("GET /api/games HTTP/1.1\nHost: localhost\nConnection: close\nExpect: miracles\n\n", 417),
        ("no HTTP at all\n\n", 400),
        ("GET /api/games HTTP/1.1\nHost: localhost\nContent-Length: x\n\n", 400),
        ("GET /api/games HTTP/9\n\n", 400),
        ("\x16\x03\x01\n\n", 400),
    ],
)
def test_what_no_client_should_send_is_answered_like_all_else_and_tells_no_version(
    house: House, sent: str, status: int
) -> None:
    with Wire(house.port) as wire:
        wire.send(sent)
        head, _, body = wire.rest().partition(b"\r\n\r\n")
    assert head.split()[1] == str(status).encode()
    assert json.loads(body)["error"]["code"] == "bad-request"
    assert b"Server: companion\r\n" in head
    assert b"aiohttp" not in head + body


def test_a_body_that_waits_to_be_asked_for_is_asked_for(phone: Phone) -> None:
    game = phone.begin()
    assert phone.post(f"{game}/commands", LIFT, Expect="100-continue").status == 200


@pytest.mark.parametrize(
    ("token", "length", "status"), [("AAAABBBBCCCCDDDD", 20, 401), ("", 20, 401), (None, 10_000_000, 413)]
)
def test_a_body_that_nobody_would_read_is_not_asked_for(
    house: House, phone: Phone, token: str | None, length: int, status: int
) -> None:
    game = phone.begin()
    with Wire(house.port) as wire:
        head = f"Host: localhost\nAuthorization: Bearer {phone.token if token is None else token}"
        wire.send(f"POST {game}/commands HTTP/1.1\n{head}\nContent-Length: {length}\nExpect: 100-continue\n\n")
        assert wire.answer()[0] == status


def test_an_address_as_the_target_goes_before_the_host(house: House, phone: Phone) -> None:
    game = phone.begin()
    for place, status in {"evil.example.org": 403, "localhost": 200, "[fe80::1]:2287": 200}.items():
        with Wire(house.port) as wire:
            head = f"Host: localhost\nAuthorization: Bearer {phone.token}\nContent-Length: 31"
            wire.send(f'POST http://{place}{game}/commands HTTP/1.1\n{head}\n\n{{"command": {{"do": "set_down"}}}}')
            answer = wire.answer()
            assert answer[0] == status, (place, answer)


ORIGINS = {
    "http://{}": 200,
    "http://localhost:1": 403,
    "http://evil.example.org": 403,
    "https://{}": 200,
    "null": 403,
    "": 403,
    "file://": 403,
    "http://[::1": 403,
    "http://{}/": 403,
}


@pytest.mark.parametrize("origin", ORIGINS)
def test_no_other_page_writes_in_a_phones_name(house: House, phone: Phone, origin: str) -> None:
    game = phone.begin()
    cookie = f"table={phone.token}"
    sent = origin.format(f"127.0.0.1:{house.port}")
    answer = house.stranger.post(f"{game}/commands", LIFT, Cookie=cookie, Origin=sent)
    assert answer.status == ORIGINS[origin], answer
    assert house.stranger.get(game, Origin=sent).status == 200


@pytest.mark.parametrize("path", ["/api/games", "/api/games/1/commands", "/api/settings", "/api/token"])
def test_whatever_can_be_written_no_other_page_writes_it(house: House, phone: Phone, path: str) -> None:
    answer = house.stranger.post(path, {}, Cookie=f"table={phone.token}", Origin="http://evil.example.org")
    assert (answer.status, answer.code) == (403, "foreign")
    assert house.phone.token == phone.token


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/events", "/api/screen.png", "/nowhere", "/J/x"])
def test_every_answer_closes_what_a_browser_leaves_open(house: House, path: str) -> None:
    headers = house.stranger.ask("HEAD", path, None, {}).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "aiohttp" not in headers["Server"]


def test_the_token_outlives_a_restart_and_is_its_owners_alone(house: House, phone: Phone) -> None:
    file = house.folder / "token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    house.restart()
    assert house.phone.token == phone.token
    assert house.phone.begin()


def test_a_new_token_sends_all_phones_away(house: House, phone: Phone) -> None:
    game = phone.begin()
    house.do(lambda daemon: daemon.network.renew_token())
    assert phone.tell(game, {"do": "lift"}).status == 401
    assert house.phone.token != phone.token
    assert house.phone.tell(game, {"do": "lift"}).status == 200


def test_whoever_asks_for_another_code_keeps_writing(house: House, phone: Phone) -> None:
    game = phone.begin()
    answer = house.stranger.post("/api/token", Cookie=f"table={phone.token}")
    assert answer.json == {"token": house.phone.token} != {"token": phone.token}
    assert phone.tell(game, {"do": "lift"}).status == 401
    assert house.stranger.post(f"{game}/commands", LIFT, Cookie=cookie_of(answer)).status == 200
    house.restart()
    assert house.phone.tell(game, {"do": "set_down"}).status == 200


def test_whoever_may_only_look_gets_no_other_code(house: House, phone: Phone) -> None:
    assert house.stranger.post("/api/token").status == 401
    assert house.phone.token == phone.token


@pytest.mark.parametrize("found", [b"", b"short", b"\xff" * 30, b"abcd" * 4, b"A" * 100_000])
def test_what_is_no_token_is_replaced(tmp_path: Path, found: bytes) -> None:
    (tmp_path / "token").write_bytes(found)
    token = fresh()
    assert kept(tmp_path, token) == token
    assert kept(tmp_path, fresh()) == token


def test_a_draft_that_a_power_cut_left_is_in_nobodys_way(tmp_path: Path) -> None:
    token = fresh()
    (tmp_path / "token.new").write_text("half")
    (tmp_path / "token.new").chmod(0o644)
    keep(tmp_path, token)
    assert kept(tmp_path, fresh()) == token
    assert [path.name for path in tmp_path.iterdir()] == ["token"]


def test_no_two_tables_have_the_same_token() -> None:
    tokens = {fresh() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(Token(token).matches(token.lower()) for token in tokens)


def test_a_client_that_asks_too_often_waits_and_the_others_do_not() -> None:
    now = 0.0
    budget = Budget(lambda: now, rate=10.0, burst=3.0)
    assert [budget.spend("child") for _ in range(4)] == [0.0, 0.0, 0.0, pytest.approx(0.1)]
    assert budget.spend("ada") == 0.0
    now = 0.1
    assert budget.spend("child") == 0.0
    now = 100.0
    assert [budget.spend("child") > 0 for _ in range(4)] == [False, False, False, True]


def test_a_thousand_addresses_cost_no_memory() -> None:
    budget = Budget(lambda: 0.0, rate=1.0, burst=1.0)
    assert budget.spend("ada") == 0.0
    for number in range(CLIENTS - 1):
        budget.spend(str(number))
    assert budget.spend("ada") > 0.0
    for number in range(CLIENTS):
        budget.spend(str(number))
    assert budget.spend("ada") == 0.0
