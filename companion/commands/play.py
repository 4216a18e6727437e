"""``companion play``: a game file played with the rules alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from companion.games import Answer, Refusal, read_header, read_object
from companion.games.strict import bad
from companion.reading import read_at_most
from companion.table.ledger import Ledger

if TYPE_CHECKING:
    import argparse

LONGEST: Final = 20_000_000
"""Bytes of a game file; the longest game has a tenth of a million. Standard input may go on for as long as it likes."""

_BLANK: Final = b" \t\r\n"


class Printer(Protocol):
    """Prints what becomes of a game."""

    def state(self, ledger: Ledger) -> None:
        """How it stands."""

    def answer(self, answer: Answer) -> None:
        """What was asked of the rules."""

    def refused(self, line: int, refusal: Refusal) -> None:
        """What was told in a line, and is not done."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("file", metavar="FILE", help="JSON Lines, the header first; - for standard input")
    parser.add_argument("--trace", action="store_true", help="print the state after each line, the header's first")
    parser.add_argument("--table", action="store_true", help="print tables for people instead of JSON")
    parser.add_argument("--keep-going", action="store_true", help="print what is refused in its place, and go on")


def act(given: argparse.Namespace) -> int:
    """Play it."""
    return play(
        given.file,
        trace=given.trace,
        table=given.table,
        keep_going=given.keep_going,
        out=sys.stdout,
        err=sys.stderr,
    )


def play(path: str, *, trace: bool, table: bool, keep_going: bool, out: TextIO, err: TextIO) -> int:
    """Play the game file at ``path`` ("-" is standard input), and give the exit code.

    0: played; 1: a line was refused; 2: the file cannot be read, or has no valid header.
    ``trace`` prints every state, ``table`` prints for people, ``keep_going`` goes on after a refused line.
    """
    printer = _printer(out, table=table)
    try:
        # Lines end with \n alone: a string may hold other characters that Python takes for an end of line.
        file = sys.stdin.buffer if path == "-" else read_at_most(Path(path), LONGEST).split(b"\n")
    except OSError as error:
        print(f"{path}: cannot be read: {error.strerror or error}", file=err)
        return 2
    lines = ((number, line.strip(_BLANK)) for number, line in enumerate(file, 1))
    lines = ((number, line) for number, line in lines if line)
    number, line = next(lines, (1, b""))
    try:
        ledger = _opened(line)
    except Refusal as refusal:
        print(f"{path}:{number}: {refusal}", file=err)
        return 2
    if trace:
        printer.state(ledger)
    refused = False
    for number, line in lines:
        try:
            _tell(ledger, line, printer, trace=trace)
        except Refusal as refusal:
            if not keep_going:
                print(f"{path}:{number}: {refusal}", file=err)
                return 1
            refused = True
            printer.refused(number, refusal)
    if not trace:
        printer.state(ledger)
    return int(refused)


def _printer(out: TextIO, *, table: bool) -> Printer:
    if not table:
        return _JsonLines(out)
    # rich takes 60 ms to import, which only a table is worth.
    from companion.commands.play_table import Tables

    return Tables(out)


def _opened(line: bytes) -> Ledger:
    if not line:
        raise bad('there is no header: the first line is {"game": ..., "players": [...]}')
    return Ledger(read_header(read_object(line)))


def _tell(ledger: Ledger, line: bytes, printer: Printer, *, trace: bool) -> None:
    told = read_object(line)
    if "ask" not in told:
        ledger.submit(told)
        if trace:
            printer.state(ledger)
    elif "do" in told:
        raise bad('a line holds a command ("do") or a question ("ask"), not both')
    else:
        printer.answer(ledger.game.ask(ledger.state, told))


class _JsonLines:
    """One JSON object a line."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def state(self, ledger: Ledger) -> None:
        self._print(ledger.snapshot())

    def answer(self, answer: Answer) -> None:
        self._print({"answer": answer.answer, "why": answer.why})

    def refused(self, line: int, refusal: Refusal) -> None:
        self._print({"refused": {"line": line, "code": refusal.code, "message": refusal.message}})

    def _print(self, value: dict[str, object]) -> None:
        # Flushed, for whoever types the lines or pipes them in one by one.
        print(json.dumps(value, ensure_ascii=False), file=self._out, flush=True)
