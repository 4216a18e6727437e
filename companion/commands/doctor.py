"""``companion doctor``: what was found of every part, and what to do about it."""

from __future__ import annotations

import argparse
import sys

from companion.commands import where


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--hands",
        action=argparse.BooleanOptionalAction,
        help="somebody is at the box, and presses what is to be pressed; so on a terminal, unless said otherwise",
    )
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """Look. Raises ConfigError."""
    from companion.beside import running
    from companion.doctor import doctor
    from hardware import real_machine

    config, folder = where.told(given)
    hands: bool | None = given.hands
    if hands is None:
        hands = sys.stdin.isatty() and sys.stdout.isatty()
    return doctor(
        config,
        real_machine(),
        folder,
        sys.stdout,
        as_json=given.json,
        here=running(config, folder),
        touched=hands and not given.json,
    )
