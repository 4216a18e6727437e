"""Objects read strictly: every field known, every type exact, and every mistake told in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Final, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from companion.errors import Code, Refusal

S = TypeVar("S", bound=msgspec.Struct)

_LONGEST: Final = 60


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
        raise bad(f"{what}: {_told(error, data, struct, '')}") from None


def read_value(value: object, kind: object, what: str) -> object:
    """``value`` as the type ``kind``; raises Refusal bad-command."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise bad(_told(error, value, kind, what)) from None


def plain(value: object) -> object:
    """A value as it stands in a game file.

    >>> plain((5, None))
    [5, None]
    """
    read_back: object = msgspec.json.decode(msgspec.json.encode(value))
    return read_back


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
    >>> allowed(dict[str, Literal["A", "B"]])
    'an object, under each name "A" or "B"'
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
        case inspect.StrType(min_length=shortest, max_length=longest) if longest is not None:
            return f"text of {f'{shortest} to' if shortest else 'at most'} {longest} characters"
        case inspect.StrType():
            return "text"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case (
            inspect.ListType(item_type=item, min_length=low, max_length=high)
            | inspect.VarTupleType(item_type=item, min_length=low, max_length=high)
        ):
            return f"a list{_many(low, high)}, each {_words(item)}"
        case inspect.TupleType(item_types=items):
            return f"a list of {' and '.join(map(_words, items))}"
        case inspect.DictType(value_type=inspect.CustomType(cls=cls)) if cls is object:
            return "an object"
        case inspect.DictType(value_type=inspect.Type() as value, min_length=low, max_length=high):
            return f"an object{_many(low, high)}, under each name {_words(value)}"
        case inspect.StructType(fields=fields):
            return f"an object with {', '.join(field.encode_name for field in fields)}"
    return "an object"


def _many(low: int | None, high: int | None) -> str:
    if high is not None:
        return f" of {high}" if low == high else f" of {low or 0} to {high}"
    return f" of at least {low}" if low else ""


def _mistake(value: object, kind: object, place: str) -> str | None:
    """The first mistake in a value, told where it lies; None where the value is as ``kind`` wants it."""
    try:
        msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        return _told(error, value, kind, place)
    return None


def _told(error: msgspec.ValidationError, value: object, kind: object, place: str) -> str:
    """The first mistake in a value that was refused; ``place`` is empty where it is all that was told."""
    shapes = tuple(_shapes(kind))
    for struct in shapes:
        if isinstance(struct, type) and issubclass(struct, msgspec.Struct) and isinstance(value, Mapping):
            # What is wrong with no field is in how the fields go together, which the struct itself tells.
            return _misnamed(value, struct, place) or (f"{place}: " if place else "") + str(error)
    inner = (_mistake(*part) for shape in shapes for part in _parts(value, shape, place))
    if mistake := next(filter(None, inner), None):
        return mistake
    if not place:
        return f"an object is wanted, but here stands {short(value)}"
    return f"{place} is {short(value)}, but must be {allowed(kind)}"


def _misnamed(data: Mapping[str, object], struct: type[msgspec.Struct], place: str) -> str | None:
    """The first mistake among the fields of a struct: one that it does not have, lacks, or has with a wrong value."""
    config = struct.__struct_config__
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    tag = {config.tag_field} if config.tag_field else set()
    for name in data:
        if name not in fields.keys() | tag:
            known = ", ".join(fields) or "nothing more"
            return (f"{place}: " if place else "") + f"the field {short(name)} is not known, it takes {known}"
    for name, field in fields.items():
        inside = _inside(place, name)
        if name in data:
            if mistake := _mistake(data[name], field.type, inside):
                return mistake
        elif field.required:
            return f"{inside} is missing: {allowed(field.type)}"
    return None


def _shapes(kind: object) -> Iterator[object]:
    """The plain types of which a value may be one."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _shapes(args[0])
    elif origin in (Union, UnionType):
        for each in args:
            yield from _shapes(each)
    else:
        yield kind


def _parts(value: object, shape: object, place: str) -> Iterator[tuple[object, object, str]]:
    """What a list or an object holds: each part, its type and its place."""
    origin, args = get_origin(shape), get_args(shape)
    if origin is dict and isinstance(value, Mapping):
        for name, each in value.items():
            yield name, args[0], f"a name in {place}"
            yield each, args[1], _inside(place, name)
    elif origin in (list, tuple) and isinstance(value, list | tuple):
        kinds: Iterable[object] = args
        if origin is list or args[-1] is Ellipsis:
            kinds = (args[0],) * len(value)
        elif len(args) != len(value):
            return
        for number, (each, kind) in enumerate(zip(value, kinds, strict=True)):
            yield each, kind, f"{place}[{number}]"


def _inside(place: str, name: str) -> str:
    name = short(name) if "." in name else name
    return f"{place}.{name}" if place else name
