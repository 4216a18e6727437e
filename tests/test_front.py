"""Button, buzzer, light and display together: whoever calls, and whatever the sensor does meanwhile."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.scenario import parse
from companion.scenario.player import ScenarioFailed, perform
from companion.scenario.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    yield stage
    stage.close()


def play(stage: Stage, text: str) -> None:
    perform(stage, parse(text, "x"), "x")


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


@pytest.mark.parametrize("seed", range(8))
def test_the_buzzer_ends_the_light_is_right_and_the_evidence_is_of_this_call(seed: int, stage: Stage) -> None:
    chance = Random(seed)
    play(stage, "game katz-schmaus Ada Ben Cem")
    for _ in range(60):
        try:
            play(stage, chance.choice(ANYTHING))
        except ScenarioFailed:  # it was refused, or hands cannot do that now
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
        command {"do": "lift"}
        wait 30s
        command {"do": "call", "player": "Ada"}""",
    )
    evidence = stage.daemon.evening.evidence
    assert evidence is not None
    assert evidence > 30.0


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
