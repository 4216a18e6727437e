"""What people at one table notice of a disk that is slow, broken or not there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from companion.errors import NotSaved
from hardware.ports import Condition
from tests.table.tables import Table, told

if TYPE_CHECKING:
    from pathlib import Path

    from companion.table.session import Session


def test_the_paw_waits_for_the_disk(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.slow(0.5)
    receipt = table.submit("lift")
    assert (table.revision, table.session.saved_revision, table.session.is_saved) == (1, 0, False)
    table.acknowledge(receipt)
    assert table.session.is_saved


class Hearing(Table):
    """Notes when everybody was told that all is saved."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.heard: list[str] = []

    def _hear(self, session: Session) -> None:
        super()._hear(session)
        if session.is_saved:
            self.heard.append("told")


def test_whoever_waits_for_the_disk_is_answered_before_everybody_is_told(tmp_path: Path) -> None:
    table = Hearing(tmp_path / "data")
    table.start()
    table.begin()

    async def enter(session: Session) -> None:
        receipt = session.submit({"do": "lift"}, "phone")
        await receipt.saved()
        table.heard.append("answered")

    for _ in range(2):
        table.heard.clear()
        table.wait(enter)
        table.sleep(0.1)
        assert table.heard == ["answered", "told"]
        table.enter("set_down", "result")
    table.stop()


def test_a_stop_saves_what_is_queued(table: Table) -> None:
    table.start()
    table.begin()
    table.disk.slow(0.1)
    for verb in ("lift", "set_down", "result"):
        table.submit(verb, "button")
    assert table.session.saved_revision == 0
    table.restart()
    assert told(table) == ["lift", "set_down", "result"]


def test_a_stop_with_nothing_lost_says_nothing_of_a_loss(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.start()
    table.begin()
    table.enter("lift")
    table.stop()
    assert caplog.text == ""


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
        table.wait(lambda session: session.archive.games())
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
    assert [game.id for game in table.wait(lambda session: session.archive.games())] == [2, 1]


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
    games = table.wait(lambda session: session.archive.games())
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


def answered_after(table: Table) -> float | None:
    """How long the journal's thread lets a watchdog wait, s; None if longer than 10."""
    asked = table.clock.monotonic()
    answers: list[float] = []
    table.do(lambda session: session.door.ping(lambda: answers.append(table.clock.monotonic() - asked)))
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
        table.wait(lambda session: session.archive.games())
