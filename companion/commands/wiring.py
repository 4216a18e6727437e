"""``companion wiring DIR``: which part goes to which pin, a drawing for each wiring."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import where

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where to write them; made if missing")
    where.settings(parser)


def act(given: argparse.Namespace) -> int:
    """Write them. Raises ConfigError, OSError."""
    from companion.config import read_config
    from companion.pinout import wiring

    return wiring(given.folder, read_config(given.config))
