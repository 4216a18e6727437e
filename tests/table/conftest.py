"""What the tests of a table share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.table.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "data")
    yield table
    table.cut()
