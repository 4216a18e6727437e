"""What a recording begins and ends with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.config import decode
from companion.scenario import parse
from companion.scenario.player import perform
from companion.terminal.recorder import Recorder

if TYPE_CHECKING:
    from companion.scenario.stage import Stage

SETTINGS = [
    "",
    "[wiring]\nname = 'cat-stand'\ncat = 24\nlight = false",
    "[table]\nplayers = ['Ada', 'Anna Lena']\nlanguage = 'de'",
    "[oled]\nheight = 32\ncontrast = 3\n[sound]\nsilent = true",
    "[sensor]\nenabled = false\n[oled]\nchip = 'sh1106'",
    "[boards.'Oma Käthe']\ncushions = 30\n[boards.home]\ncushions = 29",
    "[house_rules.usual]\ngame = 'katz-schmaus'\ntreats = 4\nlatch = false",
]


def recorded(recorder: Recorder, now: float) -> list[str]:
    return recorder.text(now, None, ()).splitlines()


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_settings_stand_first(settings: str, stage: Stage) -> None:
    config = decode(settings, "x")
    recorder = Recorder(config)
    recorder.begin(1000.0, None)
    perform(stage, parse("\n".join(recorded(recorder, 1000.0)), "x"), "x")
    assert stage.config == config
    assert stage.starts == 0


@pytest.mark.parametrize("settings", ["[oled]\nrotate = 2\naddress = 0x3D", "[sensor]\naddress = 0x69"])
def test_how_a_box_is_built_is_left_to_the_scenario(settings: str) -> None:
    recorder = Recorder(decode(settings, "x"))
    recorder.begin(1000.0, None)
    assert recorded(recorder, 1000.0) == []


@pytest.mark.parametrize(
    ("seconds", "wait"),
    [
        (0.0, []),
        (0.004, []),
        (0.01, ["wait 10ms"]),
        (0.99, ["wait 990ms"]),
        (1.0, ["wait 1.00s"]),
        (12345.67, ["wait 12345.67s"]),
    ],
)
def test_waits_are_in_hundredths(seconds: float, wait: list[str]) -> None:
    recorder = Recorder(decode("", "x"))
    recorder.begin(1000.0, None)
    recorder.done("lift", 1000.0 + seconds, 1001.0 + seconds)
    assert recorded(recorder, 1001.0 + seconds) == [*wait, "lift"]


@pytest.mark.parametrize(("since", "due"), [(0.0, 0.0), (0.003, 0.007), (0.01, 0.0), (1.2345, 0.0055)])
def test_a_step_begins_at_a_moment_that_can_be_written(since: float, due: float) -> None:
    recorder = Recorder(decode("", "x"))
    recorder.begin(1000.0, None)
    assert recorder.due(1000.0 + since) == pytest.approx(due, abs=1e-9)
