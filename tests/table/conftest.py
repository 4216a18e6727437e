"""What the tests of a table share."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from companion.table.storage import Storage
from hardware.database import open_database
from tests.table.cards import save, tend
from tests.table.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "data")
    yield table
    table.cut()


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a killed companion leaves: three games over, one on at revision 150, some of it still in the log."""
    live = tmp_path_factory.mktemp("live")
    storage = Storage(live / "journal.db", open_database)
    storage.open()
    for game in (1, 2, 3):
        save(storage, game, range(61), over=True)
    storage.settle(game_ended=True)
    save(storage, 4, range(151))
    tend(storage)
    killed = tmp_path_factory.mktemp("killed") / "data"
    shutil.copytree(live, killed)
    storage.close()
    return killed


@pytest.fixture
def folder(killed: Path, tmp_path: Path) -> Path:
    return shutil.copytree(killed, tmp_path / "data")
