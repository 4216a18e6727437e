"""A companion that does nothing but save, to be killed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from companion.table.journal import Journal
from companion.table.session import Session
from hardware.clock import SystemClock
from hardware.machine import real_machine

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path


def nothing(_what: object) -> None:
    """Nobody looks."""


def write_until_killed(path: Path, acknowledged: Connection) -> None:
    """Go on with the game in the journal, telling each revision once it is acknowledged."""
    asyncio.run(_write(path, acknowledged))


async def _write(path: Path, acknowledged: Connection) -> None:
    clock = SystemClock()
    session = Session(Journal(path, real_machine()), clock, tell=nothing)
    await session.open()
    if session.ledger is None:
        await session.new_game({"game": "katz-schmaus", "players": ["Ada", "Ben"]}).saved()
    while True:
        treats = (session.ledger.revision if session.ledger else 0) % 20
        receipt = session.submit({"do": "correct", "set": {"bowls.Ada": treats}}, source="phone")
        await receipt.saved()
        acknowledged.send(receipt.revision)
