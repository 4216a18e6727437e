"""How findings are told: on a terminal in columns, else a line each, or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from typing import TextIO

    from companion.doctor.finding import Finding

_SIGNS: Final = {"ok": ("ok", "green"), "degraded": ("degraded", "yellow"), "absent": ("absent", "red")}


class Printer(Protocol):
    """Whoever tells."""

    def finding(self, finding: Finding) -> None:
        """Tell one."""

    def wish(self, text: str) -> None:
        """Say what somebody at the box is to do now."""

    def end(self, faults: int) -> None:
        """That was all."""


def printer(out: TextIO, *, as_json: bool) -> Printer:
    """As fits whoever reads."""
    if as_json:
        return _Json(out)
    console = Console(file=out, highlight=False)
    return _Columns(console) if console.is_terminal else _Plain(out)


class _Json:
    """For scripts: an object a line."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def finding(self, finding: Finding) -> None:
        print(json.dumps(finding._asdict(), ensure_ascii=False), file=self._out, flush=True)

    def wish(self, text: str) -> None:
        """Scripts have no hands."""

    def end(self, faults: int) -> None:
        """The exit code says it."""


class _Plain:
    """For a pipe or a file: a line each, however long, so that it can be searched."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def finding(self, finding: Finding) -> None:
        cure = f" — {finding.cure}" if finding.cure else ""
        print(f"{finding.status:<9}{finding.part:<10}{finding.found}{cure}", file=self._out, flush=True)

    def wish(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def end(self, faults: int) -> None:
        """The lines say it."""


class _Columns:
    """For people: what was found, and below it the cure."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def finding(self, finding: Finding) -> None:
        sign, colour = _SIGNS[finding.status]
        if not finding.needed and finding.status != "ok":
            colour = "default"
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(width=8, style=colour, no_wrap=True)
        table.add_column(width=9, style="bold", no_wrap=True)
        table.add_column(ratio=1, overflow="fold")
        # As texts: square brackets are sections of the configuration here, not rich's own marks.
        table.add_row(sign, finding.part, Text(finding.found))
        if finding.cure:
            table.add_row(
                "", "", Text.assemble(("→ ", colour), (finding.cure, "dim" if finding.status == "ok" else ""))
            )
        self._console.print(table)

    def wish(self, text: str) -> None:
        self._console.print(Text(f" {text} ", "bold reverse"))

    def end(self, faults: int) -> None:
        if faults:
            self._console.print(f"\n[bold red]{faults} {'part needs' if faults == 1 else 'parts need'} a hand[/]")
        else:
            self._console.print("\n[bold green]all is well[/]")
