"""That faults can be seeded at all."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.seeding.__main__ import ROOT, WATCHED, watchers_of
from tests.seeding.faults import faults


@pytest.mark.parametrize("place", WATCHED)
def test_what_is_watched_is_there_and_so_are_the_tests_that_should_notice(place: str) -> None:
    assert (ROOT / place).is_dir() or (ROOT / f"{place}.py").is_file()
    assert all((ROOT / test).is_file() for test in watchers_of(place))


def test_code_with_a_fault_is_other_code_that_can_still_be_read() -> None:
    source = Path(__file__).with_name("faults.py").read_text()
    sound = ast.dump(ast.parse(source))
    faulty = [ast.dump(ast.parse(fault.put_into(source))) for fault in faults(source)]
    assert len(faulty) > 50
    assert sound not in faulty
