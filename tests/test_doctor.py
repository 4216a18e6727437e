"""What the doctor finds, on simulated chips and pins."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.config import SERVICE_DATA, Config, data_folder, decode
from companion.doctor import Finding, doctor, examine
from companion.table.records import TRUSTED_FROM
from hardware.simulated import Nak, SimulatedMachine, VirtualClock

if TYPE_CHECKING:
    from collections.abc import Callable


class Bench(SimulatedMachine):
    """A box on a bench, all its parts within reach."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        super().__init__(self.clock, Still())


class Still:
    """A table that nobody touches."""

    def motion(self, _t: float) -> tuple[float, float, float]:
        return (0.0, 0.0, 9.80665)

    def still_until(self, _t: float) -> float:
        return float("inf")


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
        "button", "absent", "the pin factory lgpio cannot be used", "pip install lgpio",
    ),
    ("clock at 1970", lambda box: box.clock.set_wall(60.0), "clock", "degraded", "was not set", "once there is a network"),
    ("clock at 2133", lambda box: box.clock.set_wall(5.15e9), "clock", "degraded", "was not set", "once there is a network"),
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
    assert told["user"].found == "root looks; the service is a user of its own, in the groups i2c and gpio"
    assert told["disk"].found.startswith(f"{SERVICE_DATA} ")
    monkeypatch.setattr("os.geteuid", lambda: 54321)
    assert data_folder(Config()) != SERVICE_DATA
    assert found(bench, tmp_path)["user"].found == "user 54321 looks"


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
    assert (finding.status, finding.cure) == ("degraded", "free some space, or set [table] data")


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
