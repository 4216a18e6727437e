"""One line of a game file: JSON as it should be, without what parsers let pass."""

from __future__ import annotations

import json
from typing import Final, NoReturn

from companion.games.strict import bad, short

# The deepest object that any game reads has 6 levels: amend, with, pile, card, colours and their names.
_DEEPEST: Final = 20


def read_object(line: bytes) -> dict[str, object]:
    """The object that a line holds; raises Refusal bad-command.

    >>> read_object(b'{"do": "lift"}')
    {'do': 'lift'}
    """
    value = _parsed(_decoded(line))
    if not isinstance(value, dict):
        raise bad(f"one JSON object is wanted, as in {{...}}, but here stands {short(value)}")
    if _depth(value) > _DEEPEST:
        raise bad(f"nested deeper than {_DEEPEST} levels")
    return value


class _Mistake(Exception):
    """What the JSON parser would let pass."""


def _decoded(line: bytes) -> str:
    if line.startswith(b"\xef\xbb\xbf"):
        raise bad("the text begins with a byte order mark: save it as UTF-8 without one")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise bad(f"byte {error.start + 1} is not UTF-8: save the text as UTF-8") from None


def _parsed(text: str) -> object:
    try:
        value: object = json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_constant)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        why = error.msg.removesuffix(" at")
        raise bad(f"not JSON: {why[0].lower()}{why[1:]} at character {error.pos + 1}") from None
    except UnicodeEncodeError:
        raise bad("half of a surrogate pair (\\ud800 to \\udfff) is no character") from None
    except _Mistake as error:
        raise bad(str(error)) from None
    except RecursionError:
        raise bad(f"nested deeper than {_DEEPEST} levels") from None
    except ValueError:
        raise bad("a number has too many digits") from None
    return value


def _without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise _Mistake(f"the field {json.dumps(twin, ensure_ascii=False)} stands twice in one object")
    return result


def _no_constant(name: str) -> NoReturn:
    raise _Mistake(f"{name} is no JSON: use a whole number")


def _depth(value: object) -> int:
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return depth - 1
