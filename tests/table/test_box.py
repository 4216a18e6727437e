"""What the handling of the box means: one line a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.senses import Handling
from companion.table.box import CALL_OPEN, Box, braver
from companion.table.ledger import Entry
from tests.games.telling import correct, of, result, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.katz_schmaus.state import Phase
    from companion.table.records import Source
    from tests.games.telling import Told


def handled(seconds: float, most_tilt: float, steepest: float | None = None) -> Handling:
    return Handling(0.0, seconds, most_tilt, most_tilt if steepest is None else steepest, 3.0)


@pytest.mark.parametrize(
    ("what", "handling", "entered"),
    [
        ("a turn", handled(12.0, 35.0), "set_down"),
        ("a cautious turn", handled(2.0, 9.0), "set_down"),
        ("tipped to 75 degrees, as far as a turn may", handled(5.0, 75.0), "set_down"),
        ("emptied", handled(4.0, 120.0), "void"),
        ("tipped over for a moment", handled(4.0, 50.0, steepest=97.0), "void"),
        ("passed on", handled(1.5, 20.0), "void"),
        ("carried level", handled(8.0, 4.0), "void"),
    ],
)
def test_a_handling(what: str, handling: Handling, entered: str) -> None:
    box = Box()
    assert box.lifted(10.0, "ready") == {"do": "lift"}
    assert box.set_down(handling, "playing") == {"do": entered}, what


def entry(do: str, at: float) -> Entry:
    return Entry(1, {"do": do}, "sensor", at=at)


@pytest.fixture
def rested() -> Box:
    """A box that was played with, and came to rest at 20 s."""
    box = Box()
    box.lifted(10.0, "ready")
    box.set_down(handled(10.0, 30.0), "playing")
    box.entered(entry("set_down", 20.0), "rest", felt=True, rests=False)
    return box


def test_a_pause_of_less_than_three_seconds_is_the_same_turn(rested: Box) -> None:
    assert rested.lifted(22.9, "rest") == {"do": "lift", "again": True}


def test_after_three_seconds_it_is_the_next_players_turn(rested: Box) -> None:
    assert rested.lifted(23.0, "rest") == {"do": "lift"}


def test_the_call_closes_at_the_moment_for_which_it_was_announced(rested: Box) -> None:
    # A time whose sum with 3 s, less itself, rounds to 2.9999999999998863 s.
    rested.entered(entry("set_down", 1021.3176505183898), "rest", felt=True, rests=False)
    assert rested.call_is_open("rest", 1024.0, sensor_ok=True)
    assert not rested.call_is_open("rest", 1021.3176505183898 + CALL_OPEN, sensor_ok=True)


def test_a_box_emptied_in_the_pause_does_not_take_the_turn_back(rested: Box) -> None:
    rested.lifted(22.0, "rest")
    assert rested.set_down(handled(3.0, 130.0), "playing") == {"do": "set_down"}


def test_the_next_turn_starts_afresh_whoever_ended_the_last(rested: Box) -> None:
    rested.entered(entry("result", 21.0), "ready", felt=True, rests=False)
    rested.lifted(22.0, "ready")
    assert rested.set_down(handled(3.0, 130.0), "playing") == {"do": "void"}


@pytest.mark.parametrize("phase", ["called", "over", None])
def test_handling_between_call_and_result_means_nothing(phase: Phase | None) -> None:
    box = Box()
    assert box.lifted(10.0, phase) is None
    assert box.set_down(handled(4.0, 30.0), phase) is None


@pytest.mark.parametrize(
    ("phase", "seconds_after", "sensor_ok", "is_open"),
    [
        ("ready", 60.0, True, False),
        ("ready", 60.0, False, True),
        ("playing", 60.0, True, True),
        ("playing", 60.0, False, True),
        ("rest", 2.9, True, True),
        ("rest", 3.0, True, False),
        ("called", 0.0, True, False),
        ("over", 0.0, False, False),
        (None, 0.0, False, False),
    ],
)
def test_when_a_press_is_a_call(
    rested: Box, phase: Phase | None, seconds_after: float, *, sensor_ok: bool, is_open: bool
) -> None:
    assert rested.call_is_open(phase, 20.0 + seconds_after, sensor_ok=sensor_ok) is is_open


@pytest.mark.parametrize("phase", ["ready", "playing"])
def test_where_nobody_feels_the_box_a_press_goes_on_in_what_the_display_asks(phase: Phase) -> None:
    assert not Box().call_is_open(phase, 20.0, sensor_ok=False, asking=True)


def test_a_turn_in_which_the_sensor_was_away_is_not_taken_back() -> None:
    box = Box()
    box.lost("playing")
    assert box.set_down(handled(1.0, 0.0), "playing") == {"do": "set_down"}


def test_hands_that_were_felt_before_the_turn_was_told_do_not_end_it() -> None:
    box = Box()
    box.lost("playing")
    box.entered(entry("result", 20.0), "ready", felt=False, rests=False)
    box.entered(entry("lift", 30.0), "playing", felt=False, rests=False)
    assert box.set_down(handled(40.0, 30.0), "playing") is None
    assert box.awaits_hands


@pytest.mark.parametrize("rests", [True, False])
def test_a_turn_told_while_nobody_felt_the_box_can_be_answered_where_it_is_found_at_rest(*, rests: bool) -> None:
    box = Box()
    box.entered(entry("lift", 30.0), "playing", felt=False, rests=False)
    box.found("playing", rests=rests)
    assert box.awaits_hands == rests


def test_a_turn_that_was_on_when_the_plug_was_pulled_is_not_taken_back() -> None:
    box = Box()
    box.resume("playing")
    assert box.set_down(handled(1.0, 0.0), "playing") == {"do": "set_down"}


def test_a_box_that_is_emptied_after_the_plug_was_pulled_was_no_turn() -> None:
    box = Box()
    box.resume("playing")
    assert box.set_down(handled(4.0, 120.0), "playing") == {"do": "void"}


@pytest.mark.parametrize(
    ("do", "source", "rests", "opens"),
    [
        ("lift", "button", True, False),
        ("lift", "button", False, True),
        ("lift", "phone", True, True),
        ("undo", "phone", True, False),
        ("redo", "button", True, False),
        ("undo", "button", False, True),
    ],
)
def test_a_turn_that_goes_on_with_the_box_untouched_has_no_call_until_hands_take_it(
    do: str, source: Source, rests: bool, opens: bool
) -> None:
    box = Box()
    box.entered(Entry(1, {"do": do}, source, at=10.0), "playing", felt=True, rests=rests)
    assert box.call_is_open("playing", 11.0, sensor_ok=True) == opens
    assert box.call_is_open("playing", 11.0, sensor_ok=False)
    box.lifted(12.0, "playing")
    assert box.call_is_open("playing", 13.0, sensor_ok=True)


LIFT4: Told = {"do": "lift", "treats": 4}


@pytest.mark.parametrize(
    ("when", "told", "asked"),
    [
        ("nobody has lifted the box yet", [], "Ada +4"),
        ("it is the next player's turn", [result()], "Ben +4"),
        ("the box is in the hands", ["lift"], None),
        ("it rests", ["lift", "set_down"], "4 treats taken"),
        ("somebody called", ["lift", of("call", "Ben")], "4 treats taken"),
        ("the call told of the turn", [of("call", "Ben")], None),
        ("four were told", [LIFT4, "set_down"], None),
        ("no fourth is left", [correct(bowls_Ada=16, bowls_Ben=16), "lift", "set_down"], None),
    ],
)
def test_whether_four_treats_can_be_told(when: str, told: Sequence[Told], asked: str | None) -> None:
    choice = braver(tell(*told))
    assert (choice and str(choice.label)) == asked, when


def test_where_four_are_usual_nobody_is_braver() -> None:
    assert braver(tell("lift", "set_down", treats=4)) is None


def test_who_took_four_gets_four() -> None:
    ledger = tell("lift", "set_down")
    choice = braver(ledger)
    assert choice is not None
    ledger.submit(choice.command)
    ledger.submit({"do": "result"})
    assert ledger.state.scores["Ada"] == 4
