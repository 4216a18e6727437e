"""A scenario told in a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.scenario import parse
from companion.scenario.player import perform

if TYPE_CHECKING:
    from companion.scenario.stage import Stage


def play(stage: Stage, text: str) -> None:
    """Play some steps on a stage. Raises ScenarioFailed."""
    perform(stage, parse(text, "x"), "x")
