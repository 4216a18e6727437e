"""The page of faults has something that shows each kind, every scenario of it, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "scenarios" / "faults"
PAGE = (ROOT / "docs" / "faults.md").read_text()
KINDS = dict(re.findall(r"^## (.+)\n([^\0]*?)(?=^## |\Z)", PAGE, re.MULTILINE))
"""What stands under each kind of faults."""


def folder(kind: str) -> Path:
    return FOLDER / re.sub("[^a-z0-9]+", "-", kind.lower()).strip("-")


def shown(kind: str) -> list[Path]:
    """What shows a kind of faults: the scenarios and tests that stand under it."""
    targets = re.findall(r"\]\(\.\./(tests/[^)#]+)\)", KINDS[kind])
    return [ROOT / target for target in targets]


def test_each_scenario_lies_in_the_folder_of_a_kind() -> None:
    folders = {path.parent for path in FOLDER.rglob("*.scenario")}
    assert folders and folders <= {folder(kind) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_shown_by_all_of_its_scenarios_and_what_is_listed_is_there(kind: str) -> None:
    assert shown(kind)
    assert sorted(path for path in shown(kind) if path.suffix == ".scenario") == sorted(folder(kind).glob("*.scenario"))
    assert all(path.exists() for path in shown(kind))


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.scenario")), ids=lambda path: path.stem)
def test_each_scenario_says_first_of_what_kind_it_is(path: Path) -> None:
    kind, _, story = path.read_text().partition("\n")[0].removeprefix("# ").partition(": ")
    assert kind in KINDS and path.parent == folder(kind)
    assert story
