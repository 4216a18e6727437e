"""Who has played, over HTTP, and what they are called across games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from companion.faces.web.bodies import body, known_query
from companion.faces.web.errors import answer

if TYPE_CHECKING:
    from companion.faces.web.served import Served
    from companion.table.tally import Tally


class People:
    """Everybody at this table, ever."""

    def __init__(self, table: Served) -> None:
        self._regulars = table.session.regulars

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [web.get("/api/people", self.show), web.post("/api/people", self.tell)]

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Who has played what, and the records."""
        known_query(request)
        return answer(_told(await self._regulars.tally()))

    async def tell(self, request: web.Request) -> web.StreamResponse:
        """Call somebody otherwise, or hide them; games stay as they were."""
        known_query(request)
        await self._regulars.tell(await body(request))
        return answer(_told(await self._regulars.tally()))


def _told(tally: Tally) -> dict[str, object]:
    people = [
        {
            **person._asdict(),
            "played": {kind: {"games": games, "wins": wins} for kind, (games, wins) in person.played.items()},
        }
        for person in tally.people
    ]
    return {
        "people": people,
        "best": {kind: best._asdict() for kind, best in tally.best.items()},
        "closest": {kind: closest._asdict() for kind, closest in tally.closest.items()},
        "streak": None if tally.streak is None else tally.streak._asdict(),
    }
