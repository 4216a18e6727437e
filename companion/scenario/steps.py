"""The steps of a scenario as values: one class for each thing that can happen at the table.

What breaks stands in ``breakages``, what is to be seen in ``expected``. Durations are seconds, angles degrees,
accelerations m/s², frequencies Hz.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping


class Cannot(Exception):
    """The step cannot be done."""


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
