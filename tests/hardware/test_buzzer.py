"""What a buzzer does at its pin: one with a tone of its own, and a piezo that makes those it is given."""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buzzer import READY, ActiveBuzzer, PassiveBuzzer, duty
from hardware.simulated import SimulatedPins, VirtualClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated.pins import Level

PIN = 27
CALL, LOW = 2637.0, 659.3


class Desk:
    def __init__(self, buzzer: type[ActiveBuzzer | PassiveBuzzer] = PassiveBuzzer) -> None:
        self.clock = VirtualClock()
        self.pins = SimulatedPins(self.clock)
        self.buzzer = buzzer(PIN, self.pins.factory("lgpio"))

    @property
    def heard(self) -> list[Level]:
        return self.pins.history(PIN)


@given(st.integers(1, 100), st.integers(1, 100))
def test_louder_is_never_softer_and_nothing_is_off(one: int, other: int) -> None:
    soft, loud = sorted((one, other))
    assert 0.01 <= duty(soft) <= duty(loud) <= 0.5001


@given(st.integers(1, 100))
def test_gpiozero_cuts_nothing_off_the_duty_for_lgpio(volume: int) -> None:
    assert int(duty(volume) * 100) == round(duty(volume) * 100)


def test_a_tone_has_its_pitch_and_its_volume() -> None:
    desk = Desk()
    desk.buzzer.sound(CALL, 50)
    desk.clock.sleep(0.25)
    desk.buzzer.sound(None, 50)
    (on, *_, off) = desk.heard
    assert on.high and on.hertz == CALL
    assert on.duty == pytest.approx(0.10, abs=0.001)
    assert not off.high
    assert off.t == desk.clock.monotonic()


def test_a_pitch_follows_another_without_a_gap() -> None:
    desk = Desk()
    for hertz in (LOW, CALL):
        desk.buzzer.sound(hertz, 100)
        desk.clock.sleep(0.1)
    assert [level.hertz for level in desk.heard] == [LOW, CALL]
    assert all(level.high for level in desk.heard)


@pytest.mark.parametrize("ready", [False, True])
def test_after_a_tone_the_pin_is_low(ready: bool) -> None:
    desk = Desk()
    desk.buzzer.ready(ready)
    desk.buzzer.sound(LOW, 30)
    desk.clock.sleep(0.1)
    desk.buzzer.sound(None, 30)
    assert not desk.pins.level(PIN)


def test_a_tone_that_may_have_to_begin_at_once_does() -> None:
    desk = Desk()
    desk.buzzer.sound(CALL, 100)
    assert desk.heard[-1].t - desk.clock.monotonic() == pytest.approx(0.02), "lgpio's own pace"
    desk.buzzer.sound(None, 100)
    desk.buzzer.ready(True)
    desk.clock.sleep(1.0)
    assert not desk.pins.level(PIN)
    desk.buzzer.sound(CALL, 100)
    assert desk.pins.level(PIN)
    assert desk.heard[-1].t - desk.clock.monotonic() <= 1 / READY


def test_who_gets_ready_while_it_sounds_does_not_cut_it_off() -> None:
    desk = Desk()
    desk.buzzer.sound(CALL, 100)
    desk.clock.sleep(0.1)
    for on in (True, False):
        desk.buzzer.ready(on)
        assert desk.pins.level(PIN)


@pytest.mark.parametrize("buzzer", [ActiveBuzzer, PassiveBuzzer])
def test_no_volume_is_no_sound(buzzer: type[ActiveBuzzer | PassiveBuzzer]) -> None:
    desk = Desk(buzzer)
    desk.buzzer.sound(CALL, 0)
    desk.clock.sleep(0.1)
    assert not any(level.high for level in desk.heard)


def test_an_active_one_is_on_at_any_pitch_and_at_once() -> None:
    desk = Desk(ActiveBuzzer)
    desk.buzzer.sound(LOW, 100)
    assert [(level.t, level.high, level.hertz) for level in desk.heard] == [(desk.clock.monotonic(), True, None)]
    desk.buzzer.close()
    assert not desk.pins.level(PIN)


class Lgpio(ModuleType):
    """The library lgpio, as far as gpiozero's pins want it: it writes down what it is told."""

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = range(3)
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = type("error", (Exception,), {})

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.told: list[tuple[object, ...]] = []
        self.is_output = False

    def __getattr__(self, name: str) -> Callable[..., int]:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(_handle: int, *arguments: object) -> int:
            self.is_output |= name == "gpio_claim_output"
            self.told.append((name, *arguments[1:]))
            return 2 if name == "gpio_get_mode" and self.is_output else 0

        return call


def test_lgpio_is_told_to_pull_the_pin_down_when_its_wave_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    lgpio = Lgpio()
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    from gpiozero.pins.lgpio import LGPIOFactory

    monkeypatch.setattr(LGPIOFactory, "_get_revision", lambda _: 0xA02082)
    buzzer = PassiveBuzzer(PIN, LGPIOFactory(chip=0))
    written = []
    steps: list[Callable[[], None]] = [
        partial(buzzer.sound, CALL, 50),
        partial(buzzer.sound, None, 50),
        partial(buzzer.ready, True),
        partial(buzzer.sound, CALL, 100),
        partial(buzzer.sound, None, 100),
        partial(buzzer.ready, False),
    ]
    for step in steps:
        lgpio.told.clear()
        step()
        written.append([each for each in lgpio.told if each[0] in ("tx_pwm", "gpio_write")])
    assert written == [
        [("tx_pwm", CALL, 0), ("tx_pwm", CALL, 10)],
        [("tx_pwm", 0, 0), ("gpio_write", False)],
        [("gpio_write", False), ("tx_pwm", READY, 0)],
        [("tx_pwm", CALL, 0), ("tx_pwm", CALL, 50)],
        [("tx_pwm", CALL, 0), ("tx_pwm", READY, 0)],
        [("tx_pwm", 0, 0), ("gpio_write", False)],
    ]
