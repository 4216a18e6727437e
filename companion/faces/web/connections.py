"""Connections that are few, and that end by themselves when nobody is at the other end."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from typing import TYPE_CHECKING

from aiohttp import web

from companion.faces.web.bounds import CONNECTIONS, CONNECTIONS_EACH, IDLE, LINGER, STALLED
from companion.faces.web.errors import HEADERS, failed
from companion.faces.web.guard import household

if TYPE_CHECKING:
    from aiohttp.web_request import BaseRequest


class Connections:
    """Makes the connections of a server, and counts them."""

    def __init__(self, server: web.Server) -> None:
        self._server = server
        self._open: Counter[str] = Counter()

    def __call__(self) -> Connection:
        return Connection(self._server, self)

    def enter(self, client: str) -> bool:
        """Whether one more of this client is taken; if so, it has to ``leave``."""
        if self._open.total() >= CONNECTIONS or self._open[client] >= CONNECTIONS_EACH:
            return False
        self._open[client] += 1
        return True

    def leave(self, client: str) -> None:
        """One less."""
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]


class Connection(web.RequestHandler):
    """One connection, within its bounds."""

    __slots__ = ("_among", "_client")

    def __init__(self, server: web.Server, among: Connections) -> None:
        # aiohttp's idle time also ends a head that never gets complete: it counts from the last whole request.
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=IDLE,
            lingering_time=LINGER,
            auto_decompress=False,
        )
        self._among = among
        self._client: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        client = household(peer[0] if peer else "")
        if not self._among.enter(client):
            assert isinstance(transport, asyncio.Transport)
            transport.abort()
            return
        self._client = client
        # Who reads no answers any more is given up by the kernel.
        line: socket.socket = transport.get_extra_info("socket")
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(STALLED * 1000))
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        if self._client is not None:
            self._among.leave(self._client)
            self._client = None
        super().connection_lost(exc)

    def log_access(self, request: BaseRequest, response: web.StreamResponse, time: float | None) -> None:
        """Nothing: who asked for what wears out a card, and is nobody's business."""

    def handle_error(
        self, request: BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Answer what is no HTTP in the same form as all else, without a word in the log for each."""
        if status >= 500:
            self.log_exception("a request has failed", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError("half an answer was sent already")
        why = (message or "it cannot be answered").splitlines()[0].rstrip(":")
        response = failed(status, "bad-request", f"this is no HTTP that is understood here: {why}")
        response.headers.update(HEADERS)
        response.force_close()
        return response
