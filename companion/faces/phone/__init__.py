"""The phone page: pure, from a game and who looks at it to HTML."""

from companion.faces.phone.beginning import Household, Wanted, read_wanted
from companion.faces.phone.evenings import SHOWN as PAST_GAMES
from companion.faces.phone.evenings import evening
from companion.faces.phone.pages import (
    STATIC,
    VERSION,
    amending,
    astray,
    counted,
    foretold,
    history,
    mooching,
    more,
    new,
    page,
    past_game,
    past_games,
    people,
    table,
    tabletop,
)
from companion.faces.phone.poster import poster
from companion.faces.phone.seen import WISHES, LiveBox, Reader, Seen, Wish
from companion.faces.phone.simulator import World, simulator
from companion.faces.phone.tongues import TONGUES, Tongue, tongue_for
from companion.faces.phone.workshop import Bench, Logged, workshop

__all__ = [
    "PAST_GAMES",
    "STATIC",
    "TONGUES",
    "VERSION",
    "WISHES",
    "Bench",
    "Household",
    "LiveBox",
    "Logged",
    "Reader",
    "Seen",
    "Tongue",
    "Wanted",
    "Wish",
    "World",
    "amending",
    "astray",
    "counted",
    "evening",
    "foretold",
    "history",
    "mooching",
    "more",
    "new",
    "page",
    "past_game",
    "past_games",
    "people",
    "poster",
    "read_wanted",
    "simulator",
    "table",
    "tabletop",
    "tongue_for",
    "workshop",
]
