"""Whatever goes wrong, as JSON: a code, and a sentence that says what, where and what to do."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import msgspec
from aiohttp import web

from companion.errors import Code, CompanionError, NotSaved, Refusal
from companion.table.archive import UnknownGame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aiohttp.typedefs import Handler

log = logging.getLogger(__name__)

HEADERS: Final = {
    "Server": "companion",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}
"""What comes with every answer."""

_STATUS: Final = {Code.BAD_COMMAND: 400, Code.STALE: 409}
_OTHER_REFUSALS: Final = 422


class WebError(CompanionError):
    """A request that is answered with an error."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.headers = status, code, message, headers


class WithState(CompanionError):
    """A refusal, or an entry that is not saved, told with the state that counts now."""

    def __init__(self, error: Refusal | NotSaved, state: Mapping[str, object]) -> None:
        super().__init__(str(error))
        self.error, self.state = error, state


def answer(data: object, status: int = 200) -> web.Response:
    """An answer in JSON."""
    return web.Response(body=encoded(data), status=status, content_type="application/json", charset="utf-8")


def encoded(data: object) -> bytes:
    """As JSON, UTF-8."""
    return _ENCODER.encode(data)


def _as_text(value: object) -> str:
    """What is a text by another name, as where its parts are known."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{value!r} has no JSON")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_as_text)


def failed(
    status: int,
    code: str,
    message: str,
    headers: Mapping[str, str] | None = None,
    state: Mapping[str, object] | None = None,
) -> web.Response:
    """The answer that something went wrong; with the state that counts now where that helps."""
    error: dict[str, object] = {"error": {"code": code, "message": message}}
    response = answer(error if state is None else {**error, "state": state}, status)
    response.headers.update(headers or {})
    return response


@web.middleware
async def as_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer every error in the same form."""
    try:
        return await handler(request)
    except WithState as told:
        return _answered(told.error, told.state)
    except (Refusal, NotSaved, UnknownGame) as error:
        return _answered(error)
    except WebError as error:
        return failed(error.status, error.code, error.message, error.headers)
    except web.HTTPException as error:
        return _of_the_server(request, error)
    except Exception:
        log.exception("%s %s has failed", request.method, request.path)
        return failed(500, "internal", "The companion failed at this request, and its log says how. The game goes on.")


def _answered(error: Refusal | NotSaved | UnknownGame, state: Mapping[str, object] | None = None) -> web.Response:
    match error:
        case Refusal(code=code, message=message):
            return failed(_STATUS.get(code, _OTHER_REFUSALS), code, message, state=state)
        case NotSaved():
            return failed(503, "not-saved", str(error), {"Retry-After": "5"}, state)
    return failed(404, "not-found", str(error))


def _of_the_server(request: web.Request, error: web.HTTPException) -> web.StreamResponse:
    """What the server itself answers to a path or method that it does not know."""
    match error:
        case web.HTTPNotFound():
            return failed(
                404, "not-found", f"there is nothing at {request.path}: /api/openapi.json lists what there is"
            )
        case web.HTTPMethodNotAllowed(method=method, allowed_methods=allowed):
            ways = ", ".join(sorted(allowed))
            return failed(405, "bad-method", f"{request.path} takes {ways}, not {method}", {"Allow": ways})
        case web.HTTPRequestEntityTooLarge():
            return failed(413, "too-large", f"the body is too large: {error.text}")
        case web.HTTPSuccessful() | web.HTTPRedirection():
            raise error
    return failed(error.status, "bad-request", error.text or error.reason)
