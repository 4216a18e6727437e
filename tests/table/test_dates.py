"""When something was, on a machine whose clock is set late, or set again: a Pi has no clock chip."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.table.tables import Table

EVENING = datetime.fromisoformat("2026-05-01T20:00:00Z").timestamp()
SWITCHED_OFF = datetime.fromisoformat("2026-04-24T22:10:00Z").timestamp()
"""What the clock of a Pi begins with that keeps the time of its last shutdown."""


def tell_the_time(table: Table, wall: float) -> None:
    table.clock.set_wall(wall)
    table.do(lambda session: session.look_at_clock())


def dates(table: Table, number: int) -> list[str | None]:
    look = table.wait(lambda session: session.archive.look(number))
    return [happened.when for happened in look.history]


def listed(table: Table) -> list[tuple[int, str | None, float]]:
    return [(game.id, game.begun, game.length) for game in table.wait(lambda session: session.archive.games())]


def past(table: Table) -> list[tuple[int, str | None]]:
    # How games ended is entered anew where nobody waits.
    table.sleep(5.0)
    return [(game.id, game.begun) for game in table.wait(lambda session: session.archive.past(9))]


@pytest.mark.parametrize("begins_with", [0.0, SWITCHED_OFF])
def test_a_game_is_dated_though_it_was_over_when_the_time_came(table: Table, begins_with: float) -> None:
    table.clock.set_wall(begins_with)
    table.start()
    table.begin()
    table.sleep(60.0)
    table.enter({"do": "abandon"})
    table.sleep(540.0)
    tell_the_time(table, EVENING)
    table.begin("Cem", "Dan")
    table.enter("lift")
    for _ in range(2):
        assert dates(table, 1) == ["2026-05-01T19:51:00Z"]
        assert dates(table, 2) == ["2026-05-01T20:00:00Z"]
        assert listed(table) == [(2, "2026-05-01T20:00:00Z", 0.0), (1, "2026-05-01T19:50:00Z", 60.0)]
        assert past(table) == [(1, "2026-05-01T19:50:00Z")]
        table.cut()
        table.start()
    table.stop()


def test_a_game_that_is_on_is_dated_when_the_time_comes_and_nothing_else_is_told(table: Table) -> None:
    table.clock.set_wall(0.0)
    table.start()
    table.begin()
    table.enter("lift")
    table.sleep(100.0)
    assert [happened.when for happened in table.session.history()] == [None]
    tell_the_time(table, EVENING)
    assert [happened.when for happened in table.session.history()] == ["2026-05-01T19:58:20Z"]
    table.restart()
    assert [happened.when for happened in table.session.history()] == ["2026-05-01T19:58:20Z"]


def test_pages_that_are_open_show_dates_as_soon_as_the_time_comes_and_are_left_alone_by_a_clock_that_is_right(
    table: Table,
) -> None:
    table.clock.set_wall(0.0)
    table.start()
    table.begin()
    table.enter("lift")
    news = []
    for wall in (100.0, EVENING, EVENING + 1.0):
        before = table.news
        tell_the_time(table, wall)
        news.append(table.news - before)
    assert news == [0, 1, 0]


def test_a_clock_that_goes_back_makes_no_entry_older_than_the_one_before(table: Table) -> None:
    table.clock.set_wall(EVENING)
    table.start()
    table.begin()
    for jump in (+3600.0, -86_400.0, +400.0, -1.0):
        table.enter("lift", "void")
        table.sleep(10.0)
        tell_the_time(table, table.clock.wall() + jump)
    found = [datetime.fromisoformat(when).timestamp() for when in dates(table, 1) if when]
    assert found == sorted(found)
    assert found[-1] - found[0] == pytest.approx(30.0, abs=2.0)
    assert listed(table)[0][2] == pytest.approx(30.0)


def test_the_date_comes_back_from_the_good_copy(table: Table) -> None:
    table.clock.set_wall(0.0)
    table.start()
    table.begin()
    table.enter("lift")
    tell_the_time(table, EVENING)
    table.sleep(5.0)
    table.stop()
    table.path.write_bytes(b"gone")
    table.start()
    assert dates(table, 1) == ["2026-05-01T20:00:00Z"]
    table.stop()


def test_a_clock_that_runs_as_it_should_is_nothing_to_write_down(table: Table) -> None:
    table.clock.set_wall(EVENING)
    table.start()
    table.begin()
    commits = table.session.door.commits
    for _ in range(100):
        table.sleep(36.0)
        # 10 ppm, as a crystal drifts until the network draws it along.
        tell_the_time(table, table.clock.wall() + 36.0e-5)
    assert table.session.door.commits == commits
    table.stop()
