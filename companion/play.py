"""`companion play`: a game file played with the rules alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from companion.games import Answer, Refusal, read_header, read_object
from companion.games.strict import bad
from companion.table.ledger import Ledger

if TYPE_CHECKING:
    from rich.console import Console

_BLANK = b" \t\r\n"


def play(path: str, *, trace: bool, table: bool, keep_going: bool, out: TextIO, err: TextIO) -> int:
    """Play the game file at ``path`` ("-" is standard input), and give the exit code.

    0: played; 1: a line was refused; 2: the file cannot be read, or has no valid header.
    ``trace`` prints every state, ``table`` prints for people, ``keep_going`` goes on after a refused line.
    """
    printer: _Printer = _TablePrinter(out) if table else _Printer(out)
    try:
        # Lines end with \n alone: a string may hold other characters that Python takes for an end of line.
        file = sys.stdin.buffer if path == "-" else Path(path).read_bytes().split(b"\n")
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
    """A table for people."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(out)
        # rich takes 60 ms to import, which only a table is worth.
        from rich.console import Console

        self._console: Console = Console(file=out, highlight=False, markup=False)

    def state(self, ledger: Ledger) -> None:
        from rich import box
        from rich.table import Table

        state, title = ledger.state, ledger.game.title
        ended = f"over ({state.ended})" if state.over else f"round {state.round}, {state.phase}"
        columns, rest = _columns(ledger)
        table = Table("", "Player", *columns, box=box.SIMPLE, title=f"{title}: {ended}", title_justify="left")
        ranks = state.ranks
        for seat in sorted(range(len(state.players)), key=lambda seat: ranks[state.players[seat]]):
            name = state.players[seat]
            mark = ">" if name == state.turn else "-" if seat in state.left else ""
            mark = "*" if name in state.winners else mark
            table.add_row(mark, name, *(str(values[name]) for values in columns.values()))
        self._console.print(table)
        for name, value in rest.items():
            self._console.print(f"  {name}: {value}")
        if state.winners:
            self._console.print(f"  won: {', '.join(state.winners)}")

    def answer(self, answer: Answer) -> None:
        self._console.print(f"{answer.answer}: {answer.why}")

    def refused(self, line: int, refusal: Refusal) -> None:
        self._console.print(f"line {line} refused, {refusal}")


def _columns(ledger: Ledger) -> tuple[dict[str, dict[str, object]], dict[str, object]]:
    """What each player has, a column each; and what the table has."""
    state = ledger.state
    columns: dict[str, dict[str, object]] = {"rank": dict(state.ranks)}
    rest: dict[str, object] = {}
    for name, value in ledger.game.view(state).items():
        title = name.replace("_", " ")
        if isinstance(value, dict) and list(value) == list(state.players):
            columns[title] = value
        elif name not in ("left", "ended") and value is not None:
            rest[title] = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    if state.scores not in columns.values():
        columns["score"] = dict(state.scores)
    return columns, rest
