"""Games off the table, and games that this version cannot read."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest

from companion.errors import Code, NotSaved, Refusal
from companion.table.records import Change, Row
from companion.table.storage import Storage
from hardware.database import open_database
from tests.table.tables import NOBODY, told

if TYPE_CHECKING:
    from companion.table.archive import Earlier, Look
    from companion.table.session import Session
    from tests.table.tables import Table


async def look_and_resend(number: int, session: Session) -> tuple[Look, Earlier | None]:
    return await session.archive.look(number), await session.archive.earlier(number, "k1", {"do": "lift"})


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
    looked = table.wait(lambda session: session.archive.look(1))
    assert ([line.command["do"] for line in looked.history], looked.saved) == (["lift", "set_down"], 1)
    table.begin("Cem", "Dan")
    games = table.wait(lambda session: session.archive.games())
    assert [(game.id, game.revision, game.put_aside) for game in games] == [(2, 0, False), (1, 2, True)]
    assert table.wait(lambda session: session.archive.games(1)) == games[:1]
    assert table.wait(lambda session: session.archive.games(before=2)) == games[1:]
    earlier = table.wait(lambda session: session.archive.earlier(1, "k1", {"do": "set_down"}))
    assert earlier is not None
    with pytest.raises(NotSaved):
        table.acknowledge(earlier.receipt)
    table.disk.heal()
    table.acknowledge(earlier.receipt)
    looked = table.wait(lambda session: session.archive.look(1))
    assert ([line.command["do"] for line in looked.history], looked.saved) == (["lift", "set_down"], 2)
    assert table.wait(lambda session: session.archive.games()) == games


def test_who_plays_in_games_that_were_put_aside_is_told_as_they_are_called_there_now(table: Table) -> None:
    table.start()
    table.begin("Ada", "Ben")
    table.enter("lift")
    table.do(lambda session: session.put_aside())
    table.begin("Cem", "Dan")
    table.enter({"do": "rename", "player": "Dan", "name": "Dân"})
    table.do(lambda session: session.put_aside())
    for _ in range(2):
        assert table.wait(lambda session: session.archive.unfinished()) == {1: ("Ada", "Ben"), 2: ("Cem", "Dân")}
        table.restart()
    table.wait(lambda session: session.take_up(1))
    table.enter({"do": "rename", "player": "Ben", "name": "Bén"})
    assert table.wait(lambda session: session.archive.unfinished()) == {1: ("Ada", "Bén"), 2: ("Cem", "Dân")}
    table.enter("undo")
    table.do(lambda session: session.put_aside())
    assert table.wait(lambda session: session.archive.unfinished()) == {1: ("Ada", "Ben"), 2: ("Cem", "Dân")}


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
    storage = Storage(table.path, open_database)
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
    ledger, lines, misfit, _ = table.wait(lambda session: session.archive.look(1))
    assert (ledger.revision, [line.command["do"] for line in lines]) == (1, ["lift"])
    assert misfit is not None
    assert misfit.code == Code.BAD_COMMAND
    (game,) = table.wait(lambda session: session.archive.games())
    assert (game.revision, game.put_aside) == (3, True)
    table.begin()
    table.enter("lift")
    assert table.session.game_id == 2


def strange(table: Table, *names: str) -> None:
    """Let the journal have games of these names."""
    storage = Storage(table.path, open_database)
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
        assert [game.id for game in table.wait(lambda session: session.archive.games(limit=2))] == [4, 1]
    assert [game.id for game in table.wait(lambda session: session.archive.games(before=4))] == [1]
    assert caplog.text.count("game 2 is left out of the list of games") == 1
    with pytest.raises(Refusal, match="no game"):
        table.wait(lambda session: session.archive.look(3))
    table.stop()
    storage = Storage(table.path, open_database)
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
    with closing(open_database(table.path)) as db:
        db.execute(f"UPDATE entries SET {harm} WHERE game = ? AND revision = 0", (number,))

    opened = table.start()

    # The one that was on is missed at once, and the file made anew without it; it stays in the damaged one.
    assert bool(opened.put_aside) == (number == 2)
    assert [game.id for game in table.wait(lambda session: session.archive.games())] == [3 - number]
    assert ("game 1 is left out of the list of games: its header is damaged" in caplog.text) == (number == 1)
    if number == 1:
        table.enter("finish")
    table.begin("Eva", "Fay")
    table.enter("lift")
