"""What is heard at the table, by what the buzzer's pin does."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from companion.config import changed
from tests.playing import play

if TYPE_CHECKING:
    from companion.scenario.stage import Stage

IN_PLAY = "game katz-schmaus Ada Ben Cem\nlift\ntilt 20 over 2s"
CALL = f"{IN_PLAY}\npress\nwait 1s"
REFUSED = "game katz-schmaus Ada Ben Cem\nhold 1.6s\nwait 1s"
LAST_ROUND = """game katz-schmaus Ada Ben
command {"do": "correct", "set": {"bowls.Ada": 8}}
command {"do": "result"}
wait 1s"""

C6, E5, E6, G6, E7 = 1046.5, 659.3, 1318.5, 1568.0, 2637.0
"""Hz."""


def wire(stage: Stage, **sound: object) -> None:
    stage.config = changed(stage.config, {("sound", key): value for key, value in sound.items()})


def heard(stage: Stage) -> list[tuple[float | None, float, float]]:
    """Each tone: its pitch, how long it was, and its share of high."""
    levels = stage.hardware.pins.history(stage.config.wiring.buzzer)
    tones = [(one.hertz, round(other.t - one.t, 2), round(one.duty, 2)) for one, other in pairwise(levels) if one.high]
    assert not levels or not levels[-1].high
    return [tone for tone in tones if tone[1] > 0.0]


TUNES = (
    pytest.param(CALL, [(E7, 0.25)], id="the call: high and long"),
    pytest.param(REFUSED, [(E5, 0.12), (E5, 0.12)], id="a refusal: two low"),
    pytest.param(LAST_ROUND, [(C6, 0.06), (E6, 0.06), (G6, 0.14)], id="the last round: three rising"),
)


@pytest.mark.parametrize(("played", "tune"), TUNES)
def test_a_passive_buzzer_has_real_pitches(played: str, tune: list[tuple[float, float]], stage: Stage) -> None:
    wire(stage, buzzer="passive")
    play(stage, played)
    tones = heard(stage)
    assert [hertz for hertz, _, _ in tones] == [hertz for hertz, _ in tune]
    # lgpio may begin 20 ms late where none had to be ready.
    assert [seconds for _, seconds, _ in tones] == pytest.approx([seconds for _, seconds in tune], abs=0.025)
    assert {duty for _, _, duty in tones} == {0.5}


@pytest.mark.parametrize(("played", "tune"), TUNES)
def test_an_active_buzzer_plays_the_same_on_its_one_tone(
    played: str, tune: list[tuple[float, float]], stage: Stage
) -> None:
    play(stage, played)
    assert [seconds for _, seconds, _ in heard(stage)] == pytest.approx([each for _, each in tune], abs=0.01)


@pytest.mark.parametrize(("volume", "share"), [(100, 0.5), (50, 0.1), (10, 0.01)])
def test_it_is_as_loud_as_it_is_set(volume: int, share: float, stage: Stage) -> None:
    wire(stage, buzzer="passive", volume=volume)
    play(stage, CALL)
    assert heard(stage) == [(E7, 0.25, share)]


@pytest.mark.parametrize(
    "sound",
    [{"silent": True}, {"buzzer": "passive", "silent": True}, {"buzzer": "passive", "volume": 0}],
    ids=["silent", "silent piezo", "volume 0"],
)
def test_nothing_is_heard_where_nothing_is_to_be(sound: dict[str, object], stage: Stage) -> None:
    wire(stage, **sound)
    play(stage, f"{CALL}\nexpect phase called\nwait 5s\nhold 1.6s\nhold 1.6s\nwait 1s")
    assert heard(stage) == []


def test_a_call_is_heard_from_a_piezo_as_soon_as_it_is_pressed(stage: Stage) -> None:
    wire(stage, buzzer="passive", volume=30)
    play(stage, f"{IN_PLAY}\nwait 20s")
    for _ in range(20):
        play(
            stage,
            "press\nexpect buzzer within 1ms of press\nexpect phase called\nwait 0.31s\nundo\nexpect phase playing\nwait 50ms",
        )


def test_a_call_while_a_refusal_sounds_is_heard_at_once(stage: Stage) -> None:
    wire(stage, buzzer="passive")
    play(stage, f"wiring a-button-each\n{IN_PLAY}\npress player Ada\npress player Ben")
    # The low tone's period, 1.5 ms, is ended first.
    play(stage, "expect buzzer within 2ms of press\nexpect caller Ben\nwait 1s")
    assert heard(stage)[-1][:2] == (E7, 0.25)


def test_a_piezo_is_left_low_when_the_companion_ends(stage: Stage) -> None:
    wire(stage, buzzer="passive")
    play(stage, f"{IN_PLAY}\npress")
    stage.stop()
    assert not stage.hardware.pins.level(stage.config.wiring.buzzer)
