"""Sections of a TOML file: read key by key, so that a mistake is told with its place; written with what each may be."""

from __future__ import annotations

import difflib
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import msgspec

from companion.errors import CompanionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

S = TypeVar("S", bound=msgspec.Struct)

Place = tuple[str, ...]
"""The words of a heading."""

_LONGEST: Final = 80


class WrongSetting(CompanionError, ValueError):
    """A section cannot be read: the message names section, key, value, and what is allowed."""


class Allowed(NamedTuple):
    """What may stand under a key."""

    kind: object
    """Its type, as msgspec checks it."""
    allowed: str
    """The same in words."""
    required: bool = False


@cache  # Looking into a type takes over a millisecond.
def keys_of(settings: type[msgspec.Struct]) -> Mapping[str, Allowed]:
    """The keys of a section that is a struct; what each may be is the description of its type."""
    info = msgspec.inspect.type_info(settings)
    assert isinstance(info, msgspec.inspect.StructType)
    words = {field.name: field.type for field in info.fields}
    keys = {}
    for field in msgspec.structs.fields(settings):
        kind = words[field.name]
        assert isinstance(kind, msgspec.inspect.Metadata)
        keys[field.name] = Allowed(field.type, (kind.extra_json_schema or {})["description"], field.required)
    return keys


def read(place: Place, table: object, keys: Mapping[str, Allowed]) -> dict[str, object]:
    """The values of a section. Raises WrongSetting: which key, which value, what may stand there."""
    here = spelled(place)
    if not isinstance(table, dict):
        raise WrongSetting(f"{here} = {shown(here, table)}: is a section: write [{here}] on a line of its own")
    values = {}
    for key, value in table.items():
        if key not in keys:
            raise WrongSetting(_no_such_key(place, key, value, keys))
        try:
            values[key] = msgspec.convert(value, keys[key].kind)
        except msgspec.ValidationError:
            raise WrongSetting(f"[{here}] {key} = {shown(key, value)}: must be {keys[key].allowed}") from None
    for key, wanted in keys.items():
        if wanted.required and key not in table:
            raise WrongSetting(f"[{here}] lacks {key}: {wanted.allowed}")
    return values


def made(place: Place, settings: type[S], values: Mapping[str, object]) -> S:
    """A section as what it stands for. Raises WrongSetting where its values do not go together."""
    try:
        return settings(**values)
    except ValueError as error:
        raise WrongSetting(f"[{spelled(place)}] {error}") from None


def written(place: Place, values: Mapping[str, object], keys: Mapping[str, Allowed]) -> list[str]:
    """The lines of a section, each key below what it may be."""
    lines = [f"[{spelled(place)}]"]
    for key, value in values.items():
        lines += [f"# {keys[key].allowed}", f"{key} = {toml(key, value)}"]
    return [*lines, ""]


def spelled(words: Iterable[str]) -> str:
    """A heading's name: its words with dots between them, those in quotes that TOML wants there.

    >>> spelled(["pads", "home"]), spelled(["pads", "Oma Käthe"])
    ('pads.home', 'pads."Oma Käthe"')
    """
    return ".".join(word if re.fullmatch(r"[A-Za-z0-9_-]+", word) else toml("", word) for word in words)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """What is close to a word that is not known, for an error; empty if nothing is."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def toml(key: str, value: object) -> str:
    """A value as TOML; what is not known is a question mark.

    >>> toml("toys", [5, None]), toml("toys", {"9": 35}), toml("address", 0x3C), toml("silent", True)
    ('[5, "?"]', '{ 9 = 35 }', '0x3C', 'true')
    """
    match value:
        case int() if key == "address":
            return f"0x{value:02X}"
        case None:
            return '"?"'
        case list() | tuple():
            return f"[{', '.join(toml('', item) for item in value)}]"
        case dict():
            inside = ", ".join(f"{spelled([name])} = {toml('', item)}" for name, item in value.items())
            return f"{{ {inside} }}" if inside else "{}"
    # A control character that JSON lets stand and TOML does not.
    return json.dumps(value, ensure_ascii=False, default=str).replace("\x7f", "\\u007F")


def shown(key: str, value: object) -> str:
    """A value as an error shows it."""
    text = toml(key, value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _no_such_key(place: Place, key: str, value: object, keys: Mapping[str, Allowed]) -> str:
    here, name = spelled(place), spelled([key])
    if isinstance(value, dict) and len(place) > 1:
        whole = spelled((*place[:-1], f"{place[-1]}.{key}"))
        return f"[{here}.{name}] has a dot too many: a name with a dot in it stands in quotes, as in [{whole}]"
    return f"[{here}] has no key {name}{did_you_mean(key, keys)}; it has {', '.join(keys)}"
