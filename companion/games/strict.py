"""Objects read strictly: every field known, every type exact, and every mistake told in a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec import inspect

from companion.errors import Code, Refusal

S = TypeVar("S", bound=msgspec.Struct)

_LONGEST = 60


def read_tagged(data: object, tag: str, structs: Mapping[str, type[S]], what: str) -> S:
    """The struct that ``data`` names under ``tag``; raises Refusal bad-command, as :func:`read` does."""
    if not isinstance(data, Mapping):
        raise bad(f'{what} is an object with "{tag}", but here stands {short(data)}')
    known = ", ".join(sorted(structs))
    if tag not in data:
        raise bad(f'{what} is an object with "{tag}": one of {known}')
    verb = data[tag]
    if not isinstance(verb, str) or verb not in structs:
        raise bad(f'{short(verb)} is not known here as "{tag}": use one of {known}')
    return read(data, structs[verb], verb)


def read(data: object, struct: type[S], what: str) -> S:
    """``data`` as a ``struct``; raises Refusal bad-command that names the field, its value and what is allowed."""
    try:
        return msgspec.convert(data, struct, strict=True)
    except msgspec.ValidationError as error:
        raise bad(f"{what}: {_mistake(data, struct) or error}") from None


def read_value(value: object, kind: object, what: str) -> object:
    """``value`` as the type ``kind``; raises Refusal bad-command."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError:
        raise bad(f"{what} is {short(value)}, but must be {allowed(kind)}") from None


def bad(message: str) -> Refusal:
    """A refusal of what is malformed."""
    return Refusal(Code.BAD_COMMAND, message)


def short(value: object) -> str:
    """A value as a message shows it.

    >>> short({"a": None}), short("x" * 99)[-5:]
    ('{"a": null}', 'xx...')
    """
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def allowed(kind: object) -> str:
    """What a type allows, in words.

    >>> from typing import Annotated, Literal
    >>> allowed(Annotated[int, msgspec.Meta(ge=0, le=35)]), allowed(Literal[3, 4]), allowed(bool | None)
    ('a whole number from 0 to 35', '3 or 4', 'true or false, or null')
    >>> allowed(Annotated[list[bool], msgspec.Meta(min_length=1)]), allowed(tuple[bool, Literal[3]])
    ('a list of at least 1, each true or false', 'a list of true or false and 3')
    """
    return _words(inspect.type_info(kind))


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.UnionType(types):
            return ", or ".join(_words(each) for each in types)
        case inspect.Metadata(extra_json_schema={"title": str(title)}):
            return title
        case inspect.LiteralType(values):
            return " or ".join(short(value) for value in values)
        case inspect.IntType(ge=low, le=high):
            least = "" if low is None else f" from {low}"
            return "a whole number" + least + ("" if high is None else f" to {high}")
        case inspect.StrType(max_length=longest):
            return "text" if longest is None else f"text of at most {longest} characters"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case (
            inspect.ListType(item_type=item, min_length=low, max_length=high)
            | inspect.VarTupleType(item_type=item, min_length=low, max_length=high)
        ):
            many = f" of {low or 0} to {high}" if high is not None else f" of at least {low}" if low else ""
            return f"a list{many}, each {_words(item)}"
        case inspect.TupleType(item_types=items):
            return f"a list of {' and '.join(map(_words, items))}"
        case _:
            return "an object"


def _mistake(data: object, struct: type[msgspec.Struct]) -> str | None:
    """The first mistake in words; None when it lies in how the fields go together."""
    if not isinstance(data, Mapping):
        return f"an object is wanted, but here stands {short(data)}"
    config = struct.__struct_config__
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    tag = {config.tag_field} if config.tag_field else set()
    for name in data:
        if name not in fields.keys() | tag:
            known = ", ".join(fields) or "nothing more"
            return f"the field {short(name)} is not known, it takes {known}"
    for name, field in fields.items():
        if name not in data:
            if field.required:
                return f"{name} is missing: {allowed(field.type)}"
            continue
        try:
            msgspec.convert(data[name], field.type, strict=True)
        except msgspec.ValidationError as error:
            inside = str(error).partition(" - at `$")[2].rstrip("`")
            place = f" (at {inside.lstrip('.')})" if inside else ""
            return f"{name} is {short(data[name])}, but must be {allowed(field.type)}{place}"
    return None
