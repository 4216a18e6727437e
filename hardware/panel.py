"""Buttons and other contacts, buzzer and light, through gpiozero."""

from __future__ import annotations

import logging
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from gpiozero import LED, DigitalInputDevice, Factory, PinPWMUnsupported

from hardware.buzzer import ActiveBuzzer, PassiveBuzzer
from hardware.environment import GPIOD, LGPIO, PIP
from hardware.errors import PinsUnavailable
from hardware.ports import Condition, Edge

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.buzzer import Buzzer
    from hardware.settings import Pins

log = logging.getLogger(__name__)

Stroke = tuple[int, bool]
"""A contact, counted from 0 in the wiring's order, and whether it closes or opens."""


class Panel:
    """What people press, and what answers at once.

    ``on_edge`` is called in gpiozero's thread, for every edge as it comes: bounces are for others to judge; ``on_alert``
    likewise when the sensor's pin goes up. The factory is the panel's from the first moment on: only closing it gives
    back the kernel's handle that it opened.
    """

    def __init__(
        self,
        factory: Factory,
        pins: Pins,
        on_edge: Callable[[Edge], None],
        on_alert: Callable[[], None] | None = None,
    ) -> None:
        """Claim the pins. Raises PinsUnavailable where a button cannot be had, and keeps none; the rest may fail alone."""
        self.trouble = ""
        """What last went wrong in gpiozero's thread."""
        self._factory = factory
        self._on_edge = on_edge
        self._armed: frozenset[Stroke] = frozenset()
        self._alarm: tuple[float | None, int] = (None, 0)
        """The pitch and the volume of the sound that an edge makes."""
        self._buzzer: Buzzer | None = None
        self._light: LED | None = None
        self._alert: _Alert | None = None
        self._failure: PinsUnavailable | None = None
        """Why there is no buzzer."""
        self._contacts: list[_Contact] = []
        try:
            for number, pin in enumerate(pins.buttons):
                self._contacts.append(_Contact(self, factory, pin, number))
        except Exception as error:
            with suppress(Exception):  # what has failed may fail again as it is closed: the first failure is the one
                self.close()
            raise pins_unavailable(_name(factory), error) from error
        if pins.buzzer is not None:
            try:
                self._buzzer = (PassiveBuzzer if pins.tones else ActiveBuzzer)(pins.buzzer, factory)
            except Exception as error:  # noqa: BLE001 - it costs only the buzzer
                self._failure = pins_unavailable(_name(factory), error)
        if pins.light is not None:
            try:
                # Not blink(): it would start a thread with a clock of its own.
                self._light = LED(pins.light, pin_factory=factory)
            except Exception as error:  # noqa: BLE001 - it costs only the light, which is no part of its own
                log.warning("no light: %s", pins_unavailable(_name(factory), error))
        if pins.alert is not None and on_alert is not None:
            try:
                self._alert = _Alert(pins.alert, factory, on_alert)
            except Exception as error:  # noqa: BLE001 - the sensor is looked at all the same
                log.warning("the sensor's INT pin is not heard: %s", pins_unavailable(_name(factory), error))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """How buttons and buzzer are; nothing of a buzzer that there is not to be."""
        button = Condition("button", "ok")
        if self.trouble:
            button = Condition(
                "button",
                "degraded",
                self.trouble,
                "pull the plug and put it in again; if it comes back, companion doctor says more",
            )
        if self._failure is not None:
            return (button, Condition("buzzer", "absent", self._failure.why, self._failure.cure))
        return (button,) if self._buzzer is None else (button, Condition("buzzer", "ok"))

    def pressed(self, button: int = 0) -> bool:
        """Whether a button's contact is closed now: what its last edge said may have been a bounce.

        It reads the level, which costs a system call, and never raises: where that fails, it is as it was last seen.
        """
        if not self._contacts:
            return False
        contact = self._contacts[button]
        try:
            closed = contact.look()
        except Exception as error:
            if not self.trouble:
                log.exception("the button's level cannot be read")
            self.trouble = f"the level of button {button + 1} cannot be read: {error!r}"
            return contact.closed
        self.trouble = ""
        return closed

    def arm(self, strokes: frozenset[Stroke], hertz: float | None, volume: int) -> None:
        """At which changes of which contacts the buzzer sounds at once from now on, and how; at none: it need not."""
        self._alarm = hertz, volume
        self._armed = strokes
        if self._buzzer is not None:
            self._buzzer.ready(bool(strokes))

    def sound(self, hertz: float | None, volume: int = 100) -> None:
        """Make a tone of this pitch from now on, and so loud (0 to 100), as far as the buzzer can; None: be quiet."""
        buzzer = self._buzzer
        if buzzer is not None:
            buzzer.sound(hertz, volume)

    def light(self, on: bool) -> None:
        """Switch the light."""
        if self._light is not None:
            (self._light.on if on else self._light.off)()

    def close(self) -> None:
        """Silence, darkness, and the pins given back, with the factory."""
        self._armed = frozenset()
        alert = self._alert and self._alert.device
        devices = (self._buzzer, self._light, alert, *(contact.device for contact in self._contacts))
        self._buzzer = self._light = self._alert = None
        self._contacts.clear()
        with ExitStack() as stack:
            stack.callback(self._factory.close)
            for device in devices:
                if device is not None:
                    stack.callback(device.close)

    def notice(self, edge: Edge) -> None:
        """A contact has changed; in gpiozero's thread."""
        # Whatever is raised here would end lgpio's only thread, and with it every edge to come.
        try:
            if (edge.button, edge.closed) in self._armed:
                self.sound(*self._alarm)
            self._on_edge(edge)
        except Exception as error:
            if not self.trouble:
                log.exception("the button's edge was lost")
            self.trouble = f"an edge of button {edge.button + 1} was lost: {error!r}"

    def stamp(self, ticks: float) -> float:
        """The moment that gpiozero's ticks name, s, monotonic: the kernel's own with lgpio, else the callback's."""
        now: float = self._factory.ticks()
        # Every factory that works on the Pi's own pins ticks in s, monotonic. Kernels before 5.11 stamp edges by wall
        # time, which makes nonsense of their age.
        return ticks if 0.0 <= now - ticks < 1.0 else now


class _Contact:
    """One button. gpiozero's Button would wake up ten times a second, for holds that we time ourselves."""

    def __init__(self, panel: Panel, factory: Factory, pin: int, number: int) -> None:
        self._panel = panel
        self._number = number
        # No bounce_time: native and RPi.GPIO then lose edges (gpiozero#1039), lgpio reports them late, mock ignores it.
        self.device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        self.closed = bool(self.device.is_active)
        """What its last edge or the last look at its level said."""
        # The pin's own callback has the time stamp, which the device's events leave out. gpiozero keeps only a weak
        # reference to the method: this object must live as long as the pin.
        self.device.pin.when_changed = self._changed

    def look(self) -> bool:
        self.closed = bool(self.device.is_active)
        return self.closed

    def _changed(self, ticks: float, state: int) -> None:
        self.closed = not state
        self._panel.notice(Edge(self._panel.stamp(ticks), not state, self._number))


class _Alert:
    """The sensor's pin INT, driven by the sensor; one that is pulled out stays down."""

    def __init__(self, pin: int, factory: Factory, tell: Callable[[], None]) -> None:
        self._tell = tell
        self.device = DigitalInputDevice(pin, pull_up=False, bounce_time=None, pin_factory=factory)
        self.device.pin.when_changed = self._changed

    def _changed(self, _ticks: float, state: int) -> None:
        if state:
            # Whatever is raised here would end lgpio's only thread.
            try:
                self._tell()
            except Exception:
                log.exception("what the sensor's INT pin told was lost")


def pins_unavailable(factory: str, error: Exception) -> PinsUnavailable:
    """What failed, why, and what to do, for a failure of gpiozero or what it stands on.

    >>> str(pins_unavailable("lgpio", ImportError("No module named 'lgpio'")))
    "the pin factory lgpio cannot be used (No module named 'lgpio'): install it: .../bin/pip install 'lgpio>=0.2.2'"
    """
    text = str(error) or type(error).__name__
    package = {"lgpio": LGPIO, "gpiod": GPIOD, "rpigpio": "RPi.GPIO"}.get(factory, "gpiozero")
    folded = text.casefold()
    if isinstance(error, FileNotFoundError) or ".lgd-nfy" in folded:
        cure = "start the companion in a folder that it may write to (lgpio makes a pipe there)"
    elif isinstance(error, PermissionError) or "permission" in folded or "can not open gpiochip" in folded:
        cure = "add the user to the group gpio (sudo usermod -aG gpio NAME)"
    elif "busy" in folded or "in use" in folded:
        cure = "another program holds the pin: end it, or switch off 1-Wire in /boot/firmware/config.txt"
    elif isinstance(error, PinPWMUnsupported):
        cure = 'set [wiring] pin_factory = "lgpio", or take an active buzzer ([sound] buzzer = "active")'
    elif "edge detection" in folded:
        cure = f"RPi.GPIO cannot do this on kernels from 6.6 on: set the pin factory to lgpio ({PIP} install {LGPIO})"
    elif isinstance(error, ImportError):
        cure = f"install it: {PIP} install {package}"
    else:
        cure = f"is this a Raspberry Pi, and its package new enough ({PIP} install --upgrade {package})?"
    return PinsUnavailable(f"the pin factory {factory} cannot be used ({text})", cure=cure)


def _name(factory: Factory) -> str:
    return type(factory).__module__.rpartition(".")[2]
