"""``companion games``: what was played, from the journal as it lies there."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

import pytest

from companion.command_line import main
from companion.scenario.stage import Stage
from companion.table import database

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from companion.daemon import Daemon


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    stage.start()
    yield stage
    stage.close()


def play(
    stage: Stage, *entries: Mapping[str, object], game: str = "katz-schmaus", players: tuple[str, ...] = ("Ada", "Ben")
) -> None:
    async def enter(daemon: Daemon) -> None:
        daemon.session.new_game({"game": game, "players": list(players)}, source="phone")
        for entry in entries:
            daemon.session.submit(entry, source="phone")

    stage.ask(enter)


def listed(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, object]]:
    capsys.readouterr()
    assert main(["games", "--json", "--data", str(folder), *more]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_games_are_listed_the_newest_first_also_while_a_companion_plays(
    stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(stage, {"do": "result", "in_box": 3}, {"do": "finish", "why": "bedtime"})
    play(stage, {"do": "abandon"}, game="fat-cats", players=("Ada", "Ben", "Zoë"))
    play(stage, game="mad-cat-sad-cat")
    stage.clock.sleep(1.0)
    newest, middle, oldest = listed(tmp_path, capsys)
    assert (newest["id"], newest["game"], newest["over"], newest["scores"]) == (3, "mad-cat-sad-cat", False, None)
    assert (middle["ended"], middle["winners"]) == ("abandoned", [])
    assert (oldest["ended"], oldest["scores"], oldest["winners"]) == ("short", {"Ada": 3, "Ben": 0}, ["Ada"])
    assert oldest["begun"] == "2026-09-21T14:13:20Z"
    assert [game["id"] for game in listed(tmp_path, capsys, "--limit", "2")] == [3, 2]
    assert main(["games", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "goes on" in told[1] and "Mad Cat Sad Cat" in told[1]
    assert "Ada 0, Ben 0, Zoë 0" in told[2] and "abandoned" in told[2]
    assert "Ada 3*, Ben 0" in told[3] and "short" in told[3]


def test_looking_leaves_a_closed_journal_as_it_lay(
    stage: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(stage)
    stage.stop()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(listed(tmp_path, capsys)) == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_where_nothing_was_played_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--data", str(tmp_path / "none")]) == 0
    assert "nothing was played yet" in capsys.readouterr().out
    assert listed(tmp_path, capsys) == []
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_journal_is_named_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"cats" * 5000)
    assert main(["games", "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{path}: cannot be read (") and "start the companion" in told


@pytest.mark.parametrize(("version", "cure"), [(database.VERSION + 1, "update the companion"), (1, "start it once")])
def test_a_journal_of_another_version_is_not_guessed_at(
    tmp_path: Path, version: int, cure: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(tmp_path / "journal.db") as db:
        db.execute(f"PRAGMA user_version = {version}")
    db.close()
    assert main(["games", "--data", str(tmp_path)]) == 2
    assert cure in capsys.readouterr().err
