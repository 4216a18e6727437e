"""What the tests of the HTTP interface share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.house import House, Phone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table that is served."""
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def phone(house: House) -> Phone:
    return house.phone
