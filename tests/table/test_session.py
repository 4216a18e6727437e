"""What people at one table notice of saving, of each other, and of restarts."""

from __future__ import annotations

import asyncio
import json
import shutil
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest

from companion.errors import Code, NotSaved, Refusal
from companion.table.records import Change, Row
from companion.table.session import UnknownGame
from companion.table.storage import Storage
from hardware.ports import Condition
from tests.table.writer import connect

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Unpack

    from companion.table.session import Earlier, Look, Session
    from tests.table.tables import How, Table, Told

NOBODY = (None, None, None, 1.0, 1.79e9, 1)
"""Who told it, under which key, and when."""


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


async def look_and_resend(number: int, session: Session) -> tuple[Look, Earlier | None]:
    return await session.look(number), await session.earlier(number, "k1", {"do": "lift"})


def told(table: Table) -> list[object]:
    return [line.command["do"] for line in table.session.history()]


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


def test_the_paw_waits_for_the_disk(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.slow(0.5)
    receipt = table.submit("lift")
    assert (table.revision, table.session.saved_revision, table.session.is_saved) == (1, 0, False)
    table.acknowledge(receipt)
    assert table.session.is_saved


def test_a_stop_saves_what_is_queued(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.slow(0.1)
    for verb in ("lift", "set_down", "result"):
        table.submit(verb, "button")
    assert table.session.saved_revision == 0
    table.restart()
    assert told(table) == ["lift", "set_down", "result"]


def test_a_stop_on_a_broken_disk_ends_within_two_seconds(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.fail("full")
    table.submit("lift")
    begun = table.clock.monotonic()
    table.stop()
    assert table.clock.monotonic() - begun < 2.0


def test_a_lock_of_three_seconds_only_takes_three_seconds(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.fail("locked")
    receipt = table.submit("lift")
    table.sleep(3.0)
    table.disk.heal()
    table.acknowledge(receipt, within=2.0)


def test_a_full_disk_is_said_to_the_sender_and_the_entry_is_saved_later(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.fail("full")
    receipt = table.submit("lift")
    with pytest.raises(NotSaved, match=r"revision 1, but not saved within 5 s\. The disk is full\."):
        table.acknowledge(receipt)
    table.sleep(60.0)
    table.disk.heal()
    table.sleep(2.1)
    assert table.session.is_saved
    assert table.told == [
        Condition("disk", "ok"),
        Condition("disk", "degraded", "The disk is full.", "Make room on it; what is played is kept and saved then."),
        Condition("disk", "ok"),
    ]


def test_a_slow_disk_is_worth_a_word(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.slow(3.0)
    table.enter("lift")
    assert table.told[-1].why == "The disk took 3.0 s to save."
    table.disk.heal()
    table.enter("set_down")
    assert table.told[-1].status == "ok"


def test_a_table_without_a_disk_plays_and_is_saved_once_there_is_one(table: Table) -> None:
    table.disk.fail("locked")
    opened = table.start()
    assert not opened.available
    assert "Nothing is saved yet" in opened.words
    table.begin()
    table.submit("lift")
    assert table.session.saved_revision == -1
    table.disk.heal()
    table.sleep(2.1)
    assert (table.session.game_id, table.session.saved_revision) == (1, 1)
    table.cut()
    table.start()
    assert told(table) == ["lift"]


def test_a_slow_disk_does_not_keep_people_from_playing(table: Table) -> None:
    table.disk.slow(5.0)
    begun = table.clock.monotonic()
    opened = table.start()
    assert table.clock.monotonic() - begun <= 1.0
    assert not opened.available
    assert table.told[-1].why == "The journal takes long to open."
    table.begin()
    for verb in ("lift", "set_down", "result"):
        table.submit(verb, "button")
    assert (table.session.game_id, table.session.is_saved) == (-1, False)
    with pytest.raises(NotSaved, match="not open yet"):
        table.wait(lambda session: session.games())
    table.sleep(60.0)
    assert [found.available for found in table.found] == [False, True]
    assert (table.session.game_id, table.session.is_saved) == (1, True)
    table.disk.heal()
    table.restart()
    assert told(table) == ["lift", "set_down", "result"]


def test_a_game_begun_while_the_journal_is_being_opened_comes_after_those_in_it(table: Table) -> None:
    table.start()
    table.begin("Ada", "Ben")
    table.enter("lift", {"do": "finish"})
    table.stop()
    table.plug_in()

    async def begin_at_once(session: Session) -> None:
        opening = asyncio.ensure_future(session.open())
        await asyncio.sleep(0)
        session.new_game({"game": "katz-schmaus", "players": ["Cem", "Dan"]})
        await opening

    table.wait(begin_at_once)
    assert table.session.game_id == 2
    assert [game.id for game in table.wait(lambda session: session.games())] == [2, 1]


def test_damage_is_told_also_when_it_can_only_be_mended_later(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift")
    table.stop()
    table.path.write_bytes(b"gone" * 2000)
    table.disk.fail("locked")
    assert not table.start().available
    assert table.session.ledger is None
    table.sleep(3.0)
    table.disk.heal()
    table.sleep(2.1)
    first, opened = table.found[-2:]
    assert "Nothing is saved yet" in first.words
    assert opened.put_aside == ("journal-damaged-1.db",)
    assert "journal-damaged-1.db" in opened.words
    assert opened.game
    assert told(table) == ["lift"]


def test_what_was_found_is_told_before_anything_else_is(table: Table) -> None:
    table.start()
    assert [found.game for found in table.found] == [None]
    table.begin()
    table.enter("lift")
    assert table.restart() == table.found[-1]
    assert table.found[-1].game


def test_a_game_begun_while_the_card_was_out_comes_after_those_on_it(table: Table) -> None:
    table.start()
    table.begin("Ada", "Ben")
    table.enter("lift")
    table.stop()
    table.card_is_in = False
    assert not table.start().available
    table.begin("Cem", "Dan")
    table.submit("lift")
    table.card_is_in = True
    table.sleep(2.1)
    table.enter("set_down")
    assert (table.session.game_id, table.session.saved_revision) == (2, 2)
    games = table.wait(lambda session: session.games())
    assert [(game.id, game.revision, game.put_aside) for game in games] == [(2, 2, False), (1, 1, True)]


def test_a_game_on_the_card_comes_back_when_the_card_does(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift")
    table.stop()
    table.card_is_in = False
    assert table.start().game is None
    table.card_is_in = True
    table.sleep(2.1)
    assert told(table) == ["lift"]


def break_files(table: Table, *names: str) -> None:
    """Let a card lose what is in files that are open."""
    with closing(connect(table.path)) as db:
        # Another program that writes makes SQLite look at the file again, instead of at what it remembers.
        db.execute("UPDATE games SET changed = changed + 1")
    for name in names:
        with (table.folder / name).open("r+b") as file:
            file.truncate(200)


# What was written last lies in the log: of the file itself nothing is read again.
@pytest.mark.parametrize(("harmed", "is_noticed"), [("journal.db", False), ("journal.db-wal", True)])
def test_a_file_that_breaks_in_mid_game_loses_nothing(table: Table, harmed: str, *, is_noticed: bool) -> None:
    table.start()
    table.begin()
    table.enter("lift", "set_down")
    break_files(table, harmed)
    table.enter("call", "undo", "result")
    assert table.session.is_saved
    assert bool(table.found[-1].words) == is_noticed
    assert table.found[-1].game is None
    before = table.ledger.snapshot()
    table.restart()
    assert table.ledger.snapshot() == before


def test_a_disk_that_fails_again_while_it_is_mended_loses_nothing(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift", "set_down", "call")
    break_files(table, "journal.db", "journal.db-wal", "journal-good.db", "journal-good.db-wal")
    table.disk.slow(1.0)
    table.submit("undo")
    table.sleep(2.5)
    table.disk.fail("full")
    table.sleep(5.0)
    table.disk.heal()
    table.sleep(2.1)
    assert table.session.is_saved
    assert table.found[-1].put_aside
    before = table.ledger.snapshot()
    table.restart()
    assert table.ledger.snapshot() == before


def an_evening(table: Table) -> None:
    """One game is over, another one on, and the companion was started in between."""
    table.start()
    table.begin("Cem", "Dan")
    table.enter("lift", "finish")
    table.begin()
    table.enter("lift")
    table.restart()
    table.enter("set_down")


def told_in(table: Table, game: int) -> list[object]:
    return [line.command["do"] for line in table.wait(lambda session: session.look(game)).history]


def replace_all(table: Table) -> None:
    delete(table, "*")
    table.path.write_text("a text")


def delete(table: Table, pattern: str) -> None:
    for path in table.folder.glob(pattern):
        path.unlink()


TAKEN_AWAY = [
    pytest.param(lambda table: shutil.rmtree(table.folder), False, id="the folder"),
    pytest.param(lambda table: table.folder.rename(table.folder.with_name("moved")), False, id="the folder, moved"),
    pytest.param(lambda table: delete(table, "*"), False, id="all files"),
    pytest.param(lambda table: delete(table, "journal.db"), True, id="the file without its log"),
    pytest.param(lambda table: delete(table, "journal.db-wal"), True, id="the log without its file"),
    pytest.param(replace_all, True, id="all files, for something else"),
]


@pytest.mark.parametrize("how", ["next entry", "stop"])
@pytest.mark.parametrize(("take_away", "leaves_something"), TAKEN_AWAY)
def test_a_journal_that_is_taken_away_in_mid_game_is_written_anew_with_all_that_was_in_it(
    table: Table, take_away: Callable[[Table], object], how: str, *, leaves_something: bool
) -> None:
    an_evening(table)
    take_away(table)
    if how == "stop":
        table.stop()
    else:
        table.enter("call")
        table.sleep(2.0)
        assert table.session.is_saved
        assert table.session.condition == Condition("disk", "ok")
        assert bool(table.found[-1].put_aside) == leaves_something
        table.cut()
    assert "The journal was taken away while it was in use. " in table.found[-1].words
    assert table.start().words == ""
    assert told(table) == ["lift", "set_down", "call"][: table.revision]
    assert table.revision == (2 if how == "stop" else 3)
    assert told_in(table, 1) == ["lift", "finish"]


def test_a_journal_that_was_taken_away_waits_in_memory_for_a_place(table: Table) -> None:
    an_evening(table)
    shutil.rmtree(table.folder)
    table.folder.write_text("no folder")
    table.submit("call")
    table.sleep(5.0)
    assert not table.session.is_saved
    assert table.session.condition.status != "ok"
    table.folder.unlink()
    table.sleep(2.1)
    assert table.session.saved_revision == 3
    table.restart()
    assert told(table) == ["lift", "set_down", "call"]
    assert told_in(table, 1) == ["lift", "finish"]


def test_a_good_copy_that_is_taken_away_is_made_anew(table: Table) -> None:
    an_evening(table)
    table.sleep(2.0)
    delete(table, "journal-good.db*")
    table.enter("call")
    table.sleep(2.0)
    table.cut()
    delete(table, "journal.db*")
    table.start()
    assert told(table) == ["lift", "set_down", "call"]


def test_what_another_program_wrote_in_the_same_place_is_said(table: Table) -> None:
    table.start()
    table.begin()
    other = Storage(table.path, connect)
    assert other.open().game
    other.write(Change(1, (Row(1, '{"do":"call"}', "phone", *NOBODY),)))
    other.close()
    receipt = table.submit("lift")
    with pytest.raises(NotSaved, match="another entry in this place"):
        table.acknowledge(receipt)


def answered_after(table: Table) -> float | None:
    """How long the journal's thread lets a watchdog wait, s; None if longer than 10."""
    asked = table.clock.monotonic()
    answers: list[float] = []
    table.do(lambda session: session.ping(lambda: answers.append(table.clock.monotonic() - asked)))
    table.sleep(10.0)
    return answers[0] if answers else None


def test_a_watchdog_tells_a_slow_disk_from_one_that_hangs(table: Table) -> None:
    table.start()
    table.begin()
    assert answered_after(table) == 0.0
    table.disk.slow(4.0)
    for verb in ("lift", "set_down", "result"):
        table.submit(verb, "button")
    table.sleep(1.0)
    assert answered_after(table) == 3.0
    table.disk.slow(15.0)
    table.sleep(10.0)
    table.submit("lift")
    assert answered_after(table) is None


def test_a_watchdog_leaves_a_journal_alone_that_is_long_mended(table: Table) -> None:
    table.disk.slow(15.0)
    table.start()
    assert answered_after(table) == 0.0


def test_a_reader_is_not_kept_waiting_by_a_disk_that_hangs(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.slow(60.0)
    table.submit("lift")
    with pytest.raises(NotSaved, match="could not be read within 5 s"):
        table.wait(lambda session: session.games())


def test_the_same_key_is_entered_once_also_after_a_restart(table: Table) -> None:
    table.start()
    table.begin()
    first = table.submit("lift", key="k1")
    answer = table.ledger.snapshot()
    table.enter("set_down")
    for _ in range(2):
        again = table.submit("lift", key="k1")
        assert (again.revision, again.repeated) == (first.revision, True)
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
        table.wait(lambda session: session.look(9))
    looked = table.wait(lambda session: session.look(2))
    assert [line.command["do"] for line in looked.history] == ["finish"]
    assert looked.misfit is None


def test_a_game_put_aside_on_a_full_disk_is_not_read_before_it_is_saved(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.fail("full")
    table.submit("lift")
    table.do(lambda session: session.put_aside())
    with pytest.raises(NotSaved):
        table.wait(lambda session: session.take_up(1))
    table.disk.heal()
    table.wait(lambda session: session.take_up(1))
    assert told(table) == ["lift"]


def test_a_game_put_aside_on_a_full_disk_is_looked_at_and_listed_as_people_left_it(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift")
    table.disk.fail("full")
    table.submit("set_down", key="k1")
    table.do(lambda session: session.put_aside())
    looked = table.wait(lambda session: session.look(1))
    assert ([line.command["do"] for line in looked.history], looked.saved) == (["lift", "set_down"], 1)
    table.begin("Cem", "Dan")
    games = table.wait(lambda session: session.games())
    assert [(game.id, game.revision, game.put_aside) for game in games] == [(2, 0, False), (1, 2, True)]
    assert table.wait(lambda session: session.games(1)) == games[:1]
    assert table.wait(lambda session: session.games(before=2)) == games[1:]
    earlier = table.wait(lambda session: session.earlier(1, "k1", {"do": "set_down"}))
    assert earlier is not None
    with pytest.raises(NotSaved):
        table.acknowledge(earlier.receipt)
    table.disk.heal()
    table.acknowledge(earlier.receipt)
    looked = table.wait(lambda session: session.look(1))
    assert ([line.command["do"] for line in looked.history], looked.saved) == (["lift", "set_down"], 2)
    assert table.wait(lambda session: session.games()) == games


def test_a_game_begun_while_the_card_was_out_is_known_by_both_its_numbers(table: Table) -> None:
    table.start()
    table.begin()
    table.stop()
    table.card_is_in = False
    table.start()
    table.begin("Cem", "Dan")
    assert table.session.game_id == -1
    table.submit("lift", key="k1")
    table.do(lambda session: session.put_aside())
    table.begin("Eve", "Fay")
    table.card_is_in = True
    table.sleep(2.1)
    assert table.session.game_id == 3
    for number in (-1, 2):
        looked, earlier = table.wait(partial(look_and_resend, number))
        assert looked.ledger.header.players == ("Cem", "Dan")
        assert earlier is not None
    table.do(lambda session: session.put_aside())
    table.wait(lambda session: session.take_up(-1))
    assert table.session.game_id == 2


def test_a_game_that_does_not_fit_the_rules_any_more_does_not_stop_the_start(table: Table) -> None:
    table.start()
    table.begin()
    table.enter("lift")
    table.stop()
    storage = Storage(table.path, connect)
    opened = storage.open()
    assert opened.game
    purr = opened.game.rows[1]._replace(revision=2, command='{"do":"purr"}')
    storage.write(Change(1, (purr, purr._replace(revision=3, command='{"do":"set_down"}'))))
    storage.close()

    opened = table.start()

    assert opened.game is None
    assert "Game 1 could not be taken up" in opened.words
    assert 'entry 2 of 3, {"do":"purr"}, does not fit' in opened.words
    assert "put aside" in opened.words
    with pytest.raises(Refusal, match="entry 2 of 3"):
        table.wait(lambda session: session.take_up(1))
    ledger, lines, misfit, _ = table.wait(lambda session: session.look(1))
    assert (ledger.revision, [line.command["do"] for line in lines]) == (1, ["lift"])
    assert misfit is not None
    assert misfit.code == Code.BAD_COMMAND
    (game,) = table.wait(lambda session: session.games())
    assert (game.revision, game.put_aside) == (3, True)
    table.begin()
    table.enter("lift")
    assert table.session.game_id == 2


def strange(table: Table, *names: str) -> None:
    """Let the journal have games of these names."""
    storage = Storage(table.path, connect)
    newest = storage.open().newest
    for number, name in enumerate(names, newest + 1):
        header = Row(0, json.dumps({"game": name, "players": ["Ada", "Ben"], "options": {}}), "phone", *NOBODY)
        storage.write(Change(number, (header, Row(1, '{"do":"lift"}', "phone", *NOBODY))))
    storage.close()


def test_a_game_that_this_version_does_not_know_waits_for_one_that_does(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.start()
    table.begin()
    table.enter("finish")
    table.stop()
    strange(table, "mah-jongg", "go")

    opened = table.start()

    assert opened.game is None
    assert "Game 3 could not be taken up" in opened.words
    assert 'there is no game "go"' in opened.words
    table.begin("Cem", "Dan")
    table.enter("lift")
    for _ in range(2):
        assert [game.id for game in table.wait(lambda session: session.games(limit=2))] == [4, 1]
    assert [game.id for game in table.wait(lambda session: session.games(before=4))] == [1]
    assert caplog.text.count("game 2 is left out of the list of games") == 1
    with pytest.raises(Refusal, match="no game"):
        table.wait(lambda session: session.look(3))
    table.stop()
    storage = Storage(table.path, connect)
    storage.open()
    kept = storage.game(3)
    storage.close()
    assert kept
    assert (len(kept.rows), kept.put_aside) == (2, True)


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param("command = 'x' || command", id="another text"),
        pytest.param("command = CAST(x'FFFE' AS TEXT)", id="no text at all"),
    ],
)
@pytest.mark.parametrize("number", [1, 2])
def test_a_game_without_a_header_does_not_keep_the_others_from_being_listed(
    table: Table, harm: str, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    table.start()
    table.begin("Ada", "Ben")
    table.enter("lift", "finish")
    table.begin("Cem", "Dan")
    table.enter("lift")
    table.stop()
    (table.folder / "journal-good.db").unlink()
    with closing(connect(table.path)) as db:
        db.execute(f"UPDATE entries SET {harm} WHERE game = ? AND revision = 0", (number,))

    opened = table.start()

    # The one that was on is missed at once, and the file made anew without it; it stays in the damaged one.
    assert bool(opened.put_aside) == (number == 2)
    assert [game.id for game in table.wait(lambda session: session.games())] == [3 - number]
    assert ("game 1 is left out of the list of games: its header is damaged" in caplog.text) == (number == 1)
    if number == 1:
        table.enter("finish")
    table.begin("Eva", "Fay")
    table.enter("lift")


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
    (game,) = table.wait(lambda session: session.games())
    assert game.begun == "2026-09-21T14:03:20Z"
    assert game.length == pytest.approx(660.0, abs=0.1)


def test_half_a_character_can_be_saved(table: Table) -> None:
    table.start()
    table.begin()
    told = {**bowl("Ada", 3), "why": "\ud83d"}
    table.acknowledge(table.submit(told, who="\ud83d", key="\ud83d"))
    assert table.submit(told, key="\ud83d").repeated
    table.restart()
    assert table.submit(told, key="\ud83d").repeated
