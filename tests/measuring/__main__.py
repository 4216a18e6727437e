"""``make bench``: measures everything beside the stock way, and compares it with what was measured last."""

from __future__ import annotations

import argparse
import logging
import time
from typing import TYPE_CHECKING, Final

from tests.measuring import drawing, hearing, memory, past, pressing, resting, sampling, saving, starting, web
from tests.measuring.figures import BEYOND, drift, keep, kept
from tests.measuring.row import spelled
from tests.measuring.table import put, table

if TYPE_CHECKING:
    from tests.measuring.row import Figures, Row

ROWS: Final[tuple[Row, ...]] = (
    *drawing.ROWS,
    *sampling.ROWS,
    *pressing.ROWS,
    *resting.ROWS,
    *starting.ROWS,
    *past.ROWS,
    *memory.ROWS,
    *saving.ROWS,
    *web.ROWS,
    *hearing.ROWS,
)


def main() -> None:
    """Measure what is asked for; with ``--keep`` the figures and the page have it from now on."""
    parser = argparse.ArgumentParser(prog="python -m tests.measuring", description=main.__doc__)
    names = [row.name for row in ROWS]
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"all, if none is named: {', '.join(names)}")
    parser.add_argument("--keep", action="store_true", help="write the figures, and the table of docs/measured.md")
    arguments = parser.parse_args()
    if unknown := {*arguments.rows} - {*names}:
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    wanted = [row for row in ROWS if not arguments.rows or row.name in arguments.rows]
    logging.disable(logging.WARNING)
    before = kept()
    found: dict[str, Figures] = {}
    for at, row in enumerate(wanted, 1):
        began = time.monotonic()
        print(f"{at}/{len(wanted)} {row.name:12} ", end="", flush=True)
        figures = found[row.name] = row.measure()
        print(_told(row, figures, before.get(row.name)), f"({time.monotonic() - began:.0f} s)", flush=True)
    if arguments.keep:
        figures_now = {
            row.name: found.get(row.name) or before[row.name] for row in ROWS if row.name in {*found, *before}
        }
        keep(figures_now)
        put(table(ROWS, kept()))


def _told(row: Row, figures: Figures, before: Figures | None) -> str:
    told = spelled(figures.ours, row.unit)
    if figures.stock is not None:
        told += f", the stock way {spelled(figures.stock, row.unit)}"
        if figures.ours:
            told += f": {figures.stock / figures.ours:.3g} times"
    if row.goal is not None:
        told += f"; {row.goal}: {'reached' if row.goal.reached(figures) else 'NOT REACHED'}"
    if before is not None and abs(off := drift(before, figures)) > BEYOND:
        told += f"; {'WARNING' if off > 0 else 'better'}: {100 * off:+.0f} % from what was kept"
    return told


if __name__ == "__main__":
    main()
