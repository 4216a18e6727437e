"""What was done at the table, written down as a scenario that comes to the same end."""

from __future__ import annotations

import json
import tomllib
from math import ceil
from typing import TYPE_CHECKING, Final

from companion.config import Config, encode
from companion.scenario.writing import game_line, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.faces.trouble import Trouble
    from companion.table.ledger import Ledger

TOLD_OTHERWISE: Final = {
    *(("oled", key) for key in ("chip", "height", "address", "rotate")),
    ("sensor", "address"),
    ("wiring", "name"),
    ("table", "language"),
    ("table", "data"),
}
"""The settings that have steps of their own, or say how a box is built: a scenario builds another."""

GRID: Final = 0.01
"""A step begins whole hundredths of a second after the one before, s: so a written wait is no rounded one."""


class Recorder:
    """The steps that were done since the companion started, and the waits between them."""

    def __init__(self, config: Config) -> None:
        self.steps = 0
        """How many were done."""
        self._ended = 0.0
        """When the last of them was done, s, monotonic."""
        self._lines = _set_up(config)

    def begin(self, now: float, resumed: Ledger | None) -> None:
        """The companion has just started; a game that it took up from its folder is told anew first."""
        self._ended = now
        if resumed is not None:
            header = resumed.header
            self._lines.append(game_line(header.game, header.players, header.options))
            self._lines += (f"command {json.dumps(entry.command, ensure_ascii=False)}" for entry in resumed.entries)
            self._lines.append("restart")

    def due(self, now: float) -> float:
        """How long it is until the next moment that can be written down, s."""
        since = now - self._ended
        return ceil(since / GRID - 1e-6) * GRID - since

    def done(self, line: str, began: float, ended: float, refused: str | None = None) -> None:
        """A step was done, and what it was refused with, if it was."""
        self._lines += [*self._wait(began), line]
        if refused is not None:
            self._lines.append(f"expect refused {refused}")
        self._ended = ended
        self.steps += 1

    def text(self, now: float, seen: Mapping[str, object] | None, troubles: Iterable[Trouble]) -> str:
        """All of it as a scenario, and what is to be seen now: the state of the game that is on, and what is broken."""
        lines = [*self._lines, *self._wait(now), *_expected(seen, troubles)]
        return "".join(f"{line}\n" for line in lines)

    def _wait(self, until: float) -> list[str]:
        hundredths = round((until - self._ended) / GRID)
        if hundredths <= 0:
            return []
        return [f"wait {hundredths * 10}ms" if hundredths < 100 else f"wait {hundredths / 100:.2f}s"]


def _set_up(config: Config) -> list[str]:
    """The settings, as far as they are not the usual ones."""
    lines = []
    if config.oled.chip != "ssd1306" or config.oled.height != 64:
        lines.append(f"oled {config.oled.chip} 128x{config.oled.height}")
    if config.wiring.name != "one-button":
        lines.append(f"wiring {config.wiring.name}")
    if config.table.language != "en":
        lines.append(f"language {config.table.language}")
    usual = tomllib.loads(encode(Config()))
    for section, settings in tomllib.loads(encode(config)).items():
        for key, value in settings.items():
            if (section, key) not in TOLD_OTHERWISE and usual.get(section, {}).get(key) != value:
                lines.append(f"config {section}.{word(key)} {json.dumps(value, ensure_ascii=False)}")
    return lines


def _expected(seen: Mapping[str, object] | None, troubles: Iterable[Trouble]) -> list[str]:
    lines = []
    if seen is not None:
        scores, winners, turn = seen["scores"], seen["winners"], seen["turn"]
        assert isinstance(scores, dict)
        assert isinstance(winners, list)
        lines.append(f"expect phase {seen['phase']}")
        lines.append(f"expect turn {word(turn) if isinstance(turn, str) else 'null'}")
        lines.append("expect scores " + " ".join(f"{word(name)}={score}" for name, score in scores.items()))
        if winners:
            lines.append("expect winners " + " ".join(map(word, winners)))
    return lines + [f"expect health {trouble.part} {trouble.status}" for trouble in troubles]
