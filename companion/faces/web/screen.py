"""What the display shows now, as a picture and as text."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING

from aiohttp import web

from companion.faces.web.bodies import known_query
from companion.faces.web.errors import WebError

if TYPE_CHECKING:
    from companion.faces.oled import Frame
    from companion.faces.web.served import Served


class Screen:
    """The display."""

    def __init__(self, table: Served) -> None:
        self._table = table

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [web.get("/api/screen.png", self.show)]

    async def show(self, request: web.Request) -> web.StreamResponse:
        """The picture, a pixel for a pixel."""
        known_query(request)
        frame = self._table.device.frame()
        if frame is None:
            raise WebError(404, "not-found", "the display has shown nothing yet: ask again in a moment")
        return web.Response(body=png(frame), content_type="image/png")


def described(frame: Frame) -> dict[str, object]:
    """The picture as an event brings it, with what can be read on it."""
    return {"png": "data:image/png;base64," + b64encode(png(frame)).decode(), "texts": [str(t) for t in frame.texts]}


def png(frame: Frame) -> bytes:
    """As people see it: 0.4 kB."""
    file = BytesIO()
    frame.seen().save(file, "PNG")
    return file.getvalue()
