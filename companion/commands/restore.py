"""``companion restore FILE``: the games of a backup, put back; those that are there are kept beside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import where

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what companion backup has written")
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """Put them back, and say which they are. Raises ConfigError, NoBackup, FolderTaken, OSError."""
    from companion.table.backup import restore
    from hardware import real_machine

    _, folder = where.told(given)
    restored = restore(folder, given.file, real_machine().open_database)
    print(f"{folder}: {restored.held}")
    if restored.kept_in is not None:
        print(f"What was there before is in {restored.kept_in}")
    return 0
