"""The simulated table is served as a real one is, at the pace of whoever sits before it."""

from __future__ import annotations

import re
import select
import socket
from typing import TYPE_CHECKING

from companion.config import Config
from companion.terminal.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from companion.terminal.view import InView


class Browser:
    """Opens the address that the table tells, and quits once something has come."""

    def __init__(self) -> None:
        self.answer = b""
        self._line: socket.socket | None = None
        self._answered = select.poll()

    def see(self, seen: InView) -> None:
        found = re.search(r"http://localhost:(\d+)(/j/\w+)", seen.address)
        if found and self._line is None:
            self._line = socket.create_connection(("127.0.0.1", int(found[1])))
            self._answered.register(self._line, select.POLLIN)
            self._line.sendall(f"GET {found[2]} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())

    def wait(self, seconds: float, *, for_key: bool) -> tuple[float, list[str]]:  # noqa: ARG002 - quits at any time
        if self._line is not None and self._answered.poll(0):
            self.answer = self._line.recv(10_000)
            self._line.close()
            return seconds, ["q"]
        return seconds, []


def test_a_browser_joins_where_the_simulated_table_says(tmp_path: Path) -> None:
    browser = Browser()
    table = Table(browser, Config(), tmp_path, ("Ada", "Ben"), wall=1_790_000_000.0, port=0)
    table.play(None)
    assert browser.answer.startswith(b"HTTP/1.0 303 ")
    assert b"Set-Cookie: table=" in browser.answer


def test_without_a_port_nothing_is_served(tmp_path: Path) -> None:
    class Guest(Browser):
        looks = 100

        def wait(self, seconds: float, *, for_key: bool) -> tuple[float, list[str]]:  # noqa: ARG002 - as above
            self.looks -= 1
            return seconds, [] if self.looks else ["q"]

    table = Table(Guest(), Config(), tmp_path, ("Ada", "Ben"), wall=1_790_000_000.0)
    table.play(None)
    assert not (tmp_path / "token").exists()
