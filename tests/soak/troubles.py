"""What is wrong with the simulated table, as the steps of its scenario say, and by when people must know."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, Literal

from companion.scenario import breakages, steps
from companion.table.journal import SLOW_FORGOTTEN
from companion.table.records import is_trusted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.scenario.stage import Stage
    from hardware import Part

SHOWN_WITHIN: Final[Mapping[Part, float]] = {"sensor": 5.0, "oled": 5.0, "button": 11.5, "disk": 3.0, "clock": 2.5}
"""A part that is broken is told to be so long after at the latest, s: a bus that is held down answers each look after
1 s, a display is asked after 2 s of silence, a contact that is closed all the time is known after 10 s."""

HEALED_WITHIN: Final[Mapping[Part, float]] = {"sensor": 8.0, "oled": 7.0, "button": 6.5, "disk": 4.5, "clock": 2.5}
"""So long after its last trouble a part is well again, s: it is looked for every 4 s (pins: 5 s), and a sensor has to
start and to be believed."""

SLOW_TOLD: Final = SLOW_FORGOTTEN + 1.0
"""A commit that was slow is told for so long, s."""


Kind = Literal["sensor", "nak", "oled", "bus", "rebuilt", "pins", "deaf", "contact", "disk", "clock"]
"""By which a step ends what another has begun."""


@dataclass
class Trouble:
    """Something that is wrong with a part, from one moment to another (s, monotonic)."""

    part: Part
    kind: Kind
    since: float
    until: float = inf
    certain: bool = False
    """Whether it must be noticed, whatever is done meanwhile."""


class Troubles:
    """All that is or was wrong."""

    def __init__(self) -> None:
        self._all: list[Trouble] = []

    def told(self, part: Part, now: float, started: float) -> bool:
        """Whether something is wrong for so long that it must be told, by a companion that was started then (s)."""
        return any(
            trouble.certain and max(trouble.since, started) + SHOWN_WITHIN[part] <= now < trouble.until
            for trouble in self._of(part)
        )

    def well(self, part: Part, now: float, started: float) -> bool:
        """Whether nothing is wrong, and for so long that the part must be well again."""
        return max((started, *(trouble.until for trouble in self._of(part)))) + HEALED_WITHIN[part] <= now

    def note(self, stage: Stage, step: steps.Step) -> None:
        """Take in a step that was done."""
        now = stage.clock.monotonic()
        self._all += _begun(stage, step, now)
        match step:
            case breakages.Heal(what="bus"):
                self._end(now, "bus", "nak")
            case breakages.Heal(what="sensor" | "oled" as part):
                self._end(now, part, "nak", part=part)
            case breakages.Heal(what="gpio" | "button-thread"):
                self._end(now, "pins")
            case breakages.Heal(what="disk"):
                self._end(now, "disk")
            case steps.ButtonFree() | steps.PutBack() | steps.Wiring():
                self._end(now, "contact")
            case steps.Press() | steps.Hold() | steps.Spike():
                self._end(now, "contact")
                # That edges are told again is known from the next one.
                self._end(now, "pins" if stage.hardware.pins.has("deaf") else "deaf")
            case steps.ClockSet() | steps.ClockJump() if is_trusted(stage.clock.wall()):
                self._end(now, "clock")
            case steps.Restart() | steps.PowerCut():
                self._end(now, "rebuilt")
        self._all = [trouble for trouble in self._all if trouble.until + 60.0 > now]

    def _of(self, part: Part) -> Iterator[Trouble]:
        return (trouble for trouble in self._all if trouble.part == part)

    def _end(self, now: float, *kinds: Kind, part: Part | None = None) -> None:
        for trouble in self._all:
            if trouble.kind in kinds and part in (None, trouble.part):
                trouble.until = min(trouble.until, now)


def _begun(stage: Stage, step: steps.Step, now: float) -> Iterator[Trouble]:
    """What a step breaks."""
    until = inf
    if isinstance(step, breakages.Fault) and step.seconds is not None:
        until = now + step.seconds
    match step:
        case breakages.SensorFault(kind=kind):
            yield Trouble("sensor", "sensor", now, until, certain=kind != "reset-stuck")
        case breakages.SensorAddress():
            yield Trouble("sensor", "sensor", now, until, certain=True)
        case breakages.SensorFrozen():
            yield Trouble("sensor", "sensor", now, until, certain=True)
        case breakages.SensorIdentity() | breakages.SensorSpike():
            yield Trouble("sensor", "sensor", now, until)
        case breakages.SensorBrownOut():
            yield Trouble("sensor", "sensor", now, now)
        case breakages.Nak(part=part, every=every, direction=direction):
            yield Trouble(part, "nak", now, until, certain=every == 1 and direction is None)
        case breakages.OledFault():
            yield Trouble("oled", "oled", now, until, certain=True)
        case steps.Oled():
            # The daemon knows of it from its next start on.
            yield Trouble("oled", "rebuilt", now)
        case breakages.BusFault():
            yield Trouble("sensor", "bus", now, until, certain=True)
            yield Trouble("oled", "bus", now, until, certain=True)
        case breakages.GpioFault() | breakages.GpioBusy():
            # It strikes whoever starts meanwhile.
            yield Trouble("button", "pins", now, until)
        case breakages.ButtonThreadDies():
            yield Trouble("button", "deaf", now)
        case steps.ButtonStuck():
            yield Trouble("button", "contact", now, certain=True)
        case steps.Grab():
            yield Trouble("button", "contact", now)
        case breakages.DiskFault():
            yield Trouble("disk", "disk", now, until)
        case breakages.DiskSlow(delay=delay):
            yield Trouble("disk", "disk", now, until + delay + SLOW_TOLD)
        case steps.ClockSet() | steps.ClockJump() if not is_trusted(stage.clock.wall()):
            yield Trouble("clock", "clock", now, certain=True)
