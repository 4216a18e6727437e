"""All parts, one by one, and the sum of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.doctor import held, parts, place, system
from companion.doctor.host import Host
from companion.doctor.told import printer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

    from companion.beside import Running
    from companion.config import Config
    from companion.doctor.finding import Finding
    from companion.doctor.hands import Wish
    from hardware import Machine


def doctor(
    config: Config,
    machine: Machine,
    folder: Path,
    out: TextIO,
    *,
    as_json: bool = False,
    here: Running | None = None,
    touched: bool = False,
    at: Host | None = None,
) -> int:
    """Print what is found of each part; 0 if all that is needed is well, else 1.

    ``here`` is the companion that runs on this machine, if one does: it is asked about the parts that it holds.
    ``touched``: somebody is at the box, and presses what is to be pressed.
    """
    told = printer(out, as_json=as_json)
    faults = 0
    for finding in examine(config, machine, folder, here=here, wish=told.wish if touched else None, at=at):
        told.finding(finding)
        faults += finding.is_fault
    told.end(faults)
    return int(faults > 0)


def examine(
    config: Config,
    machine: Machine,
    folder: Path,
    *,
    here: Running | None = None,
    wish: Wish | None = None,
    at: Host | None = None,
) -> Iterator[Finding]:
    """All parts, as they are looked at. Nothing is changed but a scratch file, the display and the sensor's settings.

    ``wish`` tells somebody at the box what to press; None: nobody is there.
    """
    at = at or Host()
    yield from system.look(at, config, folder)
    yield from held.ask(here) if here else parts.look(config, machine, wish)
    yield from place.look(at, config, machine, folder)
