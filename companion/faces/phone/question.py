"""The table's one question as a form: what any game asks can be answered by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.phone.markup import isolated
from companion.faces.words import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue
    from companion.games import Prompt, Range

MOST_BUTTONS: Final = 13
"""Numbers of a smaller range have a button each: one tap instead of two or three."""


class Button(NamedTuple):
    """An answer, and the command that it gives."""

    label: Markup
    command: Mapping[str, object]
    usual: bool = False


class Group(NamedTuple):
    """Answers that stand together; those with a title are opened first."""

    title: Markup | None
    buttons: tuple[Button, ...]


class Number(NamedTuple):
    """A number to type: the command takes it at a path."""

    command: Mapping[str, object]
    path: tuple[str, ...]
    low: int
    high: int
    default: int
    steps: tuple[int, int, int, int] = (-10, -1, 1, 10)
    """By how much it can be changed with one tap."""


class Question(NamedTuple):
    """What is asked, and how it can be answered."""

    text: Markup
    groups: tuple[Group, ...] = ()
    number: Number | None = None
    waits: bool = False
    """Something else will answer it: the box, most of the time."""


def question(seen: Seen, tongue: Tongue) -> Question | None:
    """The question of a game; None where nothing is asked."""
    prompt = seen.prompt
    if prompt is None:
        return None
    names, say = seen.state.players, tongue.words.say
    text = isolated(say(prompt.text), names)
    if prompt.range is not None:
        number = typed(prompt.range.command, (prompt.range.field,), prompt.range.min, prompt.range.max, prompt.default)
        few = _each(prompt.range, prompt.default)
        return Question(text, (Group(None, few),) if few else (), number)
    labels = [isolated(say(choice.label), names) for choice in prompt.choices]
    return Question(text, tuple(_groups(prompt, labels, seen, tongue)), waits=prompt.kind == "wait")


def typed(command: Mapping[str, object], path: tuple[str, ...], low: int, high: int, default: int | None) -> Number:
    """A number to type, beginning at its default."""
    start = max(low, min(high, 0)) if default is None else default
    return Number(command, path, low, high, start)


def _each(asked: Range, default: int | None) -> tuple[Button, ...]:
    """A button for each number of a small range."""
    if asked.max - asked.min >= MOST_BUTTONS:
        return ()
    return tuple(
        Button(isolated(written(value), ()), {**asked.command, asked.field: value}, value == default)
        for value in range(asked.min, asked.max + 1)
    )


def _groups(prompt: Prompt, labels: list[Markup], seen: Seen, tongue: Tongue) -> Iterator[Group]:
    """The answers without a page first, then each page with its own; what is deeper for a button stands here at once."""
    pages: dict[str, list[Button]] = {"": []}
    for at, (choice, label) in enumerate(zip(prompt.choices, labels, strict=True)):
        pages.setdefault(next(iter(choice.pages), ""), []).append(Button(label, choice.command, at == prompt.default))
    for page, buttons in pages.items():
        if buttons:
            title = isolated(tongue.words.say(page), seen.state.players) if page else None
            yield Group(title, tuple(buttons))
