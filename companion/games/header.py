"""The first line of a game file: which game, who plays, by which options."""

from __future__ import annotations

import msgspec

from companion.games.shelf import GAMES
from companion.games.strict import bad, read, short


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game begins with; the names are tidied, the options as they were given."""

    game: str
    players: tuple[str, ...]
    options: dict[str, object] = {}


def read_header(data: object) -> Header:
    """A checked header; raises Refusal bad-command."""
    header = read(data, Header, "the header")
    if header.game not in GAMES:
        raise bad(f"the header: there is no game {short(header.game)}, only {', '.join(GAMES)}")
    opening = GAMES[header.game].start(header.players, header.options)
    return Header(header.game, opening.players, header.options)
