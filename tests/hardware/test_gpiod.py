"""The panel on the kernel's own lines: its real ones where the kernel has gpio-sim (`make kernel`), else a stand-in for them."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING

import gpiozero
import pytest
from gpiozero.pins import local

from hardware import Edge, Panel, Pins, PinsUnavailable, real_machine
from tests.hardware.header import KernelHeader, StandInHeader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.hardware.header import Header

PINS = Pins(buttons=(17, 5), buzzer=27, light=22)
TONE = 2000.0
"""Hz; an active buzzer has its own."""
PATIENCE = 20.0
"""s, for what comes in milliseconds."""


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> Iterator[Header]:
    """The header of a Pi 4 (revision c03111), all contacts open."""
    monkeypatch.setattr(local, "get_pi_revision", lambda: 0xC03111)
    with KernelHeader() if KernelHeader.is_here() else StandInHeader(monkeypatch) as header:
        yield header


class Table:
    """A panel, and the edges that it has told."""

    def __init__(self, pins: Pins = PINS) -> None:
        self.edges: SimpleQueue[Edge] = SimpleQueue()
        self.panel = Panel(real_machine().pin_factory("gpiod"), pins, self.edges.put)

    def edge(self) -> Edge:
        """The next one."""
        return self.edges.get(timeout=PATIENCE)


@pytest.fixture
def table(header: Header) -> Iterator[Table]:
    table = Table()
    yield table
    table.panel.close()
    assert not header.level(27)


def test_every_edge_is_told_in_its_order_with_the_kernels_time(header: Header, table: Table) -> None:
    before = header.now()
    told = []
    for pin, closed in ((17, True), (17, False), (5, True), (17, True), (5, False), (17, False)):
        header.drive(pin, closed=closed)
        edge = table.edge()
        told.append((PINS.buttons[edge.button], edge.closed))
        assert before <= edge.t <= header.now()
        before = edge.t
    assert told == [(17, True), (17, False), (5, True), (17, True), (5, False), (17, False)]
    assert table.edges.empty()


def test_a_contact_that_bounces_loses_no_edge(header: Header, table: Table) -> None:
    strokes = [bool(number % 2) for number in range(1, 61)]
    for closed in strokes:
        header.drive(17, closed=closed)
    edges = [table.edge() for _ in strokes]
    assert [edge.closed for edge in edges] == strokes
    assert sorted(edge.t for edge in edges) == [edge.t for edge in edges]


def test_a_press_sounds_in_the_edge_itself(header: Header, table: Table) -> None:
    table.panel.arm(frozenset({(0, True)}), TONE, 100)
    header.drive(17, closed=True)
    table.edge()
    assert header.level(27)
    table.panel.sound(None)
    table.panel.light(True)
    assert (header.level(27), header.level(22)) == (False, True)


def test_the_level_is_that_of_the_contact(header: Header, table: Table) -> None:
    for closed in (True, False):
        header.drive(17, closed=closed)
        table.edge()
        assert (table.panel.pressed(0), table.panel.pressed(1)) == (closed, False)


def test_one_thread_waits_for_all_and_ends_with_them(header: Header) -> None:
    before = set(threading.enumerate())
    table = Table()
    assert len(set(threading.enumerate()) - before) == 1
    table.panel.sound(TONE)
    table.panel.close()
    assert set(threading.enumerate()) == before
    assert not header.level(27)
    header.drive(17, closed=True)
    assert table.edges.empty()


def test_what_was_given_back_can_be_had_again(header: Header, table: Table) -> None:
    with pytest.raises(
        PinsUnavailable, match=r"the pin factory gpiod cannot be used \(.*: another program holds the pin"
    ):
        Table()
    table.panel.close()
    again = Table()
    header.drive(5, closed=True)
    assert again.edge().button == 1
    again.panel.close()


def test_a_passive_buzzer_is_refused_with_what_to_do_and_the_buttons_work(header: Header) -> None:
    table = Table(Pins(buttons=(17,), buzzer=27, tones=True))
    button, buzzer = table.panel.conditions
    assert (button.status, buzzer.status) == ("ok", "absent")
    assert 'pin_factory = "lgpio"' in buzzer.cure
    header.drive(17, closed=True)
    assert table.edge().closed
    table.panel.close()


def test_edges_go_on_after_one_that_somebody_could_not_take(header: Header) -> None:
    taken: SimpleQueue[float] = SimpleQueue()

    class Listener:
        def hear(self, ticks: float, state: int) -> None:
            taken.put(ticks)
            if not state:
                raise ZeroDivisionError("nobody thought of this")

    factory = real_machine().pin_factory("gpiod")
    listener = Listener()
    device = gpiozero.DigitalInputDevice(17, pull_up=True, pin_factory=factory)
    device.pin.when_changed = listener.hear
    for closed in (True, False):
        header.drive(17, closed=closed)
        taken.get(timeout=PATIENCE)
    device.close()
    factory.close()


WRONG: tuple[tuple[str, object, type[Exception]], ...] = (
    ("function", "spi", gpiozero.PinInvalidFunction),
    ("pull", "sideways", gpiozero.PinInvalidPull),
    ("bounce", -0.1, gpiozero.PinInvalidBounce),
    ("edges", "none", gpiozero.PinInvalidEdges),
    ("state", 1, gpiozero.PinSetInput),
)


@pytest.mark.usefixtures("header")
@pytest.mark.parametrize(("what", "value", "error"), WRONG, ids=[what for what, *_ in WRONG])
def test_a_pin_refuses_as_gpiozeros_own_do(what: str, value: object, error: type[Exception]) -> None:
    factory = real_machine().pin_factory("gpiod")
    pin = factory.pin("GPIO17")
    with pytest.raises(error):
        setattr(pin, what, value)
    factory.close()


def test_a_pull_is_gpiozeros_until_the_pin_becomes_an_output(header: Header) -> None:
    factory = real_machine().pin_factory("gpiod")
    pin = factory.pin("GPIO6")
    pin.pull, pin.edges, pin.bounce = "down", "rising", 0.01
    assert (pin.function, pin.pull, pin.edges, pin.bounce) == ("input", "down", "rising", 0.01)
    pin.output_with_state(1)
    assert (pin.function, pin.state, header.level(6)) == ("output", 1, True)
    with pytest.raises(gpiozero.PinFixedPull):
        pin.pull = "up"
    with pytest.raises(gpiozero.PinPWMUnsupported):
        pin.frequency = TONE
    factory.close()


def test_a_machine_without_a_pis_header_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "get_pi_revision", lambda: 0xC03111)
    with StandInHeader(monkeypatch, label="gpio-ich"), pytest.raises(PinsUnavailable, match=r"gpiochip0 is gpio-ich"):
        real_machine().pin_factory("gpiod")
    with StandInHeader(monkeypatch, label=None), pytest.raises(PinsUnavailable, match=r"there is no .*/gpiochip0"):
        real_machine().pin_factory("gpiod")
