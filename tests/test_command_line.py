"""The command line: what it prints, and how it exits."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.command_line import COMMANDS, main

HEADER = '{"game": "katz-schmaus", "players": ["Ada", "Ben", "Cem"]}\n'


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A file to be written to."""
    return tmp_path / "evening"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["plya"],
        ["play"],
        ["screens"],
        ["motion", "x.csv", "--unit", "furlong"],
        ["motion", "x.csv", "--columns", "t"],
    ],
    ids=" ".join,
)
def test_a_wrong_call_exits_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    reference = (Path(__file__).parent.parent / "docs" / "reference.md").read_text()
    for command in COMMANDS:
        assert f"\n    {command} " in told
        assert f"| `companion {command}" in reference


@pytest.mark.parametrize("asked", ["--help", "--version"])
def test_what_there_is_is_told_without_loading_any_command(asked: str) -> None:
    code = (
        "import sys; from companion.command_line import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: print([name for name in sys.modules if name.startswith(('companion.', 'hardware'))])"
    )
    done = subprocess.run([sys.executable, "-c", code, asked], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['companion.errors', 'companion.command_line']"


def test_the_settings_in_force_are_printed(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening.write_text("[sound]\nsilent = true")
    assert main(["config", "--config", str(evening)]) == 0
    assert tomllib.loads(capsys.readouterr().out)["sound"]["silent"] is True
    assert main(["config", "--default"]) == 0
    assert tomllib.loads(capsys.readouterr().out)["sound"]["silent"] is False


@pytest.mark.parametrize("command", ["config", "doctor", "run", "simulate"])
def test_a_bad_setting_ends_the_start_with_one_line(
    command: str, evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.write_text("[sound]\nsilnt = true")
    assert main([command, "--config", str(evening)]) == 2
    assert (
        capsys.readouterr().err
        == f"{evening}: [sound] has no key silnt (did you mean silent?); it has buzzer, volume, silent\n"
    )


def test_a_game_file_is_played(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening.write_text(HEADER + '{"do": "result", "in_box": 3}\n')
    assert main(["play", str(evening)]) == 0
    assert json.loads(capsys.readouterr().out)["scores"] == {"Ada": 3, "Ben": 0, "Cem": 0}


def test_a_refused_line_exits_with_1(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening.write_text(HEADER + '{"do": "resutl"}\n')
    assert main(["play", str(evening)]) == 1
    assert capsys.readouterr().err.startswith(f"{evening}:2: bad-command: ")


def test_playing_a_game_file_loads_no_hardware(evening: Path) -> None:
    evening.write_text(HEADER)
    code = (
        "import sys; from companion.command_line import main; main(['play', sys.argv[1]]);"
        "print({'gpiozero', 'luma', 'PIL', 'adafruit_mpu6050', 'sqlite3', 'asyncio'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code, evening], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


def test_a_scenario_that_comes_true_exits_with_0(evening: Path) -> None:
    evening.write_text("game katz-schmaus Ada Ben\nexpect turn Ada\n")
    assert main(["simulate", str(evening)]) == 0


def test_a_scenario_that_does_not_exits_with_1(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening.write_text("game katz-schmaus Ada Ben\n\nexpect turn Ben\n")
    assert main(["simulate", str(evening)]) == 1
    assert capsys.readouterr().err.startswith(f"{evening}:3: expected turn Ben but ")


def test_a_scenario_that_cannot_be_read_exits_with_2(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening.write_text("pres\n")
    assert main(["simulate", str(evening)]) == 2
    assert capsys.readouterr().err.startswith(f"{evening}:1: no step begins with pres")


def test_an_empty_scenario_comes_true(evening: Path) -> None:
    evening.write_text("# nothing tonight\n")
    assert main(["simulate", str(evening)]) == 0


def test_a_recording_at_rest_is_one_segment(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [f"{number * 5},{0.01 * math.sin(number)},0.0,1.0" for number in range(1000)]
    evening.write_text("\n".join(["ms,x,y,z", *rows]))
    assert main(["motion", str(evening), "--unit", "g", "--columns", "t_ms=ms,ax=x,ay=y,az=z"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {"from": 0.0, "to": pytest.approx(4.995), "segment": "rest"}


def test_a_recording_without_its_columns_exits_with_2(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening.write_text("time,x\n1,2\n")
    assert main(["motion", str(evening)]) == 2
    assert capsys.readouterr().err.startswith(f"{evening}:")


def test_all_screens_become_pictures(tmp_path: Path) -> None:
    assert main(["screens", str(tmp_path / "pictures")]) == 0
    assert list((tmp_path / "pictures").rglob("called.png"))


def test_the_doctor_says_that_a_pc_is_no_pi(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if Path("/proc/device-tree/model").exists():
        pytest.skip("this is a board of some kind")
    # Nobody else's companion is asked.
    evening.write_text("[web]\nenabled = false")
    assert main(["doctor", "--config", str(evening), "--data", str(evening.parent)]) == 1
    told = capsys.readouterr().out
    assert "this is no Raspberry Pi — `companion simulate` plays on simulated hardware here" in told
    assert "/dev/i2c-1 is missing" in told


def test_the_doctor_names_a_library_that_a_pi_would_miss(tmp_path: Path) -> None:
    # A companion that runs here would be asked at its port.
    alone = tmp_path / "alone.toml"
    alone.write_text("[web]\nenabled = false\n")
    as_on_a_pi = {**os.environ, "BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_FORCEBOARD": "RASPBERRY_PI_4B"}
    # A module that is None cannot be imported, whether it is installed or not.
    code = (
        "import sys; sys.modules['gpiod'] = None; from companion.command_line import main;"
        f"sys.exit(main(['doctor', '--config', {str(alone)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=as_on_a_pi, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "'gpiod' was not found" in done.stdout
