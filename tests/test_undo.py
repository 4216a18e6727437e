"""A mistake is undone by one gesture: a hold of 1.5 s leads back to before the last decision, in every phase of every game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from companion.scenario import read_scenario
from companion.scenario.player import perform
from tests.playing import PASSING, play

if TYPE_CHECKING:
    from companion.games import State
    from companion.scenario.stage import Stage
    from companion.table.ledger import Ledger

SCENARIOS: Final = (
    "evening",
    "a-button-each",
    "cat-stand",
    "katz-fatz-by-button",
    "mad-cat-by-button",
    "fat-cats-by-button",
)


def game(stage: Stage) -> Ledger | None:
    return stage.daemon.session.ledger if stage.starts else None


@pytest.mark.parametrize("name", SCENARIOS)
def test_after_every_decision_one_hold_is_the_state_before_it(name: str, stage: Stage) -> None:
    path = Path(__file__).parent / "scenarios" / f"{name}.scenario"
    undone = set[str]()
    for step in read_scenario(path):
        if isinstance(step, PASSING):
            continue
        before = decided(stage)
        perform(stage, [step], str(path))
        if decided(stage) != before and not call_is_open(stage):
            undone.add(undo_and_redo(stage))
    assert len(undone) > 1


def decided(stage: Stage) -> object:
    """How many entries people made; those of the sensor alone are no decision."""
    ledger = game(stage)
    return ledger and (
        stage.daemon.session.game_id,
        len([entry for entry in ledger.entries if entry.source != "sensor"]),
    )


def call_is_open(stage: Stage) -> bool:
    """Whether a press, and be it a long one, is a call now."""
    return stage.daemon.evening.call_is_open(stage.clock.monotonic())


def undo_and_redo(stage: Stage) -> str:
    """Hold back, compare, and redo all that was undone; the phase in which that was."""
    ledger = game(stage)
    assert ledger is not None
    decision = stage.daemon.session.last_decision()
    if decision is None:
        return "nothing decided"
    after, phase, revision = ledger.state, ledger.state.phase, ledger.revision
    play(stage, "hold 1.6s")
    if game(stage) is ledger and ledger.revision == revision:
        # It only took away what is told after a power cut.
        play(stage, "hold 1.6s")
    assert ledger.state == decision.before
    assert ledger.revision == revision + 1
    redo(stage, ledger, after)
    return phase


def redo(stage: Stage, ledger: Ledger, after: State) -> None:
    while ledger.state != after:
        play(stage, "redo")
