"""A rotary encoder at the table: whatever its contacts, their edges and the evening are like."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.config import changed
from companion.scenario.player import ScenarioFailed
from hardware.simulated import Bounces
from tests.playing import play

if TYPE_CHECKING:
    from companion.scenario.stage import Stage

POINTS = 'wiring rotary\ngame katz-fatz Ada Ben\npress\nexpect oled contains "points"\n'


def shown(stage: Stage) -> int:
    """The number on the display."""
    play(stage, "wait 100ms")
    frame = stage.daemon.front.showing.frame
    assert frame is not None
    return next(int(text.replace("−", "-")) for text in frame.texts if text.strip("+−").isdigit())


def asleep(stage: Stage) -> bool:
    return stage.daemon.front.showing.asleep is not None


@pytest.mark.parametrize("bounce", ["", " bounce 1 over 100us", " bounce 12 over 4900us", " bounce 40 over 2ms"])
@pytest.mark.parametrize(
    "dial",
    [
        pytest.param(("dial 1",), id="one to the right"),
        pytest.param(("dial -1",), id="one to the left"),
        pytest.param(("dial 3", "dial -5"), id="there and back"),
        pytest.param(("dial 9 over 8s",), id="slowly"),
        pytest.param(("dial 4 over 200ms", "dial -4 over 200ms"), id="20 clicks a second"),
    ],
)
def test_it_goes_as_many_clicks_as_it_was_turned_by(dial: tuple[str, ...], bounce: str, stage: Stage) -> None:
    play(stage, POINTS + "\n".join(step + bounce for step in dial))
    assert shown(stage) == sum(int(step.split()[1]) for step in dial)
    play(stage, "expect counter presses = 1\nexpect health button ok")


def test_an_encoder_with_two_clicks_a_round_is_followed_click_by_click(stage: Stage) -> None:
    play(stage, "wiring rotary")
    stage.config = changed(stage.config, {("wiring", "dial_states"): 2})
    play(stage, f"{POINTS}dial 3\ndial -4 bounce 6 over 3ms")
    assert shown(stage) == -1


def test_a_flick_goes_farther_than_its_clicks(stage: Stage) -> None:
    play(stage, f"{POINTS}dial 10 over 300ms")
    assert shown(stage) > 20


def test_while_the_box_is_in_play_only_a_push_is_anything_and_it_is_the_call(stage: Stage) -> None:
    play(
        stage,
        """wiring rotary
        game katz-schmaus Ada Ben Cem
        lift
        tilt 20 over 2s
        dial 3
        dial -7 over 200ms
        expect phase playing
        expect not oled contains "scores"
        expect not buzzer within 1s of press
        press
        expect buzzer within 1ms of press
        expect flash within 20ms of press
        expect phase called
        set-down
        wait 2s
        expect oled contains "Ben"
        dial 1
        expect oled contains "Cem"
        press
        expect caller Cem
        wait 2s
        press
        expect not phase called""",
    )


def test_the_buzzer_is_silent_while_the_knob_is_turned_in_play(stage: Stage) -> None:
    play(
        stage, "wiring rotary\ngame katz-schmaus Ada Ben Cem\nlift\ntilt 20 over 2s\ndial 12 over 1s bounce 9 over 4ms"
    )
    assert stage.hardware.pins.history(stage.config.wiring.buzzer) == []


def test_between_two_turns_a_click_opens_the_menu_and_a_hold_takes_back(stage: Stage) -> None:
    play(
        stage,
        """wiring rotary
        game katz-schmaus Ada Ben Cem
        command {"do": "result", "in_box": 3}
        wait 5s
        expect oled contains "lift the box"
        dial -1
        expect oled contains "Cem"
        dial 6
        expect oled contains "undo"
        hold 700ms
        expect oled contains "lift the box"
        expect scores Ada=3
        hold 700ms
        expect oled contains "undone"
        expect scores Ada=0""",
    )


def test_back_is_at_once_when_it_was_held_long_enough(stage: Stage) -> None:
    play(stage, f"{POINTS}dial 5\npress\nexpect scores Ada=5\nbutton stuck\nwait 590ms\nexpect scores Ada=5\nwait 20ms")
    play(stage, "expect scores Ada=0\nbutton free\nwait 1s\nexpect revision 2")


def test_who_pushes_away_what_a_turn_brought_answers_nothing(stage: Stage) -> None:
    play(
        stage,
        """wiring rotary
        game mad-cat-sad-cat Ada Ben
        command {"do": "turn", "player": "Ada", "kind": "mad", "take": "two-pairs"}
        expect oled contains "Ada"
        press
        expect revision 1
        press
        expect revision 2""",
    )


def test_a_turn_whose_sensor_died_is_ended_by_turning_to_the_answer(stage: Stage) -> None:
    play(stage, "wiring rotary\ngame katz-schmaus Ada Ben Cem\nlift\nfault sensor unplugged\nwait 5s")
    play(stage, 'expect oled contains "turn: tell"\ndial 3\nexpect oled contains "Set down"\npress\nexpect phase rest')


def test_the_end_of_a_game_is_looked_at_by_turning(stage: Stage) -> None:
    play(
        stage, 'wiring rotary\ngame katz-fatz Ada Ben\ncommand {"do": "abandon"}\ndial 1\nexpect oled contains "again"'
    )
    play(stage, 'dial 1\nexpect oled contains "Ada"\ndial 1\nexpect oled contains "new game"')


def test_turning_wakes_the_display_and_is_no_press(stage: Stage) -> None:
    play(stage, f"{POINTS}dial 5\nwait 11min")
    assert asleep(stage)
    play(stage, "dial 3 over 200ms")
    assert not asleep(stage)
    assert shown(stage) == 5
    play(stage, "dial 1")
    assert shown(stage) == 6
    play(stage, "expect counter presses = 1")


def test_a_noisy_contact_does_nothing_all_night(stage: Stage) -> None:
    play(stage, POINTS)
    noise = Random(3)
    for _ in range(100):
        stage.clock.sleep(noise.uniform(1e-5, 3.0))
        stage.hardware.pins.drive(stage.config.wiring.dial_b, closed=noise.random() < 0.5)
    play(stage, "wait 10min\nexpect revision 0\nexpect counter presses = 1\nexpect health button ok")
    assert asleep(stage)


def drive(stage: Stage, clicks: int, seconds: float, *, heard: Random | None = None) -> None:
    """Turn the knob; with ``heard`` a third of the edges is not."""
    began = stage.clock.monotonic()
    pins = stage.config.wiring.dial_a, stage.config.wiring.dial_b
    for stroke in stage.hardware.knob.turn(clicks, seconds, bounces=Bounces(0, 0.0)):
        stage.clock.sleep(max(0.0, began + stroke.after - stage.clock.monotonic()))
        if heard is not None and heard.random() < 0.3:
            stage.hardware.pins.fail("deaf")
        stage.hardware.pins.drive(pins[stroke.contact], closed=stroke.closed)
        stage.hardware.pins.heal()
    stage.clock.sleep(0.3)


@pytest.mark.parametrize("seed", range(4))
def test_a_pi_under_load_that_misses_edges_makes_it_go_slower_and_is_no_defect(seed: int, stage: Stage) -> None:
    play(stage, POINTS)
    drive(stage, 20, 3.0, heard=Random(seed))
    assert 1 <= shown(stage) <= 20
    before = shown(stage)
    drive(stage, -2, 0.3)
    assert shown(stage) == before - 2
    play(stage, "expect health button ok")


def test_when_no_edge_is_told_any_more_it_is_said_and_the_push_is_heard(stage: Stage) -> None:
    play(stage, f"{POINTS}fault button-thread dies\ndial 2 over 4s\npress 300ms\nexpect health button degraded")
    play(stage, "heal button-thread\ndial 2\nexpect health button ok")


def test_a_knob_that_is_found_half_turned_is_followed(stage: Stage) -> None:
    stage.hardware.pins.drive(5, closed=True)
    stage.hardware.pins.drive(6, closed=True)
    play(stage, POINTS)
    stage.hardware.pins.drive(5, closed=False)
    stage.hardware.pins.drive(6, closed=False)
    play(stage, "wait 2s\ndial 3")
    assert shown(stage) == 3


def test_a_wiring_without_a_knob_is_named(stage: Stage) -> None:
    with pytest.raises(ScenarioFailed, match="the wiring one-button has no contact for it: it has button"):
        play(stage, "dial 1")


def test_the_pins_of_the_knob_may_be_had_later(stage: Stage) -> None:
    play(stage, "wiring rotary\nfault gpio busy 2 times\ngame katz-fatz Ada Ben\nexpect health button absent")
    play(stage, 'wait 12s\nexpect health button ok\npress\ndial 2\nexpect oled contains "+2"')


def test_in_german_it_says_what_turning_and_pushing_do(stage: Stage) -> None:
    play(
        stage,
        """language de
        wiring rotary
        game katz-fatz Ada Ben
        expect oled contains "↻"
        power-cut
        expect oled contains "weiter: drücken"
        dial 1
        expect not oled contains "weiter: drücken\"""",
    )
