"""A scenario told in a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.scenario import expected, parse
from companion.scenario.player import perform

if TYPE_CHECKING:
    from companion.scenario.stage import Stage

PASSING: Final = (
    expected.ExpectOledContains,
    expected.ExpectOledLike,
    expected.ExpectStarts,
    expected.ExpectEvents,
    expected.ExpectCounter,
    expected.ExpectAfterPress,
    expected.ExpectRevision,
)
"""What is seen for a moment only, or counted since the start: where more happens between the steps it may be otherwise."""


def play(stage: Stage, text: str) -> None:
    """Play some steps on a stage. Raises ScenarioFailed."""
    perform(stage, parse(text, "x"), "x")
