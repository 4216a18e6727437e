"""How a phone joins the table: by the code on the display, which holds the token; and another one in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from companion.faces.web.bodies import known_query, nothing
from companion.faces.web.errors import WebError, answer
from companion.faces.web.guard import COOKIE, may_write
from companion.faces.web.owner import REMEMBERED
from companion.faces.web.tokens import NO_TOKEN

if TYPE_CHECKING:
    from companion.faces.web.served import Served
    from companion.faces.web.tokens import Token


class Joining:
    """The way in."""

    def __init__(self, table: Served, token: Token) -> None:
        self._table, self._token = table, token

    def routes(self) -> list[web.RouteDef]:
        """What is served; codes are in capitals, and people type small letters."""
        return [
            web.get("/J/{token}", self.join),
            web.get("/j/{token}", self.join),
            web.get("/api/me", self.show),
            web.post("/api/token", self.renew),
        ]

    async def join(self, request: web.Request) -> web.StreamResponse:
        """Hand out the cookie, and lead to the page."""
        if not self._token.matches(request.match_info["token"]):
            raise WebError(401, NO_TOKEN, "this code is not the table's (any more): scan the one on the display")
        response = web.Response(status=303, headers={"Location": "/", "Cache-Control": "no-store"})
        self._hand_out(response)
        return response

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Whether whoever asks may write."""
        known_query(request)
        return answer({"may_write": may_write(request, self._token)})

    async def renew(self, request: web.Request) -> web.StreamResponse:
        """Put another token in the place of the table's; whoever asked for it has it, everybody else may look."""
        known_query(request)
        await nothing(request)
        await self._table.entrance.renew()
        response = answer({"token": self._token.text})
        self._hand_out(response)
        return response

    def _hand_out(self, response: web.Response) -> None:
        # Lax: a link that is tapped in a messenger opens the table as that of a phone that has joined. Nobody else's
        # page can send it along with a POST, and the guard looks where each comes from besides.
        response.set_cookie(COOKIE, self._token.text, max_age=REMEMBERED, path="/", httponly=True, samesite="Lax")
