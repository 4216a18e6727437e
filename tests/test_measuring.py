"""The bench runs, and the page shows what it has kept."""

from __future__ import annotations

import subprocess
import sys

from tests.measuring.__main__ import ROWS
from tests.measuring.counting import ROOT
from tests.measuring.figures import kept
from tests.measuring.table import PAGE, table


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.measuring", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_row_is_measured_beside_the_stock_way() -> None:
    done = run("digit-bytes")
    assert (done.returncode, done.stderr) == (0, "")
    assert "15, the stock way 1,034: 68.9 times; 60 times fewer: reached" in done.stdout


def test_a_row_that_is_none_is_refused() -> None:
    done = run("digits")
    assert done.returncode == 2
    assert "there is no row digits" in done.stderr


def test_every_row_is_kept() -> None:
    assert [row.name for row in ROWS] == [*kept()]


def test_the_page_shows_what_is_kept() -> None:
    assert table(ROWS, kept()) in PAGE.read_text()
