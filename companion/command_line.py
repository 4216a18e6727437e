"""The command line: finds the command that is called. Its room in ``commands`` is imported then, and no other."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from companion.errors import CompanionError

if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG: Final = 2
"""The exit code of a wrong call or file."""

INTERRUPTED: Final = 128 + signal.SIGINT
"""What a shell expects of a command that ended at Ctrl-C."""

COMMANDS: Final = {
    "run": "the daemon, on the hardware that is there",
    "simulate": "the same daemon on simulated hardware; with a scenario in virtual time, then exit",
    "play": "play a game file by the rules alone, and print the final state as JSON",
    "motion": "what the box felt in a recording, as JSON Lines of segments and events; "
    "times are seconds since its first sample",
    "record": "write down what the sensor feels, as motion and scenarios read it",
    "odds": "the chances of a turn of Mad Cat Sad Cat, as exact fractions",
    "screens": "every screen of the display as a picture",
    "wiring": "which part goes to which pin, a drawing for each wiring",
    "doctor": "look at every part: what was found, and what to do about it",
    "calibrate": "learn what is usual on the table where the box lies, and keep it",
    "games": "list what was played at the table, the newest first",
    "backup": "put all games into one file, also while the companion runs",
    "restore": "put the games of a backup back; those that are there are kept beside them",
    "mqtt": "list what the broker keeps of this table",
    "config": "print the settings that are in force, and what each may be",
}
"""Each has a room of its name in ``companion.commands``."""


class Command(Protocol):
    """What is in such a room."""

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take what can be told beside the command."""

    def act(self, given: argparse.Namespace) -> int:
        """Carry it out; returns the exit code. Raises CompanionError and OSError, which is told in a line."""


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit code."""
    given = _parser(sys.argv[1:] if argv is None else argv).parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        # What is printed is UTF-8 for whoever reads on, whatever this machine's locale says.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = _room(given.command).act(given)
        sys.stdout.flush()
    except CompanionError as error:
        print(error, file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough; nothing is left to be said, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if given.command == "run":
            # The service manager starts it again, which it does not after a wrong call.
            raise
        # A full disk behind standard output, a folder that is a file, a reader that is closed.
        where = f"{error.filename}: " if error.filename else ""
        print(f"companion: {where}{error.strerror or error}", file=sys.stderr)
        return WRONG
    return code


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """All commands, and of those that are among the words what can be told beside them."""
    parser = argparse.ArgumentParser(
        prog="companion",
        formatter_class=_Aligned,
        description="A box that sits beside four cat board games and keeps count.",
        epilog="Exit codes: 0 done; 1 a check or expectation failed, or a line was refused; "
        "2 the call or a file is wrong.",
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, default=argparse.SUPPRESS, help="say which version this is"
    )
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for name, says in COMMANDS.items():
        # A room may put a help of its own in the place of the usual one.
        added = commands.add_parser(
            name, help=says, description=f"{says[0].upper()}{says[1:]}.", conflict_handler="resolve"
        )
        if name in words:
            _room(name).arguments(added)
    return parser


def _room(name: str) -> Command:
    return cast("Command", import_module(f"companion.commands.{name}"))


class _Aligned(argparse.HelpFormatter):
    """argparse takes the longest command for two letters shorter than it stands there, and breaks its line."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        self._action_max_length = max(self._action_max_length, len("    calibrate  "))


class _Version(argparse.Action):
    """Looked up only when asked for: reading what is installed takes longer than all else here."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(version("cat-table-companion"))
        parser.exit()
