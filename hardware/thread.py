"""The one thread that owns the I2C bus, and with it the motion sensor and the display."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

from hardware.alert import BRISK, BRISK_FOR, DOZE, Alert
from hardware.bus import Bus
from hardware.care import Care
from hardware.chips import sensor_driver
from hardware.display import Display, OledChip
from hardware.errors import BusUnavailable, DisplayAbsent, SensorAbsent, SensorLost
from hardware.ports import Batch, Condition, Counters

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from hardware.clock import Mailbox
    from hardware.mpu6050 import MotionSensor
    from hardware.ports import Machine

log = logging.getLogger(__name__)

_AT_REST = 0.2
"""s between two looks into the sensor's FIFO, until somebody says otherwise; it holds 0.64 s, a relative's 0.32."""
_SHORTEST_PACE, _LONGEST_PACE = 0.01, 0.25
_SOON: Final = 0.05
_GRACE = 0.4
"""s that a sensor may not answer before it is started anew: its FIFO goes on meanwhile."""
_COUNTERS_EVERY = 1.0


@dataclass(frozen=True, slots=True)
class BusSettings:
    """What hangs on the bus, and how it is meant to be."""

    bus: int = 1
    sensor: bool = True
    sensor_address: int = 0x68
    alert: bool = False
    """Whether the sensor's pin INT is wired, and ``moved`` is called when it goes up."""
    oled: bool = True
    oled_address: int = 0x3C
    oled_chip: OledChip = "ssd1306"
    oled_size: tuple[int, int] = (128, 64)
    contrast: int = 0xCF
    rotate: int = 0
    """Quarter turns."""


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
    pass


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
        self._alive = False

        self._sensor = Care("sensor", settings.sensor, self._clock.monotonic, self._tell)
        self._motion: MotionSensor | None = None
        self._pace = _AT_REST
        self._sense_at = inf
        self._answered_at = 0.0
        self._lost_once = False
        self._alert = Alert()
        self._dozes = False
        self._brisk_until = 0.0

        self._oled = Care("oled", settings.oled, self._clock.monotonic, self._tell)
        self._display = Display(self._bus, settings, self._oled, self._clock.monotonic)

        self._samples = 0
        self._reinits = 0
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

    def stop(self, timeout: float = 1.0) -> bool:
        """Switch the display off and end; whether that went well within the time (s). This one waits."""
        if not self._alive:
            return True
        self._wishes.put(_Stop())
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
        self._alert.tell()
        if self._dozes:
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
            self._serve(inf)
            self._attempt(self._oled, self._display.hide)
            self._count()
            self._bus.close()
        finally:
            self._alive = False
        self._ended.put(True)

    def _serve(self, until: float) -> None:
        """Do what there is to do until a time. The sensor's start waits by this too: a flash never waits for it."""
        while True:
            self._listen()
            if self._display.to_turn_over:
                self._attempt(self._oled, self._display.turn_over)
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
        sensor, oled, display = self._sensor, self._oled, self._display
        if sensor.ready and now >= self._sense_at:
            self._attempt(sensor, self._sense)
        elif display.drawing:
            self._attempt(oled, display.draw)
        # Who has waited longer goes first: on a bus that is held down each look takes a second.
        elif now >= oled.next_look <= sensor.next_look:
            self._attempt(oled, display.start)
        elif now >= sensor.next_look:
            self._attempt(sensor, self._start_sensor)
        elif oled.ready and now >= display.ask_at:
            self._attempt(oled, display.ask)
        else:
            return False
        return True

    def _next_due(self) -> float:
        sensor, oled = self._sensor, self._oled
        return min(
            self._sense_at if sensor.ready else sensor.next_look,
            self._display.ask_at if oled.ready else oled.next_look,
            # Where a sensor is looked at anyway, the counters wait for that: a quiet table wakes up five times a second.
            self._counters_at if not sensor.ready and self._counters != self._told else inf,
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
                now, before = self._clock.monotonic(), self._pace
                self._pace = min(max(seconds, _SHORTEST_PACE), _LONGEST_PACE)
                if self._pace < before:
                    self._alert.felt_a_lift(now)
                self._sense_at = min(self._sense_at, now + self._pace)
            case _Moved():
                if self._dozes:
                    self._dozes = False
                    now = self._clock.monotonic()
                    self._sense_at = min(self._sense_at, now)
                    self._brisk_until = now + BRISK_FOR
            case _Contrast(level):
                self._attempt(self._oled, lambda: self._display.contrast(level))
            case _Ping(answer):
                self._call(answer)
            case _Stop():
                self._stopping = True

    def _attempt(self, care: Care, step: Callable[[], None]) -> None:
        """Do something with one part; whatever goes wrong costs only that part."""
        try:
            step()
        except Exception as error:  # noqa: BLE001 - whatever it is
            care.failed(self._found(care, error))

    def _found(self, care: Care, error: Exception) -> Exception:
        """What is wrong with a part: where a transfer failed, it may be gone."""
        part = self._motion if care is self._sensor else self._display
        if isinstance(error, OSError) and not isinstance(error, BusUnavailable) and part is not None:
            try:
                part.look()
            except (BusUnavailable, SensorAbsent, DisplayAbsent) as absence:
                return absence
        return error

    # The sensor.

    def _start_sensor(self) -> None:
        if self._motion is None:
            settings = self._settings
            self._motion = sensor_driver()(
                self._bus, self._clock, settings.sensor_address, self._serve_for, alert=settings.alert
            )
        self._sensor.busy = True
        try:
            self._motion.start()
        finally:
            self._sensor.busy = False
        self._sensor.ready = True
        self._answered_at = self._clock.monotonic()
        self._sense_at = self._answered_at + _SOON

    def _serve_for(self, seconds: float) -> None:
        self._serve(self._clock.monotonic() + seconds)

    def _sense(self) -> None:
        assert self._motion is not None
        now = self._clock.monotonic()
        self._sense_at = inf  # not again while this waits between two bursts
        try:
            batch = self._motion.read()
        except (SensorLost, BusUnavailable):
            self._lost_once = self._samples > 0
            raise
        except OSError:
            if now - self._answered_at > _GRACE:
                self._lost_once = self._samples > 0
                raise
            self._sense_at = now + _SOON
            return
        self._answered_at = now
        # From here on an edge wakes it: one that comes in the middle of this is counted, or is a wish.
        self._dozes = self._pace >= _AT_REST
        self._alert.look(now, moved=self._motion.moved)
        self._dozes = self._dozes and self._alert.dozes(now)
        pace = DOZE if self._dozes else self._pace
        self._sense_at = now + (min(pace, BRISK) if now < self._brisk_until else pace)
        if batch.t:
            if self._sensor.works() and self._lost_once:
                self._lost_once = False
                self._reinits += 1
            self._samples += len(batch.t)
            self._tell(batch)

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
        lost = 0 if self._motion is None else self._motion.lost
        return Counters(self._samples, lost, self._bus.nak, self._reinits, self._display.frames, self._bus.bytes)
