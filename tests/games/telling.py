"""How tests tell a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games import Code, Refusal, read_header
from companion.table.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Mapping

Told = dict[str, object] | str
"""A command; a word alone is one without fields."""


def command(told: Told) -> dict[str, object]:
    return {"do": told} if isinstance(told, str) else told


def tell(*commands: Told, game: str = "katz-schmaus", players: str = "Ada Ben Cem", **options: object) -> Ledger:
    """A game in which these commands were accepted; of Katz & Schmaus where no other is named."""
    ledger = Ledger(read_header({"game": game, "players": players.split(), "options": options}))
    for told in commands:
        ledger.submit(command(told))
    return ledger


def refusal(ledger: Ledger, told: Told) -> Code | None:
    """Why a command is refused, None when it is accepted; a refused one has changed nothing."""
    before = ledger.snapshot(), list(ledger.entries)
    try:
        ledger.submit(command(told))
    except Refusal as refused:
        assert (ledger.snapshot(), ledger.entries) == before
        assert " " in refused.message
        return refused.code
    return None


def result(**fields: object) -> dict[str, object]:
    return {"do": "result", **fields}


def correct(**settings: object) -> dict[str, object]:
    """A correction; bowls_Ada stands for bowls.Ada."""
    return {"do": "correct", "set": {path.replace("_", ".", 1): value for path, value in settings.items()}}


def of(verb: str, player: str, **fields: object) -> dict[str, object]:
    return {"do": verb, "player": player, **fields}


def seen(ledger: Ledger) -> Mapping[str, object]:
    """All there is to see, the game's own part beside the common one."""
    snapshot = ledger.snapshot()
    own = snapshot.pop("state")
    assert isinstance(own, dict)
    return {**snapshot, **own}
