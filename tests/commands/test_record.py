"""``companion record``: what it writes, and when it ends."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from companion.command_line import main
from companion.commands.record import CannotRecord, record
from companion.config import Config, decode
from companion.sampling import SensorSilent, from_sensor
from companion.scenario.player import play_scenario
from companion.segments import felt_in
from hardware import Batch, read_recording
from tests.bench import Bench

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def bench() -> Bench:
    return Bench()


def recorded(
    bench: Bench, path: Path, seconds: float | None = None, picture: Path | None = None
) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    with closing(from_sensor(bench.machine, Config().bus)) as samples:
        code = record(samples, path, seconds=seconds, picture=picture, out=out, err=err)
    return code, out.getvalue(), err.getvalue()


def handled(bench: Bench) -> None:
    world = bench.world
    bench.meanwhile(bench.pause(3.0), lambda: world.knock(3.0, 0.3), bench.pause(2.0), world.lift,
                    lambda: world.tilt(40.0, 1.5), lambda: world.tilt(0.0, 0.6), world.set_down)  # fmt: skip


def test_a_box_that_is_handled_is_felt_to_be_in_its_recording(bench: Bench, tmp_path: Path) -> None:
    handled(bench)
    code, out, _ = recorded(bench, tmp_path / "box.csv", 13.0, tmp_path / "box.png")
    assert code == 0
    assert "200 a second, none missing; felt: lifted 1×, set down 1×, knocked 1×" in out
    recording = read_recording(tmp_path / "box.csv")
    assert recording.seconds == pytest.approx(13.0, abs=0.01)
    assert [one.kind for one in felt_in(recording)[1]] == ["knock", "lifted", "set_down"]
    with Image.open(tmp_path / "box.png") as picture:
        # In hands from 5 to 8 s, of 13: the ground is shaded there, and nowhere else.
        across = [picture.getpixel((70 + round(1080 * t / 13.0), 495)) for t in (1.0, 4.5, 6.5, 12.0)]
    assert [colour == (255, 255, 255) for colour in across] == [True, True, False, True]


def test_a_scenario_feels_what_was_recorded(bench: Bench, tmp_path: Path) -> None:
    handled(bench)
    recorded(bench, tmp_path / "box.csv", 13.0)
    scenario = tmp_path / "box.scenario"
    scenario.write_text(f"replay {tmp_path / 'box.csv'}\nexpect events lifted=1 set_down=1 knock=1\n")
    err = StringIO()
    assert (play_scenario(scenario, err), err.getvalue()) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_ends_it_has_a_whole_file(bench: Bench, tmp_path: Path, number: signal.Signals) -> None:
    bench.meanwhile(bench.pause(4.0), lambda: os.kill(os.getpid(), number))
    code, out, _ = recorded(bench, tmp_path / "box.csv")
    assert code == 0
    assert (tmp_path / "box.csv").read_text().endswith("\n")
    assert read_recording(tmp_path / "box.csv").seconds == pytest.approx(3.4, abs=0.5)
    assert "felt: only rest" in out
    assert signal.getsignal(number) != signal.SIG_IGN


def test_one_that_nobody_ends_is_ended_before_it_is_too_long_to_be_read(tmp_path: Path) -> None:
    # One sample a second: how many there are is not the point.
    samples = (Batch((float(t),), (0.1 * (t % 3),), (0.0,), (9.81,)) for t in range(10_000))
    record(samples, tmp_path / "box.csv", seconds=None, picture=None, out=StringIO(), err=StringIO())
    assert read_recording(tmp_path / "box.csv").seconds == 3600.0


def test_samples_that_are_missing_are_counted(bench: Bench, tmp_path: Path) -> None:
    bench.meanwhile(bench.pause(3.0), bench.sensor.brown_out)
    code, out, _ = recorded(bench, tmp_path / "box.csv", 8.0)
    assert code == 0
    assert "none missing" not in out and " missing; felt: only rest" in out


TROUBLE: tuple[tuple[str, Callable[[Bench], object], str, str], ...] = (
    ("no bus", lambda box: box.bus.trouble("missing"), "/dev/i2c-1 is missing", "raspi-config"),
    ("no group", lambda box: box.bus.trouble("denied"), "may not be opened", "usermod -aG i2c"),
    ("unplugged", lambda box: box.sensor.unplug(), "nothing answers at 0x68", "four wires"),
    ("frozen", lambda box: box.sensor.freeze(), "the sensor is frozen", "supply"),
    ("another chip", lambda box: box.sensor.identify_as(0x38), "no MPU6050", "another device"),
)


@pytest.mark.parametrize(("break_it", "why", "cure"), [case[1:] for case in TROUBLE], ids=[case[0] for case in TROUBLE])
def test_a_sensor_that_feels_nothing_leaves_no_file(
    bench: Bench, tmp_path: Path, break_it: Callable[[Bench], object], why: str, cure: str
) -> None:
    break_it(bench)
    with pytest.raises(SensorSilent) as told:
        recorded(bench, tmp_path / "box.csv", 5.0)
    assert why in str(told.value) and cure in str(told.value)
    assert list(tmp_path.iterdir()) == []


def test_a_sensor_that_is_pulled_out_ends_it_with_what_there_is(bench: Bench, tmp_path: Path) -> None:
    bench.meanwhile(bench.pause(4.0), bench.sensor.unplug)
    code, out, err = recorded(bench, tmp_path / "box.csv", 60.0)
    assert code == 1
    assert "it ended early: nothing answers at 0x68" in err and "four wires" in err
    assert read_recording(tmp_path / "box.csv").seconds == pytest.approx(3.4, abs=0.5)
    assert out


def test_no_recording_is_written_over(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "box.csv"
    path.write_text("the only one")
    with pytest.raises(CannotRecord, match="is there already: take another name"):
        recorded(bench, path, 1.0)
    assert path.read_text() == "the only one"
    with pytest.raises(CannotRecord, match="No such file or directory"):
        recorded(bench, tmp_path / "none" / "box.csv", 1.0)


def test_a_sensor_that_is_switched_off_is_said_to_be(bench: Bench) -> None:
    config = decode("[sensor]\nenabled = false", "my.toml")
    with pytest.raises(SensorSilent, match=r"set \[sensor\] enabled = true"):
        next(from_sensor(bench.machine, config.bus))


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e9", "ten"])
def test_a_length_that_is_none_is_refused(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["record", "box.csv", f"--seconds={seconds}"])
    assert ended.value.code == 2
    assert "is no number of seconds" in capsys.readouterr().err


def test_without_a_sensor_the_command_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "my.toml").write_text("[web]\nenabled = false\n[sensor]\nbus = 99\n")
    call = ["record", str(tmp_path / "box.csv"), "--config", str(tmp_path / "my.toml"), "--data", str(tmp_path)]
    assert main(call) == 1
    assert "/dev/i2c-99 is missing" in capsys.readouterr().err
    assert not (tmp_path / "box.csv").exists()


@pytest.mark.parametrize("call", [["motion"], ["play"], ["simulate"], ["config", "--config"], ["odds", "--values"]])
def test_what_never_ends_is_not_read_to_its_end(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*call, "/dev/zero"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("/dev/zero: ") and told.count("\n") == 1


def test_a_replay_that_never_ends_fails_at_its_line(tmp_path: Path) -> None:
    scenario, err = tmp_path / "zero.scenario", StringIO()
    scenario.write_text("\nreplay /dev/zero\n")
    assert play_scenario(scenario, err) == 1
    assert err.getvalue().startswith(f"{scenario}:2: replay /dev/zero: /dev/zero: is longer than 40,000,000")


def test_a_recording_is_drawn_beside_its_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "box.csv"
    path.write_text("t,ax,ay,az\n" + "".join(f"{k / 100},{k % 3 / 100},{k % 5 / 100},9.8\n" for k in range(300)))
    assert main(["motion", str(path), "--plot", str(tmp_path / "box.png")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    with Image.open(tmp_path / "box.png") as picture:
        assert picture.size == (1200, 560)
    assert main(["motion", str(path), "--plot", str(tmp_path / "box.xyz")]) == 2
    assert "name a .png in a folder of yours" in capsys.readouterr().err
