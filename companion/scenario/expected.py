"""The steps of a scenario that say what people should see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from companion.scenario.steps import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.errors import Code
    from hardware import Part, Status


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
    code: Code


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
class ExpectHealthSays(Expect):
    part: Part
    text: str
    """Of what was found, or what to do about it."""


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
