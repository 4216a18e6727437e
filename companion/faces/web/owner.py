"""Whose phone it is: a cookie with a name, which goes along when that player is called otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

from companion.games.names import LONGEST, proper

if TYPE_CHECKING:
    from aiohttp import web

    from companion.table.ledger import Ledger
    from companion.table.session import Session

COOKIE: Final = "owner"
"""The name, percent-encoded."""

REMEMBERED: Final = 400 * 24 * 3600
"""How long a phone keeps a cookie, s: no browser keeps one longer (RFC 6265bis)."""


def owner(request: web.Request, session: Session) -> str | None:
    """Whose phone it is, as that player is called now; None if nobody said so."""
    told = _told(request)
    if told is None:
        return None
    ledger = session.ledger
    return (
        session.regulars.book.name(told)
        if ledger is None
        else _called_now(told, ledger, session.regulars.book.name(told))
    )


def remember(response: web.Response, name: str) -> None:
    """Make the phone that is answered somebody's from now on; nobody's, with no name."""
    if name:
        response.set_cookie(COOKIE, quote(name[:LONGEST], safe=""), max_age=REMEMBERED, path="/", samesite="Lax")
    else:
        response.del_cookie(COOKIE, path="/")


def follow(request: web.Request, response: web.Response, name: str | None) -> None:
    """Have the phone remember by which name its owner goes now: the next game may know no other."""
    if name is not None and name != _told(request):
        remember(response, name)


def _told(request: web.Request) -> str | None:
    try:
        return proper(unquote(request.cookies.get(COOKIE, "")))
    except ValueError:
        return None


def _called_now(told: str, ledger: Ledger, otherwise: str) -> str:
    players = ledger.state.players
    name = told
    if name not in players:
        for command in ledger.standing().values():
            if command["do"] == "rename" and command["player"] == name:
                name = proper(str(command["name"]))
    # A new name may have been taken back after the phone had learnt it.
    for entry in reversed(ledger.entries):
        if name in players:
            break
        if entry.command["do"] == "rename" and proper(str(entry.command["name"])) == name:
            name = str(entry.command["player"])
    return name if name in players else otherwise
