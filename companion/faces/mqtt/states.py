"""How the table is: where its game is, who has what, who called last, and whether all parts are well.

Each has always the same fields, null where there is nothing to tell, so that a template of Home Assistant never fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces.mqtt.payload import encoded
from companion.games.commands import by_verb
from companion.table.records import is_trusted, rfc3339

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.faces.mqtt.topics import Topics
    from companion.faces.trouble import Part
    from companion.games import State
    from companion.table.ledger import Entry, Ledger


def states(topics: Topics, ledger: Ledger | None, parts: Iterable[Part]) -> dict[str, bytes]:
    """What the table tells now, by topic."""
    return {
        topics.state: encoded(_state(ledger)),
        topics.score: encoded(_score(ledger)),
        topics.call: encoded(_call(ledger)),
        topics.health: encoded(_health(parts)),
    }


def _state(ledger: Ledger | None) -> Mapping[str, object]:
    if ledger is None:
        return dict.fromkeys(("game", "title", "phase", "turn", "round", "over", "players", "winners"))
    game, state = ledger.game, ledger.state
    return {
        "game": game.name,
        "title": game.title,
        "phase": state.phase,
        "turn": state.turn,
        "round": state.round,
        "over": state.over,
        "players": list(state.players),
        "winners": list(state.winners),
    }


def _score(ledger: Ledger | None) -> Mapping[str, object]:
    if ledger is None:
        return dict.fromkeys(("leader", "scores", "ranks"))
    state = ledger.state
    first = [name for name, rank in state.ranks.items() if rank == 1]
    # At the beginning all are first, and nobody leads.
    leads = state.over or len(first) < len(state.ranks)
    return {"leader": ", ".join(first) if first and leads else None, "scores": state.scores, "ranks": state.ranks}


def _call(ledger: Ledger | None) -> Mapping[str, object]:
    """The last call that counts, and what came of it; of one before an entry was amended nothing is said."""
    nothing = dict.fromkeys(("caller", "against", "right", "revision", "when"))
    if ledger is None or "call" not in by_verb(ledger.game.verbs):
        return nothing
    game = ledger.game
    for entry, revision in ledger.undoable():
        if entry.command["do"] == "amend":
            break
        before, after = ledger.state_at(revision), ledger.state_at(entry.revision)
        outcome = game.outcome(before, entry.command, after)
        if outcome is not None and outcome.caller is not None:
            right = outcome.player == outcome.caller
            return _told(ledger.state, entry, before, outcome.caller, right=right)
        if entry.command["do"] in ("call", "caller"):
            return _told(ledger.state, entry, before, game.view(after)["caller"], right=None)
    return nothing


def _told(now: State, entry: Entry, before: State, caller: object, *, right: bool | None) -> Mapping[str, object]:
    # Under the names of now: somebody may have been renamed since.
    names = dict(zip(before.players, now.players, strict=True))
    return {
        "caller": names[caller] if isinstance(caller, str) else None,
        "against": names[before.turn] if before.turn is not None else None,
        "right": right,
        "revision": entry.revision,
        "when": rfc3339(entry.wall) if entry.wall is not None and is_trusted(entry.wall) else None,
    }


def _health(parts: Iterable[Part]) -> Mapping[str, object]:
    """Without since when: that would be told anew for ever."""
    troubles = [part.trouble for part in parts]
    return {
        "trouble": any(trouble.status != "ok" for trouble in troubles),
        "parts": {
            trouble.part: {"status": trouble.status, "why": trouble.why, "cure": trouble.cure} for trouble in troubles
        },
    }
