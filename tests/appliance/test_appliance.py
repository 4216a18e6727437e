"""From a fresh system to game night and back: installed, brought up to date, switched off, taken back.

Each system is a Debian tree that is really booted, without a network; it is installed from a folder of wheels.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from companion.faces.mqtt import OFFLINE, ONLINE, Topics
from companion.table.database import VERSION
from hardware import own_identity
from tests.appliance.booted import Booted
from tests.appliance.made import BOOKWORM, TRIXIE, System, another_version, put_lgpio, tree, wheels
from tests.mosquitto import Listener, Mosquitto

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NEEDED = ("systemd-nspawn", "debootstrap", "nsenter", "mosquitto_sub")

pytestmark = [
    pytest.mark.appliance,
    pytest.mark.skipif(
        os.geteuid() != 0 or not all(map(shutil.which, NEEDED)),
        reason=f"only root boots a tree, with {', '.join(NEEDED)}",
    ),
]

CONFIG_TXT = "dtparam=audio=on\n\n# Some models\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n\n[all]\n\n"
HOSTS = "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n"
INSTALL = "umask 077; sh /home/wheels/install"
"""Some who change a system let nobody else read what they make."""
GAMES = "/var/lib/private/companion"
LAST_OF_ALL = "/usr/lib/systemd/system-shutdown/companion"

ITS_FILES = [
    "/etc/companion/companion.toml",
    "/etc/modules-load.d/companion.conf",
    "/etc/systemd/system/companion-off.path",
    "/etc/systemd/system/companion-off.service",
    "/etc/systemd/system/companion.service",
    "/etc/systemd/system/multi-user.target.wants/companion-off.path",
    "/etc/systemd/system/multi-user.target.wants/companion.service",
    "/opt/companion",
    LAST_OF_ALL,
    "/usr/local/bin/companion",
]


class Pi(NamedTuple):
    """A machine with the companion on it."""

    machine: Booted
    wheels: Path
    """As the machine sees it: /home/wheels."""
    own: Path
    """This companion's own wheel."""
    said: str
    """What the installation said."""

    @property
    def is_ready(self) -> bool:
        return self.machine.told("systemctl is-active companion || true") == "active"

    @property
    def environments(self) -> list[str]:
        """The virtual environments that lie there."""
        return self.machine.told("cd /opt/companion; ls -d [ab]").split()

    @property
    def version(self) -> str:
        return self.machine.told("companion --version")

    def shown(self, name: str) -> str:
        """Of the service."""
        return self.machine.told(f"systemctl show --value -p {name} companion")

    def play(self) -> str:
        """Begin a game as a script would; returns what the companion holds then."""
        self.machine.run(PLAYED)
        return self.games

    @property
    def games(self) -> str:
        """What was played, by the command that lists it."""
        return self.machine.told("companion games --json")


PLAYED = """cd / && /opt/companion/current/bin/python - <<'END'
import json, socket, time, urllib.request
for _ in range(50):
    with socket.socket() as line:
        if line.connect_ex(("127.0.0.1", 2287)) == 0:
            break
    time.sleep(0.2)
body = json.dumps({"game": "fat-cats", "players": ["Ada", "Ben", "Cem"]}).encode()
token = open("/var/lib/private/companion/token").read().strip()
head = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
urllib.request.urlopen(urllib.request.Request("http://127.0.0.1:2287/api/games", body, head))
END"""


@pytest.fixture(scope="module", params=[BOOKWORM, TRIXIE], ids=lambda system: system.release)
def pi(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pi]:
    system: System = request.param
    folder = tmp_path_factory.mktemp(system.release)
    root = folder / "root"
    subprocess.run(["cp", "-a", "--reflink=auto", tree(system).resolve(), root], check=True)
    (root / "etc/hostname").write_text("raspberrypi\n")
    (root / "etc/hosts").write_text(HOSTS)
    (root / "boot/firmware").mkdir()
    (root / "boot/firmware/config.txt").write_text(CONFIG_TXT)
    own = wheels(system, root / "home/wheels")
    if system is TRIXIE:
        put_lgpio(system, root)
    machine = Booted(root)
    try:
        machine.boot()
        yield Pi(machine, root / "home/wheels", own, machine.told(INSTALL))
    finally:
        machine.kill()
        shutil.rmtree(root, ignore_errors=True)


def test_it_is_ready_without_a_bus_and_says_what_it_did(pi: Pi) -> None:
    assert pi.is_ready
    for told in (
        "virtual environment /opt/companion/a",
        "I2C on, at 400 kHz",
        "name: companion.local",
        "write 100000 instead of 400000 in /boot/firmware/config.txt",
        "done",
    ):
        assert told in pi.said
    log = pi.machine.told("journalctl -u companion -o cat")
    assert "sensor is absent: /dev/i2c-1 is missing" in log
    assert "Started companion.service" in log


def test_its_files_are_where_they_belong(pi: Pi) -> None:
    assert [path for path in ITS_FILES if not os.path.lexists(pi.machine.root / path[1:])] == []
    assert pi.machine.told("readlink -f /usr/local/bin/companion").startswith("/opt/companion/")
    assert pi.machine.told("hostname; cat /etc/hostname").split() == ["companion", "companion"]
    assert pi.machine.told("getent hosts companion").startswith("127.0.1.1")
    config = (pi.machine.root / "boot/firmware/config.txt").read_text()
    assert config.startswith(CONFIG_TXT)
    added = config.removeprefix(CONFIG_TXT).split("\n")
    assert added[2:4] == ["[all]", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"]
    assert pi.machine.told(f"stat -c %a {GAMES}") == "700"


def test_it_runs_as_a_user_that_is_nobody_else_and_may_nothing(pi: Pi) -> None:
    status = dict(
        line.split(":\t", 1) for line in pi.machine.told(f"cat /proc/{pi.shown('MainPID')}/status").splitlines()
    )
    assert int(status["Uid"].split()[0]) > 60_000
    groups = pi.machine.told("getent group i2c gpio | cut -d: -f3").split()
    assert set(groups) <= set(status["Groups"].split())
    assert {status[name].strip() for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")


@pytest.mark.parametrize(
    ("path", "may"),
    [
        (GAMES, True),
        ("/run/companion", True),
        ("/tmp", True),
        ("/etc", False),
        ("/etc/companion", False),
        ("/opt/companion", False),
        ("/home", False),
        ("/root", False),
        ("/var/lib", False),
        ("/usr/local/bin", False),
    ],
)
@pytest.mark.parametrize("who", ["itself", "root"])
def test_it_writes_only_where_it_may(pi: Pi, path: str, who: str, *, may: bool) -> None:
    number = pi.shown("MainPID")
    user = pi.machine.told(f"stat -c %u /proc/{number}")
    # Even as root nothing else could be written in the view of the disk that it has.
    cloak = f"setpriv --reuid={user} --clear-groups" if who == "itself" else ""
    done = pi.machine.run(
        f"nsenter -t {number} -m {cloak} sh -c 'echo x > {path}/probe && rm {path}/probe'", check=False
    )
    assert (done.returncode == 0) == may, done.stderr


def test_it_stops_within_two_seconds_and_comes_back(pi: Pi) -> None:
    began = time.monotonic()
    pi.machine.run("systemctl stop companion")
    # This test's own way into the machine is in it.
    assert time.monotonic() - began < 2.0
    assert pi.shown("Result") == "success"
    pi.machine.run("systemctl start companion")
    assert pi.is_ready


BLOCKED = """[Service]
WatchdogSec=5
TimeoutAbortSec=3
ExecStart=
ExecStart=/opt/companion/current/bin/python -c "import time; from companion import daemon; \\
daemon.Daemon._look_after = lambda self: time.sleep(1000); from companion.command_line import main; main(['run'])"
"""


def test_a_loop_that_hangs_is_started_again(pi: Pi) -> None:
    folder = pi.machine.root / "run/systemd/system/companion.service.d"
    pi.machine.run(
        f"mkdir -p /run/systemd/system/companion.service.d; cat > /run/systemd/system/companion.service.d/x.conf <<'END'\n{BLOCKED}END"
    )
    try:
        pi.machine.run("systemctl daemon-reload; systemctl restart companion")
        deadline = time.monotonic() + 60
        while int(pi.shown("NRestarts")) < 1:
            assert time.monotonic() < deadline, f"nobody noticed {folder}"
            time.sleep(0.5)
        assert "Watchdog timeout" in pi.machine.told("journalctl -u companion -o cat -n 30")
    finally:
        pi.machine.run(
            "rm -r /run/systemd/system/companion.service.d; systemctl daemon-reload; systemctl restart companion"
        )
    assert pi.is_ready


def test_games_are_backed_up_while_it_runs_and_put_back_when_it_does_not(pi: Pi) -> None:
    before = pi.play()
    assert pi.machine.told("companion backup /root/games.db").startswith("/root/games.db: 1 game")
    done = pi.machine.run("companion restore /root/games.db", check=False)
    assert done.returncode == 2
    assert "sudo systemctl stop companion" in done.stderr
    pi.machine.run(
        f"systemctl stop companion; rm -r {GAMES}/*; companion restore /root/games.db; systemctl start companion"
    )
    assert pi.is_ready
    assert pi.games == before
    assert pi.machine.told(f"find {GAMES} ! -user $(stat -c %u {GAMES})") == ""


def test_installed_again_it_is_as_it_was(pi: Pi) -> None:
    pi.machine.run("echo '[table]\\nplayers = [\"Ada\"]' > /etc/companion/companion.toml")
    config = (pi.machine.root / "boot/firmware/config.txt").read_text()
    before = pi.games
    said = pi.machine.told(INSTALL)
    assert "has its lines already" in said and "stays as it is" in said
    assert "restart" not in said
    assert pi.is_ready
    assert pi.games == before
    assert (pi.machine.root / "boot/firmware/config.txt").read_text() == config
    assert "Ada" in pi.machine.told("companion config")
    assert len(pi.environments) == 1


RUN = "    config, folder = where.told(given)\n"

FAILS = f"""{RUN}    import sqlite3
    with sqlite3.connect("/var/lib/companion/journal.db") as db: db.execute("PRAGMA user_version = 99")
    raise SystemExit("this version is no good")
"""


def test_an_update_that_does_not_get_ready_is_taken_back(pi: Pi) -> None:
    version, before, environments = pi.version, pi.games, pi.environments
    another_version(pi.own, pi.wheels, "7.7.7", {"companion/commands/run.py": (RUN, FAILS)})
    done = pi.machine.run(INSTALL, check=False)
    assert done.returncode == 1
    assert "this version is no good" in done.stderr
    assert "the one before is in use again" in done.stderr
    assert pi.is_ready
    assert pi.version == version
    # It had made the journal its own, too.
    assert pi.games == before
    assert "newer version" not in pi.machine.told("journalctl -u companion -o cat -n 20")
    assert pi.environments == environments


def test_an_update_that_cannot_be_unpacked_changes_nothing(pi: Pi) -> None:
    version, started, environments = pi.version, pi.shown("MainPID"), pi.environments
    missing = next(pi.wheels.glob("aiohttp-*.whl"))
    kept = missing.rename(missing.with_suffix(".away"))
    done = pi.machine.run(INSTALL, check=False)
    kept.rename(missing)
    assert done.returncode != 0
    assert "the version before is in use" in done.stderr
    assert (pi.version, pi.shown("MainPID")) == (version, started)
    assert pi.environments == environments


def test_an_update_keeps_games_and_settings(pi: Pi) -> None:
    before = pi.games
    another_version(pi.own, pi.wheels, "8.8.8", {})
    pi.machine.run(INSTALL)
    assert pi.is_ready
    assert pi.version == "8.8.8"
    assert pi.games == before
    assert "Ada" in pi.machine.told("companion config")


def test_what_it_asks_for_switches_the_pi_off_and_it_is_back_with_the_plug(pi: Pi) -> None:
    before = pi.games
    # No bus is here: what would be written to it goes into a file.
    pi.machine.run(f"sed -i 's:/dev/i2c-:/i2c-:; s:fcntl.ioctl:print:' {LAST_OF_ALL}; touch /i2c-1")
    user = pi.machine.told(f"stat -c %u /proc/{pi.shown('MainPID')}")
    pi.machine.run(f"setpriv --reuid={user} --clear-groups touch /run/companion/off", check=False)
    pi.machine.wait_until_off()
    assert (pi.machine.root / "i2c-1").read_bytes() == b"\x00\xae"
    pi.machine.boot()
    assert pi.is_ready
    assert pi.games == before
    assert pi.machine.told("systemctl --failed --no-legend") == ""


UNDO = "sh /opt/companion/install --undo"

OTHERS = {"companion/ba9876543210/state": b"{}", "homeassistant/sensor/companion_ba9876543210/turn/config": b"{}"}
"""What another table has told."""


@pytest.fixture(scope="module")
def broker(pi: Pi, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """One in the network of the machine; the companion knows it, and a game is on."""
    with Mosquitto(tmp_path_factory.mktemp("broker"), entered=pi.machine.network) as broker:
        pi.machine.run(
            f"printf '\n[mqtt]\nhost = \"127.0.0.1\"\nport = {broker.port}\n' >> /etc/companion/companion.toml; "
            "systemctl restart companion"
        )
        yield broker


@pytest.fixture(scope="module")
def listener(broker: Mosquitto) -> Iterator[Listener]:
    with Listener(broker.door) as listener:
        for topic, payload in OTHERS.items():
            listener.say(topic, payload, retain=True)
        yield listener


def kept_of_a_game(pi: Pi, listener: Listener) -> Topics:
    """Wait until all of a table with a game on is kept beside what another told; returns its topics."""
    topics = Topics("companion", "homeassistant", own_identity(pi.machine.root / "etc/machine-id"))
    listener.wait_for(lambda: listener.kept.get(topics.status) == ONLINE and len(listener.kept) == 11 + len(OTHERS))
    listener.wait_for_told(topics.state, game="fat-cats")
    return topics


def test_taken_back_while_the_broker_says_nothing_it_ends_and_says_how_that_forgets_later(
    pi: Pi, broker: Mosquitto, listener: Listener
) -> None:
    topics = kept_of_a_game(pi, listener)
    broker.freeze()
    began = time.monotonic()
    said = pi.machine.told(UNDO)
    # 5 s of it the answer is waited for.
    assert time.monotonic() - began < 30.0
    broker.thaw()
    assert not os.path.lexists(pi.machine.root / "opt/companion")
    assert f"No broker speaks at 127.0.0.1:{broker.port}" in said
    assert f"What it keeps of {topics.node} it keeps" in said
    listener.wait_for_kept(topics.status, OFFLINE)
    command = said[said.index("mosquitto_sub") :].splitlines()[0]
    # 27: the time was up, as it should be.
    assert subprocess.run([*pi.machine.network, *shlex.split(command)], check=False).returncode == 27
    listener.wait_for(lambda: listener.kept == OTHERS)


def test_installed_again_after_that_games_and_settings_are_there(pi: Pi, listener: Listener) -> None:
    pi.machine.run(INSTALL)
    assert pi.is_ready
    assert "fat-cats" in pi.games
    assert "Ada" in pi.machine.told("companion config")
    kept_of_a_game(pi, listener)


def test_taken_back_it_leaves_nothing_but_games_and_settings(pi: Pi, listener: Listener) -> None:
    said = pi.machine.told(UNDO)
    assert "The games stay" in said and "Your settings stay" in said
    left = [path for path in ITS_FILES if os.path.lexists(pi.machine.root / path[1:])]
    assert left == ["/etc/companion/companion.toml"]
    assert (pi.machine.root / "boot/firmware/config.txt").read_text() == CONFIG_TXT
    assert (pi.machine.root / "etc/hosts").read_text() == HOSTS
    assert pi.machine.told("hostname; cat /etc/hostname").split() == ["raspberrypi", "raspberrypi"]
    assert not pi.is_ready
    assert "journal.db" in pi.machine.told(f"ls {GAMES}")
    assert pi.machine.told("systemctl --failed --no-legend") == ""
    assert VERSION < 99
    assert "11 topics of" in said
    listener.wait_for(lambda: listener.kept == OTHERS)
    for command in re.findall(r"\((sudo rm .+?) deletes", said):
        pi.machine.run(command.removeprefix("sudo "))
    assert not any(
        os.path.lexists(pi.machine.root / path) for path in (GAMES[1:], "var/lib/companion", "etc/companion")
    )
