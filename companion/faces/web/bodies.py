"""What comes with a request: read strictly, within bounds of size and time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from aiohttp import HttpVersion11

from companion.errors import Code, Refusal
from companion.faces.web.bounds import BODY, BODY_WITHIN
from companion.faces.web.errors import WebError
from companion.games.strict import bad, read, short
from companion.games.text import read_object

if TYPE_CHECKING:
    from aiohttp import web

S = TypeVar("S", bound=msgspec.Struct)


CONTINUE: Final = "100-continue"
"""What a client expects that sends no body before it is told to."""


async def body(request: web.Request) -> dict[str, object]:
    """The one JSON object that a request brings. Raises Refusal bad-command, WebError."""
    if request.headers.get("Content-Encoding", "identity") != "identity":
        raise bad("the body is compressed: send it as it is")
    if (request.content_length or 0) > BODY:
        raise _too_large(f"{request.content_length} bytes")
    if request.version == HttpVersion11 and request.headers.get("Expect", "").lower() == CONTINUE:
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        # It is no part of the answer.
        request.writer.output_size = 0
    try:
        async with asyncio.timeout(BODY_WITHIN):
            text = await request.content.read(BODY + 1)
            while len(text) <= BODY and (more := await request.content.read(BODY + 1 - len(text))):
                text += more
    except TimeoutError:
        message = f"the body did not arrive within {BODY_WITHIN:g} s: send it again"
        raise WebError(408, "too-slow", message, {"Connection": "close"}) from None
    if len(text) > BODY:
        raise _too_large(f"more than {BODY} bytes")
    try:
        return read_object(text)
    except Refusal as refusal:
        raise bad(f"the body: {refusal.message}") from None


async def body_as(request: web.Request, struct: type[S]) -> S:
    """What a request brings, field by field. Raises Refusal bad-command, WebError."""
    return read(await body(request), struct, "the body")


async def nothing(request: web.Request) -> None:
    """Refuse a body that says something where nothing is to be said; raises Refusal bad-command."""
    if request.can_read_body and (told := await body(request)):
        raise bad(f"nothing is to be told here, but the body is {short(told)}")


def game_number(request: web.Request) -> int:
    """The game that is named in the path. Raises WebError."""
    text = request.match_info["game"]
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 15:
        raise WebError(404, "not-found", f"there is no game {text!r}: games have numbers, as GET /api/games lists them")
    return int(text)


def number_in_query(request: web.Request, name: str, least: int, most: int) -> int | None:
    """A whole number that may stand behind the path. Raises Refusal bad-command."""
    text = request.query.get(name)
    if text is None:
        return None
    # No number here has so many digits, and int refuses thousands of them with words of its own.
    if not text.isascii() or not text.isdecimal() or len(text) > 16 or not least <= int(text) <= most:
        raise bad(f"{name} is {short(text)}, but must be a whole number from {least} to {most}")
    return int(text)


def known_query(request: web.Request, *names: str) -> None:
    """Refuse what stands behind the path and means nothing here; raises Refusal bad-command."""
    for name in request.query:
        if name not in names:
            known = ", ".join(names) or "nothing"
            raise Refusal(Code.BAD_COMMAND, f"{short(name)} is not known behind {request.path}, which takes {known}")
        if len(request.query.getall(name)) > 1:
            raise bad(f"{name} stands twice behind {request.path}: once is enough")


def _too_large(size: str) -> WebError:
    return WebError(413, "too-large", f"the body has {size}: at most {BODY} are read")
