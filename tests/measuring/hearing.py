"""How soon fifty listeners have heard what a phone has told, beside a bare handler of aiohttp with as many."""

from __future__ import annotations

import json
import select
import socket
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.measuring.living import Process, process
from tests.measuring.row import Figures, Row, Under
from tests.measuring.web import asked

if TYPE_CHECKING:
    from collections.abc import Sequence

LISTENERS: Final = 50
COMMANDS: Final = 100
"""With those who come to listen, fewer requests than one address may send at once."""


def _heard() -> Figures:
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        with process("tests.measuring.companion", folder, "bare") as companion:
            game = companion.begin()
            (folder / "answer").write_bytes(companion.ask("GET", game))
            told = json.dumps({"command": {"do": "correct", "set": {"turn": "Ada"}}}).encode()
            ours = _slowest(companion, "/api/events?topics=state", _post(companion, f"{game}/commands", told))
        with process("tests.measuring.bare", folder) as bare:
            return Figures(ours, _slowest(bare, "/events", _post(bare, "/", b"{}")))


def _post(server: Process, path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {server.token}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _slowest(server: Process, path: str, request: bytes) -> float:
    """The longest time from an answer until the last listener has the state after it, s."""
    with ExitStack() as stack:
        ears = []
        for _ in range(LISTENERS):
            ear = stack.enter_context(closing(socket.create_connection(("127.0.0.1", server.port))))
            ear.sendall(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
            ears.append(ear)
        _wait(ears, b'"revision":0,')
        slowest = 0.0
        for revision in range(1, COMMANDS + 1):
            asked(server, request, 1)
            answered = time.monotonic()
            _wait(ears, b'"revision":%d,' % revision)
            slowest = max(slowest, time.monotonic() - answered)
        return slowest


def _wait(ears: Sequence[socket.socket], news: bytes) -> None:
    """Read until each of them has heard it."""
    heard = dict.fromkeys(ears, b"")
    while heard:
        for ear in select.select([*heard], [], [])[0]:
            more = ear.recv(65536)
            assert more, "a listener was sent away"
            heard[ear] += more
            if news in heard[ear]:
                del heard[ear]


ROWS: Final = (
    Row(
        "heard",
        f"a state that one phone entered, from the answer until the last of {LISTENERS} others has it: the slowest of {COMMANDS}",
        "a bare handler of aiohttp, which tells as many the same bytes",
        "s",
        Under(0.2, "s"),
        _heard,
    ),
)
