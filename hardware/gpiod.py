"""gpiozero's pins as the kernel's own lines, through libgpiod: nobody wakes up until an edge comes."""

from __future__ import annotations

import logging
import select
from datetime import timedelta
from os import close as close_descriptor
from os import eventfd, eventfd_write
from pathlib import Path
from threading import Lock, Thread, current_thread
from typing import TYPE_CHECKING, Final

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import PinFixedPull, PinInvalidBounce, PinInvalidEdges, PinInvalidFunction, PinInvalidPull, PinSetInput
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.errors import PinsUnavailable

if TYPE_CHECKING:
    from gpiozero import PinInfo

log = logging.getLogger(__name__)

_LABELS: Final = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""How the kernel labels the chip behind the header: up to the Pi 3 and the Zero 2, on a Pi 4, and on a Pi 5."""

_BUFFER: Final = 128
"""Edges of one line that the kernel keeps until they are read: a contact that bounces makes some 20 in 5 ms."""

_NODES: Final = Path("/dev")
_DIRECTIONS: Final = {"input": Direction.INPUT, "output": Direction.OUTPUT}
_PULLS: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
_RISING: Final = gpiod.EdgeEvent.Type.RISING_EDGE
_EDGES: Final = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}


class GPIODFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero is not typed
    """The pins of a Pi's header. Raises PinsUnavailable where its chip is not there, OSError where it may not be opened.

    They know no square wave: gpiozero refuses a device that needs one (PinPWMUnsupported).
    """

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = GPIODPin
        self.chip = _header()
        self.watch = _Watch()

    def close(self) -> None:
        """Give back all lines, and the chip."""
        super().close()
        self.watch.close()
        self.chip.close()


class GPIODPin(LocalPiPin):  # type: ignore[misc]  # gpiozero is not typed
    """One line, requested when it is used, and anew whenever gpiozero wants it to be something else."""

    def __init__(self, factory: GPIODFactory, info: PinInfo) -> None:
        super().__init__(factory, info)
        self._function, self._pull, self._edges = "input", "floating", "both"
        self._bounce: float | None = None
        self._heard = False
        self._request: gpiod.LineRequest | None = None

    def close(self) -> None:
        """Give the line back; gpiozero may use the pin again, and close it again."""
        self._release()
        self.when_changed = None
        self._function, self._pull, self._edges, self._bounce = "input", "floating", "both", None

    def tell(self, event: gpiod.EdgeEvent) -> None:
        """An edge has come; in the thread that waits for them."""
        if self._get_when_changed() is not None:
            self._call_when_changed(event.timestamp_ns / 1e9, int(event.event_type is _RISING))

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in _DIRECTIONS:
            raise PinInvalidFunction(f"invalid function {value!r} for pin {self!r}")
        if value != self._function:
            self.when_changed = None
            self._function, self._pull = value, "floating"
        self._renew()

    def _get_state(self) -> int:
        return int(self._line.get_value(self._number) is Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        if self._function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._line.set_value(self._number, Value.ACTIVE if value else Value.INACTIVE)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in _PULLS:
            raise PinInvalidPull(f"invalid pull {value!r} for pin {self!r}")
        self._pull = value
        self._renew()

    def _get_bounce(self) -> float | None:
        return self._bounce

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        if value != self._bounce:
            self._bounce = value
            self._renew()

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in _EDGES:
            raise PinInvalidEdges(f"invalid edges {value!r} for pin {self!r}")
        if value != self._edges:
            self._edges = value
            self._renew()

    def _enable_event_detect(self) -> None:
        self._heard = True
        self._renew()

    def _disable_event_detect(self) -> None:
        self._heard = False
        if self._request is not None:
            self._renew()

    @property
    def _line(self) -> gpiod.LineRequest:
        return self._request or self._renew()

    def _release(self) -> None:
        if self._request is not None:
            self._factory.watch.forget(self._request)
            self._request.release()
            self._request = None

    def _renew(self) -> gpiod.LineRequest:
        self._release()
        settings = gpiod.LineSettings(direction=_DIRECTIONS[self._function])
        if self._function == "input":
            settings.bias = _PULLS[self._pull]
            if self._heard:
                # Stamped by the monotonic clock, which is the default: gpiozero's ticks are of the same.
                settings.edge_detection = _EDGES[self._edges]
                settings.debounce_period = timedelta(seconds=self._bounce or 0.0)
        chip: gpiod.Chip = self._factory.chip
        request = self._request = chip.request_lines({self._number: settings}, "companion", _BUFFER)
        if self._heard:
            self._factory.watch.await_edges(request, self)
        return request


class _Watch:
    """Waits for the edges of all lines, in a thread of its own, which begins with the first that is awaited."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._stop = eventfd(0)
        self._poll.register(self._stop, select.EPOLLIN)
        # A line may be given back, and its descriptor be another's, while the thread is on its way to read it.
        self._lock = Lock()
        self._awaited: dict[int, tuple[gpiod.LineRequest, GPIODPin]] = {}
        self._thread: Thread | None = None

    def await_edges(self, request: gpiod.LineRequest, pin: GPIODPin) -> None:
        """Tell a pin of its edges from now on."""
        with self._lock:
            self._awaited[request.fd] = request, pin
            self._poll.register(request.fd, select.EPOLLIN)
        if self._thread is None:
            self._thread = Thread(target=self._live, name="lines", daemon=True)
            self._thread.start()

    def forget(self, request: gpiod.LineRequest) -> None:
        """Tell nobody of the edges of a line any more."""
        with self._lock:
            if self._awaited.pop(request.fd, None) is not None:
                self._poll.unregister(request.fd)

    def close(self) -> None:
        """End the thread, unless it is it that closes; twice is once."""
        if self._poll.closed:
            return
        eventfd_write(self._stop, 1)
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join()
        self._poll.close()
        close_descriptor(self._stop)

    def _live(self) -> None:
        while True:
            ready = [descriptor for descriptor, _ in self._poll.poll()]
            if self._stop in ready:
                return
            for descriptor in ready:
                self._read(descriptor)

    def _read(self, descriptor: int) -> None:
        with self._lock:
            request, pin = self._awaited.get(descriptor, (None, None))
            if request is None or pin is None or not request.wait_edge_events(0):
                return
            events = request.read_edge_events()
        for event in events:
            try:
                pin.tell(event)
            except Exception:
                # One edge is lost, and all that come after it are not.
                log.exception("an edge of %r was lost", pin)


def _header() -> gpiod.Chip:
    """The chip behind the header. Raises PinsUnavailable, OSError."""
    found = []
    for node in sorted(_NODES.glob("gpiochip*")):
        chip = gpiod.Chip(str(node))
        label = chip.get_info().label
        if label in _LABELS:
            return chip
        chip.close()
        found.append(f"{node} is {label}")
    raise PinsUnavailable(
        f"no chip behind a Pi's header: {', '.join(found) or f'there is no {_NODES}/gpiochip0'}",
        cure="is this a Raspberry Pi, and its kernel its own?",
    )
