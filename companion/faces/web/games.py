"""Games over HTTP: those that were played, the one that is on, and what is told and asked in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from aiohttp import web
from msgspec import UNSET, Meta, UnsetType

from companion.errors import Code, NotSaved, Refusal
from companion.faces.web.bodies import body, body_as, game_number, known_query, nothing, number_in_query
from companion.faces.web.bounds import GAMES
from companion.faces.web.errors import WithState, answer
from companion.games import read_header
from companion.games.names import proper
from companion.games.strict import bad, short

if TYPE_CHECKING:
    from companion.faces.web.served import Served
    from companion.table.archive import Look
    from companion.table.history import Happened
    from companion.table.receipt import Receipt
    from companion.table.records import Summary
    from companion.table.session import Session


BY_LOT: Final = "by-lot"
"""Behind the path of a new game: who begins is drawn."""


class SentCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command as it is sent."""

    command: dict[str, object]
    revision: Annotated[int, Meta(ge=0, le=10**9)] | UnsetType = UNSET
    """The one that its sender saw: the command is refused as stale if somebody has written the same since."""
    key: Annotated[str, Meta(min_length=1, max_length=100)] | UnsetType = UNSET
    """Made by the sender: however often it is sent, it is entered once."""
    who: str | UnsetType = UNSET
    """Who tells it, for the history."""


class Games:
    """What can be done with games."""

    def __init__(self, table: Served) -> None:
        self._table = table
        self._session: Session = table.session
        self._chance = table.chance

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        game = "/api/games/{game}"
        return [
            web.get("/api/games", self.list),
            web.post("/api/games", self.begin),
            web.get(game, self.show),
            web.get(f"{game}/history", self.history),
            web.post(f"{game}/commands", self.enter),
            web.post(f"{game}/ask", self.ask),
            web.post(f"{game}/put-aside", self.put_aside),
            web.post(f"{game}/take-up", self.take_up),
        ]

    async def list(self, request: web.Request) -> web.StreamResponse:
        """Games that were begun, the newest first."""
        known_query(request, "limit", "before")
        limit = number_in_query(request, "limit", 1, GAMES) or GAMES
        before = number_in_query(request, "before", 1, 10**9)
        on = self._session.game_id
        return answer([_line(summary, on) for summary in await self._session.archive.games(limit, before)])

    async def begin(self, request: web.Request) -> web.StreamResponse:
        """A new game, from a header as in a game file."""
        known_query(request, "first")
        header = self._drawn(await body(request), request.query.get("first"))
        receipt = self._session.new_game(header, source="phone")
        number = self._session.game_id
        assert number is not None
        return answer(await _once_saved(self._session, receipt, number, self._session.answer_at(0)), 201)

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Any game as it stands now."""
        known_query(request)
        number = game_number(request)
        look = await self._session.archive.look(number)
        return answer(standing(self._session, number, look))

    async def history(self, request: web.Request) -> web.StreamResponse:
        """What happened in a game, the newest last."""
        known_query(request)
        look = await self._session.archive.look(game_number(request))
        return answer([line(happened) for happened in look.history])

    async def enter(self, request: web.Request) -> web.StreamResponse:
        """A command; answered once it is on disk."""
        known_query(request)
        return answer(await enter(self._table, game_number(request), await body_as(request, SentCommand)))

    async def ask(self, request: web.Request) -> web.StreamResponse:
        """A question to the referee of any game."""
        known_query(request)
        question = await body(request)
        ledger = (await self._session.archive.look(game_number(request))).ledger
        told = ledger.game.ask(ledger.state, question)
        return answer({"answer": told.answer, "why": told.why})

    async def put_aside(self, request: web.Request) -> web.StreamResponse:
        """Clear the table; the game can be taken up again. Done already, it is answered alike."""
        known_query(request)
        await nothing(request)
        number = self._session.number_now(game_number(request))
        if number == self._session.game_id:
            state = current(self._session) or {}
            await _once_saved(self._session, self._session.put_aside(), number, state)
        look = await self._session.archive.look(number)
        return answer(standing(self._session, number, look))

    async def take_up(self, request: web.Request) -> web.StreamResponse:
        """Go on with a game that was put aside, or back to one that is over."""
        known_query(request)
        await nothing(request)
        await self._session.take_up(game_number(request))
        return answer(current(self._session))

    def _drawn(self, header: dict[str, object], first: str | None) -> dict[str, object]:
        """The header with who begins, where that is to be drawn. Raises Refusal bad-command."""
        if first is None:
            return header
        if first != BY_LOT:
            raise bad(f"first is {short(first)}: behind the path it can only be {BY_LOT}; a name stands in the options")
        read = read_header(header)
        if "first" in read.options:
            raise bad("options: first is told, and is to be drawn as well: leave one of them out")
        drawn = {**read.options, "first": self._chance.choice(read.players)}
        return {"game": read.game, "players": list(read.players), "options": drawn}


async def enter(table: Served, number: int, told: SentCommand) -> dict[str, object]:
    """Enter a command in a game; returns the state after it, once it is on disk.

    Raises Refusal, UnknownGame, NotSaved; WithState where the sender should look at the state that counts.
    """
    session = table.session
    if told.command.get("do") == "call":
        await table.device.calls_decided()
    key = None if told.key is UNSET else told.key
    number = session.number_now(number)
    if number != session.game_id:
        earlier = await session.archive.earlier(number, key, told.command)
        if earlier is None:
            left = Refusal(Code.NOT_NOW, f"game {number} is not on: POST /api/games/{number}/take-up brings it back")
            raise WithState(left, standing(session, number, await session.archive.look(number)))
        return await _once_saved(session, earlier.receipt, number, earlier.state)
    try:
        receipt = session.submit(
            told.command, "phone", who=_name(told.who), key=key, seen=None if told.revision is UNSET else told.revision
        )
    except Refusal as refusal:
        if refusal.code is Code.STALE and (state := current(session)) is not None:
            raise WithState(refusal, state) from None
        raise
    # As it was then: others may enter more before it is saved, and who sends it again is answered alike.
    return await _once_saved(session, receipt, number, session.answer_at(receipt.revision))


def current(session: Session) -> dict[str, object] | None:
    """The game at the table as everybody is told of it, with the revision that is on disk; None if there is none."""
    ledger = session.ledger
    if ledger is None:
        return None
    return {"id": session.game_id, **ledger.snapshot(), "saved": session.saved_revision}


def standing(session: Session, number: int, look: Look) -> dict[str, object]:
    """Any game, and what does not fit the rules of this version, if anything does not."""
    if session.number_now(number) == session.game_id and (state := current(session)) is not None:
        return state
    state = {"id": session.number_now(number), **look.ledger.snapshot(), "saved": look.saved}
    if look.misfit is not None:
        state["misfit"] = {"code": look.misfit.code, "message": look.misfit.message}
    return state


def line(happened: Happened) -> dict[str, object]:
    """One entry of a history."""
    return {
        "revision": happened.revision,
        "who": happened.who,
        "when": happened.when,
        "source": happened.source,
        "what": happened.command,
        "counts": happened.counts,
    }


async def _once_saved(session: Session, receipt: Receipt, number: int, state: dict[str, object]) -> dict[str, object]:
    """A game's state, once it is on disk. Raises WithState, with the same, if that is not soon."""
    error = None
    try:
        await receipt.saved()
    except NotSaved as unsaved:
        error = unsaved
    # A game that was begun before the journal could be opened may have its number only now.
    state = {"id": session.number_now(number), **{key: value for key, value in state.items() if key != "id"}}
    if error is not None:
        raise WithState(error, state)
    return state


def _line(summary: Summary, on: int | None) -> dict[str, object]:
    return {
        "id": summary.id,
        "game": summary.header["game"],
        "players": summary.header["players"],
        "revision": summary.revision,
        "begun": summary.begun,
        "length": round(summary.length, 1),
        "over": summary.over,
        "put_aside": summary.put_aside,
        "on": summary.id == on,
    }


def _name(who: str | UnsetType) -> str | None:
    if who is UNSET:
        return None
    try:
        return proper(who)
    except ValueError as error:
        raise bad(f"who is {short(who)}: {error}") from None
