"""``companion calibrate``: lets the box learn what is usual on a table, and keeps it under a name."""

from __future__ import annotations

import sys
from contextlib import closing
from math import degrees
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from companion import tables
from companion.beside import Declined, NoAnswer, running
from companion.commands import where
from companion.commands.bar import Bar
from companion.errors import Code
from companion.sampling import NotMeasured, from_sensor
from companion.senses import Motion, Usual
from companion.senses.space import GRAVITY, MILLI_G
from companion.senses.taking import LEANS
from companion.table.records import is_trusted, rfc3339
from hardware import real_machine

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import TextIO

    from companion.beside import Running
    from hardware import Batch, Clock

LASTS: Final = 11.0
"""About so long a box has to lie, s."""

WITHIN: Final = 40.0
"""How long it is waited for somebody to put it down and leave it alone, s."""

ASK_EVERY: Final = 0.5
"""How often a companion that runs is asked whether it knows by now, s."""

_WAITING: Final = "waiting for the sensor ..."
_LIES: Final = "measuring: leave box and table alone"
_MOVES: Final = "it moves: put the box on the table and leave it alone"


class NotStill(NotMeasured, TimeoutError):
    """The box was not left alone for long enough."""

    def __init__(self) -> None:
        super().__init__(
            f"the box did not lie still for {LASTS:g} s within {WITHIN:g} s: put it on the table, leave box and table "
            "alone, and call again; if nobody has touched them, `companion doctor` says how noisy the sensor is"
        )


class _Learnt(Struct, frozen=True):
    """What a companion that runs has kept of a table."""

    table: str
    rest: tuple[float, float, float]
    jitter: tuple[float, float, float]
    rough: float
    forgotten: tuple[str, ...]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument(
        "--table", default="table", metavar="NAME", help="what the table is called, if there are several"
    )
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """Learn, by the companion that runs or by the sensor itself. Raises Refusal, ConfigError, OSError."""
    name = tables.named(given.table)
    config, folder = where.told(given)
    machine = real_machine()
    try:
        if here := running(config, folder):
            return from_running(here, name, machine.clock, sys.stdout, sys.stderr)
        with closing(from_sensor(machine, config.bus)) as samples:
            return from_samples(samples, folder, name, machine.clock, sys.stdout, sys.stderr)
    except NotMeasured as trouble:
        print(trouble, file=sys.stderr)
        return 1


def from_samples(samples: Iterable[Batch], folder: Path, name: str, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Learn from the sensor itself. Returns the exit code; raises NotStill, SensorSilent, OSError."""
    motion, until = Motion(), clock.monotonic() + WITHIN
    lain_since: float | None = None
    with Bar(err, _WAITING, LASTS) as bar:
        for batch in samples:
            motion.feed(*batch)
            if (usual := motion.usual) is not None:
                break
            if (now := clock.monotonic()) > until:
                raise NotStill
            lies = motion.settled and not motion.handled
            lain_since = (now if lain_since is None else lain_since) if lies else None
            words = _LIES if lies else _MOVES if motion.handled else _WAITING
            bar.show(0.0 if lain_since is None else now - lain_since, words)
            bar.tell(words)
        else:
            raise NotStill
    wall = clock.wall()
    gone = tables.keep(folder, name, usual, rfc3339(wall) if is_trusted(wall) else None)
    _tell(name, usual, gone, out)
    return 0


def from_running(here: Running, name: str, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Let a companion that runs keep what it has learnt. Raises NotStill, NoAnswer."""
    until = clock.monotonic() + WITHIN
    print("the companion that runs measures: leave box and table alone", file=err)
    while True:
        try:
            told = here.post("/api/tables", {"table": name})
        except Declined as declined:
            if declined.code != Code.NOT_NOW:
                raise
            if clock.monotonic() > until:
                raise NotStill from declined
            clock.sleep(ASK_EVERY)
            continue
        try:
            learnt = msgspec.convert(told, type=_Learnt)
        except msgspec.ValidationError as error:
            raise NoAnswer(f"{here.who} answers as none of this version does ({error}): restart it") from error
        _tell(learnt.table, Usual(learnt.rest, learnt.jitter, learnt.rough), learnt.forgotten, out)
        return 0


def _tell(name: str, usual: Usual, forgotten: Sequence[str], out: TextIO) -> None:
    x, y, z = (value / MILLI_G for value in usual.jitter)
    lines = [
        f"{name} is known from now on",
        f"  the sensor   {usual.up} up, {usual.askew:.0f}° askew; takes {usual.weight / GRAVITY:.2f} g for gravity",
        f"  at rest      trembles by x {x:.1f}, y {y:.1f}, z {z:.1f} mg, {usual.rough / MILLI_G:.0f} mg from peak to peak",
        f"  a knock      is what reaches {usual.knock / GRAVITY:.2f} g",
        f"  a lift       is a lean of {degrees(LEANS / GRAVITY):.0f}°, or a shake",
    ]
    if forgotten:
        lines.append(f"  forgotten    {', '.join(forgotten)}: the sensor pointed another way there; measure again")
    print("\n".join(lines), file=out)
