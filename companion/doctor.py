"""``companion doctor``: looks at every part, and says what was found and what to do about it."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import sys
import tempfile
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.config import SERVICE_DATA
from companion.table.records import is_trusted
from hardware import probe_machine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from companion.config import Config
    from hardware import Machine, Status

SLOW_DISK: Final = 0.2
"""A longer sync than this keeps people waiting, s; a healthy card takes 0.005 to 0.05."""

LITTLE_SPACE: Final = 50_000_000
"""Bytes; an evening needs a fraction of a megabyte, a full card takes no score at all."""

MODEL: Final = Path("/proc/device-tree/model")


class Finding(NamedTuple):
    """How a part is, as people read it."""

    part: str
    status: Status
    found: str
    cure: str = ""
    needed: bool = True
    """Whether the box cannot be what it is configured to be without it."""


def doctor(config: Config, machine: Machine, folder: Path, out: TextIO, *, as_json: bool = False) -> int:
    """Print a line for each part; 0 if all that is needed is well, else 1. Changes nothing but a scratch file."""
    findings = list(examine(config, machine, folder))
    for finding in findings:
        print(json.dumps(finding._asdict(), ensure_ascii=False) if as_json else _line(finding), file=out)
    return int(any(finding.needed and finding.status != "ok" for finding in findings))


def examine(config: Config, machine: Machine, folder: Path) -> Iterator[Finding]:
    """All parts, one by one."""
    yield _board()
    yield _python()
    yield _packages()
    yield _user(folder)
    yield from _hardware(config, machine)
    yield _disk(machine, folder)
    yield _clock(machine)


def _line(finding: Finding) -> str:
    cure = f" — {finding.cure}" if finding.cure else ""
    return f"{finding.status:<9}{finding.part:<10}{finding.found}{cure}"


def _board() -> Finding:
    try:
        model = MODEL.read_text().rstrip("\0\n")
    except OSError:
        return Finding(
            "board",
            "absent",
            "this is no Raspberry Pi",
            "`companion simulate` plays on simulated hardware here",
            needed=False,
        )
    return Finding("board", "ok", model, needed=False)


def _python() -> Finding:
    found = f"Python {sys.version.split()[0]} in {sys.prefix}"
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Finding("python", "degraded", found, "install it with Python 3.11, 3.12 or 3.13")
    return Finding("python", "ok", found)


def _packages() -> Finding:
    installed = {name: _version(name) for name in ("lgpio", "rpi-lgpio", "RPi.GPIO", "gpiod")}
    found = ", ".join(f"{name} {number}" for name, number in installed.items() if number) or "none for a Pi's pins"
    if installed["rpi-lgpio"] and installed["RPi.GPIO"]:
        # Both own the module RPi.GPIO: the one installed last wins, and taking one away breaks the other.
        return Finding(
            "packages",
            "degraded",
            f"{found}: RPi.GPIO and rpi-lgpio are both installed, and overwrite each other",
            "pip uninstall RPi.GPIO rpi-lgpio, then pip install --force-reinstall rpi-lgpio",
        )
    if (module := find_spec("lgpio")) and module.origin and Path(module.origin).stat().st_size == 0:
        return Finding("packages", "degraded", f"{found}: lgpio is an empty package", 'pip install "lgpio>=0.2.2"')
    if MODEL.exists() and not installed["gpiod"]:
        return Finding("packages", "degraded", f"{found}: gpiod is missing", 'pip install "gpiod>=2.2.2,<3"')
    return Finding("packages", "ok", found)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _user(folder: Path) -> Finding:
    """Who may do something here need not be who runs the service."""
    number = os.geteuid()
    try:
        name = pwd.getpwuid(number).pw_name
    except KeyError:
        name = f"user {number}"
    if folder == SERVICE_DATA and number == 0:
        return Finding(
            "user", "ok", f"{name} looks; the service is a user of its own, in the groups i2c and gpio", needed=False
        )
    return Finding("user", "ok", f"{name} looks", needed=False)


def _hardware(config: Config, machine: Machine) -> Iterator[Finding]:
    missed = {
        "bus": config.sensor.enabled or config.oled.enabled,
        "sensor": config.sensor.enabled,
        "oled": config.oled.enabled,
    }
    for seen in probe_machine(machine, config.bus, config.wiring.pin_factory):
        yield Finding(seen.part, seen.status, seen.why, seen.cure, missed.get(seen.part, True))


def _disk(machine: Machine, folder: Path) -> Finding:
    existing = folder
    try:
        existing = next(each for each in (folder, *folder.parents) if each.exists())
        began = machine.clock.monotonic()
        with tempfile.NamedTemporaryFile(dir=existing, prefix=".companion-doctor-") as scratch:
            scratch.write(b"\0" * 4096)
            scratch.flush()
            os.fsync(scratch.fileno())
        took = machine.clock.monotonic() - began
        free = shutil.disk_usage(existing).free
    except OSError as error:
        return Finding(
            "disk", "degraded", f"{existing} takes no games: {error.strerror}", "free some space, or set [table] data"
        )
    found = f"{folder} takes a score in {took * 1000:.1f} ms, {free / 1e9:.1f} GB free"
    if free < LITTLE_SPACE:
        return Finding("disk", "degraded", found, "free some space: a full card takes no score")
    if took > SLOW_DISK:
        return Finding("disk", "degraded", found, "the card is slow or worn: take a new one, of class A1 or A2")
    return Finding("disk", "ok", found)


def _clock(machine: Machine) -> Finding:
    now = machine.clock.wall()
    if is_trusted(now):
        return Finding("clock", "ok", f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC", needed=False)
    return Finding(
        "clock",
        "degraded",
        "the clock was not set since the power came",
        "games count all the same; dates are right once there is a network, or with a clock chip",
        needed=False,
    )
