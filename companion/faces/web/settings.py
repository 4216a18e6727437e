"""What people can change while the companion runs, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from companion.faces.web.bodies import body, known_query
from companion.faces.web.errors import answer

if TYPE_CHECKING:
    from companion.faces.web.served import Served


class SettingsOf:
    """The settings of a table."""

    def __init__(self, table: Served) -> None:
        self._settings = table.settings

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [web.get("/api/settings", self.show), web.post("/api/settings", self.change)]

    async def show(self, request: web.Request) -> web.StreamResponse:
        """All that can be changed on this box."""
        known_query(request)
        return answer(self._settings.snapshot())

    async def change(self, request: web.Request) -> web.StreamResponse:
        """Set what is named, or nothing of it; answered once it is on disk."""
        known_query(request)
        self._settings.change(await body(request))
        await self._settings.saved()
        return answer(self._settings.snapshot())
