"""The server: all rooms of the interface under one roof, at a port of this machine."""

from __future__ import annotations

import asyncio
import socket
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import web

from companion.faces.web.bodies import CONTINUE, known_query
from companion.faces.web.bounds import STOP_WITHIN
from companion.faces.web.connections import Connections
from companion.faces.web.errors import HEADERS, as_json, failed
from companion.faces.web.events import Events
from companion.faces.web.export import Export
from companion.faces.web.games import Games
from companion.faces.web.guard import Budget, at_most, writers_only
from companion.faces.web.health import HealthOf
from companion.faces.web.joining import Joining
from companion.faces.web.pages import Pages
from companion.faces.web.people import People
from companion.faces.web.screen import Screen
from companion.faces.web.settings import SettingsOf
from companion.faces.web.simulator import Steps
from companion.faces.web.tables import TablesOf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.faces.web.served import Served
    from companion.faces.web.tokens import Token

BACKLOG: Final = 32
"""Connections that wait to be taken."""


class Server:
    """Serves one table, from ``open`` to ``close``, in the loop's thread."""

    def __init__(self, table: Served, token: Token, names: Sequence[str]) -> None:
        self._table, self._token, self._names = table, token, tuple(name.lower() for name in names)
        self._runner: web.AppRunner | None = None
        self._listening: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Listen; returns the port, which is another one if none (0) was named. Raises OSError."""
        loop = asyncio.get_running_loop()
        events = Events(self._table)
        app = application(self._table, self._token, self._names, events)
        runner = web.AppRunner(app, shutdown_timeout=STOP_WITHIN, access_log=None)
        await runner.setup()
        assert runner.server is not None
        try:
            listening = await loop.create_server(Connections(runner.server), sock=_socket(host, port))
        except BaseException:
            await runner.cleanup()
            raise
        self._runner, self._listening = runner, listening
        return int(listening.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Take no more connections, let those that wait for the disk have a moment, and end the rest."""
        if self._listening is not None:
            self._listening.close()
            self._listening = None
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None


def application(table: Served, token: Token, names: Sequence[str], events: Events) -> web.Application:
    """All that is served."""
    budget = Budget(asyncio.get_running_loop().time)
    pages = Pages(table, token)
    app = web.Application(middlewares=[pages.lead_back, as_json, at_most(budget), writers_only(token, names)])
    routes = [web.get("/api/openapi.json", _describe)]
    for room in (
        Games(table),
        events,
        HealthOf(table),
        Screen(table),
        Export(table),
        People(table),
        Joining(table, token),
        SettingsOf(table),
        TablesOf(table),
        pages,
        *(() if table.device.simulator is None else (Steps(table.device.simulator),)),
    ):
        routes += room.routes()
    app.add_routes(
        web.RouteDef(route.method, route.path, route.handler, {**route.kwargs, "expect_handler": _expect})
        for route in routes
    )
    app.on_response_prepare.append(_with_headers)
    app.on_shutdown.append(lambda _: events.close())
    return app


async def _expect(request: web.Request) -> web.StreamResponse | None:
    """Who waits to be told before sending a body is told by whoever reads it; all else is not known here."""
    expected = request.headers.get("Expect", "")
    if expected.lower() != CONTINUE:
        return failed(417, "bad-request", f"Expect: {expected!r} is not known here, only {CONTINUE}")
    return None


async def _describe(request: web.Request) -> web.StreamResponse:
    known_query(request)
    return web.Response(body=_description(), content_type="application/json", charset="utf-8")


@cache
def _description() -> bytes:
    return Path(__file__).with_name("openapi.json").read_bytes()


def _socket(host: str, port: int) -> socket.socket:
    """One socket for both kinds of addresses, where this machine has both. Raises OSError."""
    if host:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True)
    return socket.create_server(("", port), backlog=BACKLOG)


async def _with_headers(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers[name] = value
    if request.path.startswith("/api/"):
        response.headers.setdefault("Cache-Control", "no-store")
