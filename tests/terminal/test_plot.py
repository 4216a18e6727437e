"""The chart of what the box felt."""

from __future__ import annotations

import pytest

from companion.senses import Felt
from companion.terminal.plot import MARGIN, Trace
from hardware import GRAVITY, Batch

COLUMNS, ROWS = 45, 6
WIDTH = COLUMNS - MARGIN


def felt(trace: Trace, begin: float, end: float, g: float = 1.0, tilt: float = 0.0, *events: Felt) -> None:
    """Let the box feel the same for a while, 50 times a second."""
    times = [begin + number / 50 for number in range(round((end - begin) * 50))]
    batch = Batch(times, [0.0] * len(times), [0.0] * len(times), [g * GRAVITY] * len(times))
    trace.feel(batch, events, tilt=tilt, handled=tilt > 0.0)


def chart(trace: Trace, now: float) -> list[str]:
    return [line.plain for line in trace.chart(now, COLUMNS, ROWS)]


def test_nothing_felt_is_an_empty_chart() -> None:
    rows = chart(Trace(), 100.0)
    assert [row.rstrip() for row in rows] == ["2 g", "", "0", "90°", "0", "felt"]


@pytest.mark.parametrize("rows", [3, 4, 5, 20])
def test_a_chart_has_its_size(rows: int) -> None:
    trace = Trace()
    felt(trace, 90.0, 100.0)
    assert [len(line) for line in trace.chart(100.0, COLUMNS, rows)] == [COLUMNS] * rows


def test_rest_is_a_line_at_1_g_and_one_at_0_degrees() -> None:
    trace = Trace()
    felt(trace, 90.0, 100.0)
    rows = chart(trace, 100.0)
    assert set(rows[1][MARGIN:]) == {"⠒"}
    assert set(rows[4][MARGIN:]) == {"⣀"}
    assert rows[5][MARGIN:] == "─" * WIDTH


@pytest.mark.parametrize(("g", "label"), [(1.9, "2 g"), (2.1, "4 g"), (7.0, "8 g"), (27.0, "16 g")])
def test_the_scale_holds_the_highest_peak(g: float, label: str) -> None:
    trace = Trace()
    felt(trace, 90.0, 98.0)
    felt(trace, 98.0, 98.1, g)
    felt(trace, 98.1, 100.0)
    assert chart(trace, 100.0)[0].startswith(label)


def test_a_peak_of_one_sample_is_not_lost() -> None:
    trace = Trace()
    felt(trace, 90.0, 95.0)
    felt(trace, 95.0, 95.02, 1.99)
    felt(trace, 95.02, 100.0)
    assert chart(trace, 100.0)[0][MARGIN:].strip(" ") != ""


def test_a_tilt_rises_in_the_lower_strip_and_is_marked_as_handled() -> None:
    trace = Trace()
    felt(trace, 90.0, 95.0)
    felt(trace, 95.0, 100.0, 1.0, 80.0, Felt(95.4, "lifted", 1.0))
    rows = chart(trace, 100.0)
    assert rows[3][MARGIN : MARGIN + WIDTH // 2 - 1].strip() == ""
    assert rows[3][-3:].strip() != ""
    assert "━▲ lifted━" in rows[5]


def test_events_stand_where_they_happened_and_wander_out() -> None:
    trace = Trace()
    felt(trace, 90.0, 100.0, 1.0, 0.0, Felt(95.0, "knock", 3.0), Felt(99.9, "set_down", 1.0))
    row = chart(trace, 100.0)[5]
    assert abs(row.index("◆ knock") - MARGIN - WIDTH / 2) <= 1
    assert row.endswith("▼")
    felt(trace, 100.0, 106.0)
    row = chart(trace, 106.0)[5]
    assert "knock" not in row
    assert "▼ set down" in row


def test_a_sensor_that_is_silent_leaves_a_gap() -> None:
    trace = Trace()
    felt(trace, 90.0, 95.0)
    rows = chart(trace, 100.0)
    assert rows[1][-WIDTH // 2 :].strip() == ""
    assert rows[5][-WIDTH // 2 :].strip() == ""


def test_samples_that_come_in_time_keep_the_edge_at_the_last_of_them() -> None:
    trace = Trace()
    felt(trace, 90.0, 100.0)
    assert trace.end(100.2) == pytest.approx(99.98)
    assert trace.end(101.0) == 101.0
