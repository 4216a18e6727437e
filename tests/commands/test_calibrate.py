"""``companion calibrate``: what it learns and keeps, and when it gives up."""

from __future__ import annotations

import json
from contextlib import closing
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from companion.command_line import main
from companion.commands.calibrate import NotStill, from_samples
from companion.config import Config
from companion.errors import Refusal
from companion.sampling import SensorSilent, from_sensor
from companion.scenario.stage import Stage
from companion.senses import Usual
from companion.tables import FILE, MOST, keep, read
from hardware import GRAVITY
from tests.bench import Bench

if TYPE_CHECKING:
    from pathlib import Path

FLAT = Usual((0.0, 0.0, GRAVITY), (0.01, 0.01, 0.02), 0.17)
ON_ITS_SIDE = FLAT._replace(rest=(GRAVITY, 0.0, 0.0))


@pytest.fixture
def bench() -> Bench:
    return Bench()


def measured(bench: Bench, folder: Path, name: str = "kitchen") -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    with closing(from_sensor(bench.machine, Config().bus)) as samples:
        assert from_samples(samples, folder, name, bench.clock, out, err) == 0
    return out.getvalue(), err.getvalue()


def test_a_table_is_measured_and_kept_under_its_name(bench: Bench, tmp_path: Path) -> None:
    bench.world.mount("-x", 4.0)
    began = bench.clock.monotonic()
    out, _ = measured(bench, tmp_path, "Oma Käthe")
    assert bench.clock.monotonic() - began < 15.0
    assert out.startswith("Oma Käthe is known from now on\n")
    assert "-x up, 4° askew; takes 1.00 g for gravity" in out
    assert "a knock      is what reaches 0.08 g" in out
    kept = read(tmp_path)["Oma Käthe"]
    assert (kept.usual.up, kept.when) == ("-x", "2026-09-21T14:13:31Z")


def test_a_clock_that_is_not_set_dates_nothing(bench: Bench, tmp_path: Path) -> None:
    bench.clock.set_wall(60.0)
    measured(bench, tmp_path)
    assert read(tmp_path)["kitchen"].when is None


def test_who_moves_the_box_is_told_and_waited_for(bench: Bench, tmp_path: Path) -> None:
    world = bench.world
    bench.meanwhile(
        bench.pause(2.0), world.lift, lambda: world.tilt(40.0, 1.5), lambda: world.tilt(0.0, 0.6), world.set_down
    )
    _, err = measured(bench, tmp_path)
    assert err.splitlines()[1:] == [
        "measuring: leave box and table alone",
        "it moves: put the box on the table and leave it alone",
        "measuring: leave box and table alone",
    ]


def test_a_box_that_never_rests_is_not_waited_for_for_ever(bench: Bench, tmp_path: Path) -> None:
    world = bench.world
    bench.meanwhile(world.lift, *[lambda: world.shake(2.0, 4.0, 2.0)] * 40)
    began = bench.clock.monotonic()
    with pytest.raises(NotStill, match="put it on the table, leave box and table alone, and call again"):
        measured(bench, tmp_path)
    assert bench.clock.monotonic() - began < 45.0
    assert not (tmp_path / FILE).exists()


def test_without_a_sensor_it_says_what_to_do(bench: Bench, tmp_path: Path) -> None:
    bench.sensor.unplug()
    with pytest.raises(SensorSilent, match="check its four wires"):
        measured(bench, tmp_path)


def test_tables_are_kept_beside_each_other_and_the_last_one_at_the_end(tmp_path: Path) -> None:
    for name in ("kitchen", "balcony", "kitchen"):
        assert keep(tmp_path, name, FLAT, None) == []
    assert list(read(tmp_path)) == ["balcony", "kitchen"]
    assert read(tmp_path)["kitchen"].usual == FLAT._replace(rest=(0.0, 0.0, round(GRAVITY, 5)))
    for number in range(MOST + 5):
        keep(tmp_path, f"table {number}", FLAT, None)
    assert len(read(tmp_path)) == MOST
    assert list(read(tmp_path))[-1] == f"table {MOST + 4}"


def test_tables_from_before_the_sensor_was_fixed_anew_are_forgotten(bench: Bench, tmp_path: Path) -> None:
    keep(tmp_path, "balcony", ON_ITS_SIDE, None)
    out, _ = measured(bench, tmp_path)
    assert "forgotten    balcony: the sensor pointed another way there; measure again" in out
    assert list(read(tmp_path)) == ["kitchen"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"kitchen": 3}', '{"kitchen": {"rest": [0, 0], "jitter": [0, 0, 0], "rough": 0}}',
     '{"kitchen": {"rest": [0, 0, 1e300], "jitter": [0, 0, 0], "rough": 0}}'],
)  # fmt: skip
def test_a_damaged_file_is_like_none_and_a_measurement_mends_it(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_text(text)
    assert read(tmp_path) == {}
    assert "measure the tables again" in caplog.text
    keep(tmp_path, "kitchen", FLAT, None)
    assert list(json.loads((tmp_path / FILE).read_text())) == ["kitchen"]


def test_a_companion_knows_its_tables_from_its_start_on(tmp_path: Path) -> None:
    keep(tmp_path, "balcony", FLAT, None)
    stage = Stage(tmp_path)
    stage.world.lift()
    stage.clock.sleep(1.0)
    stage.world.tilt(25.0, 0.8)
    try:
        stage.start()
        stage.clock.sleep(0.5)
        assert stage.daemon.evening.motion.handled
        stage.clock.sleep(stage.world.tilt(0.0, 0.6))
        stage.clock.sleep(stage.world.set_down())
        stage.clock.sleep(1.5)
        assert dict(stage.felt) == {"set_down": 1}
    finally:
        stage.close()


def test_a_companion_that_runs_measures_once_the_box_has_lain_still(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    try:
        stage.start()
        with pytest.raises(Refusal, match="has not lain still for 10 s"):
            stage.ask(lambda daemon: daemon.tables.measure("kitchen", daemon.evening, daemon.clock.wall()))
        stage.clock.sleep(12.0)
        told = stage.ask(lambda daemon: daemon.tables.measure(" kitchen ", daemon.evening, daemon.clock.wall()))
        assert (told["table"], told["up"], told["forgotten"]) == ("kitchen", "z", [])
        assert list(read(tmp_path)) == ["kitchen"]
        stage.hardware.sensor.unplug()
        stage.clock.sleep(2.0)
        with pytest.raises(Refusal, match="the motion sensor is silent"):
            stage.ask(lambda daemon: daemon.tables.measure("kitchen", daemon.evening, daemon.clock.wall()))
    finally:
        stage.close()


def test_a_table_that_cannot_be_called_so_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--table", "\n", "--data", str(tmp_path)]) == 2
    assert "a table cannot be called so" in capsys.readouterr().err
