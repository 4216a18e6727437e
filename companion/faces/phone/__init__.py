"""The phone page: pure, from a game and who looks at it to HTML."""

from companion.faces.phone.pages import (
    STATIC,
    VERSION,
    amending,
    counted,
    history,
    more,
    page,
    table,
    tabletop,
)
from companion.faces.phone.seen import Reader, Seen, Trouble
from companion.faces.phone.tongues import TONGUES, Tongue, tongue_for

__all__ = [
    "STATIC",
    "TONGUES",
    "VERSION",
    "Reader",
    "Seen",
    "Tongue",
    "Trouble",
    "amending",
    "counted",
    "history",
    "more",
    "page",
    "table",
    "tabletop",
    "tongue_for",
]
