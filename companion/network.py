"""The table on the home network: served as soon as the box plays, tried again where it cannot be, never in its way."""

from __future__ import annotations

import asyncio
import errno
import logging
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final

from companion.conditions import NO_NETWORK
from companion.errors import NotSaved
from companion.faces.web import tokens
from companion.faces.web.address import joining_address
from companion.tasks import in_thread
from hardware import Condition

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.faces.web.served import Served
    from companion.faces.web.server import Server
    from companion.schema import Web
    from hardware import Machine

log = logging.getLogger(__name__)

LOOK_AGAIN: Final = 5.0
"""How often the address is looked at, and what could not be had is tried again, s."""

ANEW: Final = "It is tried again; if it stays so, install the companion anew."


class Network:
    """Serves a table to phones and scripts."""

    def __init__(
        self, config: Web, folder: Path, table: Served, machine: Machine, note: Callable[[Condition], None]
    ) -> None:
        self.port: int | None = None
        """Where it listens; None while it does not."""
        self._config = config
        self._folder = folder
        self._table = table
        self._machine = machine
        self._note = note
        self._token = tokens.Token(tokens.fresh())
        self._is_kept = False
        self._address: str | None = None
        self._server: Server | None = None
        self._renewed = asyncio.Event()

    @property
    def address(self) -> str | None:
        """What a phone scans to join; None while it could not."""
        if self.port is None or self._address is None or not self._is_kept:
            return None
        return joining_address(self._address, self.port, self._token.text)

    @property
    def address_here(self) -> str | None:
        """The same for a browser on this very machine, which needs no network."""
        return None if self.port is None else f"http://localhost:{self.port}/j/{self._token.text.lower()}"

    async def run(self) -> None:
        """Serve, and follow the address; until it is cancelled. What fails is tried again, whatever it is."""
        told: tuple[Condition, str | None] | None = None
        while True:
            try:
                condition = await self._look()
            except Exception as error:
                log.exception("the pages for phones have failed")
                condition = Condition("network", "degraded", f"The pages for phones have failed ({error!r}).", ANEW)
            if (condition, self.address) != told:
                told = condition, self.address
                self._note(condition)
            self._renewed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._renewed.wait(), LOOK_AGAIN)

    async def close(self) -> None:
        """Serve nobody any more."""
        self.port = None
        if self._server is not None:
            await self._server.close()

    async def renew_token(self) -> None:
        """Send all phones away; who scans the new code is in again. Raises NotSaved, and changes nothing then."""
        token = tokens.fresh()
        await self._table.session.door.beside(lambda: tokens.keep(self._folder, token))
        self._token.text = token
        self._is_kept = True
        self._renewed.set()

    async def _look(self) -> Condition:
        if self._server is None:
            # On a Pi Zero aiohttp takes 3 s to load, and a call must sound within a millisecond.
            await in_thread(lambda: import_module("companion.faces.web.server"), self._machine.clock, "imports")
            from companion.faces.web.server import Server

            self._server = Server(self._table, self._token, self._config.names)
        if not self._is_kept:
            await self._take_token()
        self._address = self._machine.address()
        if self.port is None:
            try:
                self.port = await self._server.open(self._config.host, self._config.port)
            except OSError as error:
                return self._cannot_listen(error)
            log.info("phones find the table at http://%s:%d", self._address or "localhost", self.port)
        return NO_NETWORK if self._address is None else Condition("network", "ok")

    async def _take_token(self) -> None:
        """Take the token that is kept, or keep the new one; until that goes, the new one holds for this start."""
        fresh = self._token.text
        try:
            self._token.text = await self._table.session.door.beside(lambda: tokens.kept(self._folder, fresh))
        except NotSaved as error:
            log.warning("the table's token cannot be kept: %s", error)
        else:
            self._is_kept = True

    def _cannot_listen(self, error: OSError) -> Condition:
        port = self._config.port
        match error.errno:
            case errno.EADDRINUSE:
                why = f"Another program has port {port}: phones cannot join."
                cure = "End it, or choose another port under [web]."
            case errno.EACCES | errno.EPERM:
                why = f"Port {port} may not be opened: phones cannot join."
                cure = "Choose one from 1024 on as port under [web]."
            case errno.EADDRNOTAVAIL:
                why = f"This Pi does not have the address {self._config.host}: phones cannot join."
                cure = 'Correct host under [web], or leave it empty ("") for all addresses.'
            case _:
                why = f"Port {port} cannot be opened ({error.strerror or error}): phones cannot join."
                cure = "Look at host and port under [web]."
        return Condition("network", "degraded", why, cure)
