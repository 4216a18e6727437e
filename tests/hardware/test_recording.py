"""Reading what a sensor recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware import BadRecording, HardwareError, read_recording

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, text: str) -> Path:
    path = folder / "felt.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize(
    "text",
    [
        "t,ax,ay,az\n5.0,1,2,9\n5.5,2,2,9.5\n",
        "t_ms,ax,ay,az\n5000,1,2,9\n5500,2,2,9.5\n",
        "\ufefft,ax,ay,az\r\n5.0,1,2,9\r\n\r\n5.5,2,2,9.5\r\n",
        "label, az , ay, ax, t, gx\nidle,9,2,1,5.0,77\nidle,9.5,2,2,5.5,-3\n",
        "t,t_ms,ax,ay,az\n5.0,0,1,2,9\n5.5,1,2,2,9.5\n",
    ],
    ids=["seconds", "milliseconds", "from a spreadsheet", "other order and columns", "both times"],
)
def test_a_recording_is_read_by_the_names_of_its_columns(tmp_path: Path, text: str) -> None:
    recording = read_recording(write(tmp_path, text))
    assert recording.t == (0.0, 0.5)
    assert (recording.x, recording.y, recording.z) == ((1.0, 2.0), (2.0, 2.0), (9.0, 9.5))
    assert recording.seconds == 0.5
    assert [recording.at(t) for t in (-1.0, 0.0, 0.25, 0.5, 9.0)] == [
        (1.0, 2.0, 9.0),
        (1.0, 2.0, 9.0),
        (1.5, 2.0, 9.25),
        (2.0, 2.0, 9.5),
        (2.0, 2.0, 9.5),
    ]


def test_a_recording_in_g_with_names_of_its_own_is_read_as_told(tmp_path: Path) -> None:
    path = write(tmp_path, "time of day,Accelerometer X (g),aY,az\n171693,0,0.5,1\n171709,0,0.5,-1\n")
    columns = {"t_ms": "time of day", "ax": "Accelerometer X (g)", "ay": "aY"}
    recording = read_recording(path, columns=columns, unit="g")
    assert recording.t == pytest.approx((0.0, 0.016))
    assert recording.at(0.0) == pytest.approx((0.0, 4.903325, 9.80665))
    assert recording.z == pytest.approx((9.80665, -9.80665))


@pytest.mark.parametrize("number", ["2", "+2", " 2 ", "2.", "2.0", "0.2e1", "20E-1"])
def test_a_number_may_be_written_in_all_usual_ways(tmp_path: Path, number: str) -> None:
    recording = read_recording(write(tmp_path, f"t,ax,ay,az\n0,{number},-.5,9\n1,2,-0.5,9\n"))
    assert recording.at(0.0) == (2.0, -0.5, 9.0)


@pytest.mark.parametrize("rest", ["2,1,2,", "2,1,2,-", "2,1,2,3.1e-", "2,1,2", "2,", "2"])
def test_a_last_row_that_is_cut_off_is_left_out(tmp_path: Path, rest: str) -> None:
    recording = read_recording(write(tmp_path, f"t,ax,ay,az\n0,1,2,3\n\n1,1,2,3\n{rest}"))
    assert recording.t == (0.0, 1.0)
    assert recording.cut_off == 5


@pytest.mark.parametrize("text", ["t,ax,ay,az\n0,1,2,3\n1,1,2,3", "t,ax,ay,az,label\n0,1,2,3\n1,1,2,3"])
def test_a_last_row_without_a_newline_is_whole_if_it_is_like_the_others(tmp_path: Path, text: str) -> None:
    recording = read_recording(write(tmp_path, text))
    assert recording.t == (0.0, 1.0)
    assert recording.cut_off is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no column 't' or 't_ms' for the time, nor any other: say what it is called there: --columns t=... "),
        ("t,ax,ay\n0,1,2\n", "no column 'az', only t, ax, ay: say what it is called there: --columns az=..."),
        (
            "ax,ay,az\n1,2,3\n",
            r"no column 't' or 't_ms' for the time, only ax, ay, az: .* --columns t=... \(in s\) or t_ms=... \(in ms\)",
        ),
        (
            ",".join(f"a column with a rather long name, number {place}" for place in range(20)),
            "only a column with a rather…, number 0, .*, and 32 more: say",
        ),
        ("t,ax,ay,az\n0,1,2,3\n", "has 1 samples: at least 2 are needed"),
        ("t,ax,ay,az\n0,1,2,3\n1,1,x,3\n", r"felt\.csv:3: ay is 'x', not a number like -9.81: mend the row, or leave"),
        (
            "t,ax,ay,az\n0,1,2,3\n1,1,1e101,3\n",
            r"felt\.csv:3: ay is '1e101', not a number",
        ),
        ("t,ax,ay,az\n0,1,2,3\n1,1,2\n", r"felt\.csv:3: az is missing, not a number like -9.81: mend"),
        ("t,ax,ay,az\n0,1,2,3\n1,1,nan,3\n", r"felt\.csv:3: ay is 'nan', not a number"),
        ("t,ax,ay,az\n0,1,2,3\n1,1,1e999,3\n", r"felt\.csv:3: ay is '1e999', not a number"),
        ("t,ax,ay,az\n0,1,2,3\n1,1,1_0,3\n", r"felt\.csv:3: ay is '1_0', not a number"),
        ("t,ax,ay,az\n0,1,2,3\n1,1,１２,3\n", r"felt\.csv:3: ay is '１２', not a number"),
        ("t,ax,ay,az\n0,1,2,3\n1,1,2²,3\n", r"felt\.csv:3: ay is '2²', not a number"),
        ("t,ax,ay,az\n0,1,2,3\n1,1,2\n2,1,2,3", r"felt\.csv:3: az is missing, not a number like -9.81: mend"),
        ("t,ax,ay,az\n0,1,2,3\n2,1,2,3\n1,1,2,3\n", r"felt\.csv:4: time goes back, from 2 to 1: sort the rows"),
        ("t,ax,ay,az\n0,1,2,3\n1,1,2,3\n1,1,2,3\n", r"felt\.csv:4: time stands still at 1: leave out rows"),
        ("t_ms,ax,ay,az\n1700000000001,1,2,3\n1700000000001,1,2,3\n", r"csv:3: time stands still at 1700000000001: "),
        ("t,ax,ay,az\n0,1,2,3\n1e15,1,2,3\n", r"felt\.csv:3: t is 1e\+15, more than 300 years after the first"),
        ("t,ax,ay,ax,az\n0,1,2,3,4\n1,1,2,3,4\n", "has 2 columns 'ax': leave one that is ax"),
        ("ax,ay,az\n1,2,3\n", "; the names that need no saying are t or t_ms, ax, ay and az"),
    ],
)
def test_what_is_no_recording_is_said_and_where(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadRecording, match=said) as caught:
        read_recording(write(tmp_path, text))
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, ValueError)


def test_a_column_that_no_recording_has_is_no_column(tmp_path: Path) -> None:
    with pytest.raises(BadRecording, match="'gx' is no column of a recording: name any of t, t_ms, ax, ay, az"):
        read_recording(write(tmp_path, "t,ax,ay,az\n0,1,2,3\n1,1,2,3\n"), columns={"gx": "gX"})


def test_a_column_is_one_thing_only(tmp_path: Path) -> None:
    path = write(tmp_path, "t,aX,ay,az\n0,1,2,3\n1,1,2,3\n")
    with pytest.raises(BadRecording, match="column 'aX' cannot be both ax and ay: name one for each"):
        read_recording(path, columns={"ax": "aX", "ay": "aX"})


def test_columns_that_are_not_read_may_have_the_same_name(tmp_path: Path) -> None:
    assert read_recording(write(tmp_path, "t,ax,ay,az,,\n0,1,2,3,,\n1,1,2,3,,\n")).seconds == 1.0


def test_a_picture_is_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "cat.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(BadRecording, match="is no text of comma-separated values"):
        read_recording(path)


def test_a_recording_that_is_not_there_is_said_as_the_system_says_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_recording(tmp_path / "none.csv")
