"""What all tests share."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings

from companion.lately import LATELY
from companion.scenario.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# No test depends on how fast the machine is.
settings.register_profile("companion", deadline=None, print_blob=True)
# Where faults are seeded it is enough that one example fails.
settings.register_profile("seeding", deadline=None, database=None, phases=[Phase.explicit, Phase.generate])
settings.load_profile("companion")


@pytest.fixture
def stage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Stage]:
    """A simulated table in virtual time; the daemon starts with the first step that needs it."""
    stage = Stage(tmp_path)
    log = logging.getLogger()
    log.addHandler(LATELY)
    # As the command line has it.
    with caplog.at_level(logging.INFO):
        yield stage
    log.removeHandler(LATELY)
    stage.close()
