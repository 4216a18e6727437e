"""``companion backup FILE``: all games in one file, also while the companion runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import where

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to; it must not be there yet")
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """Make it, and say what it holds. Raises ConfigError, NoBackup, OSError."""
    from companion.table.backup import back_up
    from hardware import real_machine

    _, folder = where.told(given)
    held = back_up(folder, given.file, real_machine().open_database)
    print(f"{given.file}: {held}")
    return 0
