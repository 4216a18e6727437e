"""``companion simulate``: the same daemon on simulated hardware, in this terminal or as a scenario has it."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from typing import Final

from companion.commands import where
from companion.errors import WrongCall
from companion.lately import LATELY

PLAYERS: Final = ("Ada", "Ben", "Cem")
"""Who sits at a simulated table, unless the configuration says who usually plays."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    # In place of the usual one.
    parser.add_argument(
        "-h", "--help", action=_HelpWithKeys, nargs=0, default=argparse.SUPPRESS, help="show this, and all keys"
    )
    parser.add_argument("scenario", type=Path, nargs="?", metavar="SCENARIO", help="a scenario to play")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write what was done at the table to a scenario, at the end and at r",
    )
    parser.add_argument("--port", type=_port, metavar="N", help="where phones reach the table, 0 for a free one")
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """Play a scenario, or let people play. Raises WrongCall, ScenarioError, ConfigError, FolderTaken."""
    # What the daemon logs would stand between the lines that a scenario fails with, or across the live display: only
    # the workshop's page shows it.
    logging.basicConfig(level=logging.INFO, handlers=[LATELY])
    if given.scenario is not None:
        if (given.config, given.data, given.record, given.port) != (None, None, None, None):
            raise WrongCall(
                "companion: a scenario has settings and a folder of its own, and no port: "
                "leave out --config, --data, --record and --port"
            )
        from companion.scenario.player import play_scenario

        return play_scenario(given.scenario, sys.stderr)
    from companion.config import Config, read_config
    from companion.table.hold import refuse_taken
    from companion.terminal.simulate import simulate

    # What the box at home has is not asked for here.
    config = read_config(given.config) if given.config else Config()
    if given.data is not None:
        refuse_taken(given.data)
    known = config.table.players if len(config.table.players) > 1 else PLAYERS
    return simulate(config, given.data, known, given.record, given.port)


class _HelpWithKeys(argparse.Action):
    """Help, and the keys of the simulated table, which are looked up only when they are asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from companion.terminal.keys import overview

        print(f"{parser.format_help()}\n{overview()}")
        parser.exit()


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)
