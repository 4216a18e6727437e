"""The scenarios of tests/scenarios, and the evening on every mounting and bus."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Literal

import pytest

from companion.scenario import parse, read_scenario
from companion.scenario.player import ScenarioFailed, perform, play_scenario
from companion.scenario.stage import Stage
from companion.scenario.steps import Oled
from tests.senses.boxes import RECORDED_IN_G, recording

FOLDER = Path(__file__).parent / "scenarios"
SCENARIOS = sorted(FOLDER.rglob("*.scenario"))
EVENING = FOLDER / "evening.scenario"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_scenario(path: Path, stage: Stage) -> None:
    perform(stage, read_scenario(path), str(path))


@pytest.mark.parametrize("bus", ["100kHz", "400kHz"])
@pytest.mark.parametrize("mount", ["-z", "+x", "-y", "skew 30"])
def test_the_evening_is_the_same_however_the_sensor_is_mounted(mount: str, bus: str, stage: Stage) -> None:
    steps = parse(f"mount {mount}\nbus {bus}\n{EVENING.read_text()}", f"evening, {mount}, {bus}")
    perform(stage, steps, "evening")


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.parametrize("oled", ["sh1106", "ssd1309", "ssd1306 128x32"])
def test_the_evening_is_the_same_on_every_display(oled: str, rotate: Literal[0, 2], stage: Stage) -> None:
    (built, *steps) = parse(f"oled {oled}\n{EVENING.read_text()}", f"evening, {oled}")
    assert isinstance(built, Oled)
    stage.build_in(built.chip, built.size, rotate)
    perform(stage, steps, "evening")


INT = 24
"""A GPIO that no wiring has."""

WITH_THE_BOX = (
    "evening",
    "cat-stand",
    "a-button-each",
    "faults/motion-events-bump-lift-tilt/knocks",
    "faults/debounce/worn-button",
    "faults/bus-errors-and-hangs/loose-wire-and-dip",
)
A_NIGHT = """bias 0.3 -0.2 -0.75
game katz-schmaus Ada Ben
wait 5s
knock 0.4g 100ms
wait 1h
hum 50 0.02g for 5min
wait 3h
expect events lifted=0 set_down=0 knock=1
expect revision 0
expect counter samples_lost = 0
expect counter samples > 2870000
expect health sensor ok
expect counter log_lines = 0"""


@pytest.mark.parametrize("name", WITH_THE_BOX)
def test_all_is_the_same_where_the_sensors_interrupt_is_wired(name: str, stage: Stage) -> None:
    stage.wire_interrupt(INT)
    path = FOLDER / f"{name}.scenario"
    perform(stage, read_scenario(path), str(path))


def test_a_night_is_quiet_where_the_sensors_interrupt_is_wired(stage: Stage) -> None:
    stage.wire_interrupt(INT)
    perform(stage, parse(A_NIGHT, "night"), "night")
    began = stage.clock.monotonic()
    perform(stage, parse("lift\nexpect events lifted=1\nexpect phase playing", "morning"), "morning")
    ledger = stage.daemon.session.ledger
    assert ledger is not None and ledger.entries[-1].at is not None
    assert ledger.entries[-1].at - began < 0.4


@pytest.mark.parametrize("fall", range(6))
def test_a_lift_is_told_in_time_though_the_interrupts_wire_came_off(fall: int, stage: Stage) -> None:
    stage.wire_interrupt(INT)
    text = f"game katz-schmaus Ada Ben\nwait 3s\nknock 0.4g 100ms\nwait {20 + fall * 0.067}s"
    perform(stage, parse(text, "before"), "before")
    stage.hardware.wire_interrupt(0)
    began = stage.clock.monotonic()
    perform(stage, parse("lift\ntilt 20 over 2s\nset-down\nwait 3s\nlift\nexpect events lifted=2 set_down=1", "x"), "x")
    ledger = stage.daemon.session.ledger
    assert ledger is not None
    lifts = [entry.at for entry in ledger.entries if entry.command["do"] == "lift" and entry.at is not None]
    assert lifts[0] - began < 0.45


@pytest.mark.parametrize("bus", ["100kHz", "400kHz"])
@pytest.mark.parametrize(
    "fault", ["sensor nak every 7", "sensor nak every 50 errno 5", "sensor who-am-i 0x70", "oled nak every 3"]
)
def test_what_a_real_sensor_showed_on_a_quiet_table_is_no_movement_whatever_fails(
    fault: str, bus: str, stage: Stage
) -> None:
    idle = "mpu6050_idle_on_table.csv"
    columns = " ".join(f"{ours}={theirs}" for ours, theirs in RECORDED_IN_G[idle].items())
    text = f"""bus {bus}
        fault {fault}
        game katz-schmaus Ada Ben
        replay {recording(idle)} columns {columns} unit g
        expect events lifted=0 set_down=0
        expect revision 0
        expect health sensor ok
        expect counter log_lines < 3"""
    perform(stage, parse(text, "idle"), "idle")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("replay nowhere.csv", "x:1: replay nowhere.csv: nowhere.csv cannot be read: No such file or directory"),
        ("fault sensor brown-out registers PWR_MGMT", "there is no register PWR_MGMT: there are SMPLRT_DIV, CONFIG"),
        ("game katz-schmaus Ada Ben\nexpect turn Ben", "x:2: expected turn Ben but the turn is Ada's"),
        ("game katz-schmaus Ada Ben\nexpect not turn Ada", "x:2: expected not turn Ada but the turn is Ada's"),
        ("game katz-schmaus Ada Ben\nexpect scores Ada=1", "x:2: expected scores Ada=1 but the scores are Ada=0 Ben=0"),
        ('game katz-schmaus Ada Ben\nexpect oled contains "Cem"', "but the display shows"),
        ('game katz-schmaus Ada Ben\ncommand {"do": "void"}', "x:2: command"),
        ("shake 1 0.5g for 500ms", "x:1: shake 1 0.5g for 500ms: shake: 0.5 s is no whole swing at 1 Hz"),
        ("expect phase ready", "x:1: expected phase ready but no game is on"),
        ("oled save /nowhere/x.png", "x:1: oled save /nowhere/x.png: /nowhere/x.png cannot be written: No such file"),
        (
            "oled sh1106 128x32",
            'there is no such display: [oled] height = 32 goes with chip = "ssd1306" only, not with "sh1106"',
        ),
        ("expect starts 2", "x:1: expected starts 2 but it started 1 times"),
        (
            'fault sensor who-am-i 0x38\nexpect health sensor says "wire"',
            "which is no MPU6050. is another device at this address?'",
        ),
    ],
)
def test_what_is_not_as_expected_is_said_with_its_place(text: str, complaint: str, stage: Stage) -> None:
    with pytest.raises(ScenarioFailed, match=r"^x:") as failed:
        perform(stage, parse(text, "x"), "x")
    assert complaint in str(failed.value)


@pytest.mark.parametrize(
    "text",
    [
        "expect not over",
        "expect not phase called",
        'fault oled unplugged\ngame katz-schmaus Ada Ben\nexpect not oled contains "Ada"',
    ],
    ids=["no game", "no phase", "no display"],
)
def test_where_there_is_nothing_to_be_seen_nothing_is_as_expected(text: str, stage: Stage) -> None:
    perform(stage, parse(text, "x"), "x")


def test_a_refusal_may_be_expected(stage: Stage) -> None:
    text = 'game katz-schmaus Ada Ben\ncommand {"do": "void"}\nexpect refused not-now\nexpect revision 0'
    perform(stage, parse(text, "x"), "x")


def test_the_same_scenario_is_the_same_to_the_last_sample(tmp_path: Path) -> None:
    runs = []
    for name in ("one", "two"):
        stage = Stage(tmp_path / name)
        (tmp_path / name).mkdir()
        perform(stage, parse("game katz-schmaus Ada Ben\nlift\ntilt 20 over 2s\npress\nwait 3s", "x"), "x")
        runs.append((stage.clock.monotonic(), dict(stage.daemon.counters), list(stage.hardware.bus.log)))
        stage.close()
    assert runs[0] == runs[1]


def test_a_failed_scenario_exits_with_1_and_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.scenario"
    file.write_text("game katz-schmaus Ada Ben\nexpect turn Ben\n")
    assert play_scenario(file, sys.stderr) == 1
    assert capsys.readouterr().err.count("\n") == 1


class Terminal(io.StringIO):
    """Where somebody looks on."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("wait", "hours"), [("1h", []), ("61min", [1])])
def test_a_wait_of_hours_shows_on_a_terminal_how_many_are_over(tmp_path: Path, wait: str, hours: list[int]) -> None:
    file, terminal = tmp_path / "x.scenario", Terminal()
    file.write_text(f"fault sensor absent\nwait {wait}\nexpect over\n")
    assert play_scenario(file, terminal) == 1
    *shown, failed = terminal.getvalue().split("\x1b[K")
    assert "".join(shown).strip("\r") == "".join(f"{file}:2: wait {wait}: {hour} h are over" for hour in hours)
    assert failed.startswith(f"{file}:3: expected over but ")


def test_a_wait_of_hours_is_as_long_as_it_is_said_to_be(stage: Stage) -> None:
    perform(stage, parse("fault sensor absent\nwait 1s", "x"), "x")
    began = stage.clock.monotonic()
    perform(stage, parse("wait 70min", "x"), "x")
    assert stage.clock.monotonic() - began == pytest.approx(4200.0, abs=0.001)
