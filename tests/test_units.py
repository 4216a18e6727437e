"""The systemd unit, and what the daemon tells the service manager."""

from __future__ import annotations

import runpy
import shutil
import socket
import subprocess
from configparser import ConfigParser
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.notify import Notifier
from hardware.switch import ASKED

if TYPE_CHECKING:
    from collections.abc import Iterator

SYSTEMD = Path(__file__).parent.parent / "systemd"

UNIT = SYSTEMD / "companion.service"

EXPOSURE = {"companion.service": 14, "companion-off.service": 2}
"""The most that `systemd-analyze security` may find, in tenths; a unit that closes nothing has 96."""

DEFAULTS = SYSTEMD.parent / "config" / "companion.toml"

systemd_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on this machine"
)


@pytest.fixture
def unit() -> ConfigParser:
    parser = ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign] # the documented way to keep upper case
    parser.read(UNIT)
    return parser


@systemd_analyze
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    units = [path for path in SYSTEMD.iterdir() if path.suffix]
    assert {unit.name for unit in units} >= EXPOSURE.keys()
    # The virtual environment of an installed box is not here; all else is verified as it stands.
    copies = [tmp_path / unit.name for unit in units]
    for unit, copy in zip(units, copies, strict=True):
        copy.write_text(unit.read_text().replace("/opt/companion/current/bin/companion", "/bin/true"))
    command: list[str | Path] = ["systemd-analyze", "verify", "--man=no", *copies]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@systemd_analyze
@pytest.mark.parametrize("unit", [path.name for path in SYSTEMD.glob("*.service")])
def test_a_service_taken_over_reaches_little(unit: str) -> None:
    threshold = f"--threshold={EXPOSURE[unit]}"
    command: list[str | Path] = ["systemd-analyze", "security", "--offline=true", threshold, SYSTEMD / unit]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr


def test_it_never_gives_up_and_waits_for_no_network(unit: ConfigParser) -> None:
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Service"]["Restart"] == "on-failure"
    assert 3 <= int(unit["Service"]["RestartSec"]) <= 5
    assert not any("network" in value for value in unit["Unit"].values())


def test_it_is_reached_from_the_home_network_alone(unit: ConfigParser) -> None:
    service = unit["Service"]
    assert set(service["RestrictAddressFamilies"].split()) == {"AF_UNIX", "AF_INET", "AF_INET6"}
    assert service["IPAddressDeny"] == "any"
    words = ("localhost", "link-local")
    networks = [ip_network(word) for word in service["IPAddressAllow"].split() if word not in words]
    assert networks and all(network.is_private for network in networks)


def test_lgpio_may_write_where_it_starts(unit: ConfigParser) -> None:
    assert unit["Service"]["WorkingDirectory"] == f"%t/{unit['Service']['RuntimeDirectory']}"


def test_what_asks_for_switching_off_is_what_the_system_waits_for(unit: ConfigParser) -> None:
    waits = (SYSTEMD / "companion-off.path").read_text()
    assert f"PathExists=/run/{unit['Service']['RuntimeDirectory']}/{ASKED}\n" in waits


@pytest.mark.parametrize(
    ("settings", "bus", "address"),
    [
        (None, 1, 0x3C),
        ("[oled]\naddress = 0x3D\n[sensor]\naddress = 0x69\nbus = 22 # the other\n", 22, 0x3D),
        (DEFAULTS.read_text(), 1, 0x3C),
        ("[oled\n", 1, 0x3C),
    ],
)
@pytest.mark.parametrize("why", ["poweroff", "halt", "reboot"])
def test_the_display_is_darkened_last_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str | None, bus: int, address: int, why: str
) -> None:
    if settings is not None:
        (tmp_path / "companion.toml").write_text(settings)
    line = tmp_path / f"i2c-{bus}"
    line.touch()
    program = (SYSTEMD / "last-of-all").read_text()
    for folder in ("/etc/companion/", "/dev/"):
        program = program.replace(folder, f"{tmp_path}/")
    copy = tmp_path / "last-of-all"
    copy.write_text(program)
    asked: list[tuple[int, int]] = []
    # A file knows no addresses.
    monkeypatch.setattr("fcntl.ioctl", lambda _, request, value: asked.append((request, value)))
    monkeypatch.setattr("sys.argv", [str(copy), why])
    runpy.run_path(str(copy))
    # I2C_SLAVE.
    assert asked == ([] if why == "reboot" else [(0x0703, address)])
    assert line.read_bytes() == (b"" if why == "reboot" else b"\x00\xae")


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not on this machine")
@pytest.mark.parametrize("script", ["install", "wheels"])
def test_the_scripts_have_no_known_trap(script: str) -> None:
    done = subprocess.run(["shellcheck", SYSTEMD / script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A service manager: the value of NOTIFY_SOCKET, and its end of the line."""
    address = str(tmp_path / "notify") if request.param == "path" else f"@companion-{tmp_path}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address.replace("@", "\0", 1))
        line.settimeout(5)
        yield address, line


def test_the_service_manager_hears_how_it_goes(manager: tuple[str, socket.socket]) -> None:
    address, line = manager
    notifier = Notifier({"NOTIFY_SOCKET": address})
    notifier.ready()
    notifier.watchdog()
    notifier.stopping()
    heard = [line.recv(100) for _ in range(3)]
    assert heard == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/nowhere/notify"}])
def test_without_a_service_manager_nothing_happens(environ: dict[str, str]) -> None:
    Notifier(environ).ready()


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "42"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "43"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_signs_of_life_are_given_to_whom_they_are_meant_for(environ: dict[str, str], seconds: float | None) -> None:
    assert Notifier(environ, pid=42).interval == seconds
