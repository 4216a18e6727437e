"""The tables that the box was measured on, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from companion.faces.web.bodies import body, known_query
from companion.faces.web.errors import answer
from companion.games.strict import bad

if TYPE_CHECKING:
    from companion.faces.web.served import Served


class TablesOf:
    """What is usual where the box has lain."""

    def __init__(self, table: Served) -> None:
        self._table = table

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [web.get("/api/tables", self.list), web.post("/api/tables", self.measure)]

    async def list(self, request: web.Request) -> web.StreamResponse:
        """All of them, the one that was measured last first."""
        known_query(request)
        return answer(self._table.device.tables())

    async def measure(self, request: web.Request) -> web.StreamResponse:
        """Keep what is usual where it lies now; answered once it is on disk."""
        known_query(request)
        told = await body(request)
        if told.keys() != {"table"}:
            raise bad('a measurement has one field, as in {"table": "kitchen"}')
        return answer(await self._table.device.measure(told["table"]))
