"""Buttons, buzzer and light on gpiozero's pins."""

from __future__ import annotations

import gc
import logging
import threading

import gpiozero
import pytest

from hardware import Edge, Panel, Pins, PinsUnavailable, real_machine
from hardware.panel import pins_unavailable
from hardware.simulated import SimulatedPins, VirtualClock

PINS = Pins(buttons=(17, 5), buzzer=27, light=22)
TONE = 2637.0
"""Hz."""


class Desk:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.pins = SimulatedPins(self.clock)
        self.edges: list[Edge] = []

    def panel(self, pins: Pins = PINS) -> Panel:
        return Panel(self.pins.factory("lgpio"), pins, self.edges.append)

    def conditions(self, panel: Panel) -> dict[str, str]:
        return {each.part: each.status for each in panel.conditions}


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_every_edge_is_told_with_its_time(desk: Desk) -> None:
    panel = desk.panel()
    gc.collect()
    script = [(0.0, 17, True), (0.0003, 17, False), (0.0001, 17, True), (0.5, 5, True), (0.01, 17, False)]
    wanted = []
    for pause, pin, closed in script:
        desk.clock.sleep(pause)
        desk.pins.drive(pin, closed=closed)
        wanted.append(Edge(desk.clock.monotonic(), closed, PINS.buttons.index(pin)))
    assert desk.edges == wanted
    assert (panel.pressed(0), panel.pressed(1)) == (False, True)


def test_the_buzzer_sounds_in_the_edge_itself_only_when_armed(desk: Desk) -> None:
    panel = desk.panel()
    desk.pins.drive(17, closed=True)
    assert not desk.pins.level(27)
    desk.pins.drive(17, closed=False)
    panel.arm(frozenset({(0, True)}), TONE, 100)
    desk.clock.sleep(1.0)
    desk.pins.drive(17, closed=True)
    assert desk.pins.level(27)
    assert [level.t for level in desk.pins.history(27)] == [desk.clock.monotonic()]
    desk.clock.sleep(0.25)
    panel.sound(None)
    desk.pins.drive(17, closed=False)
    assert [level.high for level in desk.pins.history(27)] == [True, False]
    panel.light(True)
    assert desk.pins.level(22)


def test_a_contact_that_opens_can_sound_the_buzzer_as_well(desk: Desk) -> None:
    desk.pins.drive(5, closed=True)
    panel = desk.panel()
    panel.arm(frozenset({(1, False)}), TONE, 100)
    desk.pins.drive(17, closed=True)
    assert not desk.pins.level(27)
    desk.pins.drive(5, closed=False)
    assert desk.pins.level(27)
    panel.sound(None)
    desk.pins.drive(5, closed=True)
    assert not desk.pins.level(27)


def test_a_button_that_is_stuck_at_the_start_is_seen(desk: Desk) -> None:
    desk.pins.drive(17, closed=True)
    panel = desk.panel()
    assert panel.pressed(0)
    assert not panel.pressed(1)
    assert desk.edges == []
    desk.pins.drive(17, closed=False)
    assert [edge.closed for edge in desk.edges] == [False]


def test_an_error_in_the_edge_never_gets_to_gpiozero(desk: Desk) -> None:
    def fail(_edge: Edge) -> None:
        raise ZeroDivisionError("nobody thought of this")

    panel = Panel(desk.pins.factory("lgpio"), PINS, fail)
    desk.pins.drive(17, closed=True)
    assert panel.conditions[0].status == "degraded"
    assert "ZeroDivisionError" in panel.conditions[0].why


def test_it_is_gpiozeros_own_and_starts_no_thread(desk: Desk) -> None:
    before = threading.active_count()
    factory = desk.pins.factory("lgpio")
    panel = Panel(factory, PINS, desk.edges.append)
    assert threading.active_count() == before
    for pin, kind in ((17, "DigitalInputDevice"), (5, "DigitalInputDevice"), (27, "Buzzer"), (22, "LED")):
        with pytest.raises(gpiozero.GPIOPinInUse, match=f"already in use by <gpiozero.{kind} object"):
            gpiozero.LED(pin, pin_factory=factory)
    panel.close()


def test_closing_it_is_silent_and_leaves_the_pins_free(desk: Desk) -> None:
    panel = desk.panel()
    panel.sound(TONE)
    panel.close()
    assert not desk.pins.level(27)
    desk.pins.drive(17, closed=True)
    assert desk.edges == []
    again = desk.panel()
    desk.pins.drive(17, closed=False)
    assert len(desk.edges) == 1
    assert desk.conditions(again) == {"button": "ok", "buzzer": "ok"}


def test_no_pins_at_all(desk: Desk) -> None:
    desk.pins.fail("unavailable")
    with pytest.raises(PinsUnavailable, match="lgpio") as caught:
        desk.panel()
    assert "pip install 'lgpio>=0.2.2'" in caught.value.cure


def test_pins_that_are_busy_can_be_had_later(desk: Desk) -> None:
    desk.pins.busy = 2
    for _ in range(2):
        with pytest.raises(PinsUnavailable, match="busy"):
            desk.panel()
    assert desk.conditions(desk.panel()) == {"button": "ok", "buzzer": "ok"}


def test_pins_that_cannot_be_had_leave_no_handle_open(desk: Desk) -> None:
    desk.pins.busy = 1000
    for _ in range(100):
        with pytest.raises(PinsUnavailable):
            desk.panel()
    assert desk.pins.open == []
    desk.pins.busy = 0
    panel = desk.panel()
    assert len(desk.pins.open) == 1
    panel.close()
    panel.close()
    assert desk.pins.open == []


def test_a_handle_is_given_back_even_if_a_pin_cannot_be_silenced(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def stick(_buzzer: object) -> None:
        raise OSError(5, "Input/output error")

    panel = desk.panel()
    monkeypatch.setattr(gpiozero.Buzzer, "close", stick)
    with pytest.raises(OSError, match="Input/output"):
        panel.close()
    assert desk.pins.open == []


def test_edges_that_the_kernel_refuses(desk: Desk) -> None:
    desk.pins.fail("no-edges")
    with pytest.raises(PinsUnavailable, match="edge detection") as caught:
        desk.panel()
    assert "lgpio" in caught.value.cure
    desk.pins.heal()
    desk.panel()


def test_a_buzzer_that_cannot_be_had_costs_only_the_buzzer(desk: Desk) -> None:
    panel = desk.panel(Pins(buttons=(17,), buzzer=17))
    assert desk.conditions(panel) == {"button": "ok", "buzzer": "absent"}
    panel.arm(frozenset({(0, True)}), TONE, 100)
    desk.pins.drive(17, closed=True)
    assert len(desk.edges) == 1


def test_a_light_that_cannot_be_had_is_no_missing_buzzer(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        panel = desk.panel(Pins(buttons=(17,), buzzer=27, light=17))
    assert desk.conditions(panel) == {"button": "ok", "buzzer": "ok"}
    (record,) = caplog.records
    assert record.getMessage().startswith("no light: ")
    assert "GPIO17 is already in use" in record.getMessage()
    panel.sound(TONE)
    panel.light(True)
    assert desk.pins.level(27)


def test_a_level_that_cannot_be_read_is_told_and_ends_nobody(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_pin: object) -> bool:
        raise OSError(19, "No such device")

    panel = desk.panel()
    desk.pins.drive(17, closed=True)
    monkeypatch.setattr("hardware.simulated.pins.SimulatedPin._get_state", fail)
    assert panel.pressed()
    assert "level of button 1 cannot be read" in panel.conditions[0].why
    panel.close()
    assert not panel.pressed()


def test_a_deaf_library_is_seen_by_the_level(desk: Desk) -> None:
    panel = desk.panel()
    desk.pins.fail("deaf")
    desk.pins.drive(17, closed=True)
    assert desk.edges == []
    assert panel.pressed(0)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ImportError("No module named 'lgpio'"), "pip install 'lgpio>=0.2.2'"),
        (FileNotFoundError(2, "No such file", ".lgd-nfy-3"), "folder that it may write to"),
        (Exception("'can not open gpiochip'"), "group gpio"),
        (PermissionError(13, "Permission denied"), "group gpio"),
        (Exception("'GPIO busy'"), "another program holds the pin"),
        (RuntimeError("Failed to add edge detection"), "set the pin factory to lgpio"),
        (gpiozero.PinUnknownPi("unable to locate Pi revision"), "is this a Raspberry Pi"),
        (gpiozero.GPIOPinInUse("pin GPIO17 is already in use"), "another program holds the pin"),
    ],
)
def test_each_failure_has_its_cure(error: Exception, words: str) -> None:
    assert words in pins_unavailable("lgpio", error).cure


@pytest.mark.parametrize("name", ["lgpio", "rpigpio", "nonsense"])
def test_off_a_pi_the_real_factories_say_so(name: str) -> None:
    with pytest.raises(PinsUnavailable, match=name):
        real_machine().pin_factory(name)
