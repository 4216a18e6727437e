"""Where settings are read, and games kept, as most commands can be told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from companion.config import Config


def settings(parser: argparse.ArgumentParser) -> None:
    """Take ``--config``."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings, as TOML")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take ``--config`` and ``--data``."""
    settings(parser)
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")


def told(given: argparse.Namespace) -> tuple[Config, Path]:
    """The settings, and the folder of the games. Raises ConfigError."""
    from companion.config import data_folder, read_config

    config = read_config(given.config)
    return config, given.data or data_folder(config)
