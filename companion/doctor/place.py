"""Where the box stands: its disk, clock, network and service."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from companion import conditions
from companion.doctor.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.config import Config
    from companion.doctor.host import Host
    from hardware import Machine

SLOW_DISK: Final = 0.2
"""A longer sync than this keeps people waiting, s; a healthy card takes 0.005 to 0.05."""

LITTLE_SPACE: Final = 50_000_000
"""Bytes; an evening needs a fraction of a megabyte, a full card takes no score at all."""

OFTEN: Final = 3
"""A service that was started anew so often since it was last started by hand is not well."""


def look(host: Host, config: Config, machine: Machine, folder: Path) -> Iterator[Finding]:
    """All of it."""
    yield _disk(host, machine, folder)
    yield _clock(host, machine)
    yield _network(host, config, machine)
    yield from _service(host)


def _disk(host: Host, machine: Machine, folder: Path) -> Finding:
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
        if isinstance(error, PermissionError) and not host.is_root:
            cure = "look with sudo, or set [table] data"
        elif error.errno in (errno.ENOSPC, errno.EDQUOT):
            cure = "free some space, or set [table] data"
        else:
            cure = "set [table] data to a folder that can be written to"
        return Finding("disk", "degraded", f"{existing} takes no games: {error.strerror}", cure)
    found = f"{folder} takes a score in {took * 1000:.1f} ms, {free / 1e9:.1f} GB free"
    if free < LITTLE_SPACE:
        return Finding("disk", "degraded", found, "free some space: a full card takes no score")
    if took > SLOW_DISK:
        return Finding("disk", "degraded", found, "the card is slow or worn: take a new one, of class A1 or A2")
    return Finding("disk", "ok", found)


def _clock(host: Host, machine: Machine) -> Finding:
    now = machine.clock.wall()
    if (condition := conditions.clock(now)).status != "ok":
        return Finding.of(condition, needed=False)
    found = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC"
    match host.printed(("timedatectl", "show", "--property=NTPSynchronized", "--value")):
        case "yes":
            found += ", kept right by the network"
        case "no":
            found += ", not kept right by the network"
    return Finding("clock", "ok", found, needed=False)


def _network(host: Host, config: Config, machine: Machine) -> Finding:
    address = machine.address()
    if address is None:
        return Finding.of(conditions.NO_NETWORK, needed=False)
    where = f"{address}, or {host.name}.local where the house knows such names"
    if not config.web.enabled:
        return Finding("network", "ok", f"{where}; phones may not join, by the configuration", needed=False)
    return Finding("network", "ok", f"{where}; phones join at port {config.web.port}", needed=False)


def _service(host: Host) -> Iterator[Finding]:
    asked = "LoadState,ActiveState,SubState,UnitFileState,NRestarts,Result"
    text = host.printed(("systemctl", "show", "companion.service", f"--property={asked}"))
    state = dict(line.partition("=")[::2] for line in (text or "").splitlines())
    if not state or state.get("LoadState") != "loaded":
        yield Finding(
            "service",
            "absent",
            "the companion is not installed as a service",
            "sudo systemd/install in a copy of the companion; its docs/install.md has each step" if host.model else "",
            needed=False,
        )
        return
    active, restarts = state.get("ActiveState", ""), state.get("NRestarts", "0")
    look_up = "`journalctl -u companion -n 20` says why"
    if active == "failed":
        yield Finding("service", "degraded", f"the service has failed ({state.get('Result', '?')})", look_up)
    elif restarts.isdecimal() and int(restarts) > OFTEN:
        yield Finding("service", "degraded", f"the service was started anew {restarts} times", look_up)
    elif active != "active":
        cure = "sudo systemctl start companion"
        yield Finding("service", "absent", f"the service is installed, and {active or 'off'}", cure, needed=False)
    elif state.get("UnitFileState") != "enabled":
        cure = "sudo systemctl enable companion"
        yield Finding(
            "service", "ok", "the service runs, and does not begin by itself after a start", cure, needed=False
        )
    else:
        yield Finding("service", "ok", "the service runs, and begins by itself after a start", needed=False)
