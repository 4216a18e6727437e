"""What a table may choose before a game: which options, how they are called, and what each may be."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from msgspec import UNSET, inspect

from companion.games.strict import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.state import Options

MOST_VALUES: Final = 12
"""An option with more is not chosen by going through them; its values have names in the settings, if any."""


class HouseRule(NamedTuple):
    """An option that people choose, and how it is called."""

    option: str
    label: str


def values(options: type[Options], option: str) -> tuple[object, ...]:
    """What an option may be, one after the other; empty where that is more than can be gone through.

    >>> from companion.games.fat_cats.commands import Options
    >>> values(Options, "back_floor"), values(Options, "blue_cards"), values(Options, "cushions")
    ((0, 1), (UNSET, 5, 9), ())
    """
    return _values(options, option)


def differing(options: type[Options], told: Mapping[str, object]) -> dict[str, object]:
    """Of options as a header has them, those that are not as if nobody had said anything; never who begins.

    >>> from companion.games.fat_cats.commands import Options
    >>> differing(Options, {"first": "Ada", "cushions": 30, "ghost": "instead"})
    {'cushions': 30}
    """
    usual = plain(options())
    assert isinstance(usual, dict)
    return {name: value for name, value in told.items() if name != "first" and value != usual.get(name, UNSET)}


@cache
def _values(options: type[Options], option: str) -> tuple[object, ...]:
    (kind,) = (field.type for field in msgspec.structs.fields(options) if field.name == option)
    found, usual = _each(inspect.type_info(kind)), getattr(options(), option)
    if not found or len(found) > MOST_VALUES:
        return ()
    return found if usual in found else (usual, *found)


def _each(kind: inspect.Type) -> tuple[object, ...]:
    match kind:
        case inspect.UnionType(types):
            parts = [_each(each) for each in types]
            return tuple(value for part in parts for value in part) if all(parts) else ()
        case inspect.LiteralType(found):
            return tuple(found)
        case inspect.BoolType():
            return (False, True)
        case inspect.NoneType():
            return (None,)
        case inspect.IntType(ge=int(low), le=int(high)) if high - low < MOST_VALUES:
            return tuple(range(low, high + 1))
    return ()
