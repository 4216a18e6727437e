"""Who may write, and how often anybody may ask."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from aiohttp import web

from companion.faces.web.bounds import BURST, CLIENTS, REQUESTS
from companion.faces.web.errors import WebError
from companion.faces.web.tokens import NO_TOKEN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aiohttp.typedefs import Handler, Middleware

    from companion.faces.web.tokens import Token

COOKIE: Final = "table"
"""Holds the token of a phone that has joined."""

_LOOKING: Final = ("GET", "HEAD")

_HOMELY: Final = (".local", ".home.arpa", ".internal")
"""Names that nobody can own on the internet (RFC 6762, RFC 8375, ICANN 2024)."""


def may_write(request: web.Request, token: Token) -> bool:
    """Whether a request carries the table's token."""
    scheme, _, told = request.headers.get("Authorization", "").partition(" ")
    if scheme:
        return scheme.lower() == "bearer" and token.matches(told)
    return token.matches(request.cookies.get(COOKIE, ""))


def writers_only(token: Token, names: Sequence[str]) -> Middleware:
    """Let only who has the token do more than look, and only under the table's own names."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.method not in _LOOKING and request.match_info.http_exception is None:
            _check_names(request, names)
            if not may_write(request, token):
                message = (
                    "writing needs the table's token: scan the code on the display (more ..., phone), "
                    "or send it as Authorization: Bearer TOKEN"
                )
                raise WebError(401, NO_TOKEN, message, {"WWW-Authenticate": "Bearer"})
        return await handler(request)

    return check


def _check_names(request: web.Request, names: Sequence[str]) -> None:
    """Refuse what another page lets a phone's browser do: under a name of its own, or from its own address."""
    host = request.headers.get("Host", "")
    if "Host" not in request.headers:
        raise WebError(
            403, "foreign", "the request has no Host header: send the name or address that the table is asked by"
        )
    # A whole address as the target goes before the header (RFC 9112, 3.2.2); aiohttp has it as the host.
    foreign = [name for name in (_hostname(host), _hostname(request.host)) if not (_is_homely(name) or name in names)]
    if foreign:
        name = foreign[0]
        message = (
            f"this table is not called {name or 'nothing'!r}: use its address, a .local name, "
            "or put the name into names under [web]"
        )
        raise WebError(403, "foreign", message)
    origin = request.headers.get("Origin")
    if origin is not None:
        scheme, _, place = origin.partition("://")
        if scheme not in ("http", "https") or place.lower() != host.lower():
            raise WebError(403, "foreign", f"a page from {origin!r} may not write here, only one from {host!r}")


def _hostname(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


@lru_cache(CLIENTS)
def _is_homely(name: str) -> bool:
    """Whether a name means a machine in the house, whoever asks: no page on the internet can be under it.

    >>> [_is_homely(name) for name in ("192.168.4.1", "fe80::1", "catbox", "cat.local", "cat.example.org", "")]
    [True, True, True, True, False, False]
    """
    try:
        ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_HOMELY))
    return True


class Budget:
    """How many requests each client has left: a bucket that fills again."""

    def __init__(self, now: Callable[[], float], rate: float = REQUESTS, burst: float = BURST) -> None:
        self._now, self._rate, self._burst = now, rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, client: str) -> float:
        """Take one; returns how long the client has to wait for it, s: 0 if it has one."""
        now = self._now()
        left, since = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        waits = 0.0 if left >= 1.0 else (1.0 - left) / self._rate
        self._left[client] = (left if waits else left - 1.0, now)
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return waits


def at_most(budget: Budget) -> Middleware:
    """Answer a client that asks too often with that alone."""

    @web.middleware
    async def count(request: web.Request, handler: Handler) -> web.StreamResponse:
        waits = budget.spend(household(request.remote or ""))
        if waits:
            message = f"too many requests: {BURST} at once and {REQUESTS:g} a second are answered; wait a moment"
            raise WebError(429, "too-many", message, {"Retry-After": str(1 + int(waits))})
        return await handler(request)

    return count


@lru_cache(CLIENTS)
def household(address: str) -> str:
    """Whom an address belongs to: in IPv6 one machine has as many as it likes, all in one network.

    >>> household("192.168.4.7"), household("2001:db8:1:2:3:4:5:6")
    ('192.168.4.7', '2001:db8:1:2::/64')
    """
    try:
        told = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(told, IPv6Address):
        if told.ipv4_mapped:
            return str(told.ipv4_mapped)
        return f"{IPv6Address(int(told) >> 64 << 64)}/64"
    return str(told)
