"""What the doctor finds, on simulated chips and pins."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.config import SERVICE_DATA, Config, data_folder, decode
from companion.doctor import Finding, Host, doctor, examine
from companion.table.records import TRUSTED_FROM
from hardware.simulated import Nak
from tests.bench import Bench

if TYPE_CHECKING:
    from collections.abc import Callable


NOWHERE = Host(printed=lambda _: None, environ={})
"""A machine that has nothing to tell."""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.chdir(tmp_path)
    return Bench()


def found(bench: Bench, folder: Path, config: Config | None = None) -> dict[str, Finding]:
    return {finding.part: finding for finding in examine(config or Config(), bench.machine, folder)}


def test_a_sound_box_is_well(bench: Bench, tmp_path: Path) -> None:
    findings = found(bench, tmp_path)
    for part in ("bus", "sensor", "oled", "button", "disk", "clock"):
        assert findings[part].status == "ok", findings[part]
        assert not findings[part].cure
    out = io.StringIO()
    assert doctor(Config(), bench.machine, tmp_path, out) == 0
    assert "ok       sensor    0x68 answers 0x68: MPU6050\n" in out.getvalue()


BROKEN: tuple[tuple[str, Callable[[Bench], object], str, str, str, str], ...] = (
    ("no bus", lambda box: box.bus.trouble("missing"), "bus", "absent", "/dev/i2c-1 is missing", "raspi-config"),
    ("not in the group", lambda box: box.bus.trouble("denied"), "bus", "absent", "may not be opened", "usermod -aG i2c"),
    ("bus held down", lambda box: box.bus.trouble("locked"), "bus", "absent", "held down", "SDA and SCL"),
    ("sensor off", lambda box: box.sensor.unplug(), "sensor", "absent", "nothing answers at 0x68", "four wires"),
    (
        "sensor at its other address",
        lambda box: box.bus.move(box.sensor, 0x69),
        "sensor", "absent", "but something at 0x69", "set [sensor] address = 0x69",
    ),
    (
        "another chip",
        lambda box: box.sensor.identify_as(0x38),
        "sensor", "degraded", "0x68 answers 0x38, which is no MPU6050", "another device",
    ),
    ("a bad wire", lambda box: box.sensor.identify_as(0xFF), "sensor", "degraded", "0xFF, which is no chip's name", "SDA, SCL"),
    (
        "sensor does not let itself be read",
        lambda box: box.bus.naks.append(Nak(0x68, direction="data")),
        "sensor", "degraded", "answers, but not always: [Errno 121] Remote I/O error", "check its wires",
    ),
    ("no display", lambda box: box.bus.chips.pop(0x3C), "oled", "absent", "nothing answers at 0x3C", "four wires"),
    (
        "display at its other address",
        lambda box: box.bus.move(box.oled, 0x3D),
        "oled", "absent", "but something at 0x3D", "set [oled] address = 0x3D",
    ),
    (
        "no pins",
        lambda box: box.pins.fail("unavailable"),
        "button", "absent", "the pin factory lgpio cannot be used", "pip install 'lgpio>=0.2.2'",
    ),
    (
        "sensor does not come out of its reset",
        lambda box: box.sensor.hold_reset(),
        "samples", "degraded", "still resetting", "take its supply away",
    ),
    ("one axis is dead", lambda box: box.sensor.freeze("y"), "samples", "degraded", "frozen: y", "replace it"),
    (
        "loose wires",
        lambda box: box.bus.naks.append(Nak(0x68, every=7)),
        "samples", "degraded", "transfers failed", "shorter wires",
    ),
    ("a bad copy's scale", lambda box: setattr(box.sensor.analog, "scale", 0.6), "samples", "degraded", "feels 0.60 g", "take another"),
    (
        "a bad copy's clock",
        lambda box: setattr(box.sensor, "clock_error", -0.3),
        "samples", "degraded", "should take 200 a second", "take another",
    ),
    (
        "somebody plays with it",
        lambda box: box.meanwhile(box.world.lift, lambda: box.world.shake(2.0, 4.0, 6.0)),
        "samples", "degraded", "it moves", "leave the box alone",
    ),
    (
        "display does not take pictures",
        lambda box: box.bus.naks.append(Nak(0x3C, direction="data")),
        "picture", "degraded", "answers, but not always", "check its wires",
    ),
    ("button stuck", lambda box: box.pins.drive(17, closed=True), "button", "degraded", "GPIO 17 (pin 11) is closed", "short"),
    (
        "pin taken",
        lambda box: setattr(box.pins, "busy", 9),
        "button", "absent", "cannot be used", "another program holds the pin",
    ),
    ("clock at 1970", lambda box: box.clock.set_wall(60.0), "clock", "degraded", "has not been set", "once there is a network"),
    ("clock at 2133", lambda box: box.clock.set_wall(5.15e9), "clock", "degraded", "has not been set", "once there is a network"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("break_it", "part", "status", "what", "cure"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_fault_is_named_with_its_cure(
    bench: Bench, tmp_path: Path, break_it: Callable[[Bench], object], part: str, status: str, what: str, cure: str
) -> None:
    break_it(bench)
    finding = found(bench, tmp_path)[part]
    assert finding.status == status
    assert what in finding.found
    assert cure in finding.cure
    assert doctor(Config(), bench.machine, tmp_path, io.StringIO()) == int(part != "clock")


def test_a_clock_that_games_are_dated_by_is_set(bench: Bench, tmp_path: Path) -> None:
    bench.clock.set_wall(TRUSTED_FROM)
    assert found(bench, tmp_path)["clock"].status == "ok"
    bench.clock.set_wall(TRUSTED_FROM - 60.0)
    assert found(bench, tmp_path)["clock"].status == "degraded"


def test_a_library_that_is_missing_costs_only_the_sensor(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hardware.mpu6050", None)
    findings = found(bench, tmp_path)
    assert findings["sensor"].status == "absent"
    assert "extra [pi]" in findings["sensor"].cure
    assert [findings[part].status for part in ("bus", "oled", "button", "disk")] == ["ok"] * 4


def test_every_part_has_its_line_even_without_a_bus(bench: Bench, tmp_path: Path) -> None:
    bench.bus.trouble("missing")
    findings = found(bench, tmp_path)
    assert [findings[part].status for part in ("bus", "sensor", "oled", "button")] == ["absent"] * 3 + ["ok"]


def test_looking_leaves_no_handle_open(bench: Bench, tmp_path: Path) -> None:
    found(bench, tmp_path)
    assert bench.pins.open == []


def test_with_sudo_an_installed_box_is_judged_by_the_services_games(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr("companion.config.UNIT", tmp_path)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert data_folder(Config()) == SERVICE_DATA
    told = found(bench, SERVICE_DATA)
    assert told["user"].found == "looked at as root; the service is a user of its own, in the groups i2c and gpio"
    assert told["disk"].found.startswith(f"{SERVICE_DATA} ")
    monkeypatch.setattr("os.geteuid", lambda: 54321)
    assert data_folder(Config()) != SERVICE_DATA
    assert found(bench, tmp_path)["user"].found == "looked at as user 54321"


def test_a_folder_that_may_not_even_be_looked_into_takes_no_games(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, exists = tmp_path / "private" / "companion", Path.exists

    def refuse(path: Path) -> bool:
        if path == closed:
            raise PermissionError(13, "Permission denied")
        return exists(path)

    monkeypatch.setattr(Path, "exists", refuse)
    finding = found(bench, closed)["disk"]
    assert (finding.status, finding.found) == ("degraded", f"{closed} takes no games: Permission denied")


@pytest.mark.parametrize("identity", [0x68, 0x70, 0x72, 0x98])
def test_a_chip_of_the_family_will_do(bench: Bench, tmp_path: Path, identity: int) -> None:
    bench.sensor.identify_as(identity)
    finding = found(bench, tmp_path)["sensor"]
    assert finding.status == "ok"
    assert f"0x{identity:02X}" in finding.found


def test_what_is_switched_off_is_not_missed(bench: Bench, tmp_path: Path) -> None:
    bench.bus.trouble("missing")
    config = decode("[sensor]\nenabled = false\n[oled]\nenabled = false", "my.toml")
    assert doctor(config, bench.machine, tmp_path, io.StringIO()) == 0


def test_a_data_folder_that_is_not_there_yet_is_judged_by_where_it_will_be(bench: Bench, tmp_path: Path) -> None:
    folder = tmp_path / "games" / "of" / "cats"
    assert found(bench, folder)["disk"].status == "ok"
    assert not folder.exists()
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_is_a_file_takes_no_games(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.touch()
    finding = found(bench, file)["disk"]
    assert (finding.status, finding.cure) == ("degraded", "set [table] data to a folder that can be written to")


def test_scripts_read_json_lines(bench: Bench, tmp_path: Path) -> None:
    out = io.StringIO()
    doctor(Config(), bench.machine, tmp_path, out, as_json=True)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert {line["part"] for line in lines} >= {
        "python",
        "packages",
        "bus",
        "sensor",
        "oled",
        "button",
        "disk",
        "clock",
    }
    assert all(set(line) == {"part", "status", "found", "cure", "needed"} for line in lines)


def written(root: Path, files: dict[str, str]) -> Path:
    """A tree of files as a machine has them."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


PI = {"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0", "dev/i2c-1": "", "dev/gpiochip0": ""}
PACKAGES = {"lgpio": "0.2.2.0", "rpi-lgpio": "0.6", "gpiod": "2.5.0"}
SERVICE = "LoadState=loaded\nActiveState={}\nSubState=running\nUnitFileState={}\nNRestarts={}\nResult=exit-code\n"


def a_pi(
    root: Path, files: dict[str, str] | None = None, packages: dict[str, str] | None = None, says: dict[str, str] | None = None,
    **more: object,
) -> Host:  # fmt: skip
    """A Pi that is well but for what is said."""
    installed = PACKAGES | (packages or {})
    answers = {"vcgencmd": "throttled=0x0", "systemctl": SERVICE.format("active", "enabled", 0)} | (says or {})
    user: dict[str, object] = {
        "user": "pi",
        "is_root": False,
        "groups": frozenset({"i2c", "gpio"}),
        "members": lambda _: (),
    }
    written(root, PI | (files or {}))
    for node in (root / "dev").iterdir():
        node.chmod(0o666)
    return Host(
        root=root,
        printed=lambda command: answers.get(command[0]),
        installed=lambda name: installed.get(name, ""),
        **({"environ": {}} | user | more),  # type: ignore[arg-type]  # a table's row
    )


def locked(root: Path, node: str = "dev/i2c-1") -> str:
    """Leave a node to its group; returns which that is."""
    written(root, {node: ""})
    (root / node).chmod(0o660)
    return (root / node).group()


def without(host: Host, node: Path, _: Path) -> Host:
    """The same machine, a node gone."""
    node.unlink()
    return host


HOSTS: tuple[tuple[str, Callable[[Path], Host], str, str, str, str], ...] = (
    (
        "weak supply",
        lambda at: a_pi(at, says={"vcgencmd": "throttled=0x50005"}),
        "supply", "degraded", "less than 4.63 V now", "3 A for a Pi 4",
    ),
    (
        "weak for a while",
        lambda at: a_pi(at, {"sys/devices/platform/soc/soc:firmware/get_throttled": "50000\n"}),
        "supply", "degraded", "for a while since the start", "short, thick cable",
    ),
    (
        "weak, by the kernel's watch",
        lambda at: a_pi(
            at, {"sys/class/hwmon/hwmon1/name": "rpi_volt", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1"},
            says={"vcgencmd": "VCHI initialization failed"},
        ),
        "supply", "degraded", "less than 4.63 V now", "5.1 V",
    ),
    ("hot", lambda at: a_pi(at, says={"vcgencmd": "throttled=0x4000c"}), "supply", "degraded", "so hot", "heat sink"),
    ("empty lgpio", lambda at: a_pi(at, packages={"lgpio": "0.0.0.2"}), "packages", "degraded", "empty package", "lgpio>=0.2.2"),
    ("no gpiod", lambda at: a_pi(at, packages={"gpiod": ""}), "packages", "degraded", "gpiod is missing", "gpiod>=2.2.2,<3"),
    (
        "two of a module",
        lambda at: a_pi(at, packages={"RPi.GPIO": "0.7.1"}),
        "packages", "degraded", "overwrite each other", "/bin/pip uninstall RPi.GPIO rpi-lgpio",
    ),
    (
        "no node",
        lambda at: without(a_pi(at), at / "dev/i2c-1", written(at, {"dev/i2c-20": ""})),
        "nodes", "absent", "/dev/i2c-1 is missing; there is i2c-20", "do_i2c 0",
    ),
    (
        "not in the group",
        lambda at: (host := a_pi(at, groups=frozenset({"users"})), locked(at), host)[0],
        "nodes", "degraded", "pi may not open it", "sudo usermod -aG",
    ),
    (
        "in the group from the next login on",
        lambda at: (host := a_pi(at, groups=frozenset({"users"}), members=lambda _: ["pi"]), locked(at), host)[0],
        "nodes", "degraded", "pi may not open it", "has to log out and in again",
    ),
    (
        "LG_WD leads nowhere",
        lambda at: a_pi(at, environ={"LG_WD": str(at / "gone")}),
        "workdir", "degraded", "lgpio may not make its pipe", "unset LG_WD",
    ),
    (
        "service failed",
        lambda at: a_pi(at, says={"systemctl": SERVICE.format("failed", "enabled", 0)}),
        "service", "degraded", "has failed (exit-code)", "journalctl -u companion",
    ),
    (
        "service restarts again and again",
        lambda at: a_pi(at, says={"systemctl": SERVICE.format("active", "enabled", 17)}),
        "service", "degraded", "started anew 17 times", "journalctl -u companion",
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("host", "part", "status", "what", "cure"), [case[1:] for case in HOSTS], ids=[case[0] for case in HOSTS]
)
def test_a_fault_of_the_machine_is_named_with_its_cure(
    bench: Bench, tmp_path: Path, host: Callable[[Path], Host], part: str, status: str, what: str, cure: str
) -> None:
    faults = [each for each in examine(Config(), bench.machine, tmp_path, at=host(tmp_path)) if each.is_fault]
    assert [(each.part, each.status) for each in faults] == [(part, status)]
    assert what in faults[0].found
    assert cure in faults[0].cure


def test_a_pi_that_is_well_has_nothing_to_mend(bench: Bench, tmp_path: Path) -> None:
    findings = list(examine(Config(), bench.machine, tmp_path, at=a_pi(tmp_path)))
    assert [each for each in findings if each.is_fault] == []
    told = {each.part: each.found for each in findings}
    assert told["board"] == "Raspberry Pi 4 Model B Rev 1.4"
    assert told["supply"] == "enough all the time since the start"
    assert told["service"] == "the service runs, and begins by itself after a start"


def test_rpi_gpio_is_nothing_for_a_pi_5(bench: Bench, tmp_path: Path) -> None:
    host = a_pi(
        tmp_path, {"proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0"}, {"rpi-lgpio": "", "RPi.GPIO": "0.7.1"}
    )
    config = decode('[wiring]\npin_factory = "rpigpio"', "my.toml")
    told = {each.part: each for each in examine(config, bench.machine, tmp_path, at=host)}["packages"]
    assert told.is_fault and "does not reach the pins of a Pi 5" in told.found and "lgpio" in told.cure


def test_a_folder_where_lgpio_may_not_make_its_pipe(bench: Bench, tmp_path: Path) -> None:
    host = replace(NOWHERE, here=Path("/closed"), takes_files=lambda folder: folder != Path("/closed"))
    told = {each.part: each for each in examine(Config(), bench.machine, tmp_path, at=host)}["workdir"]
    assert told.is_fault and "in /closed" in told.found and "cd into a folder of your own" in told.cure


@pytest.mark.parametrize(
    ("hertz", "said", "advice"), [(400_000, "about 400 kHz", False), (100_000, "about 100 kHz", True)]
)
def test_the_speed_of_the_bus_is_measured(tmp_path: Path, hertz: int, said: str, advice: bool) -> None:
    bus = found(Bench(hertz), tmp_path)["bus"]
    assert (bus.status, said in bus.found, "baudrate" in bus.cure) == ("ok", True, advice)


def test_the_speed_is_measured_by_the_display_where_there_is_no_sensor(bench: Bench, tmp_path: Path) -> None:
    bench.sensor.unplug()
    assert "about 400 kHz" in found(bench, tmp_path)["bus"].found


def test_the_sensor_is_listened_to(bench: Bench, tmp_path: Path) -> None:
    bench.world.mount("-x", 4.0)
    told = found(bench, tmp_path)["samples"].found
    assert told.startswith("200 a second, none lost; noise x 3.") and told.endswith("feels 1.00 g, -x up, 4° askew")


@pytest.mark.parametrize("height", [64, 32])
def test_the_display_shows_a_frame_along_all_its_edges(tmp_path: Path, height: int) -> None:
    bench = Bench()
    bench.build_in("ssd1306", (128, height))
    seen = []
    bench.meanwhile(bench.pause(2.5), lambda: seen.append(bench.oled.ram_image()))
    config = decode(f"[oled]\nheight = {height}", "my.toml")
    picture = found(bench, tmp_path, config)["picture"]
    assert picture.status == "ok" and f"height = {96 - height}" in picture.cure
    (image,) = seen
    edges = [image.getpixel((x, y)) for x in range(128) for y in (0, height - 1)]
    edges += [image.getpixel((x, y)) for x in (0, 127) for y in range(height)]
    assert all(edges)
    assert not any(image.getpixel((x, 1)) for x in range(1, 127))


def pressed(bench: Bench, folder: Path, config: Config | None = None) -> tuple[list[str], list[Finding]]:
    """What somebody at the box is asked to do, and what is found of contacts."""
    wishes: list[str] = []
    findings = examine(config or Config(), bench.machine, folder, wish=wishes.append)
    return wishes, [each for each in findings if each.part == "button"]


def test_a_press_is_heard_and_answered(bench: Bench, tmp_path: Path) -> None:
    bench.meanwhile(bench.pause(8.0), lambda: bench.pins.drive(17, closed=True))
    wishes, (button,) = pressed(bench, tmp_path)
    assert wishes == ["look at the display, then press the button (15 s)"]
    assert button.status == "ok" and "is heard" in button.found
    assert any(level.high for level in bench.pins.history(27))
    assert any(level.high for level in bench.pins.history(22))
    assert not bench.pins.level(27) and not bench.pins.level(22)


def test_a_press_that_never_comes_is_a_fault(bench: Bench, tmp_path: Path) -> None:
    _, (button,) = pressed(bench, tmp_path)
    assert button.is_fault and "nothing was heard of the button at GPIO 17 (pin 11)" in button.found
    assert "ground" in button.cure


def test_each_contact_of_a_wiring_is_asked_for(bench: Bench, tmp_path: Path) -> None:
    bench.pins.drive(23, closed=True)
    bench.meanwhile(
        bench.pause(8.0), lambda: bench.pins.drive(17, closed=True),
        bench.pause(2.0), lambda: bench.pins.drive(23, closed=False),
    )  # fmt: skip
    wishes, findings = pressed(bench, tmp_path, decode('[wiring]\nname = "cat-stand"', "my.toml"))
    assert wishes[1] == "take the cat figure off its stand (15 s)"
    assert [each.status for each in findings] == ["ok", "ok"]


def test_on_a_terminal_what_is_found_has_a_column_and_the_cure_its_own_line(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    bench.bus.move(bench.sensor, 0x69)
    out = Terminal()
    assert doctor(Config(), bench.machine, tmp_path, out, at=NOWHERE) == 1
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in out.getvalue().splitlines()]
    assert max(map(len, lines)) <= 80
    place = lines.index("absent   sensor    nothing answers at 0x68 on I2C bus 1, but something at 0x69")
    assert lines[place + 1] == "                   → set [sensor] address = 0x69"
    assert lines[-1] == "1 part needs a hand"
