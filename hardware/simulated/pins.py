"""Simulated GPIO: gpiozero's own mock pins on our clock, with contacts that people close and sounds that they hear."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from gpiozero import BadPinFactory, PinSetInput
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.panel import pins_unavailable
from hardware.simulated.faults import Faults

if TYPE_CHECKING:
    from gpiozero import PinInfo

    from hardware.clock import Clock

PinFault = Literal["unavailable", "no-edges", "deaf"]
"""No pin factory can be had; the kernel refuses edge detection; the library's callback thread is dead: levels change,
nobody is told."""


WAVE_BEGINS: Final = 0.020
"""How long lgpio may take to begin a square wave where none runs, s: its thread looks 50 times a second."""


class Level(NamedTuple):
    """A level that an output took."""

    t: float
    """s, monotonic."""
    high: bool
    """Of a square wave: whether any of it is."""
    hertz: float | None = None
    """Of a square wave: its frequency."""
    duty: float = 1.0
    """Of a square wave: what part of each period it is high."""


class PinBusy(Exception):
    """What ``lgpio.error`` says of a line that another process holds."""


class SimulatedPins:
    """What is wired to the header, and stays there while programs come and go."""

    def __init__(self, clock: Clock) -> None:
        self.busy = 0
        """How many more pins are held by another process when they are asked for."""
        self.open: list[SimulatedPinFactory] = []
        """The factories that nobody has closed: each holds a handle of the kernel's."""
        self.clock = clock
        self._faults: Faults[PinFault] = Faults(clock)
        self._closed: set[str] = set()
        self._driven: dict[str, bool] = {}
        self._histories: defaultdict[str, list[Level]] = defaultdict(list)

    def factory(self, name: str) -> SimulatedPinFactory:
        """A pin factory for a program that starts. Raises PinsUnavailable."""
        if self.has("unavailable"):
            raise pins_unavailable(name, BadPinFactory("Unable to load any default pin factory!"))
        factory = SimulatedPinFactory(self, self.clock)
        self.open.append(factory)
        return factory

    def fail(self, fault: PinFault, seconds: float = inf) -> None:
        """Let it be so from now on, for so long."""
        self._faults.begin(fault, seconds)

    def has(self, fault: PinFault) -> bool:
        """Whether it is so now."""
        return fault in self._faults

    def drive(self, pin: int, *, closed: bool) -> None:
        """Close or open the contact between a pin and ground, now; whoever waits for the edge is told in this thread."""
        name = f"GPIO{pin}"
        (self._closed.add if closed else self._closed.discard)(name)
        for factory in self.open[:]:
            factory.touch(name)

    def drive_by_chip(self, pin: int, high: bool | None) -> None:
        """Let a chip's output bring a pin to a level, now; None: nothing is wired to it any more."""
        name = f"GPIO{pin}"
        if high is None:
            self._driven.pop(name, None)
        else:
            self._driven[name] = high
        for factory in self.open[:]:
            factory.touch(name)

    def driven(self, name: str) -> bool | None:
        """The level that a chip's output has, by the pin's name; None where there is none."""
        return self._driven.get(name)

    def closed(self, name: str) -> bool:
        """Whether a contact is closed, by the pin's name."""
        return name in self._closed

    def level(self, pin: int) -> bool:
        """Whether an output is high now, or in a moment, if it is told so."""
        history = self._histories[f"GPIO{pin}"]
        return bool(history) and history[-1].high

    def history(self, pin: int) -> list[Level]:
        """All levels that an output took, oldest first."""
        return self._histories[f"GPIO{pin}"]

    def note(self, name: str, level: Level) -> None:
        """An output takes a level; whatever it was to take later, it does not."""
        history = self._histories[name]
        while history and history[-1].t > level.t:
            history.pop()
        last = history[-1] if history else Level(level.t, high=False)
        if last[1:] != level[1:]:
            history.append(level)

    def power_off(self) -> None:
        """The program is gone, or the power: all outputs float, nobody hears edges."""
        self.open.clear()
        for name in self._histories:
            self.note(name, Level(self.clock.monotonic(), high=False))

    def heal(self) -> None:
        """Take all faults off the pins."""
        self._faults.end()
        self.busy = 0


class SimulatedPinFactory(MockFactory):  # type: ignore[misc]  # gpiozero is not typed
    """gpiozero's pins for one program, with time stamps of our clock."""

    def __init__(self, pins: SimulatedPins, clock: Clock) -> None:
        super().__init__(pin_class=SimulatedPin)
        self.wires = pins
        self.clock = clock

    def close(self) -> None:
        """Give pins and handle back."""
        super().close()
        if self in self.wires.open:
            self.wires.open.remove(self)

    def ticks(self) -> float:
        """As the kernel stamps edges: s, monotonic."""
        return self.clock.monotonic()

    def touch(self, name: str) -> None:
        """Let the pin see that its contact changed."""
        for pin in self.pins.values():
            if pin.info.name == name:
                pin.look()


class SimulatedPin(MockPin):  # type: ignore[misc]  # gpiozero is not typed
    """A pin whose input follows a contact to ground, from the first moment on."""

    def __init__(self, factory: SimulatedPinFactory, info: PinInfo) -> None:
        if factory.wires.busy > 0:
            factory.wires.busy -= 1
            raise PinBusy("GPIO busy")
        super().__init__(factory, info)
        self._state: float
        self._frequency: float | None = None
        self._wave_begins = -inf
        """When the square wave begins that it was last told of, s, monotonic."""

    def _set_function(self, value: str) -> None:
        if value == "input" and self._function == "output":
            # Nobody drives it any more: whatever hangs on it falls silent.
            self._note(Level(self._factory.clock.monotonic(), high=False))
        super()._set_function(value)

    def look(self) -> None:
        """Take the level that contact, chip and pull make."""
        if self._function != "input":
            return
        wires = self._factory.wires
        driven = wires.driven(self.info.name)
        high = driven if driven is not None else self._pull != "down" and not wires.closed(self.info.name)
        (super().drive_high if high else super().drive_low)()

    def drive_high(self) -> None:
        """The pull-up is switched on: a closed contact is stronger, and so is a chip."""
        self.look()

    def drive_low(self) -> None:
        """The pull-down is switched on: a chip is stronger."""
        self.look()

    def _set_state(self, value: float) -> None:
        if self._function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._change_state(value)

    def _get_frequency(self) -> float | None:
        return self._frequency

    def _set_frequency(self, value: float | None) -> None:
        """A square wave from now on, in place of another at the end of its period; None: no more of it.

        As with lgpio (lgGpio.c, lgPthTx.c): one that begins is empty at first, and one that ends leaves the pin as it
        is just then, which is high at the worst.
        """
        now, before = self._factory.clock.monotonic(), self._frequency
        self._frequency = value
        if value is None:
            if before is not None:
                self._note(Level(now, high=self._state > 0.0))
        elif before is None:
            self._wave_begins = now + WAVE_BEGINS
            self._state = 0.0
        else:
            self._wave_begins = max(self._wave_begins, now + 1.0 / before)
            self._note_wave(value)

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        now = self._last_change = self._factory.clock.monotonic()
        if self._frequency is not None:
            if self._wave_begins <= now:
                self._wave_begins = now + 1.0 / self._frequency
            self._note_wave(self._frequency)
        elif self._function == "output":
            self._note(Level(now, high=bool(value)))
        return True

    def _note_wave(self, hertz: float) -> None:
        high = self._state > 0.0
        wave = Level(self._wave_begins, high, hertz, self._state) if high else Level(self._wave_begins, high)
        self._note(wave)

    def _note(self, level: Level) -> None:
        self._factory.wires.note(self.info.name, level)

    def clear_states(self) -> None:
        """gpiozero's own list of states is not kept: it would grow for ever."""
        self._last_change = self._factory.clock.monotonic()

    def _call_when_changed(self) -> None:
        if not self._factory.wires.has("deaf"):
            super()._call_when_changed()

    def _enable_event_detect(self) -> None:
        if self._factory.wires.has("no-edges"):
            raise RuntimeError("Failed to add edge detection")
