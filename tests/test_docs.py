"""What README and docs show is so."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from companion.play import play
from companion.scenario.player import play_scenario

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def example(heading: str) -> str:
    """The first indented block below a heading of the reference."""
    section = (ROOT / "docs" / "reference.md").read_text().partition(f"\n## {heading}\n")[2]
    found = re.search(r"(?:^    .*\n)+", section, re.MULTILINE)
    assert found is not None
    return re.sub("^    ", "", found[0], flags=re.MULTILINE)


def test_the_scenario_comes_true(tmp_path: Path) -> None:
    path = tmp_path / "example.scenario"
    path.write_text(example("The scenario language"))
    err = io.StringIO()
    assert (play_scenario(path, err), err.getvalue()) == (0, "")


def test_the_game_file_is_played(tmp_path: Path) -> None:
    path = tmp_path / "example.jsonl"
    path.write_text(example("Game files"))
    out, err = io.StringIO(), io.StringIO()
    assert play(str(path), trace=True, table=False, keep_going=False, out=out, err=err) == 0
    assert '"Ben": 3' in out.getvalue().splitlines()[-1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_linked_is_there(page: Path) -> None:
    text = page.read_text()
    anchors = {
        re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, anchor = target.partition("#")
        assert not file or (page.parent / file).exists(), target
        assert file or anchor in anchors, target


def test_every_ruling_that_is_cited_is_explained() -> None:
    explained = set(re.findall(r"^\| ([A-Z]{2}-A\d+) \|", (ROOT / "docs" / "rulings.md").read_text(), re.MULTILINE))
    code = [path.read_text() for folder in ("companion", "hardware", "tests") for path in (ROOT / folder).rglob("*.py")]
    assert explained >= set(re.findall(r"\b(?:KS|KF|MC|FC)-A\d+\b", "\n".join(code)))
