"""The pages for phones, and the files that they load."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from aiohttp import web

from companion.errors import Code, NotSaved, Refusal
from companion.faces import phone
from companion.faces.web import owner
from companion.faces.web.bodies import game_number, known_query, number_in_query
from companion.faces.web.errors import WebError, answer
from companion.faces.web.guard import may_write
from companion.games import GAMES
from companion.games.strict import bad, short
from companion.games.text import read_object
from companion.table.records import is_trusted, rfc3339

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler

    from companion.faces.web.served import Served
    from companion.faces.web.tokens import Token
    from companion.lately import LogLine

MOST_AN_EVENING: Final = 40
"""Games before and after one among which its evening is looked for."""

LANGUAGE: Final = "language"
"""The cookie of a phone whose owner chose one."""

SHOWN: Final = "shown"
"""The cookie of a phone that shows what others need not."""


def _version() -> str:
    try:
        return version("cat-table-companion")
    except PackageNotFoundError:
        return "?"


# Reading what is installed takes longer than all else here: once, where this is imported beside the loop.
_VERSION: Final = _version()
_KEPT_ASTRAY: Final = ("Allow", "Retry-After", "WWW-Authenticate")
_KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Pages:
    """The page at a table; every path is a page that can be looked at without a script."""

    def __init__(self, table: Served, token: Token) -> None:
        self._table, self._token = table, token
        self._files = {path.name: path.read_bytes() for path in phone.STATIC.iterdir()}

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [
            web.get("/", self.table),
            web.get("/new", self.new),
            web.get("/evenings", self.evenings),
            web.get("/evenings/{game:[0-9]{1,9}}", self.evening),
            web.get("/evenings/{game:[0-9]{1,9}}.png", self.picture),
            web.get("/people", self.people),
            web.get("/mooch", self.mooching),
            web.get("/foretold", self.foretell),
            web.get("/tabletop", self.tabletop),
            web.get("/history", self.history),
            web.get("/history/{entry:[0-9]{1,9}}", self.amending),
            web.get("/counted", self.counted),
            web.get("/more", self.more),
            web.get("/workshop", self.workshop),
            web.get("/simulator", self.simulator),
            web.get("/language", self.choose_language),
            web.get("/whose", self.choose_owner),
            web.get("/wish", self.wish),
            web.get("/static/{version}/{name}", self.file),
        ]

    @web.middleware
    async def lead_back(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Tell somebody whose browser got an error, by an old code, a link or an odd address, in a page."""
        response = await handler(request)
        is_browser = "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")
        if response.status < 400 or not is_browser:
            return response
        page = _page(phone.astray(self._tongue(request), response.status))
        page.set_status(response.status)
        # How long to wait, and what else may be done, is told by headers.
        page.headers.update({name: told for name, told in response.headers.items() if name in _KEPT_ASTRAY})
        return page

    async def table(self, request: web.Request) -> web.StreamResponse:
        """Scores, and the one question."""
        known_query(request)
        reader = self._reader(request)
        response = _page(phone.table(reader, self._seen(), await self._household(reader)))
        owner.follow(request, response, reader.owner)
        return response

    async def new(self, request: web.Request) -> web.StreamResponse:
        """What a new game begins with."""
        known_query(request, "game", "players", "options", "first", "name")
        reader, wanted = self._reader(request), None
        if "game" in request.query:
            wanted = phone.read_wanted(request.query)
        offer = None
        if wanted is not None:
            if wanted.game not in GAMES:
                raise bad(f"there is no game {short(wanted.game)}, only {', '.join(GAMES)}")
            offer = self._table.offers().offer(wanted.game, reader.tongue.words, wanted.options)
        return _page(phone.new(reader, self._seen(), await self._household(reader), wanted, offer))

    async def evenings(self, request: web.Request) -> web.StreamResponse:
        """Games that are over, the newest first."""
        known_query(request, "before")
        before = number_in_query(request, "before", 1, 10**9)
        session = self._table.session
        past = await session.archive.past(phone.PAST_GAMES + 1, before)
        return _page(phone.past_games(self._reader(request), self._seen(), past, session.regulars.book))

    async def evening(self, request: web.Request) -> web.StreamResponse:
        """One of them."""
        known_query(request)
        number = game_number(request)
        look = await self._table.session.archive.look(number)
        past = phone.Seen(number=number, ledger=look.ledger, history=tuple(look.history))
        return _page(phone.past_game(self._reader(request), self._seen(), past, fits=look.misfit is None))

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """The evening of one of them, to be sent to those who were there."""
        known_query(request)
        number = game_number(request)
        session, reader = self._table.session, self._reader(request)
        past = await session.archive.past(2 * MOST_AN_EVENING, before=number + MOST_AN_EVENING)
        evening = phone.evening(past, number, session.regulars.book, reader)
        if evening is None:
            raise WebError(404, "not-found", f"no game {number} has ended here: /evenings lists those that have")
        # Drawing takes 50 ms, on a Pi Zero half a second: not in the loop.
        body = await session.door.beside(lambda: phone.poster(evening, reader.tongue.code))
        return web.Response(body=body, content_type="image/png", headers={"Cache-Control": "no-store"})

    async def people(self, request: web.Request) -> web.StreamResponse:
        """Everybody who has played, and the records."""
        known_query(request)
        tally = await self._table.session.regulars.tally()
        unplayed = self._table.offers().unplayed(tally)
        return _page(phone.people(self._reader(request), self._seen(), tally, unplayed))

    async def mooching(self, request: web.Request) -> web.StreamResponse:
        """Who mooched a card."""
        known_query(request, "card")
        return _page(phone.mooching(self._reader(request), self._seen(), request.query.get("card", "")))

    async def foretell(self, request: web.Request) -> web.StreamResponse:
        """What a command would lead to, in words; nothing is entered."""
        known_query(request, "command")
        command = read_object(request.query.get("command", "").encode())
        seen = self._seen()
        if seen is None:
            raise Refusal(Code.NOT_NOW, "no game is on: POST /api/games begins one")
        return answer({"foretold": phone.foretold(self._reader(request), seen, command)})

    async def tabletop(self, request: web.Request) -> web.StreamResponse:
        """The scores, large, for the middle of the table."""
        known_query(request)
        return _page(phone.tabletop(self._reader(request), self._seen()))

    async def history(self, request: web.Request) -> web.StreamResponse:
        """What happened, the newest first."""
        known_query(request, "before")
        before = number_in_query(request, "before", 1, 10**9)
        return _page(phone.history(self._reader(request), self._seen(with_history=True), before))

    async def amending(self, request: web.Request) -> web.StreamResponse:
        """The form of one entry."""
        known_query(request)
        return _page(phone.amending(self._reader(request), self._seen(), int(request.match_info["entry"])))

    async def counted(self, request: web.Request) -> web.StreamResponse:
        """What lies on the real table."""
        known_query(request, "path")
        return _page(phone.counted(self._reader(request), self._seen(), request.query.get("path")))

    async def more(self, request: web.Request) -> web.StreamResponse:
        """Everything else."""
        known_query(request)
        return _page(phone.more(self._reader(request), self._seen()))

    async def workshop(self, request: web.Request) -> web.StreamResponse:
        """Everything about the box itself."""
        known_query(request)
        reader = self._reader(request)
        return _page(phone.workshop(reader, self._seen(), self._bench(with_code=reader.touch)))

    async def simulator(self, request: web.Request) -> web.StreamResponse:
        """The box itself, where it is a simulated one."""
        known_query(request)
        if self._table.device.simulator is None:
            raise WebError(
                404, "not-found", "this table is a real one: companion simulate --port N has a simulated one"
            )
        reader = self._reader(request)
        world, bench = self._table.device.simulator.world, self._bench(with_code=False)
        return _page(phone.simulator(reader, self._seen(), world, bench))

    async def choose_language(self, request: web.Request) -> web.StreamResponse:
        """Speak another language to this phone from now on."""
        known_query(request, "to")
        response = web.Response(status=303, headers={"Location": "/more", "Cache-Control": "no-store"})
        if (code := request.query.get("to", "")) in phone.TONGUES:
            response.set_cookie(LANGUAGE, code, max_age=owner.REMEMBERED, path="/", samesite="Lax")
        return response

    async def choose_owner(self, request: web.Request) -> web.StreamResponse:
        """This phone is somebody's from now on, or with no name nobody's: its forms begin with that player."""
        known_query(request, "is")
        response = web.Response(status=303, headers={"Location": "/", "Cache-Control": "no-store"})
        owner.remember(response, request.query.get("is", ""))
        return response

    async def wish(self, request: web.Request) -> web.StreamResponse:
        """Show on this phone from now on what others need not, or no longer."""
        known_query(request, *phone.WISHES)
        wishes = _wishes(request)
        for wish in phone.WISHES:
            if wish in request.query:
                wishes = wishes | {wish} if request.query[wish] == "on" else wishes - {wish}
        response = web.Response(status=303, headers={"Location": "/", "Cache-Control": "no-store"})
        response.set_cookie(SHOWN, ".".join(sorted(wishes)), max_age=owner.REMEMBERED, path="/", samesite="Lax")
        return response

    async def file(self, request: web.Request) -> web.StreamResponse:
        """What a page loads; another version has another path, so a browser never has to ask again."""
        name = request.match_info["name"]
        body = self._files.get(name)
        if body is None:
            raise WebError(404, "not-found", f"no page loads {name!r}: there are {', '.join(sorted(self._files))}")
        kept = request.match_info["version"] == phone.VERSION
        keep = "public, max-age=31536000, immutable" if kept else "no-cache"
        kind = _KINDS[name[name.rindex(".") :]]
        return web.Response(body=body, content_type=kind, charset="utf-8", headers={"Cache-Control": keep})

    def _reader(self, request: web.Request) -> phone.Reader:
        return phone.Reader(
            tongue=self._tongue(request),
            touch=may_write(request, self._token),
            owner=owner.owner(request, self._table.session),
            wishes=_wishes(request),
            simulated=self._table.device.simulator is not None,
            troubles=self._table.upkeep.troubles(),
        )

    def _tongue(self, request: web.Request) -> phone.Tongue:
        return phone.tongue_for(
            request.cookies.get(LANGUAGE), request.headers.get("Accept-Language", ""), self._table.settings.now.language
        )

    def _seen(self, *, with_history: bool = False) -> phone.Seen | None:
        session = self._table.session
        if session.ledger is None or session.game_id is None:
            return None
        return phone.Seen(
            number=session.game_id,
            ledger=session.ledger,
            history=tuple(session.history()) if with_history else (),
            saved=session.is_saved,
            box=self._table.device.feels(),
        )

    async def _household(self, reader: phone.Reader) -> phone.Household:
        """What can be begun; nothing, while a game is on."""
        session, offers = self._table.session, self._table.offers()
        ledger = session.ledger
        if ledger is not None and not ledger.state.over:
            return phone.Household(())
        try:
            waiting = await session.archive.waiting()
        except NotSaved:
            waiting = []
        return phone.Household(
            offers=offers.listed(reader.tongue.words),
            lineups=offers.lineups,
            people=offers.people,
            rematch=None if ledger is None else offers.rematch(ledger),
            waiting=tuple(waiting),
        )

    def _bench(self, *, with_code: bool) -> phone.Bench:
        table, frame = self._table, self._table.device.frame()
        return phone.Bench(
            parts=table.upkeep.parts(),
            counters=table.upkeep.counters(),
            setting=table.settings.now,
            has_volume=table.settings.has_volume,
            tables=[
                (str(one["table"]), None if one["when"] is None else str(one["when"])) for one in table.device.tables()
            ],
            log=[self._logged(line) for line in table.upkeep.log()],
            version=_VERSION,
            address=table.entrance.address() if with_code else None,
            texts=[str(text) for text in frame.texts] if frame else (),
            size=frame.image.size if frame else (128, 64),
        )

    def _logged(self, line: LogLine) -> phone.Logged:
        # Anybody may look; a path that failed may have had the token in it.
        text = re.sub(re.escape(self._token.text), "…", line.text, flags=re.IGNORECASE)
        return phone.Logged(rfc3339(line.wall) if is_trusted(line.wall) else None, line.level, text)


def _wishes(request: web.Request) -> frozenset[phone.Wish]:
    told = request.cookies.get(SHOWN, "").split(".")
    return frozenset(wish for wish in phone.WISHES if wish in told)


def _page(html: str) -> web.Response:
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Language, Cookie"}
    return web.Response(text=html, content_type="text/html", charset="utf-8", headers=headers)
