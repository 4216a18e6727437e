"""``companion config``: the settings that are in force, and what each may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.commands import where
from companion.config import default_file, encode, read_config

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("--default", action="store_true", help="print the commented default file instead")
    where.settings(parser)


def act(given: argparse.Namespace) -> int:
    """Print them. Raises ConfigError."""
    text = default_file().read_text(encoding="utf-8") if given.default else encode(read_config(given.config))
    print(text, end="")
    return 0
