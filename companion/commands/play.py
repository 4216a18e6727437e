"""``companion play``: a game file played with the rules alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from companion.games import Answer, Refusal, read_header, read_object
from companion.games.strict import bad
from companion.reading import read_at_most
from companion.table.ledger import Ledger

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from rich.console import Console

    from companion.games import State

LONGEST: Final = 20_000_000
"""Bytes of a game file; the longest game has a tenth of a million. Standard input may go on for as long as it likes."""

_BLANK: Final = b" \t\r\n"


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
    printer: _Printer = _TablePrinter(out) if table else _Printer(out)
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


def _opened(line: bytes) -> Ledger:
    if not line:
        raise bad('there is no header: the first line is {"game": ..., "players": [...]}')
    return Ledger(read_header(read_object(line)))


def _tell(ledger: Ledger, line: bytes, printer: _Printer, *, trace: bool) -> None:
    told = read_object(line)
    if "ask" not in told:
        ledger.submit(told)
        if trace:
            printer.state(ledger)
    elif "do" in told:
        raise bad('a line holds a command ("do") or a question ("ask"), not both')
    else:
        printer.answer(ledger.game.ask(ledger.state, told))


class _Printer:
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


class _TablePrinter(_Printer):
    """Tables for people."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(out)
        # rich takes 60 ms to import, which only a table is worth.
        from rich.console import Console

        self._console: Console = Console(file=out, highlight=False, markup=False, emoji=False)

    def state(self, ledger: Ledger) -> None:
        state = ledger.state
        columns, rest = _columns(ledger)
        self._console.print(f"{ledger.game.title}: {_now(state)}")
        players = sorted(state.players, key=lambda name: state.ranks[name])
        rows = [[_mark(state, name), name, *(_said(cells[name]) for cells in columns.values())] for name in players]
        self._table(["", "Player", *columns], rows)
        for title, value in rest.items():
            self._of_the_table(title, value)
        if state.winners:
            self._console.print(f"  won: {', '.join(state.winners)}")

    def answer(self, answer: Answer) -> None:
        self._console.print(f"{_said(answer.answer)} ({answer.why})")

    def refused(self, line: int, refusal: Refusal) -> None:
        self._console.print(f"line {line} refused, {refusal}")

    def _of_the_table(self, title: str, value: object) -> None:
        """What is no player's: in a line, or where it has rows of rows in it, in a table of its own."""
        grid = _grid(value)
        if not grid:
            self._console.print(f"  {title}: {_said(value)}")
            return
        columns = list(dict.fromkeys(name for cells in grid.values() for name in cells))
        self._table(
            [title, *columns],
            [[row, *(_said(cells[name]) if name in cells else "" for name in columns)] for row, cells in grid.items()],
        )

    def _table(self, titles: list[str], rows: list[list[str]]) -> None:
        from rich import box
        from rich.table import Table

        table = Table(*titles, box=box.SIMPLE, padding=(0, 1, 0, 0))
        for row in rows:
            table.add_row(*row)
        self._console.print(table)


def _now(state: State) -> str:
    """Where the game is; a phase whose word is said already says nothing more."""
    if state.over:
        return f"over ({state.ended})"
    told = f"round {state.round}"
    return told if state.phase in told.split() else f"{told}, {state.phase}"


def _mark(state: State, name: str) -> str:
    if name in state.winners:
        return "*"
    if name == state.turn:
        return ">"
    return "-" if state.players.index(name) in state.left else ""


def _columns(ledger: Ledger) -> tuple[dict[str, Mapping[str, object]], dict[str, object]]:
    """What each player has, a column each; and what the table has. What is not known or empty is left out."""
    state = ledger.state
    columns: dict[str, Mapping[str, object]] = {"rank": state.ranks}
    rest: dict[str, object] = {}
    for name, value in ledger.game.view(state).items():
        title = _spaced(name)
        if isinstance(value, dict) and list(value) == list(state.players):
            columns |= _each(title, value)
        elif name not in ("left", "ended") and value not in (None, [], {}):
            rest[title] = value
    if state.scores not in columns.values():
        columns["score"] = state.scores
    return columns, rest


def _each(title: str, cells: dict[str, object]) -> dict[str, dict[str, object]]:
    """A column, or where every player has a list, one for each of its places: `rounds` are round 1, round 2, ..."""
    lists = {name: value for name, value in cells.items() if isinstance(value, list)}
    if len(lists) < len(cells):
        return {title: cells} if any(value is not None for value in cells.values()) else {}
    places = range(max(map(len, lists.values())))
    return {f"{title.removesuffix('s')} {at + 1}": {name: row[at] for name, row in lists.items()} for at in places}


def _grid(value: object) -> dict[str, dict[str, object]]:
    """The rows of a table in which rows have rows, each with its cells; what has none is a row with a single cell."""
    if not isinstance(value, dict) or not any(_holds_rows(group) for group in value.values()):
        return {}
    rows: dict[str, dict[str, object]] = {}
    for name, group in value.items():
        if _holds_rows(group):
            rows |= {f"{name} {row}": cells for row, cells in group.items()}
        else:
            rows[name] = {"": group}
    return rows


def _holds_rows(group: object) -> bool:
    return isinstance(group, dict) and bool(group) and all(isinstance(cells, dict) for cells in group.values())


def _said(value: object, *, inside: bool = False) -> str:
    """A value as people write it; what is ``inside`` another stands in brackets.

    >>> _said({"toys": {"9": 35}, "splats": [-5, None], "no_toys": True})
    'toys (9: 35), splats (-5, –), no toys yes'
    """
    match value:
        case None | [] | ():
            return "–"
        case bool():
            return "yes" if value else "no"
        case dict():
            between = ": " if inside else " "
            said = ", ".join(f"{_spaced(name)}{between}{_said(each, inside=True)}" for name, each in value.items())
        case list() | tuple():
            said = ", ".join(_said(each, inside=True) for each in value)
        case _:
            return str(value)
    return f"({said})" if inside else said


def _spaced(name: str) -> str:
    return name.replace("_", " ")
