"""The sensor's samples for whoever measures: from the sensor itself, or from the companion that holds it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from hardware import Batch, Condition, HardwareThread

if TYPE_CHECKING:
    from collections.abc import Generator

    from hardware import BusSettings, Machine, Mailbox, ThreadEvent

SILENT: Final = 5.0
"""So long without a sample is the end, s; a sensor that lost its supply is back after 1 to 4."""

LOOK_UP: Final = 0.25
"""How often whoever takes samples comes round while there are none, s."""

NOTHING: Final = Batch((), (), (), ())


class NotMeasured(CompanionError):
    """What was to be measured could not be, through no fault of the call."""


class SensorSilent(NotMeasured, OSError):
    """No samples come: the message says why, and what to do."""

    def __init__(self, why: str, cure: str) -> None:
        super().__init__(f"{why}: {cure}" if cure else why)


def from_sensor(machine: Machine, settings: BusSettings) -> Generator[Batch]:
    """All samples from now on, and nothing at least four times a second while there are none. Raises SensorSilent."""
    if not settings.sensor:
        raise SensorSilent("there is no sensor by the configuration", "set [sensor] enabled = true")
    clock = machine.clock
    told: Mailbox[ThreadEvent] = clock.mailbox()
    thread = HardwareThread(machine, dataclasses.replace(settings, oled=False, alert=False), told.put)
    thread.start()
    try:
        heard = clock.monotonic()
        trouble: Condition | None = None
        came = False
        while True:
            event = told.get(clock.monotonic() + LOOK_UP)
            now = clock.monotonic()
            if isinstance(event, Batch):
                heard, trouble, came = now, None, True
                yield event
                continue
            if isinstance(event, Condition) and event.status != "ok":
                trouble = event
            if trouble is not None and (not came or now - heard > SILENT):
                raise SensorSilent(trouble.why, trouble.cure)
            if now - heard > SILENT:
                raise SensorSilent("the sensor takes no samples", "check its wires and supply")
            yield NOTHING
    finally:
        thread.stop()
