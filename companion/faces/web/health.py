"""How every part is, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from companion.faces.web.bodies import known_query
from companion.faces.web.errors import answer

if TYPE_CHECKING:
    from companion.faces.web.served import Served


class HealthOf:
    """The parts of a table."""

    def __init__(self, table: Served) -> None:
        self._table = table

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [web.get("/api/health", self.show)]

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Every part, and what was counted."""
        known_query(request)
        return answer(described(self._table))


def described(table: Served) -> dict[str, object]:
    """Every part, and what was counted, as JSON has it."""
    parts = {
        part.trouble.part: {
            "status": part.trouble.status,
            "why": part.trouble.why,
            "cure": part.trouble.cure,
            "since": part.since,
            "seconds": part.seconds,
        }
        for part in table.upkeep.parts()
    }
    return {"parts": parts, "counters": dict(table.upkeep.counters())}
