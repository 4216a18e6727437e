"""Lines of a scenario, written so that they are read as they were meant."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def game_line(game: str, players: tuple[str, ...], options: Mapping[str, object]) -> str:
    """The step that begins a game.

    >>> game_line("fat-cats", ("Ada", "Anna Lena"), {"cushions": 30})
    'game fat-cats Ada "Anna Lena" cushions=30'
    """
    given = (f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in options.items())
    return " ".join(("game", game, *map(word, players), *given))


def word(text: str) -> str:
    """A text as one word of a line.

    >>> word("Ada"), word("null")
    ('Ada', '"null"')
    """
    return text if re.fullmatch(r"\w[\w-]*", text) and text != "null" else json.dumps(text, ensure_ascii=False)
