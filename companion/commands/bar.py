"""How far a command is, on one line of a terminal; where nobody watches, a line for each thing that is new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

if TYPE_CHECKING:
    from typing import TextIO


class Bar:
    """A bar, and what goes on in words; gone at the end."""

    def __init__(self, err: TextIO, first: str, total: float | None) -> None:
        """Say ``first`` until there is more to show; of a ``total`` of None only words are shown."""
        self._console = Console(file=err, highlight=False)
        columns = [BarColumn(bar_width=24)] if total is not None else []
        self._progress = Progress(
            *columns, TextColumn("{task.description}"), console=self._console, auto_refresh=False, transient=True
        )
        self._task = self._progress.add_task(first, total=total)
        self._told = ""

    def __enter__(self) -> Self:
        if self.is_watched:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_watched:
            self._progress.stop()

    @property
    def is_watched(self) -> bool:
        """Whether somebody sees the bar."""
        return self._console.is_terminal

    def show(self, completed: float, words: str) -> None:
        """So much of the total is done by now; nothing where nobody watches."""
        if self.is_watched:
            self._progress.update(self._task, completed=completed, description=words, refresh=True)

    def tell(self, words: str) -> None:
        """Where nobody watches, a line, unless it was the last one already."""
        if not self.is_watched and words != self._told:
            self._told = words
            self._console.print(words, soft_wrap=True)
