"""The steps of a scenario by which something breaks, or is whole again.

``seconds`` is how long a fault lasts; None for one that lasts until it is healed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from companion.scenario.steps import SetUp

if TYPE_CHECKING:
    from hardware.simulated import Harm

Axis = Literal["x", "y", "z"]


@dataclass(frozen=True, kw_only=True)
class Fault(SetUp):
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class SensorFault(Fault):
    kind: Literal["absent", "unplugged", "reset-stuck"]


@dataclass(frozen=True, kw_only=True)
class SensorAddress(Fault):
    address: int


@dataclass(frozen=True, kw_only=True)
class SensorIdentity(Fault):
    identity: int
    reads: int | None = None
    """How many reads give it; None for all."""


@dataclass(frozen=True, kw_only=True)
class SensorBrownOut(SetUp):
    registers: tuple[str, ...] = ()
    """Those that forget their value; empty for all."""


@dataclass(frozen=True, kw_only=True)
class SensorFrozen(Fault):
    axis: Axis | None = None
    """None for all three."""


@dataclass(frozen=True, kw_only=True)
class SensorSpike(Fault):
    acceleration: float


@dataclass(frozen=True, kw_only=True)
class Nak(Fault):
    part: Literal["sensor", "oled"]
    every: int = 1
    errno: int | None = None
    """None for the usual one of a missing acknowledge."""
    direction: Literal["commands", "data"] | None = None


@dataclass(frozen=True, kw_only=True)
class OledFault(Fault):
    kind: Literal["absent", "unplugged"]


@dataclass(frozen=True, kw_only=True)
class BusFault(Fault):
    kind: Literal["locked", "missing", "denied"]


@dataclass(frozen=True, kw_only=True)
class GpioFault(Fault):
    kind: Literal["unavailable", "edge-detection"]


@dataclass(frozen=True, kw_only=True)
class GpioBusy(SetUp):
    times: int


@dataclass(frozen=True, kw_only=True)
class ButtonThreadDies(SetUp):
    pass


@dataclass(frozen=True, kw_only=True)
class DiskFault(Fault):
    kind: Literal["full", "read-only", "locked"]


@dataclass(frozen=True, kw_only=True)
class DiskSlow(Fault):
    delay: float
    """How much longer a write takes, s."""


@dataclass(frozen=True, kw_only=True)
class Spoil(SetUp):
    """What the card does to a file while the power is off, or the companion."""

    file: str
    harm: Harm


@dataclass(frozen=True, kw_only=True)
class NetworkAbsent(Fault):
    pass


@dataclass(frozen=True, kw_only=True)
class NetworkAddress(SetUp):
    address: str


@dataclass(frozen=True, kw_only=True)
class Heal(SetUp):
    what: Literal["sensor", "oled", "bus", "gpio", "button-thread", "disk", "network"]
