"""Switching the Pi off at the box: what is asked, when the plug may be pulled, and what if nothing comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.faces.languages import LANGUAGES
from companion.faces.oled import render, screens
from hardware import NoSwitch
from hardware.switch import ServiceSwitch
from tests.playing import play

if TYPE_CHECKING:
    from pathlib import Path

    from companion.scenario.stage import Stage

ASK = "game katz-schmaus Ada Ben\nhold 5s\npress\n"


def test_the_display_goes_dark_when_the_plug_may_be_pulled_and_not_before(stage: Stage) -> None:
    play(stage, ASK + 'hold 700ms\nexpect oled contains "pull the plug when this is dark"')
    daemon = stage.daemon
    while not daemon.ended:
        stage.clock.sleep(0.1)
    told = [(stage.is_off, stage.hardware.oled.picture().getbbox() is None)]
    stage.clock.sleep(3.0)
    told.append((stage.is_off, stage.hardware.oled.picture().getbbox() is None))
    assert told == [(False, False), (True, True)]


def test_what_was_asked_last_is_saved(stage: Stage) -> None:
    play(stage, "fault disk slow 300ms\n" + ASK + "hold 700ms\nwait 5s\nheal disk\npower-cut\nexpect turn Ada")


def test_where_nothing_switches_it_off_it_says_so_and_plays_on(stage: Stage) -> None:
    stage.hardware.switch.listener = None
    play(stage, ASK + 'hold 700ms\nexpect oled contains "good night"\nwait 9s\nexpect oled contains "good night"')
    asked = [stage.hardware.switch.asked]
    play(
        stage, 'wait 2s\nexpect oled contains "cannot be switched off"\nwait 3s\nexpect not oled contains "good night"'
    )
    # An order that stands would be carried out whenever somebody mends the system.
    assert [*asked, stage.hardware.switch.asked] == [True, False]
    play(stage, "lift\nexpect phase playing\nrestart")
    assert stage.hardware.oled.lit


@pytest.mark.parametrize("end", ["restart", "restart\nrestart"])
def test_an_ordinary_end_darkens_the_display_itself(stage: Stage, end: str) -> None:
    play(stage, f"game katz-schmaus Ada Ben\n{end}")
    stage.stop()
    assert not stage.hardware.oled.lit


def test_it_is_found_in_the_settings_too_and_by_a_knob(stage: Stage) -> None:
    play(
        stage,
        """wiring rotary
        dial -1
        press
        expect oled contains "settings"
        dial -1
        expect oled contains "switch off"
        press
        expect oled contains "switch off?"
        expect oled contains "stay on"
        dial 1
        press
        expect oled contains "good night"
        """,
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("height", [64, 32])
def test_the_last_word_has_room_on_one_picture(language: str, height: int) -> None:
    # The picture that stays is the only one.
    words = LANGUAGES[language]
    assert render(screens.Note(words.good_night, words.pull_when_dark, "done"), (128, height), words).pages == 1


def test_the_service_asks_by_a_file_that_its_path_unit_waits_for(tmp_path: Path) -> None:
    switch = ServiceSwitch({"RUNTIME_DIRECTORY": f"{tmp_path}:/elsewhere"})
    switch.off()
    assert [path.name for path in tmp_path.iterdir()] == ["off"]
    switch.stay_on()
    switch.stay_on()
    assert list(tmp_path.iterdir()) == []


def test_whoever_started_it_by_hand_is_told_how_to_switch_off() -> None:
    switch = ServiceSwitch({})
    with pytest.raises(NoSwitch, match="was not started by the system: switch off with: sudo poweroff"):
        switch.off()
    switch.stay_on()
