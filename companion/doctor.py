"""``companion doctor``: looks at every part, and says what was found and what to do about it."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from hardware.bus import Bus
from hardware.errors import BusUnavailable, HardwareError
from hardware.mpu6050 import FAMILY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from companion.config import Config
    from hardware.ports import Machine, Status

WHO_AM_I: Final = 0x75
"""RM-MPU-6000A section 4.32."""

SSD1306_NOP: Final = (0x00, 0xE3)
"""A command that does nothing (SSD1306 section 9, table 9-1), behind its control byte."""

SLOW_DISK: Final = 0.2
"""A longer sync than this keeps people waiting, s; a healthy card takes 0.005 to 0.05."""

LITTLE_SPACE: Final = 50_000_000
"""Bytes; an evening needs a fraction of a megabyte, a full card takes no score at all."""

OLDEST_NOW: Final = datetime(2025, 1, 1, tzinfo=UTC)
"""A clock that shows less was not set since the power came."""

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
    yield from _bus(config, machine)
    yield _pins(config, machine)
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


def _bus(config: Config, machine: Machine) -> Iterator[Finding]:
    bus = Bus(machine, config.sensor.bus)
    needed = config.sensor.enabled or config.oled.enabled
    try:
        bus.answers(config.sensor.address, (WHO_AM_I,))
        yield Finding("bus", "ok", f"I2C bus {config.sensor.bus} can be used", needed=needed)
        yield _sensor(config, bus)._replace(needed=config.sensor.enabled)
        yield _oled(config, bus)._replace(needed=config.oled.enabled)
    except BusUnavailable as error:
        yield Finding("bus", "absent", error.why, error.cure, needed)
    finally:
        bus.close()


def _sensor(config: Config, bus: Bus) -> Finding:
    address = config.sensor.address
    if not bus.answers(address, (WHO_AM_I,)):
        return _nothing_at("sensor", bus, address, 0x68 + 0x69 - address, (WHO_AM_I,))
    try:
        identity = bus.read(address, WHO_AM_I, 1)[0]
    except OSError as error:
        found = f"0x{address:02X} is there and does not let itself be read ({error.strerror})"
        return Finding("sensor", "degraded", found, "check its wires for a loose one, then try again")
    found = f"0x{address:02X} answers 0x{identity:02X}"
    if identity in (0x00, 0xFF):
        return Finding("sensor", "degraded", f"{found}: no chip says that", "check SDA, SCL, 3.3 V and ground")
    if identity not in FAMILY:
        return Finding(
            "sensor", "degraded", f"{found}, which is no MPU6050", "is another device at this address? play without it"
        )
    return Finding("sensor", "ok", f"{found}: {FAMILY[identity]}")


def _oled(config: Config, bus: Bus) -> Finding:
    address = config.oled.address
    if not bus.answers(address, SSD1306_NOP):
        return _nothing_at("oled", bus, address, 0x3C + 0x3D - address, SSD1306_NOP)
    return Finding("oled", "ok", f"0x{address:02X} answers")


def _nothing_at(part: str, bus: Bus, address: int, other: int, harmless: tuple[int, ...]) -> Finding:
    if bus.answers(other, harmless):
        return Finding(
            part,
            "absent",
            f"nothing answers at 0x{address:02X}, but something at 0x{other:02X}",
            f"set [{part}] address = 0x{other:02X}",
        )
    return Finding(
        part, "absent", f"nothing answers at 0x{address:02X}", "check its four wires: 3.3 V, ground, SDA, SCL"
    )


def _pins(config: Config, machine: Machine) -> Finding:
    name = config.wiring.pin_factory
    if name == "lgpio" and not os.access(Path.cwd(), os.W_OK):
        # It makes a pipe there as soon as it is imported, and cannot be imported where it may not.
        return Finding(
            "button",
            "absent",
            f"lgpio cannot work in {Path.cwd()}, which is not writable",
            "start it in a writable folder, as the unit does with WorkingDirectory=",
        )
    try:
        machine.pin_factory(name).close()
    except HardwareError as error:
        return Finding("button", "absent", error.why, error.cure)
    return Finding("button", "ok", f"the pins can be used by {name}: the configuration names it")


def _disk(machine: Machine, folder: Path) -> Finding:
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    try:
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
    with suppress(ValueError, OverflowError, OSError):
        now = datetime.fromtimestamp(machine.clock.wall(), UTC)
        if now >= OLDEST_NOW:
            return Finding("clock", "ok", f"{now:%Y-%m-%d %H:%M} UTC", needed=False)
    return Finding(
        "clock",
        "degraded",
        "the clock was not set since the power came",
        "games count all the same; dates are right once there is a network, or with a clock chip",
        needed=False,
    )
