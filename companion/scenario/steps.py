"""The steps of a scenario as values: one class for each thing that can happen or be expected.

Durations are seconds, angles degrees, accelerations m/s², frequencies Hz. ``seconds`` is how long a step or a fault
lasts; None for a fault that lasts until it is healed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware import Part, Status

Axis = Literal["x", "y", "z"]


@dataclass(frozen=True, kw_only=True)
class Step:
    """One line of a scenario."""

    line: int
    """Counted from 1."""
    source: str
    """The line as it was written, without comment."""
    set_up: ClassVar[bool] = False
    """Whether it only prepares the world, so that the daemon need not run yet."""


@dataclass(frozen=True, kw_only=True)
class SetUp(Step):
    """A step that does not start the daemon."""

    set_up: ClassVar[bool] = True


# What is done at the table, through a face.


@dataclass(frozen=True, kw_only=True)
class Game(Step):
    game: str
    players: tuple[str, ...]
    options: Mapping[str, object]

    @property
    def header(self) -> dict[str, object]:
        """The game's header, as a game file or a phone has it."""
        return {"game": self.game, "players": list(self.players), "options": dict(self.options)}


@dataclass(frozen=True, kw_only=True)
class Command(Step):
    command: Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class Undo(Step):
    pass


@dataclass(frozen=True, kw_only=True)
class Redo(Step):
    pass


# Contacts.


@dataclass(frozen=True, kw_only=True)
class Press(Step):
    seconds: float | None = None
    """None for a usual press."""
    bounces: int = 0
    bounce_seconds: float = 0.0
    """How long the contact bounces, at either end."""


@dataclass(frozen=True, kw_only=True)
class PressPlayer(Step):
    player: str
    times: int = 1
    every: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Hold(Step):
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Dial(Step):
    clicks: int
    """To the left where it is less than none."""
    seconds: float | None = None
    """None: as fast as one turns to an answer."""
    bounces: int = 0
    """At each change of a contact; 0: as those of a usual encoder."""
    bounce_seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Spike(Step):
    """A contact that closes shorter than a finger can."""

    seconds: float
    times: int = 1
    spread: float = 0.0
    """Over how long the spikes are spread, s."""


@dataclass(frozen=True, kw_only=True)
class Grab(Step):
    pass


@dataclass(frozen=True, kw_only=True)
class PutBack(Step):
    pass


@dataclass(frozen=True, kw_only=True)
class ButtonStuck(SetUp):
    pass


@dataclass(frozen=True, kw_only=True)
class ButtonFree(SetUp):
    pass


# The box in its world.


@dataclass(frozen=True, kw_only=True)
class Lift(Step):
    pass


@dataclass(frozen=True, kw_only=True)
class SetDown(Step):
    manner: Literal["softly", "hard"] | None = None


@dataclass(frozen=True, kw_only=True)
class Tilt(Step):
    angle: float
    towards: float = 0.0
    """Bearing, degrees."""
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Shake(Step):
    hz: float
    acceleration: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Turn(Step):
    angle: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Empty(Step):
    pass


@dataclass(frozen=True, kw_only=True)
class Knock(Step):
    acceleration: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Hum(Step):
    hz: float
    acceleration: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Ring(Step):
    hz: float
    acceleration: float
    decaying_to: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Replay(Step):
    file: str
    columns: Mapping[str, str] = field(default_factory=dict)
    """The file's names by ours (``t``, ``t_ms``, ``ax``, ``ay``, ``az``), where they differ."""
    unit: Literal["g", "ms2"] = "ms2"


@dataclass(frozen=True, kw_only=True)
class Mount(SetUp):
    axis: Literal["+x", "-x", "+y", "-y", "+z", "-z"]
    """Which of the chip's axes points up."""


@dataclass(frozen=True, kw_only=True)
class MountSkew(SetUp):
    angle: float


@dataclass(frozen=True, kw_only=True)
class Bias(SetUp):
    x: float
    y: float
    z: float


@dataclass(frozen=True, kw_only=True)
class Drift(SetUp):
    acceleration: float
    per: float
    """s"""


# What the device is made of, and its time.


@dataclass(frozen=True, kw_only=True)
class BusSpeed(SetUp):
    hz: int


@dataclass(frozen=True, kw_only=True)
class Oled(SetUp):
    chip: Literal["ssd1306", "sh1106", "ssd1309"]
    size: tuple[int, int] = (128, 64)


@dataclass(frozen=True, kw_only=True)
class Wiring(SetUp):
    name: str


@dataclass(frozen=True, kw_only=True)
class Configure(SetUp):
    path: tuple[str, ...]
    value: object


@dataclass(frozen=True, kw_only=True)
class Language(SetUp):
    language: Literal["de", "en"]


@dataclass(frozen=True, kw_only=True)
class ClockJump(SetUp):
    seconds: float
    """Negative goes back."""


@dataclass(frozen=True, kw_only=True)
class ClockSet(SetUp):
    wall: float
    """Unix time."""


@dataclass(frozen=True, kw_only=True)
class Wait(Step):
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Restart(Step):
    pass


@dataclass(frozen=True, kw_only=True)
class PowerCut(Step):
    pass


@dataclass(frozen=True, kw_only=True)
class OledSave(Step):
    file: str


# Faults.


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
class Heal(SetUp):
    what: Literal["sensor", "oled", "bus", "gpio", "button-thread", "disk"]


# Expectations.


@dataclass(frozen=True, kw_only=True)
class Expect(Step):
    negated: bool = False


@dataclass(frozen=True, kw_only=True)
class ExpectPhase(Expect):
    phase: str


@dataclass(frozen=True, kw_only=True)
class ExpectTurn(Expect):
    player: str | None


@dataclass(frozen=True, kw_only=True)
class ExpectCaller(Expect):
    player: str | None


@dataclass(frozen=True, kw_only=True)
class ExpectScores(Expect):
    scores: Mapping[str, int]
    """Of the players named; the others may have any."""


@dataclass(frozen=True, kw_only=True)
class ExpectOver(Expect):
    pass


@dataclass(frozen=True, kw_only=True)
class ExpectWinners(Expect):
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ExpectRevision(Expect):
    revision: int


@dataclass(frozen=True, kw_only=True)
class ExpectPrompt(Expect):
    kind: Literal["choose", "number", "confirm", "wait"] | None
    """None where nothing is to be asked."""


@dataclass(frozen=True, kw_only=True)
class ExpectRefused(Expect):
    code: str


@dataclass(frozen=True, kw_only=True)
class ExpectState(Expect):
    path: tuple[str, ...]
    value: object
    """As in JSON."""


@dataclass(frozen=True, kw_only=True)
class ExpectOledContains(Expect):
    text: str


@dataclass(frozen=True, kw_only=True)
class ExpectOledLike(Expect):
    file: str


@dataclass(frozen=True, kw_only=True)
class ExpectHealth(Expect):
    part: Part
    status: Status


@dataclass(frozen=True, kw_only=True)
class ExpectEvents(Expect):
    counts: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class ExpectCounter(Expect):
    name: str
    operator: Literal["=", "<", "<=", ">", ">="]
    number: int


@dataclass(frozen=True, kw_only=True)
class ExpectAfterPress(Expect):
    what: Literal["buzzer", "flash"]
    within: float


@dataclass(frozen=True, kw_only=True)
class ExpectStarts(Expect):
    starts: int
