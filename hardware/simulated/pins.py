"""Simulated GPIO: gpiozero's own mock pins on our clock, with contacts that people close and sounds that they hear."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple

from gpiozero import BadPinFactory
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.panel import pins_unavailable
from hardware.simulated.faults import Faults

if TYPE_CHECKING:
    from gpiozero import PinInfo

    from hardware.clock import Clock

PinFault = Literal["unavailable", "no-edges", "deaf"]
"""No pin factory can be had; the kernel refuses edge detection; the library's callback thread is dead: levels change,
nobody is told."""


class Level(NamedTuple):
    """A level that an output took."""

    t: float
    """s, monotonic."""
    high: bool


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

    def closed(self, name: str) -> bool:
        """Whether a contact is closed, by the pin's name."""
        return name in self._closed

    def level(self, pin: int) -> bool:
        """Whether an output is high now."""
        history = self._histories[f"GPIO{pin}"]
        return bool(history) and history[-1].high

    def history(self, pin: int) -> list[Level]:
        """All levels that an output took, oldest first."""
        return self._histories[f"GPIO{pin}"]

    def note(self, name: str, *, high: bool) -> None:
        """An output took a level."""
        history = self._histories[name]
        if high != (bool(history) and history[-1].high):
            history.append(Level(self.clock.monotonic(), high))

    def power_off(self) -> None:
        """The program is gone, or the power: all outputs float, nobody hears edges."""
        self.open.clear()
        for name in self._histories:
            self.note(name, high=False)

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
        self._state: bool

    def _set_function(self, value: str) -> None:
        if value == "input" and self._function == "output":
            # Nobody drives it any more: whatever hangs on it falls silent.
            self._factory.wires.note(self.info.name, high=False)
        super()._set_function(value)

    def look(self) -> None:
        """Take the level that contact and pull make."""
        if self._function != "input":
            return
        low = self._factory.wires.closed(self.info.name) or self._pull == "down"
        (super().drive_low if low else super().drive_high)()

    def drive_high(self) -> None:
        """The pull-up is switched on: a closed contact is stronger."""
        self.look()

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        self._state = value
        self._last_change = self._factory.clock.monotonic()
        if self._function == "output":
            self._factory.wires.note(self.info.name, high=bool(value))
        return True

    def clear_states(self) -> None:
        """gpiozero's own list of states is not kept: it would grow for ever."""
        self._last_change = self._factory.clock.monotonic()

    def _call_when_changed(self) -> None:
        if not self._factory.wires.has("deaf"):
            super()._call_when_changed()

    def _enable_event_detect(self) -> None:
        if self._factory.wires.has("no-edges"):
            raise RuntimeError("Failed to add edge detection")
