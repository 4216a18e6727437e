"""The figures that were committed last, and how far others are from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.measuring.row import Figures

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE: Final = Path(__file__).with_name("figures.json")
BEYOND: Final = 0.25
"""By which part of it a figure may be off before that is worth a word."""


def kept() -> dict[str, Figures]:
    """By the names of their rows."""
    return {name: Figures(*found) for name, found in json.loads(FILE.read_text()).items()} if FILE.exists() else {}


def keep(figures: Mapping[str, Figures]) -> None:
    """Write them down, over those of the same rows."""
    told = {name: [value and float(f"{value:.4g}") for value in found] for name, found in figures.items()}
    lines = (f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in told.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def drift(before: Figures, now: Figures) -> float:
    """By which part it has become more (above 0) or less. Beside a stock way the ratio counts: machines differ.

    >>> drift(Figures(10.0, 100.0), Figures(40.0, 200.0)), drift(Figures(4.0), Figures(3.0)), drift(Figures(0), Figures(0))
    (1.0, -0.25, 0.0)
    """
    then, here = _weight(before), _weight(now)
    if then == here:
        return 0.0
    return here / then - 1.0 if then else float("inf")


def _weight(figures: Figures) -> float:
    return figures.ours / figures.stock if figures.stock else figures.ours
