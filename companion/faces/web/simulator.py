"""A simulated table, handled from a browser by steps of the scenario language; no real table has this room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

import msgspec
from aiohttp import web
from msgspec import Meta

from companion.faces.web.bodies import body_as, known_query
from companion.faces.web.errors import answer

if TYPE_CHECKING:
    from companion.faces.phone import World


class Simulator(Protocol):
    """Whoever handles the simulated box as a browser says."""

    @property
    def world(self) -> World:
        """What there is to see of it."""

    async def play(self, step: str) -> None:
        """Do a step of the scenario language, and wait until it is done. Raises Refusal, which says why not."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as it is sent."""

    step: Annotated[str, Meta(min_length=1, max_length=200)]


class Steps:
    """What hands do."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [web.post("/api/simulator/steps", self.play)]

    async def play(self, request: web.Request) -> web.StreamResponse:
        """Do one step; answered when it is done."""
        known_query(request)
        told = await body_as(request, Step)
        await self._simulator.play(told.step)
        return answer({"done": told.step})
