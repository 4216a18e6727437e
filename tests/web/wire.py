"""A bare connection, for what no well-behaved client would do; and a reader of server-sent events."""

from __future__ import annotations

import json
import socket
from typing import NamedTuple, Self

LONG = 60.0
"""When to give up waiting, s."""


class Event(NamedTuple):
    """What a listener was told."""

    topic: str
    data: object


class Wire:
    """A connection to a table; closed at the end of a ``with``."""

    def __init__(self, port: int, *, room: int | None = None) -> None:
        """``room`` is what the kernel takes in for somebody who does not read, bytes."""
        self._line = socket.socket()
        if room is not None:
            self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self._line.settimeout(LONG)
        self._line.connect(("127.0.0.1", port))
        self._read = self._line.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._read.close()
        self._line.close()

    def send(self, text: str) -> None:
        """Send lines, which end as HTTP wants it."""
        self._line.sendall(text.replace("\n", "\r\n").encode())

    def answer(self) -> tuple[int, dict[str, object]]:
        """The status and the body of the next answer."""
        status = int(self._read.readline().split()[1])
        length = 0
        while (header := self._read.readline().strip()) != b"":
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body: dict[str, object] = json.loads(self._read.read(length))
        return status, body

    def listen(self, *, topics: str | None = None, **headers: str) -> None:
        """Ask for events, of these topics if some are named, and wait until the first are under way."""
        self.listen_later(topics=topics, **headers)
        self.listening()

    def listen_later(self, *, topics: str | None = None, **headers: str) -> None:
        """Ask for events."""
        query = "" if topics is None else f"?topics={topics}"
        more = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in headers.items())
        self.send(f"GET /api/events{query} HTTP/1.0\nHost: localhost\n{more}\n")

    def listening(self) -> None:
        """Wait until the first events are under way."""
        assert self._read.readline().split()[1] == b"200"
        while self._read.readline().strip():
            pass

    def event(self, topic: str | None = None) -> Event:
        """The next event, of this topic if one is named. Raises ConnectionResetError if the other end hangs up."""
        while True:
            fields: dict[bytes, bytes] = {}
            while line := self._next_line():
                name, _, value = line.partition(b": ")
                fields[name] = value
            if b"data" in fields and topic in (None, fields[b"event"].decode()):
                return Event(fields[b"event"].decode(), json.loads(fields[b"data"]))

    def _next_line(self) -> bytes:
        line = self._read.readline()
        if not line.endswith(b"\n"):
            raise ConnectionResetError("the other end hung up")
        return line.strip()

    def comment(self) -> str:
        """The next comment, with nothing but silence before it."""
        while not (line := self._read.readline().decode().strip()):
            pass
        assert line.startswith(": ")
        return line.removeprefix(": ")

    def state(self, revision: int) -> dict[str, object]:
        """The first state of at least this revision."""
        while True:
            _, state = self.event("state")
            if isinstance(state, dict) and state["revision"] >= revision:
                return state

    def has_heard(self, revision: int) -> bool:
        """Whether a state of at least this revision is here already; what came before it is passed over."""
        self._line.setblocking(False)
        try:
            return self.state(revision)["revision"] == revision
        except BlockingIOError:
            return False
        finally:
            self._line.settimeout(LONG)

    def box(self) -> dict[str, object]:
        """What is told of the box next."""
        box = self.event("box").data
        assert isinstance(box, dict)
        return box

    def revision(self) -> int:
        """That of the next state."""
        state = self.event("state").data
        assert isinstance(state, dict)
        return int(state["revision"])

    def rest(self) -> bytes:
        """All that still comes until the other end hangs up."""
        try:
            return self._read.read()
        except ConnectionResetError:
            return b""
