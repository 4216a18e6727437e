"""The one thread that owns the I2C bus, and with it the motion sensor and the display."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

from hardware.bus import Bus
from hardware.display import Display
from hardware.errors import BusUnavailable, DisplayAbsent, SensorAbsent
from hardware.ports import Batch, Condition, Counters
from hardware.sensing import Sensing

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from hardware.clock import Mailbox
    from hardware.ports import Machine
    from hardware.settings import BusSettings

log = logging.getLogger(__name__)

_AFTER_A_FAULT: Final = 0.05
"""How long a fault of ours is left alone, s: it must not be met without pause."""

_COUNTERS_EVERY: Final = 1.0
"""s between two tellings of what was counted."""

ThreadEvent = Batch | Condition | Counters


@dataclass(frozen=True, slots=True)
class _Show:
    image: Image.Image


@dataclass(frozen=True, slots=True)
class _Invert:
    on: bool


@dataclass(frozen=True, slots=True)
class _Pace:
    seconds: float


@dataclass(frozen=True, slots=True)
class _Moved:
    pass


@dataclass(frozen=True, slots=True)
class _Contrast:
    level: int


@dataclass(frozen=True, slots=True)
class _Ping:
    answer: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Stop:
    dark: bool


_Wish = _Show | _Invert | _Pace | _Moved | _Contrast | _Ping | _Stop


class HardwareThread:
    """Sensor and display, each of which may fail and come back by itself.

    Its methods never wait and may be called from any thread; ``tell`` is called in the hardware thread. A flash goes
    before the sensor's samples, and these before the pieces of a picture.
    """

    def __init__(self, machine: Machine, settings: BusSettings, tell: Callable[[ThreadEvent], None]) -> None:
        self._clock = machine.clock
        self._settings = settings
        self._listener = tell
        self._bus = Bus(machine, settings.bus)
        self._wishes: Mailbox[_Wish] = machine.clock.mailbox()
        self._ended: Mailbox[bool] = machine.clock.mailbox()
        self._stopping = False
        self._dark_at_end = True
        self._alive = False
        self._sensing = Sensing(self._bus, self._clock, settings, self._serve_for, self._tell)
        self._display = Display(self._bus, settings, self._clock.monotonic, self._tell)
        self._told = Counters()
        self._counters_at = 0.0

    @property
    def oled_size(self) -> tuple[int, int]:
        """How many pixels a picture has to have, across and down."""
        return self._settings.oled_size

    @property
    def alive(self) -> bool:
        """Whether the thread was started and has not ended; ``ping`` tells whether it still comes round."""
        return self._alive

    def start(self) -> None:
        """Begin; what is there and what is not is told as it is found."""
        self._alive = True
        self._clock.start_thread(self._work, "hardware")

    def stop(self, timeout: float = 1.0, *, dark: bool = True) -> bool:
        """End, and switch the display off or leave its picture; whether that went well within the time (s). This waits."""
        if not self._alive:
            return True
        self._wishes.put(_Stop(dark))
        return self._ended.get(self._clock.monotonic() + timeout) is not None

    def show(self, image: Image.Image) -> None:
        """Bring a picture to the display; the newest wins."""
        self._wishes.put(_Show(image))

    def invert(self, on: bool) -> None:
        """Turn the display's black and white over, before anything else; costs nothing where it is so already."""
        self._wishes.put(_Invert(on))

    def pace(self, seconds: float) -> None:
        """How long samples may wait in the sensor, at most 0.25 s."""
        self._wishes.put(_Pace(seconds))

    def moved(self) -> None:
        """The sensor's pin INT has gone up."""
        if self._sensing.alert():
            self._wishes.put(_Moved())

    def contrast(self, level: int) -> None:
        """The display's brightness, 0 to 255."""
        self._wishes.put(_Contrast(level))

    def ping(self, answer: Callable[[], None]) -> None:
        """Let ``answer`` be called in the hardware thread, when its turn comes: a thread that hangs never does."""
        self._wishes.put(_Ping(answer))

    # The thread.

    def _work(self) -> None:
        try:
            while not self._stopping:
                self._serve_whatever_happens()
            while not self._dark_at_end and self._display.drawing:
                self._attempt(self._display, self._display.draw)
            if self._dark_at_end:
                self._attempt(self._display, self._display.hide)
            self._count()
            self._bus.close()
        finally:
            self._alive = False
        self._ended.put(True)

    def _serve_whatever_happens(self) -> None:
        """A fault of ours costs a moment, never the sensor and the display."""
        try:
            self._serve(inf)
        except Exception:
            log.exception("the hardware's thread met something unforeseen, and goes on")
            self._clock.sleep(_AFTER_A_FAULT)

    def _serve(self, until: float) -> None:
        """Do what there is to do until a time. The sensor's start waits by this too: a flash never waits for it."""
        while True:
            self._listen()
            if self._display.to_turn_over:
                self._attempt(self._display, self._display.turn_over)
            now = self._clock.monotonic()
            if self._stopping or now >= until:
                return
            if not self._do_next(now):
                wish = self._wishes.get(min(until, self._next_due()))
                if wish is not None:
                    self._take(wish)
            self._count()

    def _do_next(self, now: float) -> bool:
        """The most urgent thing that is due; whether there was one."""
        sensing, display = self._sensing, self._display
        if now >= sensing.due:
            self._attempt(sensing, sensing.fetch)
        elif display.care.ready and now >= display.ask_at:
            self._attempt(display, display.ask)
        elif display.drawing:
            self._attempt(display, display.draw)
        # Who has waited longer goes first: on a bus that is held down each look takes a second.
        elif now >= display.care.next_look <= sensing.care.next_look:
            self._attempt(display, display.start)
        elif now >= sensing.care.next_look:
            self._attempt(sensing, sensing.start)
        else:
            return False
        return True

    def _next_due(self) -> float:
        sensing, display = self._sensing, self._display
        return min(
            sensing.due if sensing.care.ready else sensing.care.next_look,
            display.ask_at if display.care.ready else display.care.next_look,
            # Where a sensor is looked at anyway, the counters wait for that: a quiet table wakes up five times a second.
            self._counters_at if not sensing.care.ready and self._counters != self._told else inf,
        )

    def _listen(self) -> None:
        while (wish := self._wishes.get(0.0)) is not None:
            self._take(wish)

    def _take(self, wish: _Wish) -> None:
        match wish:
            case _Show(image):
                self._display.show(image)
            case _Invert(on):
                self._display.want_inverted(on)
            case _Pace(seconds):
                self._sensing.pace(seconds)
            case _Moved():
                self._sensing.wake()
            case _Contrast(level):
                self._attempt(self._display, lambda: self._display.contrast(level))
            case _Ping(answer):
                self._call(answer)
            case _Stop(dark):
                self._stopping, self._dark_at_end = True, dark

    def _attempt(self, part: Sensing | Display, step: Callable[[], None]) -> None:
        """Do something with one part; whatever goes wrong costs only that part."""
        try:
            step()
        except Exception as error:  # noqa: BLE001 - whatever it is
            part.care.failed(_found(part, error))

    def _serve_for(self, seconds: float) -> None:
        self._serve(self._clock.monotonic() + seconds)

    # What is told.

    def _tell(self, event: ThreadEvent) -> None:
        self._call(lambda: self._listener(event))

    def _call(self, listener: Callable[[], None]) -> None:
        try:
            listener()
        except Exception:
            # Neither sensor nor display is to suffer from what a listener does.
            log.exception("what was told was not heard")

    def _count(self) -> None:
        """Tell the counters, at most once a second and when they have changed."""
        now = self._clock.monotonic()
        if now < self._counters_at and not self._stopping:
            return
        counters = self._counters
        if counters != self._told:
            self._counters_at = now + _COUNTERS_EVERY
            self._told = counters
            self._tell(counters)

    @property
    def _counters(self) -> Counters:
        sensing = self._sensing
        return Counters(
            sensing.samples, sensing.lost, self._bus.nak, sensing.reinits, self._display.frames, self._bus.bytes
        )


def _found(part: Sensing | Display, error: Exception) -> Exception:
    """What is wrong with a part: where a transfer failed, it may be gone."""
    if isinstance(error, OSError) and not isinstance(error, BusUnavailable):
        try:
            part.look()
        except (BusUnavailable, SensorAbsent, DisplayAbsent) as absence:
            return absence
    return error
