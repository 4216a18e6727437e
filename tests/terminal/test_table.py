"""Keys at the simulated table: what they do, and that a recording of them comes to the same end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.config import Config
from companion.scenario import read_scenario
from companion.scenario.player import perform
from companion.scenario.stage import Stage
from companion.schema import Oled, TableSettings
from companion.terminal.keys import DOWN, LEFT, RIGHT, UP
from companion.wiring import Wiring

if TYPE_CHECKING:
    from pathlib import Path

    from companion.terminal.view import InView
    from tests.terminal.typist import Evenings, Script

PLAY: Script = [(0.5, "l"), (0.9, RIGHT), (0.33, RIGHT), (0.4, UP), (1.5, "s"), (0.7, "0")]
"""The box is lifted, played and held level."""

CALL: Script = [*PLAY, (1.2, " "), (0.5, "l"), (2.0, "o"), (1.5, "o")]
"""Somebody calls; it was Ben, and he gets them."""

TROUBLES: Script = [
    *CALL,
    *[(3.0, "f"), (0.1, "4"), (2.0, "4"), (1.0, "9"), (0.5, "l"), (1.0, RIGHT), (0.123, RIGHT), (3.0, "l")],
    *[(3.0, "P"), (4.0, "9"), (1.0, "R"), (5.0, "l"), (1.0, "1"), (4.0, "l")],
]
"""And then the display, the disk, the power and the sensor go, and two of them come again."""

CAT = Config(wiring=Wiring(name="cat-stand"), table=TableSettings(language="de"))
EACH = Config(wiring=Wiring(name="a-button-each"), oled=Oled(chip="sh1106"))

TREATS: Script = [(0.5, "g"), (0.1, "4"), (1.0, "g"), *[(0.35, key) for key in ("1", "1", "3", "1")], (3.0, "7")]
"""Fat Cats: Ada eats three treats and Cem one, each by the own button."""


@pytest.mark.parametrize(
    ("script", "config"),
    [
        (PLAY, Config()),
        (CALL, Config()),
        (TROUBLES, Config()),
        ([*PLAY, (1.0, "c"), (1.0, "c"), (1.0, "l")], CAT),
        ([*PLAY, (1.0, "2"), (0.01, "3"), (1.0, "l")], EACH),
        (TREATS, EACH),
        ([(0.5, "g"), (0.2, "6"), (4.0, "c"), (1.0, "h"), (4.0, "d")], Config()),
        (
            [(0.5, "g"), (0.1, "8"), (4.0, "2"), *[(0.5, key) for key in (".", ">", "<", ",", " ", ".", "o", "b")]],
            Config(),
        ),
        ([(0.5, "f"), (0.1, "8"), (0.5, "R"), (6.0, "8"), (6.0, "j"), (0.1, "3"), (2.0, "2"), (9.0, "5")], Config()),
    ],
    ids=["play", "call", "troubles", "cat", "each", "treats", "wirings", "knob", "faults"],
)
def test_a_recording_is_the_same_evening_to_the_last_byte(
    script: Script, config: Config, evening: Evenings, tmp_path: Path
) -> None:
    live = evening(script, config)
    live.play()
    again = tmp_path / "again"
    again.mkdir()
    stage = Stage(again)
    perform(stage, read_scenario(live.scenario), "recorded")
    stage.stop()
    was = live.table.stage
    assert stage.clock.monotonic() == pytest.approx(was.clock.monotonic(), abs=0.01)
    assert [tuple(transfer)[1:] for transfer in stage.hardware.bus.log] == [
        tuple(transfer)[1:] for transfer in was.hardware.bus.log
    ]
    assert stage.felt == was.felt
    stage.close()


def test_a_recording_says_what_is_to_be_seen_at_its_end(evening: Evenings) -> None:
    live = evening(TROUBLES)
    live.play()
    expected = [line for line in live.scenario.read_text().splitlines() if line.startswith("expect ")]
    assert expected == [
        "expect phase playing",
        "expect turn Ben",
        "expect scores Ada=0 Ben=3 Cem=0",
        "expect health sensor absent",
    ]


def test_what_was_taken_up_from_a_folder_is_told_first(evening: Evenings, tmp_path: Path) -> None:
    evening(CALL, folder="kept").play()
    live = evening([(1.0, "l"), (3.0, RIGHT)], folder="kept")
    live.play()
    first, *commands, last, lift, _ = live.lines
    assert (first, last, lift) == ("game katz-schmaus Ada Ben Cem", "restart", "lift")
    assert all(line.startswith("command ") for line in commands)
    (tmp_path / "again").mkdir()
    stage = Stage(tmp_path / "again")
    perform(stage, read_scenario(live.scenario), "recorded")
    stage.close()


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("l", ["lift"]),
        ("ll", ["lift", "set-down"]),
        ([RIGHT, LEFT], ["tilt 15 towards 0 over 250ms", "tilt 0 over 250ms"]),
        ([UP, LEFT], ["tilt 15 towards 90 over 250ms", "tilt 21 towards 135 over 250ms"]),
        ([DOWN, "0"], ["tilt 15 towards 270 over 250ms", "tilt 0 over 500ms"]),
        (" ob", ["press", "hold 800ms", "hold 1.7s"]),
        ("pp", ["button stuck", "button free"]),
        ("stek", ["shake 4 6 for 500ms", "turn 90 over 800ms", "empty", "knock 4 100ms"]),
        ("f11", ["fault sensor unplugged", "heal sensor"]),
        ("f121", ["fault sensor unplugged", "fault sensor frozen", "heal sensor"]),
        ("f78f78", ["fault button-thread dies", "fault gpio unavailable"]),
        ("f787", ["fault button-thread dies", "fault gpio unavailable", "heal button-thread"]),
        ("fwf l", ["fault disk read-only", "press", "lift"]),
        ("g\x1b1", []),
        ("g1", ['command {"do": "abandon"}', "game katz-schmaus Ada Ben Cem"]),
        ("gdd", ["language de", "language en"]),
    ],
    ids=str,
)
def test_keys_are_lines_of_a_scenario(keys: list[str] | str, lines: list[str], evening: Evenings) -> None:
    # The longest of them, to empty the box, takes five seconds.
    live = evening([(6.0, key) for key in keys])
    live.play()
    assert live.lines == ["game katz-schmaus Ada Ben Cem", *lines]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("x", "x does nothing here"),
        ("c", "c does nothing here"),
        ("1", "1 does nothing here"),
        (["\x1b[5~"], "\\x1b[5~ does nothing here"),
        ("0", "0: it is level"),
        ([RIGHT] * 9, "→: it is upside down already"),
    ],
)
def test_a_key_that_does_nothing_says_so(keys: list[str] | str, said: str, evening: Evenings) -> None:
    live = evening([(1.0, key) for key in keys])
    live.play()
    assert said in live.said


def test_the_button_of_nobody_says_so(evening: Evenings) -> None:
    live = evening([(0.5, "7")], EACH)
    live.play()
    assert live.said == ["7: nobody sits at the button of player 7"]
    assert live.lines == ["oled sh1106 128x64", "wiring a-button-each", "game katz-schmaus Ada Ben Cem"]


def test_a_game_with_too_few_players_is_refused_and_the_recording_says_so(evening: Evenings) -> None:
    live = evening([(2.0, "g"), (0.5, "4")], known=("Ada", "Ben"))
    live.play()
    assert "expect refused bad-command" in live.scenario.read_text()


def test_keys_wait_for_busy_hands_and_too_many_are_left_out(evening: Evenings) -> None:
    live = evening([(2.0, "l"), *[(0.01, " ")] * 5, (0.1, RIGHT)])
    live.play()
    assert live.lines[1:] == ["lift", "press", "press", "press", "press"]
    assert live.said == ["the hands are busy: space is left out", "the hands are busy: → is left out"]
    assert ("space",) * 4 in [seen.waiting for seen in live.typist.seen]


def test_an_arrow_that_is_held_down_waits_once(evening: Evenings) -> None:
    live = evening([(2.0, RIGHT), *[(0.03, RIGHT)] * 5])
    live.play()
    assert live.lines[1:] == ["tilt 15 towards 0 over 250ms", "tilt 30 towards 0 over 250ms"]


def test_what_is_under_way_when_somebody_quits_is_finished_and_written(evening: Evenings) -> None:
    live = evening([(2.0, "e"), (0.2, "q")])
    live.play()
    assert live.lines[1:] == ["empty"]


def test_quitting_while_it_starts_ends_it(evening: Evenings) -> None:
    live = evening([(0.05, "q")])
    live.play()
    assert live.table.stage.ready is False


def test_an_evening_is_written_down_at_a_key(
    evening: Evenings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    live = evening([(2.0, "l"), (2.0, "r"), (1.0, "r")])
    live.table.play(None)
    assert (tmp_path / "evening-1.scenario").read_text().splitlines()[2] == "lift"
    assert (tmp_path / "evening-2.scenario").exists()
    assert live.said[0].startswith("written: evening-1.scenario (2 steps)")


def test_a_recording_that_cannot_be_written_says_so(evening: Evenings) -> None:
    live = evening([(0.5, "r")])
    live.scenario.mkdir()
    with pytest.raises(IsADirectoryError):
        live.play()
    assert live.said == [f"{live.scenario}: Is a directory"]


def test_faults_are_shown_as_switched_on_with_what_the_device_says(evening: Evenings) -> None:
    live = evening([(0.5, "f"), (0.1, "4"), (2.0, "4"), (2.0, "4")])
    live.play()
    on = [(seen.situation.broken, _status(seen, "oled")) for seen in live.typist.seen]
    assert (frozenset({"fault oled unplugged"}), "absent") in on
    assert on[-1] == (frozenset({"fault oled unplugged"}), "absent")
    assert (frozenset(), "ok") in on


def test_a_broker_that_nobody_named_is_no_part_of_the_table(evening: Evenings) -> None:
    seen = evening([(2.0, "l")]).play()
    assert _status(seen, "sensor") == "ok"
    assert _status(seen, "mqtt") is None


def test_the_buzzer_and_the_light_are_seen(evening: Evenings) -> None:
    live = evening(CALL)
    live.play()
    lamps = [tuple(lamp.on for lamp in seen.outputs) for seen in live.typist.seen]
    assert {(False, False), (False, True), (True, True)} <= set(lamps)


def _status(seen: InView, part: str) -> str | None:
    return next((condition.status for condition in seen.health if condition.part == part), None)
