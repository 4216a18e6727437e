"""What a machine's files, commands and users tell of it: all that the doctor asks of the system is asked here."""

from __future__ import annotations

import grp
import os
import pwd
import socket
import subprocess
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

COMMAND_WITHIN: Final = 5.0
"""s; how long a command of the system may take."""

_MODEL: Final = Path("proc/device-tree/model")


def _printed(command: Sequence[str]) -> str | None:
    """What a command prints; None where it is not there, fails, or takes too long."""
    try:
        done = subprocess.run(  # noqa: S603 - its own, named here
            command, capture_output=True, text=True, timeout=COMMAND_WITHIN, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _is_hollow(module: str) -> bool:
    spec = find_spec(module)
    return bool(spec and spec.origin and Path(spec.origin).stat().st_size == 0)


def _takes_files(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK)


def _groups() -> frozenset[str]:
    found = set()
    for number in {os.getegid(), *os.getgroups()}:
        try:
            found.add(grp.getgrgid(number).gr_name)
        except KeyError:
            found.add(str(number))
    return frozenset(found)


def _name() -> str:
    number = os.geteuid()
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def _members(group: str) -> Sequence[str]:
    try:
        return grp.getgrnam(group).gr_mem
    except KeyError:
        return ()


@dataclass(frozen=True)
class Host:
    """A machine, as it answers; a test gives the answers of another."""

    root: Path = Path("/")
    printed: Callable[[Sequence[str]], str | None] = _printed
    installed: Callable[[str], str] = _installed
    """The version of a package; empty where it is not installed."""
    is_hollow: Callable[[str], bool] = _is_hollow
    """Whether there is nothing in a module that is installed."""
    takes_files: Callable[[Path], bool] = _takes_files
    """Whether this user may make a file in a folder."""
    here: Path = field(default_factory=Path.cwd)
    """The folder that the doctor was called in."""
    name: str = field(default_factory=lambda: socket.gethostname().partition(".")[0])
    """What the house's network calls it."""
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    user: str = field(default_factory=_name)
    is_root: bool = field(default_factory=lambda: os.geteuid() == 0)
    groups: frozenset[str] = field(default_factory=_groups)
    """Those that this process is in."""
    members: Callable[[str], Sequence[str]] = _members
    """Who is in a group by the system's book, which holds from the next login on."""

    @property
    def model(self) -> str:
        """Which Raspberry Pi it is; empty if it is none."""
        try:
            return (self.root / _MODEL).read_text().rstrip("\0\n")
        except OSError:
            return ""
