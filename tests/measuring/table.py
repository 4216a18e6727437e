"""The table of docs/measured.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.measuring.counting import ROOT
from tests.measuring.row import spelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tests.measuring.row import Figures, Row

PAGE: Final = ROOT / "docs" / "measured.md"
BEGIN, END = "<!-- made by `make bench KEEP=1` -->\n", "<!-- to here -->\n"


def table(rows: Iterable[Row], figures: Mapping[str, Figures]) -> str:
    """As Markdown; rows that were never measured are left out."""
    lines = ["| row | what | here | the stock way | goal | |\n", "| --- | --- | --- | --- | --- | --- |\n"]
    lines += [_line(row, figures[row.name]) for row in rows if row.name in figures]
    return "".join(lines)


def put(text: str) -> None:
    """Put it into the page, in the place of the one that is there."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}")


def _line(row: Row, figures: Figures) -> str:
    stock = row.stock if figures.stock is None else f"{spelled(figures.stock, row.unit)} ({row.stock})"
    sign = "" if row.goal is None else "reached" if row.goal.reached(figures) else "not reached"
    goal = "as little as can be" if row.goal is None else str(row.goal)
    return f"| `{row.name}` | {row.what} | {spelled(figures.ours, row.unit)} | {stock} | {goal} | {sign} |\n"
