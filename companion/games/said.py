"""What a game says: an English sentence that still knows what it was made of, so that a face can say it otherwise."""

from __future__ import annotations

from functools import cache
from string import Formatter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Said(str):
    """A text, and its template and parts; a part may be a Said itself. Names are plain text, and stay as they are."""

    __slots__ = ("parts", "template")

    template: str
    parts: Mapping[str, object]


def said(template: str, /, **parts: object) -> Said:
    """What a template says with these parts.

    >>> said("{name} lifts the box", name="Ada")
    'Ada lifts the box'
    >>> said("Lift, {treats:treat|treats}", treats=1).template
    'Lift, {treats:treat|treats}'
    """
    text = Said(fill(template, parts))
    text.template, text.parts = template, parts
    return text


def fill(template: str, parts: Mapping[str, object]) -> str:
    """A template with its parts; a number may be told by what it counts, one or many.

    >>> fill("{n:treat|treats} for {name}", {"n": 3, "name": "Ada"}), fill("{n:treat|treats}", {"n": 1})
    ('3 treats for Ada', '1 treat')
    """
    return "".join(text + (_shown(parts[name], spec) if name else "") for text, name, spec in _pieces(template))


def together(*sentences: str) -> str:
    """Sentences one after the other, each of them as it was said; empty ones are left out.

    >>> together("", said("It is back."), said("{n:entry|entries} lost.", n=2))
    'It is back. 2 entries lost.'
    """
    text = ""
    for sentence in filter(None, sentences):
        text = said("{one} {other}", one=text, other=sentence) if text else sentence
    return text


def fields(template: str) -> frozenset[str]:
    """The names of the parts that a template needs.

    >>> sorted(fields("{name} +{n}"))
    ['n', 'name']
    """
    return frozenset(name for _, name, _ in _pieces(template) if name)


@cache
def _pieces(template: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((text, name or "", spec or "") for text, name, spec, _ in Formatter().parse(template))


def _shown(part: object, spec: str) -> str:
    one, counted, many = spec.partition("|")
    return f"{part} {one if part in (1, -1) else many}" if counted else str(part)
