"""``companion motion``: what it prints, and what it says to files that are no recordings."""

from __future__ import annotations

import itertools
import json
from io import StringIO
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.commands.motion import motion
from tests.senses.boxes import NOISE, RECORDED_IN_G, recording

if TYPE_CHECKING:
    from pathlib import Path

HEADER = "t,ax,ay,az\n"


def printed(path: Path, **how: object) -> tuple[int, list[dict[str, object]], str]:
    out, err = StringIO(), StringIO()
    code = motion(path, **{"unit": "ms2", "columns": None} | how, out=out, err=err)  # type: ignore[arg-type]  # a table's row
    return code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_a_box_that_is_lifted(tmp_path: Path) -> None:
    path = tmp_path / "lift.csv"
    random = Random(1)
    rows = []
    for k in range(600):
        t = 225583.0 + k / 100
        tilted = min(max(k - 400, 0), 100) / 100 * 5.0
        x, y, z = (
            value + random.gauss(0.0, sd) for value, sd in zip((tilted, 0.2, 9.0 - tilted / 3), NOISE, strict=True)
        )
        rows.append(f"{t:.3f},{x:.4f},{y:.4f},{z:.4f}\n")
    path.write_text(HEADER + "".join(rows))
    code, lines, err = printed(path)
    assert (code, err) == (0, "")
    rest, handled, lifted = lines
    assert rest["from"] == 0.0
    assert rest["to"] == handled["from"] == pytest.approx(4.1, abs=0.2)
    assert handled["to"] == 5.99
    assert (rest["segment"], handled["segment"], lifted["event"]) == ("rest", "handled", "lifted")
    assert lifted["at"] == pytest.approx(4.3, abs=0.3)
    assert set(lifted) == {"at", "event", "peak"}


@pytest.mark.parametrize("name", sorted(RECORDED_IN_G))
def test_segments_cover_a_recording_without_gaps_and_all_is_in_order(name: str) -> None:
    code, lines, _ = printed(recording(name), unit="g", columns=RECORDED_IN_G[name])
    assert code == 0
    segments = [line for line in lines if "segment" in line]
    assert segments[0]["from"] == 0.0
    assert all(a["to"] == b["from"] and a["segment"] != b["segment"] for a, b in itertools.pairwise(segments))
    times = [line.get("from", line.get("at")) for line in lines]
    assert times == sorted(times)  # type: ignore[type-var]  # numbers all


@pytest.mark.parametrize(
    ("unit", "z", "said"),
    [
        ("ms2", 1.02, "feels 1.02 m/s² mostly, a tenth of what lies on a table: if that is in g, say --unit g"),
        ("ms2", 9.4, ""),
        ("ms2", 0.0, ""),
        ("ms2", 2.0, ""),
        ("g", 9.79, "feels 9.79 g mostly, ten times what lies on a table: if that is in m/s², leave out --unit g"),
        ("g", 0.9, ""),
        ("g", 4.0, ""),
    ],
)
def test_a_unit_that_is_plainly_the_other_one_is_doubted_and_the_recording_is_read_as_told(
    tmp_path: Path, unit: str, z: float, said: str
) -> None:
    path = tmp_path / "box.csv"
    path.write_text(HEADER + "".join(f"{k / 100},0.02,{-0.02 * (k % 2)},{z}\n" for k in range(200)))
    code, lines, err = printed(path, unit=unit)
    assert (code, err) == (0, f"{path}: {said}\n" if said else "")
    assert lines[0]["from"] == 0.0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "has no column"),
        (b"time,x,y,z\n1,2,3,4\n", "no column 't' or 't_ms' for the time, only time, x, y, z"),
        (b"time,x,y,z\n1,2,3,4\n", "--columns t=..."),
        (b"t,ax,ay,az\n", "0 samples"),
        (b"t,ax,ay,az\n0,0,0,9.8\n", "1 samples"),
        (b"t,ax,ay,az\n0,0,0,9.8\n0.01,nan,0,9.8\n", ":3: ax is 'nan'"),
        (b"t,ax,ay,az\n0,0,0,9.8\n0.01,fast,0,9.8\n", ":3: ax is 'fast'"),
        (b"t,ax,ay,az\n0,0,0,9.8\n0.01,0,0\n", ":3: az is missing"),
        (b"t,ax,ay,az\n0,0,0,9.8\n0,0,0,9.8\n", ":3: time stands still at 0"),
        (b"t,ax,ay,az\n1,0,0,9.8\n0.5,0,0,9.8\n", ":3: time goes back, from 1 to 0.5"),
        (b"t,ax,ay,az\n\xff\xfe,0,0,9.8\n", "is no text"),
        (b"t,ax,ay,az\n0,0,0,9.8\n0.01,0\x000,0,9.8\n", ":3"),
    ],
)
def test_what_is_no_recording_is_told_in_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "broken.csv"
    path.write_bytes(content)
    code, lines, err = printed(path)
    assert (code, lines) == (2, [])
    assert err.count("\n") == 1
    assert err.startswith(str(path))
    assert said in err


@pytest.mark.parametrize("samples", [2, 20, 29, 60, 300])
@pytest.mark.parametrize("first", [0.0, 171.3])
@pytest.mark.parametrize("value", [0.0, 9.81])
def test_a_recording_that_tells_nothing_is_covered_too(
    tmp_path: Path, samples: int, first: float, value: float
) -> None:
    path = tmp_path / "nothing.csv"
    path.write_text(HEADER + "".join(f"{first + k / 100:.2f},0,0,{value}\n" for k in range(samples)))
    code, lines, err = printed(path)
    assert (code, err) == (0, "")
    assert lines == [{"from": 0.0, "to": pytest.approx((samples - 1) / 100), "segment": "rest"}]


def test_a_recording_whose_sensor_wakes_up_late_is_covered_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "late.csv"
    random = Random(2)
    rows = [(0.0, 0.0, 0.0)] * 50
    rows += [(random.gauss(0, 5), random.gauss(0, 5), 9 + random.gauss(0, 5)) for _ in range(200)]
    path.write_text(HEADER + "".join(f"{k / 100},{x},{y},{z}\n" for k, (x, y, z) in enumerate(rows)))
    _, lines, _ = printed(path)
    assert lines == [{"from": 0.0, "to": 2.49, "segment": "handled"}]


def test_a_last_row_that_is_cut_off_is_left_out_with_a_word(tmp_path: Path) -> None:
    path = tmp_path / "cut.csv"
    path.write_text(HEADER + "0,0,0,9.8\n0.01,0,0,9.8\n0.02,0,")
    code, lines, err = printed(path)
    assert (code, err) == (0, f"{path}:4: the last row is cut off, and left out\n")
    assert lines == [{"from": 0.0, "to": 0.01, "segment": "rest"}]


def test_a_file_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    code, lines, err = printed(tmp_path / "none.csv")
    assert (code, lines) == (2, [])
    assert "none.csv: cannot be read: No such file" in err
