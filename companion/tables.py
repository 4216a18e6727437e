"""The tables that the box was measured on: what is usual there, in a file of its own beside the games."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta, Struct

from companion.errors import Code, Refusal
from companion.games.names import proper
from companion.senses import Usual
from companion.senses.held import SAME_PLACE
from companion.senses.space import angle_between
from companion.table import files
from companion.table.records import is_trusted, rfc3339

if TYPE_CHECKING:
    from pathlib import Path

    from companion.evening import Evening

log = logging.getLogger(__name__)

FILE: Final = "tables.json"

MOST: Final = 20
"""Tables that are kept, those that were measured last."""

_Force = Annotated[float, Meta(gt=-100.0, lt=100.0)]
_Size = Annotated[float, Meta(ge=0.0, lt=100.0)]


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """What was usual on one table; all in m/s²."""

    rest: tuple[_Force, _Force, _Force]
    jitter: tuple[_Size, _Size, _Size]
    rough: _Size
    when: str | None = None
    """RFC 3339; None where the clock was not set."""

    @property
    def usual(self) -> Usual:
        """As the senses take it."""
        return Usual(self.rest, self.jitter, self.rough)


def read(folder: Path) -> dict[str, Measured]:
    """All tables by name, the one that was measured last at the end; none, with a word in the log, of a damaged file."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Measured])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        log.warning("%s cannot be read (%s): measure the tables again", path, error)
        return {}


def keep(folder: Path, name: str, usual: Usual, when: str | None) -> list[str]:
    """Put a table into the file, or a new measurement in the place of its old one. Raises OSError.

    Tables on which the sensor pointed another way were measured before it was fixed anew: they are left out, and their
    names returned.
    """
    tables = read(folder)
    gone = [
        other for other, one in tables.items() if other != name and angle_between(one.rest, usual.rest) > SAME_PLACE
    ]
    left = {other: one for other, one in tables.items() if other != name and other not in gone}
    rest, jitter = (tuple(round(value, 5) for value in vector) for vector in (usual.rest, usual.jitter))
    measured = msgspec.convert(
        {"rest": rest, "jitter": jitter, "rough": round(usual.rough, 5), "when": when}, type=Measured
    )
    left = dict([*left.items()][1 - MOST :]) | {name: measured}
    folder.mkdir(parents=True, exist_ok=True)
    files.write_whole(folder / FILE, msgspec.json.format(msgspec.json.encode(left), indent=2) + b"\n")
    return gone


def named(name: object) -> str:
    """What a table is called. Raises Refusal."""
    if not isinstance(name, str):
        raise Refusal(Code.BAD_COMMAND, f'a table is called by a text, as in {{"table": "kitchen"}}, not {name!r}')
    try:
        return proper(name)
    except ValueError as error:
        raise Refusal(Code.BAD_COMMAND, f"a table cannot be called so: {error}") from None


def described(name: str, usual: Usual) -> dict[str, object]:
    """A table as JSON has it: m/s² and degrees."""
    return {
        "table": name,
        "up": usual.up,
        "askew": round(usual.askew, 1),
        "rest": [round(value, 3) + 0.0 for value in usual.rest],
        "jitter": [round(value, 4) for value in usual.jitter],
        "rough": round(usual.rough, 3),
        "knock": round(usual.knock, 3),
    }


class Tables:
    """Those of a companion that runs, which learns all evening what is usual: a measurement keeps it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known = read(folder)

    @property
    def usuals(self) -> tuple[Usual, ...]:
        """What was usual where the box has lain."""
        return tuple(one.usual for one in self._known.values())

    def listed(self) -> list[dict[str, object]]:
        """All of them, the one that was measured last first."""
        return [{**described(name, one.usual), "when": one.when} for name, one in reversed(self._known.items())]

    async def measure(self, name: object, evening: Evening, wall: float) -> dict[str, object]:
        """Keep what is usual now under a name, and say what that is. Raises Refusal, NotSaved."""
        called, usual = named(name), evening.motion.usual
        if not evening.sensor_ok:
            raise Refusal(Code.NOT_NOW, "the motion sensor is silent: `companion doctor` says why")
        if usual is None:
            why = "the box has not lain still for 10 s: leave box and table alone for that long, and then measure"
            raise Refusal(Code.NOT_NOW, why)
        when = rfc3339(wall) if is_trusted(wall) else None

        def put() -> tuple[list[str], dict[str, Measured]]:
            return keep(self._folder, called, usual, when), read(self._folder)

        gone, self._known = await evening.session.door.beside(put)
        return {**described(called, usual), "when": when, "forgotten": gone}
