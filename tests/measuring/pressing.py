"""How soon a press is answered: on the display's wire, and at the buzzer's pin."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Final

import gpiozero
from gpiozero.pins.mock import MockFactory

from companion.config import Config
from companion.scenario.stage import Stage
from companion.wiring import Wiring
from hardware import Panel, Pins, SystemClock
from hardware.simulated import SimulatedMachine, SimulatedPins, VirtualClock
from tests.hardware.conftest import Rest
from tests.measuring.drawing import ball
from tests.measuring.kernel import plug_in
from tests.measuring.row import Figures, Row, Under
from tests.measuring.stock import stock_display
from tests.playing import play
from tests.web.house import House

if TYPE_CHECKING:
    from collections.abc import Callable

MOMENTS: Final = 60
STEP: Final = 0.0017
"""s; so the moments fall anywhere between two pictures of an animation, 50 ms apart."""
BUTTON, BUZZER = 17, 27
PRESSES, BATCHES = 100, 8


def _flash(before: str, then: str, moments: int) -> float:
    """The longest that a press takes to the end of the display's command on the wire, s."""
    longest = 0.0
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        stage = Stage(Path(folder))
        play(stage, before)
        for moment in range(moments):
            stage.clock.sleep(STEP * moment)
            play(stage, "press\nexpect phase called")
            assert stage.pressed_at is not None
            flashed = stage.flashed_at()
            assert flashed is not None
            longest = max(longest, flashed - stage.pressed_at)
            play(stage, then)
        stage.close()
    return longest


def _stock_flash(*, beside: bool) -> float:
    """The longest that luma takes to turn the picture round, perhaps beside a thread that draws another."""
    clock = VirtualClock()
    plug_in(SimulatedMachine(clock, Rest()).bus)
    display, pictures = stock_display(), ball()
    longest = 0.0
    running = True

    def draw() -> None:
        at = 0
        while running:
            due = clock.monotonic() + 0.05
            display.display(pictures[at := (at + 1) % len(pictures)])
            clock.sleep(due - clock.monotonic())

    if beside:
        clock.start_thread(draw, "drawing")
    for _ in range(MOMENTS):
        clock.sleep(0.2 + STEP)
        began = clock.monotonic()
        display.display(pictures[0])
        longest = max(longest, clock.monotonic() - began)
    running = False
    clock.sleep(0.1)
    return longest


def _quietest_p99(press: Callable[[], float]) -> float:
    """Of 100 presses 99 are no longer than that, s: in the quietest of some batches, as other programs are at work too."""
    return min(quantiles((press() for _ in range(PRESSES)), n=100)[98] for _ in range(BATCHES))


def _buzz() -> float:
    """From an edge to the buzzer's pin in another thread, as lgpio's, while the box is in hands and all is at work."""
    config = Config(wiring=Wiring(pin_factory="mock"))
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        house = House(Path(folder), config)
        house.start()
        try:
            house.feel()
            house.phone.begin()
            house.world.lift()
            pins = SimulatedPins(SystemClock())
            panel = Panel(pins.factory("mock"), Pins((BUTTON,), BUZZER), lambda _: None)
            panel.arm(frozenset({(0, True)}), 2000.0, 100)
            reads, writes = os.pipe()

            def wait_for_edges() -> None:
                while (told := os.read(reads, 1)) != b".":
                    pins.drive(BUTTON, closed=told == b"1")

            thread = threading.Thread(target=wait_for_edges)
            thread.start()

            def press() -> float:
                time.sleep(0.007)
                began = time.monotonic()
                os.write(writes, b"1")
                while not pins.level(BUZZER):
                    time.sleep(0.001)
                sounded = pins.history(BUZZER)[-1].t
                panel.sound(None)
                os.write(writes, b"0")
                return sounded - began

            found = _quietest_p99(press)
            os.write(writes, b".")
            thread.join()
            panel.close()
        finally:
            house.stop()
    return found


def _stock_buzz() -> float:
    """gpiozero's own: a button whose callback switches a buzzer on, in the thread that drives the pin."""
    factory = MockFactory()
    button, buzzer = gpiozero.Button(BUTTON, pin_factory=factory), gpiozero.Buzzer(BUZZER, pin_factory=factory)
    button.when_pressed = buzzer.on

    def press() -> float:
        began = time.monotonic()
        button.pin.drive_low()
        took = time.monotonic() - began
        button.pin.drive_high()
        buzzer.off()
        return took

    found = _quietest_p99(press)
    button.close()
    buzzer.close()
    factory.close()
    return found


_GAME: Final = "game katz-schmaus Ada Ben Cem\nlift\n"
_ROLLING: Final = f"{_GAME}tilt 25 towards 40 over 2s\nshake 1 0.2g for 2s"
_LYING: Final = f"{_GAME}tilt 25 towards 40 over 2s\nset-down\nwait 1.5s"

ROWS: Final = (
    Row(
        "flash",
        "press to flash, on the wire at 400 kHz, in the worst moment of an animation",
        "luma's `display()`, beside another",
        "s",
        Under(0.003, "s"),
        lambda: Figures(_flash(_ROLLING, "undo\nwait 300ms", MOMENTS), _stock_flash(beside=True)),
    ),
    Row(
        "flash-quiet",
        "the same in a quiet moment",
        "luma's `display()` alone",
        "s",
        Under(0.0001, "s"),
        lambda: Figures(_flash(_LYING, f"undo\nlift\n{_LYING.removeprefix(_GAME)}", 5), _stock_flash(beside=False)),
    ),
    Row(
        "buzzer",
        f"press to the buzzer's pin, 99 of {PRESSES} while all threads are at work, the quietest {PRESSES} of {BATCHES}",
        "a callback of gpiozero's, nothing else at work",
        "s",
        Under(0.001, "s"),
        lambda: Figures(_buzz(), _stock_buzz()),
    ),
)
