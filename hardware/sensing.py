"""The sensor's side of the hardware thread: when it is started and looked at, and what becomes of what it felt."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from hardware.alert import BRISK, BRISK_FOR, DOZE, Alert
from hardware.care import Care
from hardware.chips import sensor_driver
from hardware.errors import BusUnavailable, SensorLost

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.bus import Bus
    from hardware.clock import Clock
    from hardware.mpu6050 import MotionSensor
    from hardware.ports import Batch, Condition
    from hardware.settings import BusSettings

_AT_REST: Final = 0.2
"""s between two looks into the sensor's FIFO, until somebody says otherwise; it holds 0.64 s, a relative's 0.32."""
_SHORTEST_PACE, _LONGEST_PACE = 0.01, 0.25
_SOON: Final = 0.05
_GRACE: Final = 0.4
"""s that a sensor may not answer before it is started anew: its FIFO goes on meanwhile."""


class Sensing:
    """A sensor that is started, fetched from at its pace, and started anew; steps raise what the chip's driver does.

    ``pause`` is how its driver waits; ``tell`` gets its samples and how it is. All belongs to the hardware thread, but
    for ``alert``.
    """

    def __init__(
        self,
        bus: Bus,
        clock: Clock,
        settings: BusSettings,
        pause: Callable[[float], None],
        tell: Callable[[Batch | Condition], None],
    ) -> None:
        self.care = Care("sensor", settings.sensor, clock.monotonic, tell)
        self.samples = 0
        """Samples that were told."""
        self.reinits = 0
        """How often it was lost, and works again."""
        self._bus = bus
        self._now = clock.monotonic
        self._clock = clock
        self._settings = settings
        self._pause = pause
        self._tell = tell
        self._motion: MotionSensor | None = None
        self._pace = _AT_REST
        self._fetch_at = inf
        self._answered_at = 0.0
        self._was_lost = False
        self._alert = Alert()
        self._dozes = False
        """Whether the next look waits for the pin INT."""
        self._brisk_until = 0.0

    @property
    def lost(self) -> int:
        """Samples that the chip took and nobody got."""
        return 0 if self._motion is None else self._motion.lost

    @property
    def due(self) -> float:
        """When to ``fetch``, s; never while there is no sensor."""
        return self._fetch_at if self.care.ready else inf

    # What is wanted of it.

    def pace(self, seconds: float) -> None:
        """How long samples may wait in the chip from now on, at most 0.25 s."""
        now, before = self._now(), self._pace
        self._pace = min(max(seconds, _SHORTEST_PACE), _LONGEST_PACE)
        if self._pace < before:
            self._alert.felt_a_lift(now)
        self._fetch_at = min(self._fetch_at, now + self._pace)

    def alert(self) -> bool:
        """Its pin INT has gone up, in gpiozero's thread; whether ``wake`` is to follow in the hardware's."""
        self._alert.tell()
        return self._dozes

    def wake(self) -> None:
        """Its pin INT went up while it dozed: look now, and often for a while."""
        if self._dozes:
            self._dozes = False
            now = self._now()
            self._fetch_at = min(self._fetch_at, now)
            self._brisk_until = now + BRISK_FOR

    # Steps.

    def start(self) -> None:
        """Begin from nothing. Raises DriverMissing, SensorAbsent, NotThisChip, StartTimeout, SensorLost, OSError."""
        if self._motion is None:
            settings = self._settings
            self._motion = sensor_driver()(
                self._bus, self._clock, settings.sensor_address, self._pause, alert=settings.alert
            )
        self.care.busy = True
        try:
            self._motion.start()
        finally:
            self.care.busy = False
        self.care.ready = True
        self._answered_at = self._now()
        self._fetch_at = self._answered_at + _SOON

    def fetch(self) -> None:
        """Tell what was sampled since the last time. Raises SensorLost, BusUnavailable, OSError."""
        assert self._motion is not None
        now = self._now()
        self._fetch_at = inf  # not again while this waits between two bursts
        try:
            batch = self._motion.read()
        except OSError as error:
            if isinstance(error, SensorLost | BusUnavailable) or now - self._answered_at > _GRACE:
                self._was_lost = self.samples > 0
                raise
            self._fetch_at = now + _SOON
            return
        self._answered_at = now
        # From here on an edge wakes it: one that comes in the middle of this is counted, or is a wish.
        self._dozes = self._pace >= _AT_REST
        self._alert.look(now, moved=self._motion.moved)
        self._dozes = self._dozes and self._alert.dozes(now)
        pace = DOZE if self._dozes else self._pace
        self._fetch_at = now + (min(pace, BRISK) if now < self._brisk_until else pace)
        if batch.t:
            if self.care.works() and self._was_lost:
                self._was_lost = False
                self.reinits += 1
            self.samples += len(batch.t)
            self._tell(batch)

    def look(self) -> None:
        """Raise SensorAbsent if it does not answer, BusUnavailable if nothing can."""
        if self._motion is not None:
            self._motion.look()
