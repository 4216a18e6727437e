"""The box is handled when it is no turn: emptied, passed on, rested on a lap, drummed on, knocked. Nothing comes of it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from companion.scenario import expected, read_scenario
from companion.scenario.player import perform
from tests.playing import PASSING, play

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.scenario.stage import Stage
    from companion.table.ledger import Ledger
    from hardware.simulated import World

HANDLINGS: Final[Mapping[str, Callable[[World], float]]] = {
    "emptied and put together": lambda world: world.empty(),
    "passed on": lambda world: world.pass_on(),
    "rested on a lap": lambda world: world.lap(8.0),
    "drummed on": lambda world: world.drum(3.0),
    "knocked": lambda world: world.knock(5.0, 0.3),
}

QUIET: Final = 4.0
"""After it, longer than a call is open, s."""

TURN: Final = "lift\ntilt 20 over 2s\n"
PHASES: Final = {
    "ready": "",
    "called": f"{TURN}press\nset-down\nwait 5s",
    "called, and by whom": f"{TURN}press\nset-down\nwait 5s\nhold 700ms",
    "over": f'{TURN}press\nset-down\nwait 5s\nhold 700ms\nhold 700ms\ncommand {{"do": "finish"}}\nwait 5s',
}


def handle(stage: Stage, what: str) -> None:
    stage.clock.sleep(HANDLINGS[what](stage.world) + QUIET)
    stage.check()


def game(stage: Stage) -> Ledger:
    ledger = stage.daemon.session.ledger
    assert ledger is not None
    return ledger


@pytest.mark.parametrize("what", HANDLINGS)
@pytest.mark.parametrize("phase", PHASES)
def test_between_turns_nothing_comes_of_it(phase: str, what: str, stage: Stage) -> None:
    play(stage, f"game katz-schmaus Ada Ben Cem\nwait 1s\n{PHASES[phase]}")
    before = game(stage).state
    for _ in range(4):
        handle(stage, what)
        assert game(stage).state == before


@pytest.mark.parametrize("what", HANDLINGS)
def test_after_a_turn_that_nobody_called_it_settles_that_turn_and_begins_none(what: str, stage: Stage) -> None:
    play(stage, f"game katz-schmaus Ada Ben Cem\nwait 1s\n{TURN}set-down\nwait 5s\nexpect phase rest")
    for _ in range(4):
        handle(stage, what)
    lifted = what not in ("drummed on", "knocked")
    play(stage, f"expect phase {'ready' if lifted else 'rest'}\nexpect turn {'Ben' if lifted else 'Ada'}")
    play(stage, f"expect scores Ada={3 if lifted else 0} Ben=0 Cem=0")


@pytest.mark.parametrize("what", HANDLINGS)
def test_in_a_turn_it_is_no_call_and_no_end(what: str, stage: Stage) -> None:
    play(stage, f"game katz-schmaus Ada Ben Cem\nwait 1s\n{TURN}")
    handle(stage, what)
    play(stage, "expect phase playing\nexpect turn Ada\nexpect scores Ada=0 Ben=0 Cem=0")


@pytest.mark.parametrize("name", ["katz-fatz-by-button", "mad-cat-by-button", "fat-cats-by-button"])
def test_in_the_games_without_a_box_it_is_nothing_at_any_time(name: str, stage: Stage) -> None:
    chance = Random(name)
    path = Path(__file__).parent / "scenarios" / f"{name}.scenario"
    for step in read_scenario(path):
        if isinstance(step, PASSING):
            continue
        perform(stage, [step], str(path))
        if not isinstance(step, expected.Expect) and chance.random() < 0.3:
            handle(stage, chance.choice(list(HANDLINGS)))
    assert {entry.source for entry in game(stage).entries} == {"button"}


@pytest.mark.parametrize(
    "opens", ["", "fault disk locked for 3s", "fault disk locked for 8s", "fault disk locked for 30s"]
)
@pytest.mark.parametrize(
    ("turn", "told", "phase"),
    [
        pytest.param("lift\nwait 10s\nset-down", ["lift", "void"], "ready", id="only held"),
        pytest.param("lift\ntilt 20 over 2s\nwait 10s\nset-down", ["lift", "set_down"], "rest", id="played"),
        pytest.param(
            "lift\ntilt 20 over 2s\nset-down\nwait 1s\nlift\nwait 10s\nset-down",
            ["lift", "set_down", "lift", "set_down"],
            "rest",
            id="played, and held again",
        ),
    ],
)
def test_a_turn_is_the_same_whenever_the_journal_opens(
    opens: str, turn: str, told: list[str], phase: str, stage: Stage
) -> None:
    play(stage, f"{opens}\ngame katz-schmaus Ada Ben Cem\n{turn}\nwait 1s\nexpect phase {phase}")
    assert [entry.command["do"] for entry in game(stage).entries] == told
