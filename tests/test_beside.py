"""The three commands of the workbench beside a companion that runs, which holds the parts."""

from __future__ import annotations

import re
from contextlib import closing
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from companion.beside import NoAnswer, Running, running
from companion.commands.calibrate import from_running
from companion.commands.record import record
from companion.config import Config, decode
from companion.doctor import Host, examine
from companion.schema import Web
from companion.table.hold import Hold
from hardware import SystemClock, read_recording
from tests.bench import Bench
from tests.web.house import FEELING, House

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OFF = decode("[web]\nenabled = false", "my.toml")
"""Nobody else's companion is asked."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With a sensor under the box, in real time."""
    house = House(tmp_path_factory.mktemp("house"), FEELING)
    house.start()
    house.feel(0.5)
    yield house
    house.stop()


def beside(house: House) -> Running:
    here = running(Config(web=Web(port=house.port)), house.folder)
    assert here is not None
    return here


def test_a_companion_that_runs_is_found_by_its_port_or_by_its_folder(house: House, tmp_path: Path) -> None:
    port = house.port
    assert running(Config(web=Web(port=port)), tmp_path) == Running("the companion", "127.0.0.1", port, None)
    held = running(OFF, house.folder)
    assert held is not None and held.port is None and held.who.startswith("the companion (pid ")
    assert running(OFF, tmp_path) is None


def test_the_doctor_asks_it_for_the_parts_that_it_holds(house: House, tmp_path: Path) -> None:
    bench = Bench()
    bench.bus.trouble("missing")
    told = {
        one.part: one for one in examine(Config(), bench.machine, tmp_path, here=beside(house), at=Host(environ={}))
    }
    assert told["companion"].status == "ok" and "systemctl stop" in told["companion"].cure
    assert told["sensor"] == ("sensor", "ok", "works, says the companion that runs", "", True)
    # A machine that is busy loses samples in real time.
    assert re.fullmatch(r"[0-9,]+ since its start, [0-9,]+ lost; 0 transfers failed, .*", told["samples"].found)
    assert "bus" not in told


def test_what_it_says_is_wrong_is_told_with_its_cure(house: House, tmp_path: Path) -> None:
    house.daemon.health.note(
        type(next(iter(house.daemon.health)).condition)("oled", "absent", "No display.", "Wire it.")
    )
    told = {one.part: one for one in examine(Config(), Bench().machine, tmp_path, here=beside(house))}
    assert told["oled"] == ("oled", "absent", "No display.", "Wire it.", True)


def test_one_that_cannot_be_asked_is_named(tmp_path: Path) -> None:
    hold = Hold(tmp_path)
    hold.take()
    try:
        here = running(OFF, tmp_path)
        assert here is not None
        told = {one.part: one for one in examine(OFF, Bench().machine, tmp_path, here=here)}
        assert "holds bus and pins, and cannot be asked" in told["companion"].found
        assert "sudo systemctl stop companion" in told["companion"].cure
        with pytest.raises(NoAnswer, match="end it first"):
            next(here.samples())
    finally:
        hold.let_go()


def test_what_it_feels_is_recorded(house: House, tmp_path: Path) -> None:
    out, err = StringIO(), StringIO()
    with closing(beside(house).samples()) as samples:
        assert record(samples, tmp_path / "box.csv", seconds=0.5, picture=None, out=out, err=err) == 0
    recording = read_recording(tmp_path / "box.csv")
    assert 0.3 < recording.seconds <= 0.5
    assert recording.z[0] == pytest.approx(9.8, abs=0.3)


def test_it_measures_its_table_once_it_has_lain_still_for_long_enough(house: House) -> None:
    here = beside(house)
    out, err = StringIO(), StringIO()
    assert from_running(here, "kitchen", SystemClock(), out, err) == 0
    assert out.getvalue().startswith("kitchen is known from now on\n  the sensor   z up, 0° askew; takes 1.00 g")
    told = here.get("/api/tables")
    assert isinstance(told, list)
    assert [one["table"] for one in told] == ["kitchen"] and told[0]["when"] is not None
    assert "kitchen" in house.phone.get("/workshop").body.decode()


@pytest.mark.parametrize("body", [{}, {"table": 3}, {"table": ""}, {"table": "x" * 41}, {"tabel": "kitchen"}])
def test_a_measurement_without_a_proper_name_is_refused(house: House, body: dict[str, object]) -> None:
    assert house.phone.post("/api/tables", body).code == "bad-command"


def test_without_the_token_nothing_is_measured(house: House) -> None:
    with pytest.raises(NoAnswer, match="call it with sudo"):
        beside(house)._replace(token=None).post("/api/tables", {"table": "kitchen"})
