"""How long a command takes from a phone until it is acknowledged, that is on disk."""

from __future__ import annotations

import json
import tempfile
import time
from contextlib import closing
from functools import cache
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.measuring import stock_commit
from tests.measuring.living import Process, process
from tests.measuring.row import AtMost, Figures, Row
from tests.measuring.web import asked

if TYPE_CHECKING:
    import sqlite3

TURNS, EACH = 30, 10
"""By turns, as a disk is not equally quick all the time; the quietest turn of each way counts."""

SETTLED: Final = 2.5
"""So long after its start nobody asks, s: as in mid-game, all that can wait is done."""


class Took(NamedTuple):
    """How long each way takes, s: the one in the middle of its quietest turn."""

    companion: float
    bare: float
    """A bare handler of aiohttp, and a thread that commits with sqlite3."""
    commit: float
    """Such a commit alone."""


@cache
def by_turns() -> Took:
    """All three in one run."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        with (
            process("tests.measuring.companion", folder, "bare") as companion,
            closing(stock_commit.opened(folder / "stock.db")) as db,
        ):
            path = companion.begin()
            (folder / "answer").write_bytes(companion.ask("GET", path))
            time.sleep(SETTLED)
            with process("tests.measuring.bare", folder) as bare:
                ours, theirs = _request(companion, f"{path}/commands"), _request(bare, "/commands")
                turns = [
                    Took(
                        median(asked(companion, ours, EACH)),
                        median(asked(bare, theirs, EACH)),
                        median(_commit(db) for _ in range(EACH)),
                    )
                    for _ in range(TURNS)
                ]
    return Took(*map(min, zip(*turns, strict=True)))


def _request(server: Process, path: str) -> bytes:
    body = json.dumps({"command": {"do": "correct", "set": {"turn": "Ada"}}}).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {server.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _commit(db: sqlite3.Connection) -> float:
    began = time.monotonic()
    stock_commit.commit(db, "x" * 200)
    return time.monotonic() - began


ROWS: Final = (
    Row(
        "command",
        "a command, from a phone's request to the answer that it is on disk, the quietest 10 of 300",
        "a commit of sqlite3 alone",
        "s",
        AtMost(1.5),
        lambda: Figures(by_turns().companion, by_turns().commit),
    ),
    Row(
        "command-bare",
        "the same beside the least that answers a phone so",
        "a bare handler of aiohttp, and a thread that commits with sqlite3",
        "s",
        AtMost(1.5),
        lambda: Figures(by_turns().companion, by_turns().bare),
    ),
)
