"""``companion play --table``: a game as tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from rich import box
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games import Answer, Refusal, State
    from companion.table.ledger import Ledger


class Tables:
    """Tables for people."""

    def __init__(self, out: TextIO) -> None:
        self._console = Console(file=out, highlight=False, markup=False, emoji=False)

    def state(self, ledger: Ledger) -> None:
        """A table of the players, the one in front first, and what the table has."""
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
        """A line, with the reason."""
        self._console.print(f"{_said(answer.answer)} ({answer.why})")

    def refused(self, line: int, refusal: Refusal) -> None:
        """A line, with the reason."""
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
