"""What is carried to a Pi without a network: the trees of its systems, and folders of wheels in several versions."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).parent.parent.parent

KEPT = Path(os.environ.get("COMPANION_TREES", "/var/tmp/companion-trees"))
"""Trees are made once, which takes minutes, and kept here."""

PACKAGES = "systemd,systemd-sysv,dbus,udev,python3,python3-venv,avahi-daemon,iproute2,procps"

LGPIO_BUILT = "gcc,libc6-dev,swig,python3-dev,python3-pip"


class System(NamedTuple):
    """One that the companion is installed on."""

    release: str
    python: str


BOOKWORM = System("bookworm", "3.11")
TRIXIE = System("trixie", "3.13")


def tree(system: System, *more: str) -> Path:
    """A Debian with what Raspberry Pi OS Lite has of the companion's needs, or with more."""
    path = KEPT / "-".join((system.release, *more))
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        scratch = path.with_suffix(".new")
        include = ",".join((PACKAGES, *more))
        command: list[str | Path] = [
            "debootstrap",
            "--variant=minbase",
            f"--include={include}",
            system.release,
            scratch,
        ]
        subprocess.run([*command, "http://deb.debian.org/debian"], check=True, capture_output=True)
        scratch.rename(path)
    return path


def wheels(system: System, folder: Path) -> Path:
    """All that an installation without a network needs; returns the wheel of the companion itself, kept elsewhere."""
    environment = {**os.environ, "PIP": f"{sys.executable} -m pip"}
    command: list[str | Path] = [CHECKOUT / "systemd" / "wheels", folder, system.python, "x86_64"]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    (own,) = folder.glob("cat_table_companion-*.whl")
    return Path(shutil.copy(own, folder.parent))


def put_lgpio(system: System, root: Path) -> None:
    """Give a system lgpio as Raspberry Pi's package python3-lgpio does: built, and among the system's own modules."""
    kept = KEPT / f"lgpio-{system.python}"
    if not kept.exists():
        builder = tree(system, LGPIO_BUILT)
        shutil.copy("/etc/ssl/certs/ca-certificates.crt", builder / "etc/ssl/certs/here.crt")
        command = "PYPI=1 PIP_CERT=/etc/ssl/certs/here.crt python3 -m pip wheel --quiet --no-deps --wheel-dir /lgpio 'lgpio>=0.2.2'"
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        subprocess.run(["chroot", builder, "sh", "-c", command], env=environment, check=True)
        shutil.copytree(builder / "lgpio", kept)
    with zipfile.ZipFile(next(kept.glob("*.whl"))) as wheel:
        wheel.extractall(root / "usr/lib/python3/dist-packages")


def another_version(own: Path, folder: Path, version: str, edits: dict[str, tuple[str, str]]) -> None:
    """Put the wheel of another version in the place of a folder's own, with some text in its files put otherwise."""
    (here,) = folder.glob("cat_table_companion-*.whl")
    here.unlink()
    was = re.search(r"-([0-9.]+)-py3", own.name)
    assert was is not None
    target = folder / own.name.replace(was[1], version)
    with zipfile.ZipFile(own) as source, zipfile.ZipFile(target, "w") as wheel:
        for name in source.namelist():
            data = source.read(name)
            if name in edits:
                old, new = edits[name]
                assert old.encode() in data, f"{name} has no {old}"
                data = data.replace(old.encode(), new.encode(), 1)
            if name.endswith("METADATA"):
                data = data.replace(f"Version: {was[1]}\n".encode(), f"Version: {version}\n".encode(), 1)
            # pip compares no sums of what a wheel lists.
            wheel.writestr(name.replace(f"-{was[1]}.dist-info", f"-{version}.dist-info"), data)
