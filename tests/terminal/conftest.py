"""What the tests of the terminal share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.config import Config
from tests.terminal.typist import Evening, Script

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.terminal.typist import Evenings


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evenings]:
    """Makes evenings from what is typed."""
    made: list[Evening] = []

    def make(
        script: Script,
        config: Config | None = None,
        folder: str = "",
        known: tuple[str, ...] = ("Ada", "Ben", "Cem"),
    ) -> Evening:
        made.append(Evening(tmp_path / (folder or f"evening-{len(made)}"), script, config or Config(), known))
        return made[-1]

    yield make
    for one in made:
        one.table.stage.close()
