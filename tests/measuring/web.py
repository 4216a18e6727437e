"""What serving phones costs beside a bare handler of aiohttp."""

from __future__ import annotations

import socket
import tempfile
import time
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tests.measuring.living import Process, process
from tests.measuring.row import Figures, Row

REQUESTS: Final = 300
"""Fewer than one address may ask for at once."""
WATCHED: Final = 8.0


class Served(NamedTuple):
    """What a server takes."""

    request: float
    """CPU time of one, s."""
    idle: float
    """CPU time of a second in which nobody asks, s."""


def asked(server: Process, request: bytes, times: int) -> list[float]:
    """Send the same on one connection, again and again; returns how long each answer took, s."""
    took = []
    with closing(socket.create_connection(("127.0.0.1", server.port))) as line:
        for _ in range(times):
            began = time.monotonic()
            line.sendall(request)
            received = line.recv(65536)
            head, _, body = received.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 2"), received
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            while len(body) < length:
                body += line.recv(65536)
            took.append(time.monotonic() - began)
    return took


def get(path: str) -> bytes:
    """A request as a script sends it."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def _served(server: Process, path: str) -> Served:
    asked(server, get(path), 20)
    before = server.cpu()
    asked(server, get(path), REQUESTS)
    after = server.cpu()
    time.sleep(WATCHED)
    return Served((after - before) / REQUESTS, (server.cpu() - after) / WATCHED)


@cache
def both() -> tuple[Served, Served]:
    """Ours with a game on, without chips; and aiohttp alone, which gives the same bytes."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        with process("tests.measuring.companion", folder, "bare") as companion:
            path = companion.begin()
            (folder / "answer").write_bytes(companion.ask("GET", path))
            ours = _served(companion, path)
        with process("tests.measuring.bare", folder) as bare:
            return ours, _served(bare, "/")


ROWS: Final = (
    Row(
        "request",
        "a game's state, asked for: CPU time",
        "a bare handler of aiohttp, the same bytes",
        "s",
        None,
        lambda: Figures(*(served.request for served in both())),
    ),
    Row(
        "idle-web",
        "CPU time of a second in which nobody asks, without chips",
        "the same handler",
        "s",
        None,
        lambda: Figures(*(served.idle for served in both())),
    ),
)
