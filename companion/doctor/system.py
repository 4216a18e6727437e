"""The machine under the companion: board, supply, Python, packages, nodes and groups."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.config import SERVICE_DATA
from companion.doctor.finding import Finding
from hardware import GPIOD, LGPIO, PIP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.config import Config
    from companion.doctor.host import Host

_WEAK_NOW, _CAPPED_NOW, _SLOWED_NOW, _HOT_NOW = 0x1, 0x2, 0x4, 0x8
_WEAK_SINCE, _SLOWED_SINCE = 0x10000, 0x40000
"""Bits of ``vcgencmd get_throttled`` (raspberrypi.com, documentation of vcgencmd)."""

_THROTTLED: Final = Path("sys/devices/platform/soc/soc:firmware/get_throttled")

_SUPPLY: Final = "take a supply of 5.1 V that gives 2.5 A (3 A for a Pi 4, 5 A for a Pi 5), and a short, thick cable"


def look(host: Host, config: Config, folder: Path) -> Iterator[Finding]:
    """All of it."""
    yield _board(host)
    yield from _supply(host)
    yield _python()
    yield _packages(host, config)
    yield _user(host, folder)
    yield from _nodes(host, config)
    yield from _workplace(host, config)


def _board(host: Host) -> Finding:
    if not host.model:
        return Finding(
            "board",
            "absent",
            "this is no Raspberry Pi",
            "`companion simulate` plays on simulated hardware here",
            needed=False,
        )
    return Finding("board", "ok", host.model, needed=False)


def _supply(host: Host) -> Iterator[Finding]:
    """Whether the supply is too weak, which a Pi notices; nothing of a machine that does not."""
    bits = _throttled(host)
    if bits is None:
        if (alarm := _alarm(host)) is None:
            return
        bits = _WEAK_NOW if alarm else 0
    if bits & _WEAK_NOW:
        yield Finding("supply", "degraded", "it gives less than 4.63 V now", _SUPPLY)
    elif bits & _HOT_NOW or bits & _SLOWED_NOW:
        yield Finding("supply", "degraded", "the Pi is so hot that it slows down", "give it air, or a heat sink")
    elif bits & _WEAK_SINCE:
        yield Finding("supply", "degraded", "it gave less than 4.63 V for a while since the start", _SUPPLY)
    else:
        yield Finding("supply", "ok", "enough all the time since the start")


def _throttled(host: Host) -> int | None:
    try:
        text: str | None = (host.root / _THROTTLED).read_text().strip()
    except OSError:
        text = host.printed(("vcgencmd", "get_throttled"))
    try:
        return int((text or "").removeprefix("throttled="), 16)
    except ValueError:
        return None


def _alarm(host: Host) -> bool | None:
    """What the kernel's own watch over the supply says (raspberrypi-hwmon)."""
    for folder in sorted((host.root / "sys/class/hwmon").glob("*")):
        try:
            if (folder / "name").read_text().strip() == "rpi_volt":
                return (folder / "in0_lcrit_alarm").read_text().strip() == "1"
        except OSError:
            continue
    return None


def _python() -> Finding:
    found = f"Python {sys.version.split()[0]} in {sys.prefix}"
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Finding("python", "degraded", found, "install it with Python 3.11, 3.12 or 3.13")
    return Finding("python", "ok", found)


def _packages(host: Host, config: Config) -> Finding:
    installed = {name: host.installed(name) for name in ("lgpio", "rpi-lgpio", "RPi.GPIO", "gpiod")}
    found = ", ".join(f"{name} {number}" for name, number in installed.items() if number) or "none for a Pi's pins"
    if installed["rpi-lgpio"] and installed["RPi.GPIO"]:
        # Both own the module RPi.GPIO: the one installed last wins, and taking one away breaks the other.
        return Finding(
            "packages",
            "degraded",
            f"{found}: RPi.GPIO and rpi-lgpio are both installed, and overwrite each other",
            f"{PIP} uninstall RPi.GPIO rpi-lgpio, then {PIP} install --force-reinstall rpi-lgpio",
        )
    if installed["lgpio"].startswith("0.0.") or host.is_hollow("lgpio"):
        return Finding("packages", "degraded", f"{found}: lgpio is an empty package", f"{PIP} install {LGPIO}")
    if host.model and not installed["gpiod"]:
        return Finding("packages", "degraded", f"{found}: gpiod is missing", f"{PIP} install {GPIOD}")
    if config.wiring.pin_factory == "rpigpio" and "Raspberry Pi 5" in host.model:
        return Finding(
            "packages",
            "degraded",
            f"{found}: RPi.GPIO does not reach the pins of a Pi 5",
            f'{PIP} install {LGPIO}, and set [wiring] pin_factory = "lgpio"',
        )
    return Finding("packages", "ok", found)


def _user(host: Host, folder: Path) -> Finding:
    """Who may do something here need not be who runs the service."""
    if folder == SERVICE_DATA and host.is_root:
        told = f"looked at as {host.user}; the service is a user of its own, in the groups i2c and gpio"
    else:
        told = f"looked at as {host.user}"
    return Finding("user", "ok", told, needed=False)


def _nodes(host: Host, config: Config) -> Iterator[Finding]:
    """The doors to the bus and to the pins, and whether this user may open them."""
    wanted = []
    if config.sensor.enabled or config.oled.enabled:
        wanted.append(host.root / f"dev/i2c-{config.sensor.bus}")
    if config.wiring.pin_factory in ("lgpio", "gpiod"):
        # The Pi's own pins are at the fourth on a Pi 5 with a kernel before 6.6.45, which gpiozero knows.
        chips = sorted((host.root / "dev").glob("gpiochip*"))
        wanted.append(next((chip for chip in chips if chip.name == "gpiochip4"), host.root / "dev/gpiochip0"))
    there = [node for node in wanted if node.exists()]
    if not host.model and not there:
        return
    for node in wanted:
        name = f"/{node.relative_to(host.root)}"
        if node not in there:
            if node.name.startswith("i2c"):
                others = sorted(each.name for each in (host.root / "dev").glob("i2c-*"))
                beside = f"; there is {', '.join(others)}" if others else ""
                cure = "enable I2C (sudo raspi-config nonint do_i2c 0) and reboot; or set [sensor] bus"
                yield Finding("nodes", "absent", f"{name} is missing{beside}", cure)
            else:
                yield Finding(
                    "nodes", "absent", f"{name} is missing", "is this a Raspberry Pi, and its kernel its own?"
                )
        elif (refused := _refused(host, node)) is not None:
            group, cure = refused
            yield Finding(
                "nodes", "degraded", f"{name} belongs to the group {group}: {host.user} may not open it", cure
            )
        else:
            yield Finding("nodes", "ok", f"{name} may be opened")


def _refused(host: Host, node: Path) -> tuple[str, str] | None:
    """The group that a user would have to be in to open a node, and what to do; None: it may be opened."""
    found = node.stat()
    if host.is_root or found.st_mode & 0o006 == 0o006:
        return None
    try:
        group = node.group()
    except KeyError:
        group = str(found.st_gid)
    if group in host.groups and found.st_mode & 0o060 == 0o060:
        return None
    if host.user in host.members(group):
        return group, f"{host.user} was added to it and has to log out and in again"
    return group, f"sudo usermod -aG {group} {host.user}, then log out and in again"


def _workplace(host: Host, config: Config) -> Iterator[Finding]:
    """Where lgpio makes its pipe: it cannot even be imported where it may not."""
    if config.wiring.pin_factory != "lgpio":
        return
    if chosen := host.environ.get("LG_WD"):
        if not host.takes_files(Path(chosen)):
            found = f"LG_WD is {chosen}, where lgpio may not make its pipe"
            yield Finding("workdir", "degraded", found, "unset LG_WD, or let it name a folder that may be written to")
        else:
            yield Finding("workdir", "ok", f"lgpio makes its pipe in {chosen}, which LG_WD names", needed=False)
    elif not host.takes_files(host.here):
        cure = "cd into a folder of your own first; the service has its own"
        yield Finding("workdir", "degraded", f"lgpio may not make its pipe here, in {host.here}", cure)
