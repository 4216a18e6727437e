"""What people at one table notice of each other, and of restarts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from companion.errors import Code, NotSaved, Refusal
from companion.table.archive import UnknownGame
from tests.table.tables import told

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from companion.table.session import Session
    from tests.table.tables import How, Table, Told


def bowl(player: str, treats: int) -> dict[str, object]:
    return {"do": "correct", "set": {f"bowls.{player}": treats}}


def refused(table: Table, told: Told, **how: Unpack[How]) -> Code | None:
    """Why a command is refused; None if it is not."""
    before = table.ledger.snapshot()
    try:
        table.submit(told, **how)
    except Refusal as refusal:
        assert table.ledger.snapshot() == before
        return refusal.code
    return None


def test_a_restart_goes_on_without_a_question(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift", {"do": "result", "in_box": 2, "to": "Ben"})
    before = table.ledger.snapshot()
    opened = table.restart()
    assert opened.words == ""
    assert table.ledger.snapshot() == before
    assert table.session.saved_revision == 2
    table.enter("lift")
    assert told(table) == ["lift", "result", "lift"]


def test_a_finished_game_can_be_reopened_by_undo_after_a_restart(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift", {"do": "finish"})
    assert table.restart().game
    assert table.ledger.state.phase == "over"
    table.enter("undo")
    table.restart()
    assert table.ledger.state.phase == "playing"


def test_the_same_key_is_entered_once_also_after_a_restart(table: Table) -> None:
    table.start()
    table.begin()
    first = table.submit("lift", key="k1")
    answer = table.ledger.snapshot()
    table.enter("set_down")
    for _ in range(2):
        again = table.submit("lift", key="k1")
        assert again.revision == first.revision
        assert table.session.answer_at(again.revision) == answer
        table.acknowledge(again)
        assert refused(table, "call", key="k1") == Code.BAD_COMMAND
        table.restart()
    assert table.revision == 2


def test_a_repeated_key_waits_for_the_disk_like_the_first(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.fail("full")
    table.submit("lift", key="k1")
    with pytest.raises(NotSaved):
        table.acknowledge(table.submit("lift", key="k1"))


def test_four_people_who_write_different_things_never_disturb_each_other(table: Table) -> None:
    players = ("Ada", "Ben", "Cem", "Dan")
    table.start()
    table.begin(*players)
    for treats, player in enumerate(players, 1):
        table.submit(bowl(player, treats), who=player, seen=0)
    assert table.ledger.state.scores == {"Ada": 1, "Ben": 2, "Cem": 3, "Dan": 4}


@pytest.mark.parametrize(
    ("first", "second", "stale"),
    [
        (bowl("Ada", 3), bowl("Ada", 4), True),
        (bowl("Ada", 3), bowl("Ben", 4), False),
        (bowl("Ada", 3), "undo", True),
        ("undo", "undo", True),
        ("undo", bowl("Ada", 4), True),
        ("undo", bowl("Ben", 4), False),
        ({"do": "rename", "player": "Ada", "name": "Eva"}, bowl("Ben", 4), False),
    ],
)
def test_who_has_not_seen_a_change_does_not_overwrite_it(
    table: Table, first: Told, second: Told, *, stale: bool
) -> None:
    table.start()
    table.begin()
    table.enter(bowl("Ben", 1), bowl("Ada", 2))
    seen = table.revision
    table.submit(first, who="Ben", seen=seen)
    assert refused(table, second, who="Ada", seen=seen) == (Code.STALE if stale else None)
    table.submit(second, who="Ada", seen=table.revision)


@pytest.mark.parametrize("undone", [False, True], ids=["renamed", "renamed and taken back"])
def test_who_has_not_seen_that_names_were_exchanged_writes_to_nobody(table: Table, *, undone: bool) -> None:
    table.start()
    table.begin()
    seen = table.revision
    for player, name in (("Ada", "x"), ("Ben", "Ada"), ("x", "Ben")):
        table.enter({"do": "rename", "player": player, "name": name})
    if undone:
        seen = table.revision
        table.enter({"do": "undo", "to": 0})
    for player in ("Ada", "Ben"):
        assert refused(table, bowl(player, 7), seen=seen) == Code.STALE
        assert refused(table, {"do": "leave", "player": player}, seen=seen) == Code.STALE
    table.submit("lift", seen=seen)
    table.submit(bowl("Ada", 7), seen=table.revision)


def test_a_sensor_never_disturbs_a_person(table: Table) -> None:
    table.start()
    table.begin()
    table.submit("lift", "sensor")
    table.submit("set_down", "sensor")
    table.submit({"do": "result", "in_box": 1}, seen=0)


def test_a_result_for_a_turn_that_was_settled_meanwhile_is_stale(table: Table) -> None:
    table.start()
    table.begin()
    table.submit("lift", "sensor")
    table.submit("set_down", "sensor")
    seen = table.revision
    table.submit("lift", "sensor")
    assert table.ledger.entries[-2].source == "inferred"
    assert refused(table, {"do": "result", "in_box": 1}, seen=seen) == Code.STALE


def test_a_revision_that_never_was_is_stale(table: Table) -> None:
    table.start()
    table.begin()
    assert refused(table, "lift", seen=7) == Code.STALE


def test_one_undo_goes_back_over_what_sensors_added(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift")
    before = table.ledger.snapshot()["state"]
    table.enter({"do": "result", "in_box": 2})
    for verb in ("lift", "set_down"):
        table.submit(verb, "sensor")
    table.do(lambda session: session.submit({"do": "undo"}))
    assert table.ledger.snapshot()["state"] == before
    assert told(table) == ["lift", "result", "lift", "set_down", "undo"]
    table.submit("undo", "button")
    assert table.ledger.state.phase == "ready"
    assert refused(table, "undo") == Code.NOTHING_TO_UNDO


def test_silent_turns_are_undone_one_by_one(table: Table) -> None:
    table.start()
    table.begin()
    for verb in ("lift", "set_down") * 3:
        table.submit(verb, "sensor")
    assert table.ledger.state.scores == {"Ada": 3, "Ben": 3}
    table.submit("undo", "button")
    assert table.ledger.state.scores == {"Ada": 3, "Ben": 0}
    table.submit("undo", "button")
    assert table.ledger.state.scores == {"Ada": 0, "Ben": 0}


def test_an_undo_takes_back_what_the_rules_entered_before_the_decision(table: Table) -> None:
    table.start()
    table.begin()
    table.submit("lift", "sensor")
    table.submit("set_down", "sensor")
    table.enter("lift")
    assert table.ledger.state.turn == "Ben"
    table.enter("undo")
    assert (table.ledger.state.turn, table.ledger.state.phase) == ("Ada", "rest")


def test_what_the_sensor_alone_has_told_is_nobodys_to_take_back(table: Table) -> None:
    table.start()
    table.begin()
    table.submit("lift", "sensor")
    table.submit("set_down", "sensor")
    with pytest.raises(Refusal, match="nothing was entered"):
        table.enter("undo")
    assert table.ledger.state.phase == "rest"


def test_one_game_at_a_time_and_one_that_was_put_aside_is_taken_up_again(table: Table) -> None:
    table.start()
    with pytest.raises(Refusal, match="no game is on"):
        table.submit("lift")
    table.begin("Ada", "Ben")
    table.enter("lift")
    with pytest.raises(Refusal, match="put it aside"):
        table.begin("Cem", "Dan")
    table.do(lambda session: session.put_aside())
    assert table.restart().game is None
    table.begin("Cem", "Dan")
    table.enter({"do": "finish"})
    table.wait(lambda session: session.take_up(1))
    assert (table.session.game_id, told(table)) == (1, ["lift"])
    table.enter("set_down")
    assert table.restart().newest == 2
    assert (table.session.game_id, told(table)) == (1, ["lift", "set_down"])
    with pytest.raises(UnknownGame, match="no game 9: the last one that was begun is 2"):
        table.wait(lambda session: session.archive.look(9))
    looked = table.wait(lambda session: session.archive.look(2))
    assert [line.command["do"] for line in looked.history] == ["finish"]
    assert looked.misfit is None


def test_what_one_enters_in_a_game_that_two_take_up_at_once_stays(table: Table) -> None:
    table.start()
    table.begin("Ada", "Ben")
    table.enter({"do": "finish"})
    table.begin("Cem", "Dan")
    table.enter({"do": "finish"})

    async def take_up_and_correct(session: Session) -> None:
        await session.take_up(1)
        session.submit(bowl("Ada", 5), "phone")

    async def both(session: Session) -> None:
        await asyncio.gather(take_up_and_correct(session), session.take_up(1))

    table.wait(both)
    assert (table.session.game_id, table.ledger.state.scores["Ada"]) == (1, 5)
    table.restart()
    assert (table.session.game_id, table.ledger.state.scores["Ada"]) == (1, 5)


@pytest.mark.parametrize("leaves", ["for a new game", "for an earlier one", "put aside"])
def test_what_a_game_taught_of_the_pad_is_known_to_the_next_however_it_left_the_table(
    table: Table, leaves: str
) -> None:
    table.start()
    table.begin()
    table.do(lambda session: session.put_aside())
    header = {"game": "katz-fatz", "players": ["Ada", "Ben"]}
    table.do(lambda session: session.new_game(header))
    table.enter({"do": "pad_value", "which": "toys", "symbols": 9, "value": 35})
    if leaves == "put aside":
        table.do(lambda session: session.put_aside())
    else:
        table.enter({"do": "finish"})
    if leaves == "for a new game":
        table.begin()
    elif leaves == "for an earlier one":
        table.wait(lambda session: session.take_up(1))
    if leaves != "put aside":
        table.enter({"do": "finish"})
    table.do(lambda session: session.new_game(header))
    pad = table.ledger.header.options["pad"]
    assert isinstance(pad, dict)
    assert pad["toys"] == {"9": 35}


def test_a_game_that_cannot_begin_leaves_the_last_one_on_the_table(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift", {"do": "finish"})
    with pytest.raises(Refusal):
        table.do(lambda session: session.new_game({"game": "katz-fatz", "players": ["Ada"]}))
    table.enter("undo")
    assert told(table) == ["lift", "finish", "undo"]


def test_a_clock_that_jumps_from_1970_to_2026_in_mid_game(table: Table) -> None:
    table.clock.set_wall(0.0)
    table.start()
    table.begin()
    table.enter("lift")
    table.sleep(600.0)
    assert [line.when for line in table.session.history()] == [None]
    table.clock.set_wall(1_790_000_000.0)
    table.sleep(60.0)
    table.enter("set_down")
    expected = ["2026-09-21T14:03:20Z", "2026-09-21T14:14:20Z"]
    assert [line.when for line in table.session.history()] == expected
    table.clock.set_wall(86_400.0)
    table.restart()
    assert [line.when for line in table.session.history()] == expected
    (game,) = table.wait(lambda session: session.archive.games())
    assert game.begun == "2026-09-21T14:03:20Z"
    assert game.length == pytest.approx(660.0, abs=0.1)


def test_half_a_character_can_be_saved(table: Table) -> None:
    table.start()
    table.begin()
    told = {**bowl("Ada", 3), "why": "\ud83d"}
    table.acknowledge(table.submit(told, who="\ud83d", key="\ud83d"))
    assert table.submit(told, key="\ud83d").revision == 1
    table.restart()
    assert table.submit(told, key="\ud83d").revision == table.revision == 1
