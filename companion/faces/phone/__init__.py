"""The phone page: pure, from a game and who looks at it to HTML."""

from companion.faces.phone.beginning import Household, Wanted, read_wanted
from companion.faces.phone.pages import (
    STATIC,
    VERSION,
    amending,
    counted,
    history,
    more,
    new,
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
    "Household",
    "Reader",
    "Seen",
    "Tongue",
    "Trouble",
    "Wanted",
    "amending",
    "counted",
    "history",
    "more",
    "new",
    "page",
    "read_wanted",
    "table",
    "tabletop",
    "tongue_for",
]
