"""Button, buzzer, light and display together: whoever calls, and whatever the sensor does meanwhile."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.config import changed
from companion.scenario.player import ScenarioFailed
from companion.scenario.stage import StageError
from tests.playing import play

if TYPE_CHECKING:
    from companion.scenario.stage import Stage


def sounds(stage: Stage) -> bool:
    return stage.hardware.pins.level(stage.config.wiring.buzzer)


def shines(stage: Stage) -> bool:
    return stage.hardware.pins.level(stage.config.wiring.light)


ANYTHING = (
    "press",
    "press 30ms",
    "press 60ms bounce 5 over 20ms",
    "hold 700ms",
    "hold 1.6s",
    "spike 1ms",
    "spike 300us times 8 over 20ms",
    'command {"do": "call"}',
    'command {"do": "caller", "player": "Cem"}',
    'command {"do": "result"}',
    'command {"do": "result", "to": "Ben"}',
    'command {"do": "lift"}',
    'command {"do": "set_down"}',
    "undo",
    "redo",
    "lift",
    "tilt 20 towards 90 over 2s",
    "set-down",
    "fault sensor unplugged",
    "heal sensor",
    "wait 200ms",
    "wait 3s",
)


OF_ITS_OWN = {
    "one-button": (),
    "cat-stand": ("grab", "put-back") * 3,
    "rotary": ("dial 1", "dial -3 over 100ms", "dial 2 bounce 6 over 3ms") * 2,
    "a-button-each": ("press player Ada", "press player Ben", "press player Cem times 2 every 150ms") * 2,
}
"""What can happen in one wiring only, as often as it should."""


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("wiring", OF_ITS_OWN)
def test_the_buzzer_ends_the_light_is_right_and_the_evidence_is_of_this_call(
    wiring: str, seed: int, stage: Stage
) -> None:
    chance = Random(seed)
    play(stage, f"wiring {wiring}\ngame katz-schmaus Ada Ben Cem")
    for _ in range(60):
        try:
            play(stage, chance.choice(ANYTHING + OF_ITS_OWN[wiring]))
        except ScenarioFailed as failure:
            # It was refused, or hands cannot do that now; a daemon that failed is another matter.
            assert not isinstance(failure.__cause__, StageError), failure
            continue
        stage.clock.sleep(1.0)
        evening, ledger = stage.daemon.evening, stage.daemon.session.ledger
        assert ledger is not None
        assert not sounds(stage)
        assert shines(stage) == evening.call_is_open(stage.clock.monotonic())
        calls = [entry.at for entry in ledger.entries if entry.command["do"] == "call"]
        if evening.phase == "called" and evening.evidence is not None:
            assert evening.called_at == calls[-1]


def test_a_press_when_the_sensor_has_just_come_back_sounds_no_longer_than_a_press_may(stage: Stage) -> None:
    play(stage, "fault sensor absent\ngame katz-schmaus Ada Ben Cem\nheal sensor\nwait 8s\npress\nwait 1s")
    assert not sounds(stage)
    play(stage, "expect phase ready")


def test_a_call_by_phone_has_evidence_of_its_own(stage: Stage) -> None:
    play(
        stage,
        """game katz-schmaus Ada Ben Cem
        lift
        tilt 20 over 2s
        press
        set-down
        hold 700ms
        hold 700ms
        wait 10s
        lift
        tilt 20 over 2s
        set-down
        wait 2s
        command {"do": "call", "player": "Ada"}""",
    )
    evidence = stage.daemon.evening.evidence
    assert evidence is not None
    assert 1.5 < evidence < 4.0


def test_a_box_that_has_not_moved_in_this_turn_is_no_evidence(stage: Stage) -> None:
    play(
        stage,
        """game katz-schmaus Ada Ben Cem
        lift
        tilt 20 over 2s
        set-down
        wait 10s
        command {"do": "result"}
        wait 30s
        command {"do": "lift"}
        command {"do": "call", "player": "Ada"}""",
    )
    assert stage.daemon.evening.phase == "called"
    assert stage.daemon.evening.evidence is None


def test_a_call_by_phone_sounds_at_the_box(stage: Stage) -> None:
    play(stage, 'game katz-schmaus Ada Ben Cem\nlift\ncommand {"do": "call", "player": "Ben"}')
    assert sounds(stage)
    play(stage, "wait 1s")
    assert not sounds(stage)


def test_a_box_set_down_by_phone_leaves_three_seconds_to_call(stage: Stage) -> None:
    play(
        stage,
        """game katz-schmaus Ada Ben Cem
        command {"do": "lift"}
        command {"do": "set_down"}
        wait 2s
        press
        expect phase called""",
    )


def test_a_dead_button_thread_is_said_and_the_call_is_heard_all_the_same(stage: Stage) -> None:
    play(
        stage,
        """game katz-schmaus Ada Ben
        lift
        tilt 20 over 2s
        fault button-thread dies
        press 200ms
        expect phase called
        expect buzzer within 100ms of press
        expect health button degraded
        set-down
        heal button-thread
        press
        expect health button ok
        expect counter presses = 2""",
    )


def test_a_clock_that_was_never_set_is_said_and_forgotten_when_it_is(stage: Stage) -> None:
    play(
        stage,
        """clock set 1970-01-01T00:00:00Z
        game katz-schmaus Ada Ben
        expect health clock degraded
        clock set 2026-11-29T20:00:00Z
        wait 15s
        expect health clock ok""",
    )


def test_the_log_ends_with_what_is_true(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    play(stage, "game katz-schmaus Ada Ben\nfault sensor unplugged for 10s\nwait 3min")
    assert "sensor is absent" in caplog.text
    assert caplog.messages[-1] == "sensor is ok"


def drive(stage: Stage, *moves: tuple[float, str, bool]) -> None:
    """Move contacts by hand: after so many seconds, which, and whether it closes."""
    pins = {contact.name: contact.pin for contact in stage.config.wiring.contacts}
    for pause, contact, closed in moves:
        stage.clock.sleep(pause)
        stage.hardware.pins.drive(pins[contact], closed=closed)
    stage.clock.sleep(0.2)


@pytest.mark.parametrize("begun", ["", 'command {"do": "lift"}'], ids=["between two turns", "in a turn"])
def test_what_a_phone_says_while_a_call_is_pressed_that_no_sensor_feels_comes_after_it(
    begun: str, stage: Stage
) -> None:
    play(stage, f"fault sensor unplugged\ngame katz-schmaus Ada Ben Cem\nwait 5s\n{begun}")
    drive(stage, (0.0, "button", True))
    play(stage, 'command {"do": "result"}\nexpect refused not-now')
    drive(stage, (0.0, "button", False))
    play(stage, "expect phase called\nexpect turn Ada\nexpect scores Ada=0 Ben=0 Cem=0")


CAT_IN_PLAY = "wiring cat-stand\ngame katz-schmaus Ada Ben Cem\nlift\ntilt 20 over 2s"


def test_a_cat_that_rattles_on_its_stand_calls_nothing(stage: Stage) -> None:
    play(stage, CAT_IN_PLAY)
    drive(stage, *((0.004, "cat", closed) for closed in (False, True) * 20))
    play(stage, "expect phase playing\nexpect counter presses = 0")
    assert not sounds(stage)


def test_a_cat_whose_contact_bounces_is_grabbed_and_put_back_once(stage: Stage) -> None:
    play(stage, CAT_IN_PLAY)
    drive(stage, *((0.003, "cat", closed) for closed in (False, True, False, True, False)))
    play(stage, "expect phase called\nexpect counter presses = 1\nwait 3s\nundo\nexpect phase playing")
    drive(stage, *((0.003, "cat", closed) for closed in (True, False, True, False, True)))
    play(stage, "wait 1s\nexpect phase playing\nexpect counter presses = 1\nexpect health button ok")
    assert not sounds(stage)


def test_a_cat_is_heard_though_the_thread_of_the_edges_is_dead(stage: Stage) -> None:
    play(
        stage,
        f"""{CAT_IN_PLAY}
        fault button-thread dies
        grab
        expect phase called
        expect health button degraded""",
    )


@pytest.mark.parametrize("game", ["mad-cat-sad-cat Ada Ben", "katz-fatz Ada Ben"])
def test_a_game_without_calls_needs_no_cat(game: str, stage: Stage) -> None:
    play(stage, f"wiring cat-stand\ngame {game}\ngrab\nwait 30s\nexpect revision 0\nexpect health button ok")


EACH_IN_PLAY = "wiring a-button-each\ngame katz-schmaus Ada Ben Cem\nlift\ntilt 20 over 2s"


BOUNCING = tuple((0.002, "player 2", closed) for closed in (False, True) * 5)


@pytest.mark.parametrize(
    ("first", "moves"),
    [
        pytest.param("Ben", ((0.0, "player 2", True), (0.007, "player 3", True)), id="7 ms apart"),
        pytest.param("Ben", ((0.0, "player 2", True), (0.001, "player 3", True)), id="1 ms apart"),
        pytest.param("Ben", ((0.0, "player 2", True), (0.001, "player 3", True), *BOUNCING), id="the first bounces"),
        pytest.param("Cem", ((0.0, "player 3", True), (0.001, "player 2", True), *BOUNCING), id="the second bounces"),
    ],
)
def test_of_two_who_call_at_once_the_earlier_edge_wins(
    first: str, moves: tuple[tuple[float, str, bool], ...], stage: Stage
) -> None:
    play(stage, EACH_IN_PLAY)
    drive(stage, *moves)
    play(stage, f'expect caller {first}\nexpect oled contains "{first} called"\nexpect oled contains "late by"')


def test_who_is_late_does_not_cut_off_the_sound_of_the_call(stage: Stage) -> None:
    play(stage, EACH_IN_PLAY)
    began = stage.clock.monotonic()
    drive(stage, (0.0, "player 2", True), (0.02, "player 3", True))
    stage.clock.sleep(1.0)
    on, off = stage.hardware.pins.history(stage.config.wiring.buzzer)[-2:]
    assert on.t - began < 0.001
    assert off.t - on.t == pytest.approx(0.25, abs=0.01)


def test_a_spike_at_another_button_does_not_disturb_a_call(stage: Stage) -> None:
    play(stage, EACH_IN_PLAY)
    drive(stage, (0.0, "player 3", True), (0.001, "player 2", True), (0.001, "player 3", False))
    play(stage, "expect caller Ben\nexpect counter presses = 1")


def test_who_calls_together_with_the_button_of_all_does_not_answer_for_it(stage: Stage) -> None:
    play(stage, EACH_IN_PLAY)
    drive(stage, (0.0, "button", True), (0.1, "player 2", True), (0.1, "button", False), (0.0, "player 2", False))
    play(stage, 'expect phase called\nexpect caller null\nexpect oled contains "late by 100 ms"')
    play(stage, "press player Cem\nexpect caller Cem")


def test_a_button_without_a_player_says_so(stage: Stage) -> None:
    play(stage, EACH_IN_PLAY)
    drive(stage, (0.0, "player 5", True), (0.1, "player 5", False))
    play(stage, 'expect phase playing\nexpect oled contains "Nobody\'s button"')


def test_who_has_left_calls_nothing(stage: Stage) -> None:
    play(
        stage,
        """wiring a-button-each
        game katz-schmaus Ada Ben Cem
        command {"do": "leave", "player": "Cem"}
        lift
        tilt 20 over 2s
        press player Cem
        expect phase playing
        press player Ben
        expect caller Ben""",
    )


def test_a_players_button_that_is_stuck_is_said_and_the_others_play_on(stage: Stage) -> None:
    play(stage, EACH_IN_PLAY)
    drive(stage, (0.0, "player 1", True), (11.0, "button", False))
    play(stage, "expect health button degraded\npress player Ben\nexpect caller Ben")


def test_a_button_that_could_mean_several_cards_means_none(stage: Stage) -> None:
    play(
        stage,
        """wiring a-button-each
        game mad-cat-sad-cat Ada Ben Cem
        command {"do": "turn", "player": "Ada", "kind": "mad", "take": "four"}
        press player Cem
        expect revision 1
        expect oled contains "nothing to choose here\"""",
    )


FAT_CATS = "wiring a-button-each\ngame fat-cats Ada Ben Cem Dan Eva\n"


def test_more_eaters_than_bowls_are_refused_by_tap_and_the_rest_counts(stage: Stage) -> None:
    taps = "\n".join(f"press player {name}" for name in ("Ada", "Ben", "Cem", "Dan", "Eva"))
    play(stage, f"{FAT_CATS}{taps}\nwait 3s\nexpect revision 1\nexpect scores Ada=1 Ben=2 Cem=3 Dan=4 Eva=0")


def test_taps_of_all_at_once_are_all_counted(stage: Stage) -> None:
    play(stage, f"{FAT_CATS}wait 1s")
    seats = ("player 1", "player 2", "player 3")
    for _ in range(4):
        drive(stage, *((0.0005, seat, True) for seat in seats), (0.05, "player 1", False))
        drive(stage, *((0.0, seat, False) for seat in seats))
    play(stage, "wait 2s\nexpect revision 1\nexpect scores Ada=4 Ben=5 Cem=6")


def test_a_game_that_was_dropped_while_people_tapped_is_left_alone(stage: Stage) -> None:
    play(stage, f'{FAT_CATS}press player Ada\ncommand {{"do": "abandon"}}\ngame fat-cats Ada Ben Cem\nwait 3s')
    play(stage, "expect revision 0")


@pytest.mark.parametrize("wiring", ["one-button", "cat-stand", "a-button-each", "rotary"])
def test_without_buzzer_and_light_nothing_is_wrong_and_a_call_is_seen(wiring: str, stage: Stage) -> None:
    play(stage, f"wiring {wiring}")
    stage.config = changed(stage.config, {("wiring", "buzzer"): False, ("wiring", "light"): False})
    play(
        stage,
        """game katz-schmaus Ada Ben Cem
        lift
        tilt 20 over 2s
        press
        expect flash within 20ms of press
        expect phase called
        expect not buzzer within 1s of press
        expect health button ok
        expect not health buzzer ok
        expect not health buzzer absent""",
    )
    assert {part.condition.part for part in stage.daemon.health}.isdisjoint({"buzzer"})
    assert not stage.daemon.health.troubles


def test_a_wiring_without_such_a_contact_is_named(stage: Stage) -> None:
    with pytest.raises(ScenarioFailed, match="the wiring one-button has no contact for it"):
        play(stage, "grab")
    with pytest.raises(ScenarioFailed, match="there is no wiring joystick: there are one-button"):
        play(stage, "wiring joystick")


def test_after_a_power_cut_in_play_a_press_is_a_call_and_nothing_asks_for_a_press(stage: Stage) -> None:
    play(
        stage,
        """game katz-schmaus Ada Ben Cem
        lift
        tilt 25 over 2s
        power-cut
        expect oled contains "the plug was out"
        expect not oled contains "press to go on"
        press
        expect phase called""",
    )


def test_the_next_game_offers_those_who_have_just_played(stage: Stage) -> None:
    play(
        stage,
        """game katz-schmaus Ada Ben Cem
        command {"do": "finish"}
        press
        press
        press
        expect oled contains "new game"
        hold 700ms
        hold 700ms
        expect oled contains "Cem"
        """,
    )


def test_a_display_that_nobody_looks_at_is_dimmed_and_a_press_only_wakes_it(stage: Stage) -> None:
    play(stage, "game katz-schmaus Ada Ben\nwait 11min")
    bright, dim = stage.config.oled.contrast, stage.hardware.oled.contrast
    assert dim < bright
    play(stage, 'press\nexpect oled contains "Ada"\nexpect oled contains "lift the box"')
    assert stage.hardware.oled.contrast == bright


def whole_katz_fatz(*pad: str) -> str:
    """Four rounds of two players, with a toy and a colour each; then the pad's values."""
    scores = [
        f'command {{"do": "score", "player": "{player}", "round": {number}, "points": 9, "toys": 1, "hand_colours": 1}}'
        for number in range(1, 5)
        for player in ("Ada", "Ben")
    ]
    return "\n".join(["game katz-fatz Ada Ben", *scores, *pad])


def test_the_printed_values_of_a_pad_are_asked_for_once(stage: Stage) -> None:
    told = (
        "expect phase pad",
        'command {"do": "pad_value", "which": "toys", "symbols": 4, "value": 12}',
        'command {"do": "pad_value", "which": "splats", "symbols": 4, "value": 3}',
        "expect scores Ada=51 Ben=51",
        "expect over",
    )
    play(stage, whole_katz_fatz(*told))
    play(stage, whole_katz_fatz("expect over", "expect scores Ada=51 Ben=51"))
    play(stage, "restart\n" + whole_katz_fatz("expect over", "expect scores Ada=51 Ben=51"))


def test_the_display_does_not_sleep_while_somebody_holds_the_box(stage: Stage) -> None:
    play(stage, 'game katz-schmaus Ada Ben\nlift\ntilt 20 over 2s\nwait 11min\nexpect oled contains "Ada"')
    assert stage.hardware.oled.contrast == stage.config.oled.contrast
