"""``companion screens DIR``: every screen of the display as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where to write them; made if missing")


def act(given: argparse.Namespace) -> int:
    """Write them. Raises OSError."""
    from companion.screens import screens

    return screens(given.folder)
