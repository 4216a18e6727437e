"""The way between a phone and the table: packets can get lost on it, and neither end is told."""

from __future__ import annotations

import selectors
import socket
import threading
from typing import Final, Self

PIECE: Final = 65536


class Relay:
    """Forwards TCP connections to a port of this machine; serves for a ``with``."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._other: dict[socket.socket, socket.socket] = {}
        self._dead: list[socket.socket] = []
        self._lock = threading.Lock()
        self._ends = False
        self._woken, self._waker = socket.socketpair()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._live)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends = True
        self._waker.send(b".")
        self._thread.join()
        for line in (self._listening, self._woken, self._waker, *self._other, *self._dead):
            line.close()
        self._selector.close()

    def lose_all(self) -> None:
        """From now on nothing arrives, at either end of any connection there is, and new ones are not answered."""
        with self._lock:
            self._selector.unregister(self._listening)
            for line in self._other:
                self._selector.unregister(line)
            self._dead += self._other
            self._other.clear()

    def carry(self) -> None:
        """New connections are forwarded again; those that were there stay dead, and look open."""
        with self._lock:
            self._selector.register(self._listening, selectors.EVENT_READ)
        self._waker.send(b".")

    def _live(self) -> None:
        while not self._ends:
            for key, _ in self._selector.select():
                with self._lock:
                    self._take(key.fileobj)

    def _take(self, line: object) -> None:
        assert isinstance(line, socket.socket)
        if line is self._woken:
            line.recv(PIECE)
        elif line is self._listening:
            near, _ = line.accept()
            far = socket.create_connection(("127.0.0.1", self._to))
            for one, other in ((near, far), (far, near)):
                self._other[one] = other
                self._selector.register(one, selectors.EVENT_READ)
        elif line in self._other:
            self._forward(line, self._other[line])

    def _forward(self, line: socket.socket, other: socket.socket) -> None:
        try:
            piece = line.recv(PIECE)
            other.sendall(piece)
        except OSError:
            piece = b""
        if not piece:
            for one in (line, other):
                self._selector.unregister(one)
                del self._other[one]
                one.close()
