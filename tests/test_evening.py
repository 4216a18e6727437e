"""One table, several games in an evening: what was felt in one is nothing to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.playing import play

if TYPE_CHECKING:
    from companion.daemon import Daemon
    from companion.scenario.stage import Stage

TURN = "game katz-schmaus Ada Ben Cem\nwait 1s\nlift\ntilt 20 over 2s\n"
FIRST = 1


async def put_aside(daemon: Daemon) -> None:
    await daemon.session.put_aside().saved()


async def take_up_the_first(daemon: Daemon) -> None:
    await daemon.session.put_aside().saved()
    await daemon.session.take_up(FIRST)


def test_a_box_set_down_in_one_game_leaves_no_call_open_in_another(stage: Stage) -> None:
    play(stage, f"{TURN}set-down\nwait 5s\nexpect phase rest")
    stage.ask(put_aside)
    play(stage, f"{TURN}set-down\nwait 1s\nexpect phase rest")
    stage.ask(take_up_the_first)
    play(stage, "expect phase rest\npress\nwait 1s\nexpect phase rest\nexpect revision 2")


def test_a_call_in_one_game_proves_nothing_in_another(stage: Stage) -> None:
    play(stage, f"{TURN}press\nset-down\nwait 5s\nexpect phase called")
    stage.ask(put_aside)
    play(stage, f"{TURN}press\nwait 1s\nexpect phase called")
    assert stage.daemon.evening.evidence is not None
    stage.ask(take_up_the_first)
    play(stage, "expect phase called")
    assert stage.daemon.evening.evidence is None
