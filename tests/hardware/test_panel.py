"""Buttons, buzzer and light on gpiozero's pins."""

from __future__ import annotations

import gc
import threading

import gpiozero
import pytest

from hardware import Edge, Panel, Pins, PinsUnavailable, real_machine
from hardware.panel import pins_unavailable
from hardware.simulated import SimulatedPins, VirtualClock

PINS = Pins(buttons=(17, 5), buzzer=27, light=22)


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
    panel.armed = True
    desk.clock.sleep(1.0)
    desk.pins.drive(17, closed=True)
    assert desk.pins.level(27)
    assert [level.t for level in desk.pins.history(27)] == [desk.clock.monotonic()]
    desk.clock.sleep(0.25)
    panel.sound(False)
    desk.pins.drive(17, closed=False)
    assert [level.high for level in desk.pins.history(27)] == [True, False]
    panel.light(True)
    assert desk.pins.level(22)


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
    panel = desk.panel()
    assert threading.active_count() == before
    assert all(isinstance(contact.device, gpiozero.DigitalInputDevice) for contact in panel._contacts)
    assert {type(device) for device in panel._outputs.values()} == {gpiozero.Buzzer, gpiozero.LED}


def test_closing_it_is_silent_and_leaves_the_pins_free(desk: Desk) -> None:
    panel = desk.panel()
    panel.sound(True)
    panel.close()
    assert not desk.pins.level(27)
    desk.pins.drive(17, closed=True)
    assert desk.edges == []
    again = desk.panel()
    desk.pins.drive(17, closed=False)
    assert len(desk.edges) == 1
    assert desk.conditions(again) == {"button": "ok", "buzzer": "ok"}


def test_no_pins_at_all(desk: Desk) -> None:
    desk.pins.unavailable = True
    with pytest.raises(PinsUnavailable, match="lgpio") as caught:
        desk.panel()
    assert "pip install lgpio" in caught.value.cure


def test_pins_that_are_busy_can_be_had_later(desk: Desk) -> None:
    desk.pins.busy = 2
    for _ in range(2):
        with pytest.raises(PinsUnavailable, match="busy"):
            desk.panel()
    assert desk.conditions(desk.panel()) == {"button": "ok", "buzzer": "ok"}


def test_edges_that_the_kernel_refuses(desk: Desk) -> None:
    desk.pins.no_edges = True
    with pytest.raises(PinsUnavailable, match="edge detection") as caught:
        desk.panel()
    assert "lgpio" in caught.value.cure
    desk.pins.heal()
    desk.panel()


def test_a_buzzer_that_cannot_be_had_costs_only_the_buzzer(desk: Desk) -> None:
    panel = desk.panel(Pins(buttons=(17,), buzzer=17))
    assert desk.conditions(panel) == {"button": "ok", "buzzer": "absent"}
    panel.armed = True
    desk.pins.drive(17, closed=True)
    assert len(desk.edges) == 1


def test_a_deaf_library_is_seen_by_the_level(desk: Desk) -> None:
    panel = desk.panel()
    desk.pins.deaf = True
    desk.pins.drive(17, closed=True)
    assert desk.edges == []
    assert panel.pressed(0)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ImportError("No module named 'lgpio'"), "pip install lgpio"),
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


@pytest.mark.parametrize("name", ["lgpio", "rpigpio", "native", "nonsense"])
def test_off_a_pi_the_real_factories_say_so(name: str) -> None:
    with pytest.raises(PinsUnavailable, match=name):
        real_machine().pin_factory(name)
