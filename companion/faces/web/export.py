"""A game to take along: whole as JSON, for a spreadsheet as CSV, for the app BG Stats as it takes plays in."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING, Final

from aiohttp import web

from companion.errors import Code, Refusal
from companion.faces.web import games
from companion.faces.web.bodies import game_number, known_query
from companion.faces.web.errors import answer
from companion.games.state import Ended
from companion.games.strict import bad, short

if TYPE_CHECKING:
    from companion.faces.web.served import Served
    from companion.table.archive import Look
    from companion.table.records import Summary

FORMATS: Final = ("json", "csv", "bgstats")

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula at the beginning of a text (OWASP, CSV injection)."""


class Export:
    """Games as files."""

    def __init__(self, table: Served) -> None:
        self._session = table.session

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [web.get("/api/games/{game}/export", self.export)]

    async def export(self, request: web.Request) -> web.StreamResponse:
        """One game, in the format that is asked for."""
        known_query(request, "format")
        form = request.query.get("format", "json")
        if form not in FORMATS:
            raise bad(f"format is {short(form)}, but must be one of {', '.join(FORMATS)}")
        number = self._session.number_now(game_number(request))
        look = await self._session.archive.look(number)
        name = f"{look.ledger.header.game}-{number}"
        if form == "csv":
            response = web.Response(text=as_csv(look), content_type="text/csv", charset="utf-8")
            name += ".csv"
        elif form == "bgstats":
            summaries = await self._session.archive.games(1, before=number + 1)
            response = answer(as_bgstats(look, summaries[0]))
            name += ".bgstats.json"
        else:
            response = answer(as_json(look, number))
            name += ".json"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


def as_json(look: Look, number: int) -> dict[str, object]:
    """All that is known of a game: its header, its history, and how it stands."""
    header = look.ledger.header
    return {
        "id": number,
        "header": {"game": header.game, "players": list(header.players), "options": header.options},
        "entries": [games.line(happened) for happened in look.history],
        "state": look.ledger.snapshot(),
    }


def as_csv(look: Look) -> str:
    """A row for each entry, with everybody's score after it."""
    ledger = look.ledger
    file = StringIO()
    table = csv.writer(file)
    table.writerow(["revision", "when", "who", "source", "counts", "what", *map(_plain, ledger.state.players)])
    for happened in look.history:
        table.writerow(
            [
                happened.revision,
                happened.when or "",
                _plain(happened.who or ""),
                happened.source,
                "yes" if happened.counts else "no",
                json.dumps(happened.command, ensure_ascii=False),
                *ledger.state_at(happened.revision).points,
            ]
        )
    return file.getvalue()


def as_bgstats(look: Look, summary: Summary) -> dict[str, object]:
    """A play as BG Stats takes it, in the link https://app.bgstatsapp.com/createPlay.html?data=PLAY.

    By https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/: times are UTC, the date
    is that of the end. Raises Refusal where there is no result to be counted, or no date.
    """
    ledger, state = look.ledger, look.ledger.state
    ended = next((happened.when for happened in reversed(look.history) if happened.when), None)
    if not state.over or state.ended is Ended.ABANDONED:
        raise Refusal(Code.NOT_NOW, "BG Stats counts results, and this game has none: export it as json or csv")
    if ended is None:
        raise Refusal(Code.NOT_NOW, "BG Stats needs a date, and the clock was not set: export it as json or csv")
    scores, ranks = state.scores, state.ranks
    return {
        "sourceName": "Table companion",
        "sourcePlayId": f"{summary.id}-{summary.begun}",
        "playDate": ended.replace("T", " ").removesuffix("Z"),
        "durationMin": round(summary.length / 60),
        "comments": "ended early" if state.ended is Ended.SHORT else "",
        "game": {
            "name": ledger.game.title,
            "sourceGameId": ledger.game.name,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,
                "startPlayer": seat == state.first,
                "score": scores[name],
                "rank": ranks[name],
                "winner": name in state.winners,
            }
            for seat, name in enumerate(state.players)
        ],
    }


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
