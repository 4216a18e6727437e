"""The words of a scenario's line.

>>> [word.raw for word in split('expect oled contains "Zoë # 1"  # as in her passport')]
['expect', 'oled', 'contains', '"Zoë # 1"']
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final, NoReturn


class NotReadable(ValueError):
    """A word is not of the kind that is wanted here; the message says why where that helps."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it was written, quotes included, and where it stands in its line (from 0)."""

    raw: str
    start: int
    end: int


def split(line: str) -> list[Word]:
    """The words of a line up to its comment: quoted text and JSON are one word each. Raises NotReadable."""
    words = []
    at = 0
    while at < len(line) and line[at] != "#":
        if line[at].isspace():
            at += 1
            continue
        start = at
        at = _end_of_word(line, start)
        words.append(Word(line[start:at], start, at))
    return words


def text(raw: str) -> str:
    """A bare word, or what stands between quotes. Raises NotReadable."""
    if raw.startswith('"'):
        return _string(raw)
    if '"' in raw:
        raise NotReadable(f"a quote stands inside {raw}: put all of it in double quotes")
    return raw


def parsed(raw: str) -> object:
    """What a word says as JSON. Raises NotReadable."""
    try:
        value: object = _DECODER.decode(raw)
    except json.JSONDecodeError as error:
        raise NotReadable(f"{raw} is no JSON: {error.msg}") from error
    return value


def halves(raw: str) -> tuple[str, str, str]:
    """What stands before the first = that is not quoted, that =, and what stands after it."""
    quoted = _QUOTED.match(raw)
    if quoted is None:
        return raw.partition("=")
    key, rest = raw[: quoted.end()], raw[quoted.end() :]
    return key, rest[:1] if rest.startswith("=") else "", rest[1:]


def _no_constant(name: str) -> NoReturn:
    raise NotReadable(f"{name} is no JSON")


_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_FOREIGN_QUOTES: Final = "“”„«»"
_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant, strict=False)


def _end_of_word(line: str, start: int) -> int:
    at = start
    while at < len(line) and not line[at].isspace() and line[at] != "#":
        if line[at] in _FOREIGN_QUOTES:
            raise NotReadable(f'{line[at]} at column {at + 1}: write quotes straight, "like this"')
        if line[at] == '"':
            quoted = _QUOTED.match(line, at)
            if quoted is None:
                raise NotReadable(f"the quote that opens at column {at + 1} is never closed: {line[at:].rstrip()}")
            at = quoted.end()
        elif line[at] in "{[" and (at == start or line[at - 1] == "="):
            try:
                at = _DECODER.raw_decode(line, at)[1]
            except json.JSONDecodeError as error:
                raise NotReadable(f"the JSON is not right at column {error.pos + 1}: {error.msg}") from error
            except RecursionError as error:
                raise NotReadable(f"the JSON at column {at + 1} is nested too deeply") from error
        else:
            at += 1
    return at


def _string(raw: str) -> str:
    if not _QUOTED.fullmatch(raw):
        raise NotReadable(f"something follows the closing quote in {raw}")
    try:
        return str(json.loads(raw, strict=False))
    except json.JSONDecodeError as error:
        raise NotReadable(f"{raw} is not quoted as in JSON: {error.msg}") from error
