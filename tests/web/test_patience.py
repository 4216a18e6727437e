"""What the server does with time: hung disks, slow senders, deaf listeners, taken ports. In virtual time, on real sockets."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from companion.config import Config
from companion.faces.web.bounds import BODY_WITHIN, BURST, CONNECTIONS_EACH, HEARTBEAT, IDLE, STALLED
from companion.network import LOOK_AGAIN
from companion.schema import Web
from tests.playing import play
from tests.web.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.scenario.stage import Stage

MOMENT = 0.05
"""In which a request is read and answered, s: the sensor's samples let the loop come round 5 times a second."""


def until(stage: Stage, is_so: Callable[[], bool], within: float = 60.0) -> None:
    """Let time pass until something is so."""
    deadline = stage.clock.monotonic() + within
    while not is_so():
        assert stage.clock.monotonic() < deadline, "it never was so"
        stage.clock.sleep(MOMENT)


@pytest.fixture
def served(stage: Stage) -> Stage:
    """A table in virtual time that is served, with a game on."""
    stage.port = 0
    play(stage, "game katz-schmaus Ada Ben Cem")
    until(stage, lambda: stage.daemon.network.port is not None)
    return stage


def port(stage: Stage) -> int:
    assert stage.daemon.network.port is not None
    return stage.daemon.network.port


def told(stage: Stage, command: str = '{"do": "lift"}', key: str = "k1") -> str:
    """A request that enters a command."""
    body = f'{{"command": {command}, "key": "{key}"}}'
    token = (stage.folder / "token").read_text().strip()
    head = f"POST /api/games/1/commands HTTP/1.1\nHost: localhost\nAuthorization: Bearer {token}"
    return f"{head}\nContent-Length: {len(body)}\n\n{body}"


def aside(stage: Stage) -> str:
    """A request that puts the game aside."""
    token = (stage.folder / "token").read_text().strip()
    return (
        f"POST /api/games/1/put-aside HTTP/1.1\nHost: localhost\nAuthorization: Bearer {token}\nContent-Length: 0\n\n"
    )


def status(stage: Stage) -> str | None:
    return stage.daemon.health.status("network")


@pytest.mark.parametrize("trouble", ["slow 30s", "full", "read-only", "locked"])
def test_what_is_not_on_disk_in_time_is_told_kept_and_saved_later(served: Stage, trouble: str) -> None:
    play(served, f"fault disk {trouble}")
    with Wire(port(served)) as wire:
        wire.send(told(served))
        served.clock.sleep(7.0)
        code, answer = wire.answer()
        assert code == 503
        error, state = answer["error"], answer["state"]
        assert isinstance(error, dict) and isinstance(state, dict)
        assert error["code"] == "not-saved"
        assert "revision 1" in error["message"]
        assert state["phase"] == "playing"
    play(served, "heal disk\nwait 40s")
    with Wire(port(served)) as wire:
        wire.send(told(served))
        served.clock.sleep(1.0)
        assert wire.answer() == (200, state)
    play(served, "expect revision 1\npower-cut\nexpect revision 1")


def test_a_key_that_was_accepted_is_answered_alike_though_its_game_is_put_aside_unsaved(served: Stage) -> None:
    play(served, "fault disk full")
    answers = []
    with Wire(port(served)) as wire:
        for request in (told(served), aside(served), told(served)):
            wire.send(request)
            served.clock.sleep(7.0)
            answers.append(wire.answer())
    first, left, again = answers
    assert (first[0], left[0]) == (503, 503)
    assert again == first
    play(served, "heal disk\nwait 40s")
    with Wire(port(served)) as wire:
        wire.send(told(served))
        served.clock.sleep(1.0)
        assert wire.answer() == (200, first[1]["state"])


def test_a_head_that_never_ends_is_not_waited_for(served: Stage) -> None:
    with Wire(port(served)) as slow, Wire(port(served)) as silent:
        slow.send("GET /api/health HTTP/1.1\nHost: ")
        for _ in range(int(IDLE) + 2):
            served.clock.sleep(1.0)
        assert slow.rest() == silent.rest() == b""


def test_a_body_that_never_ends_is_not_waited_for(served: Stage) -> None:
    with Wire(port(served)) as wire:
        wire.send(told(served)[:-5])
        served.clock.sleep(BODY_WITHIN + 3.0)
        code, answer = wire.answer()
        assert code == 408
        assert answer["error"] == {"code": "too-slow", "message": "the body did not arrive within 10 s: send it again"}
        wire.rest()
    play(served, "expect revision 0")


def test_a_listener_hears_in_a_silence_that_the_table_is_still_there(served: Stage) -> None:
    play(served, "wait 1min")
    with Wire(port(served)) as wire:
        wire.listen_later(topics="state,health")
        served.clock.sleep(HEARTBEAT + 2.0)
        wire.listening()
        for _ in range(2):
            wire.event()
        assert wire.comment() == "still here"


def test_a_listener_that_takes_nothing_in_is_dropped(served: Stage) -> None:
    with Wire(port(served), room=4096) as deaf:
        deaf.listen_later()
        served.clock.sleep(1.0)
        # Never the same twice, so each is another state and another picture.
        for number in range(300):
            play(served, f'command {{"do": "correct", "set": {{"bowls.Ada": {number % 9}}}}}')
        served.clock.sleep(STALLED + 2.0)
        # What it had room for, and then the end.
        assert deaf.rest().count(b"event: state") < 300


def test_whoever_asks_too_often_is_told_so_and_may_again_a_second_later(served: Stage) -> None:
    with Wire(port(served)) as wire:
        wire.send("GET /api/me HTTP/1.1\nHost: localhost\n\n" * (3 * BURST))
        served.clock.sleep(1.0)
        codes = []
        for _ in range(3 * BURST):
            code, answer = wire.answer()
            codes.append(code)
            assert (code == 429) == ("error" in answer)
        assert codes[:BURST] == [200] * BURST
        assert 429 in codes
        served.clock.sleep(1.0)
        wire.send("GET /api/me HTTP/1.1\nHost: localhost\n\n")
        served.clock.sleep(1.0)
        assert wire.answer() == (200, {"may_write": False})


@pytest.mark.parametrize(
    ("fault", "path", "times", "status"),
    [("", "/nowhere", 3 * BURST, 429), ("fault disk slow 30s", "/evenings", 1, 503)],
)
def test_a_browser_is_told_in_a_page_how_long_to_wait(
    served: Stage, fault: str, path: str, times: int, status: int
) -> None:
    play(served, fault)
    with Wire(port(served)) as other, Wire(port(served)) as browser:
        if fault:
            other.send(told(served))
        asked = f"GET {path} HTTP/1.1\nHost: localhost\nAccept: text/html\n"
        browser.send(f"{asked}\n" * (times - 1) + f"{asked}Connection: close\n\n")
        served.clock.sleep(7.0)
        answers = browser.rest().split(b"HTTP/1.1 ")
    head, _, page = next(each for each in answers if each.startswith(str(status).encode())).partition(b"\r\n\r\n")
    assert b"Content-Type: text/html" in head and b"Retry-After: " in head
    assert b'href="/"' in page


def test_one_client_gets_no_more_connections_than_there_are_for_all(served: Stage) -> None:
    wires = [Wire(port(served)) for _ in range(CONNECTIONS_EACH + 5)]
    try:
        served.clock.sleep(1.0)
        for wire in wires[CONNECTIONS_EACH:]:
            assert wire.rest() == b""
        wires[0].send("GET /api/me HTTP/1.1\nHost: localhost\n\n")
        served.clock.sleep(1.0)
        assert wires[0].answer()[0] == 200
    finally:
        for wire in wires:
            wire.close()


def test_a_port_that_another_program_has_is_told_and_taken_as_soon_as_it_is_free(stage: Stage) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        stage.port = other.getsockname()[1]
        play(stage, "game katz-schmaus Ada Ben")
        until(stage, lambda: status(stage) is not None)
        (trouble,) = stage.daemon.health.troubles
        assert (trouble.part, trouble.status) == ("network", "degraded")
        assert f"port {stage.port}" in trouble.why
        assert "[web]" in trouble.cure
        play(stage, 'command {"do": "lift"}\nexpect phase playing')
    stage.clock.sleep(LOOK_AGAIN + 1.0)
    assert port(stage) == stage.port
    with Wire(port(stage)) as wire:
        wire.send("GET /api/games/1 HTTP/1.1\nHost: localhost\n\n")
        stage.clock.sleep(1.0)
        assert wire.answer()[1]["phase"] == "playing"


def test_an_address_that_is_not_this_machines_is_told(stage: Stage) -> None:
    stage.config, stage.port = Config(web=Web(host="192.0.2.1")), 2287
    play(stage, "game katz-schmaus Ada Ben")
    until(stage, lambda: status(stage) is not None)
    (trouble,) = stage.daemon.health.troubles
    assert "192.0.2.1" in trouble.why


def test_a_stop_while_phones_wait_takes_less_than_two_seconds(served: Stage) -> None:
    play(served, "fault disk slow 30s\nfault bus locked")
    with ExitStack() as phones:
        waiting, half, *listening = (phones.enter_context(Wire(port(served))) for _ in range(12))
        waiting.send(told(served))
        half.send("POST /api/games HTTP/1.1\nHost: localhost\nContent-Length: 99\n\n{")
        for wire in listening:
            wire.listen_later()
        served.clock.sleep(1.0)
        began = served.clock.monotonic()
        served.stop()
        assert served.clock.monotonic() - began < 2.0
        listening[0].rest()


def test_a_token_that_cannot_be_kept_yet_is_kept_later(stage: Stage) -> None:
    stage.port = 0
    token = stage.folder / "token"
    play(stage, "fault disk slow 20s for 1s\ngame katz-schmaus Ada Ben")
    until(stage, lambda: stage.daemon.network.port is not None)
    assert stage.daemon.network.address is None
    assert not token.exists()
    stage.clock.sleep(20.0 + LOOK_AGAIN)
    assert token.is_file()
    assert stage.daemon.network.address is not None


def test_what_is_no_file_and_has_the_tokens_name_is_put_aside(stage: Stage) -> None:
    stage.port = 0
    token = stage.folder / "token"
    token.mkdir()
    play(stage, "game katz-schmaus Ada Ben")
    until(stage, lambda: stage.daemon.network.port is not None)
    assert token.is_file()
    assert (stage.folder / "token-kept-1").is_dir()
