"""Plain forms: the fields of a command or a question, as inputs that are filled with what was told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec import inspect

from companion.faces.phone.markup import as_json
from companion.games.commands import Player

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.faces.phone.tongues import Tongue
    from companion.games.commands import Command, Question

Path = tuple[str, ...]
"""Where a value stands in what is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One input, or with ``fields`` several that belong together."""

    label: str
    path: Path
    kind: Literal["number", "text", "choice", "each", "flag", "group"]
    """``each``: one of a list, that is added to it when chosen; ``flag``: true or left out."""
    value: object = None
    options: tuple[tuple[str, str], ...] = ()
    """JSON and label; of a choice that may be left out, the first is empty."""
    low: int | None = None
    high: int | None = None
    required: bool = False
    fields: tuple[Field, ...] = ()
    is_name: bool = False
    """Whether its label is what somebody is called."""


@dataclass(frozen=True, slots=True)
class Form:
    """The inputs of a command, and what is sent beside them."""

    rest: dict[str, object]
    fields: tuple[Field, ...]


def form(
    kind: type[Command | Question],
    told: Mapping[str, object],
    players: Sequence[str],
    tongue: Tongue,
    at: Path = (),
) -> Form | None:
    """The form of a command or question, filled with what was told; ``at`` is where it stands in what is sent.

    A field that has no plain input, as a pile of cards, stays as it was told; None where it must be told and was not.
    """
    tag = kind.__struct_config__
    rest: dict[str, object] = {str(tag.tag_field): tag.tag}
    fields = list[Field]()
    maker = _Maker(tuple(players), tongue)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    for one in info.fields:
        name = one.encode_name
        made = list(maker.make(one, (*at, name), told.get(name)))
        fields += made
        if not made and name in told:
            rest[name] = told[name]
        elif not made and one.required:
            return None
        elif _container(one.type) is not None and (one.required or name in told):
            rest[name] = _container(one.type)
        elif name in told and told[name] is None:
            # Left empty it stays null: what is missing may mean something else.
            rest[name] = None
    return Form(rest, tuple(fields))


def _container(kind: inspect.Type) -> list[object] | dict[str, object] | None:
    """What stands in a command where nobody is chosen of several."""
    match kind:
        case inspect.Metadata():
            return _container(kind.type)
        case inspect.VarTupleType() | inspect.ListType():
            return []
        case inspect.DictType():
            return {}
    return None


@dataclass(frozen=True, slots=True)
class _Maker:
    players: tuple[str, ...]
    tongue: Tongue

    def make(self, field: inspect.Field, path: Path, value: object) -> Iterator[Field]:
        """The inputs of a field; none where it has no plain one."""
        optional = not field.required
        if value is None and field.default not in (msgspec.NODEFAULT, None, (), ""):
            value = field.default
        yield from self._of(field.type, self.tongue.own.name(path[-1]), path, value, optional=optional)

    def _of(self, kind: inspect.Type, label: str, path: Path, value: object, *, optional: bool) -> Iterator[Field]:
        match kind:
            case inspect.Metadata() if _is_player(kind):
                options = tuple((as_json(name), name) for name in self.players)
                yield self._choice(label, path, options, value, optional=optional)
            case inspect.Metadata():
                yield from self._of(kind.type, label, path, value, optional=optional)
            case inspect.UnionType(types):
                yield from self._union(types, label, path, value, optional=optional)
            case inspect.IntType(ge=low, le=high):
                yield Field(
                    label=label, path=path, kind="number", value=value, low=low, high=high, required=not optional
                )
            case inspect.StrType():
                yield Field(label=label, path=path, kind="text", value=value, required=not optional)
            case inspect.BoolType() if optional and value is not None:
                yield Field(label=label, path=path, kind="flag", value=value)
            case inspect.BoolType():
                options = (("true", self.tongue.own.client.yes), ("false", self.tongue.own.client.no))
                yield self._choice(label, path, options, value, optional=optional)
            case inspect.LiteralType(values):
                options = tuple((as_json(one), self._word(one)) for one in values)
                yield self._choice(label, path, options, value, optional=optional)
            case inspect.VarTupleType() | inspect.ListType():
                yield from self._list(kind, label, path, value)
            case inspect.DictType(key_type=inspect.Metadata() as key) if _is_player(key):
                yield from self._for_each_player(kind.value_type, label, path, value)

    def _union(
        self, types: tuple[inspect.Type, ...], label: str, path: Path, value: object, *, optional: bool
    ) -> Iterator[Field]:
        """A value that may be null, which is nobody, or nothing told."""
        words = [word for one in types if isinstance(one, inspect.LiteralType) for word in one.values]
        kinds = [one for one in types if not isinstance(one, inspect.NoneType)]
        kind = inspect.LiteralType(tuple(words)) if words else kinds[0]
        nullable = len(kinds) < len(types)
        for made in self._of(kind, label, path, value, optional=optional or nullable):
            if optional or not nullable or made.kind != "choice":
                yield made
            else:
                nobody = (("null", self.tongue.words.none), *made.options[1:])
                yield replace(made, value=as_json(value), options=nobody)

    def _list(
        self, kind: inspect.VarTupleType | inspect.ListType, label: str, path: Path, value: object
    ) -> Iterator[Field]:
        told = list(value) if isinstance(value, list | tuple) else []
        item = kind.item_type
        if _is_player(item):
            some = tuple(
                Field(
                    label=name,
                    path=path,
                    kind="each",
                    value=name in told,
                    options=((as_json(name), name),),
                    is_name=True,
                )
                for name in self.players
            )
            yield Field(label=label, path=path, kind="group", fields=some)
        elif isinstance(item, inspect.LiteralType) and kind.max_length is not None:
            options = (("", self.tongue.own.not_told), *((as_json(one), self._word(one)) for one in item.values))
            some = tuple(
                Field(
                    label=f"{label} {number + 1}",
                    path=path,
                    kind="each",
                    value=as_json(told[number]) if number < len(told) else "",
                    options=options,
                )
                for number in range(kind.max_length)
            )
            yield Field(label=label, path=path, kind="group", fields=some)

    def _for_each_player(self, kind: inspect.Type, label: str, path: Path, value: object) -> Iterator[Field]:
        told = value if isinstance(value, dict) else {}
        found = list[Field]()
        for name in self.players:
            if isinstance(kind, inspect.StructType):
                meal = told.get(name, {})
                inner = [
                    made
                    for one in kind.fields
                    for made in self.make(one, (*path, name, one.encode_name), meal.get(one.encode_name))
                ]
                found.append(
                    Field(
                        label=name,
                        path=(*path, name),
                        kind="group",
                        value=name in told,
                        fields=tuple(inner),
                        is_name=True,
                    )
                )
            else:
                # Not everybody has to be told of: who has left has no bowl.
                found += (
                    replace(made, is_name=True)
                    for made in self._of(kind, name, (*path, name), told.get(name), optional=True)
                )
        yield Field(label=label, path=path, kind="group", fields=tuple(found))

    def _choice(
        self, label: str, path: Path, options: tuple[tuple[str, str], ...], value: object, *, optional: bool
    ) -> Field:
        empty = (("", self.tongue.own.not_told),) if optional or value is None else ()
        shown = "" if value is None else as_json(value)
        return Field(
            label=label, path=path, kind="choice", value=shown, options=(*empty, *options), required=not optional
        )

    def _word(self, value: object) -> str:
        """A game's own word, or a number."""
        code = str(value)
        own = self.tongue.own.texts
        return own[code] if code in own and code not in self.tongue.words.texts else self.tongue.words.word(code)


_PLAYER: Final = inspect.type_info(Player)


def _is_player(kind: inspect.Type) -> bool:
    return kind == _PLAYER
