"""A number or name that is another on the real table: what may stand there, and how that is told."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.games.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.faces.words import Words
    from companion.games import Correctable


def command(words: Words, settings: Mapping[str, object] = MappingProxyType({})) -> dict[str, object]:
    """The command that sets this, by path, or what is still to be filled in."""
    return {"do": "correct", "set": dict(settings), "why": words.why_corrected}


def choices(one: Correctable, players: Sequence[str], words: Words) -> Iterator[tuple[str, str | None]]:
    """What may be chosen where it is no number: how it is called, and the value."""
    for value in one.choices or players:
        # A word of the game's own is a text that knows where it comes from; what is sent is plain.
        yield called(value, one, words), None if value is None else str(value)


def called(value: str | None, one: Correctable, words: Words) -> str:
    """A name, or a word of the game's own; also nobody, or nothing where the others are such words."""
    if value is None:
        return words.nothing if any(isinstance(choice, Said) for choice in one.choices) else words.none
    return words.word(value) if isinstance(value, Said) else value
