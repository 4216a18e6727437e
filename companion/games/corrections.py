"""What `correct` can set: paths like ``bowls.Ada``, and the values that may stand there."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import inspect

from companion.games.commands import Player
from companion.games.names import tidy
from companion.games.said import said
from companion.games.strict import bad, read_value, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Place = tuple[str | int, ...]
"""A path whose players are seats: ("bowls", 0)."""

PLAYER: Final = "PLAYER"
"""Where a name stands in a path."""
_SEGMENT: Final = re.compile(r'("(?:[^"\\]|\\.)*"|[^."][^.]*)(\.|$)')


class Correction(NamedTuple):
    """One kind of path; a player's name stands for PLAYER.

    ``kind`` is the type of the value: one that msgspec checks, ``Player`` or ``Player | None``.
    """

    path: str
    label: str
    kind: object

    @property
    def words(self) -> list[str]:
        return self.path.split(".")

    @property
    def names_a_player(self) -> bool:
        return self.kind in (Player, Player | None)


class Correctable(NamedTuple):
    """One number or name that people may set, for a menu."""

    path: str
    label: str
    value: object
    minimum: int | None
    maximum: int | None
    choices: tuple[str | None, ...]
    """Names, or the game's own words (Said) that another language has other words for."""


class Change(NamedTuple):
    """One path of a command, and what is to stand there."""

    correction: Correction
    words: tuple[str, ...]
    value: object

    def named(self) -> Iterator[str]:
        """The players it speaks of."""
        yield from (word for word, role in zip(self.words, self.correction.words, strict=True) if role == PLAYER)
        if self.correction.names_a_player and isinstance(self.value, str):
            yield self.value


def read_changes(corrections: Iterable[Correction], settings: Mapping[str, object]) -> list[Change]:
    """The changes of a `correct`; raises Refusal bad-command."""
    known = tuple(corrections)
    changes = [_read_change(known, path, value) for path, value in settings.items()]
    seen: set[tuple[str, ...]] = set()
    for change in changes:
        if change.words in seen:
            raise bad(f"correct: {spell(change.words)} stands twice in it")
        seen.add(change.words)
    return changes


def places(correction: Correction, seats: Iterable[int]) -> Iterator[Place]:
    """Every place of one kind."""
    words = correction.words
    if PLAYER not in words:
        yield tuple(words)
        return
    for seat in seats:
        yield tuple(seat if word == PLAYER else word for word in words)


@cache
def limits(correction: Correction) -> tuple[int | None, int | None, tuple[str | None, ...]]:
    """The least and the greatest number, or the words that may stand there."""
    if correction.names_a_player:
        return None, None, ()
    kinds = [inspect.type_info(correction.kind)]
    if isinstance(kinds[0], inspect.UnionType):
        kinds = list(kinds[0].types)
    low, high, words = None, None, list[str | None]()
    for kind in kinds:
        match kind:
            case inspect.IntType(ge=least, le=most):
                low, high = least, most
            case inspect.LiteralType(values):
                words += [said(str(value)) for value in values]
            case inspect.NoneType():
                words.append(None)
    return low, high, tuple(words)


def spell(words: Iterable[str]) -> str:
    """A path as it is written; a name with a dot in it stands as a JSON string.

    >>> spell(["bowls", "A.B"])
    'bowls."A.B"'
    """
    return ".".join(
        json.dumps(word, ensure_ascii=False) if "." in word or word.startswith('"') else word for word in words
    )


def split(path: str) -> list[str]:
    """The words of a path; raises Refusal bad-command.

    >>> split('bowls."A.B"')
    ['bowls', 'A.B']
    """
    words, at, more = list[str](), 0, "."
    while more:
        found = _SEGMENT.match(path, at)
        if found is None:
            raise bad(f"correct: {short(path)} is no path: words with dots between them, as in bowls.NAME")
        word, more = found.groups()
        if word.startswith('"'):
            try:
                word = json.loads(word)
            except ValueError:
                raise bad(f"correct: {word} in the path is no JSON string") from None
        words.append(word)
        at = found.end()
    return words


def _read_change(corrections: tuple[Correction, ...], path: str, value: object) -> Change:
    words = split(path)
    for correction in corrections:
        roles = correction.words
        if len(roles) == len(words) and all(role in (PLAYER, word) for role, word in zip(roles, words, strict=True)):
            tidied = tuple(tidy(word) if role == PLAYER else word for role, word in zip(roles, words, strict=True))
            return Change(correction, tidied, read_value(value, correction.kind, f"correct: {path}"))
    patterns = ", ".join(correction.path for correction in corrections)
    raise bad(f"correct: there is no {short(path)} to set, only {patterns}")
