"""Somebody who types at given times, in virtual time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.terminal.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from companion.config import Config
    from companion.terminal.view import InView

Script = list[tuple[float, str]]
"""Keys, and how long after the one before each is pressed, s."""


class Typist:
    """Types what a script says, then quits; remembers what was seen."""

    def __init__(self, script: Script) -> None:
        self.seen: list[InView] = []
        self._script = [*script, (1.5, "q")]

    def see(self, seen: InView) -> None:
        self.seen.append(seen)

    def wait(self, seconds: float, *, for_key: bool) -> tuple[float, list[str]]:
        typed: list[str] = []
        left = seconds
        while self._script and self._script[0][0] <= left:
            pause, key = self._script.pop(0)
            left -= pause
            typed.append(key)
            if for_key:
                return seconds - left, typed
        if self._script:
            pause, key = self._script[0]
            self._script[0] = pause - left, key
        return seconds, typed


class Evening:
    """A table, played at by a typist, and what was written down of it."""

    def __init__(self, folder: Path, script: Script, config: Config, known: tuple[str, ...]) -> None:
        folder.mkdir(exist_ok=True)
        self.typist = Typist(script)
        self.scenario = folder.with_suffix(".scenario")
        self.table = Table(self.typist, config, folder, known, wall=1_790_000_000.0)

    def play(self) -> InView:
        """Play it to its end; returns what was seen last."""
        self.table.play(self.scenario)
        return self.typist.seen[-1]

    @property
    def lines(self) -> list[str]:
        """The steps that were written down, without waits and expectations."""
        lines = self.scenario.read_text().splitlines()
        return [line for line in lines if not line.startswith(("wait ", "expect "))]

    @property
    def said(self) -> list[str]:
        """What was answered to keys, each once."""
        return list(dict.fromkeys(seen.said for seen in self.typist.seen if seen.said))


class Evenings(Protocol):
    """Makes evenings; with a folder's name in that folder, which may have been played in before."""

    def __call__(
        self, script: Script, config: Config = ..., folder: str = ..., known: tuple[str, ...] = ...
    ) -> Evening: ...
