"""What the real table shows: every number that can be corrected, and the form for one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from companion.faces import correcting
from companion.faces.phone.games import LOOKS, PLAIN
from companion.faces.phone.markup import isolated
from companion.faces.phone.question import Button, Number, typed
from companion.faces.words import written
from companion.games.corrections import spell, split
from companion.games.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue
    from companion.games import Correctable


class Counted(NamedTuple):
    """A number or name that can be corrected."""

    path: str
    label: Markup
    value: Markup


class Group(NamedTuple):
    """What one player has, or the table; then ``owner`` is None."""

    owner: str | None
    all: tuple[Counted, ...]


class Correction(NamedTuple):
    """One number that is another on the table: typed, or chosen."""

    path: str
    label: Markup
    value: Markup
    number: Number | None
    buttons: tuple[Button, ...]
    others: tuple[Counted, ...]
    """What else the same player has."""


def groups(seen: Seen, tongue: Tongue) -> list[Group]:
    """All that can be corrected, by whose it is."""
    found: dict[str | None, list[Counted]] = {name: [] for name in seen.state.players}
    for one in seen.ledger.game.correctable(seen.state):
        found.setdefault(_owner(one, seen), []).append(_counted(one, seen, tongue))
    return [Group(owner, tuple(counted)) for owner, counted in found.items() if counted]


def tally(seen: Seen, name: str) -> str:
    """The path of a player's score; empty where the game does not say."""
    return spell(LOOKS.get(seen.ledger.game.name, PLAIN).tally(seen, name))


def correction(seen: Seen, tongue: Tongue, path: str) -> Correction | None:
    """The form for one of them; None where there is no such path now."""
    every = {one.path: one for one in seen.ledger.game.correctable(seen.state)}
    one = every.get(path)
    if one is None:
        return None
    number, buttons = None, tuple[Button, ...]()
    if one.minimum is not None and one.maximum is not None:
        default = one.value if isinstance(one.value, int) else None
        command = correcting.command(tongue.words)
        number = typed(command, ("set", path), one.minimum, one.maximum, default)
    else:
        buttons = tuple(_choices(one, seen, tongue))
    owner = _owner(one, seen)
    others = tuple(
        _counted(other, seen, tongue) for other in every.values() if other is not one and _owner(other, seen) == owner
    )
    shown = _counted(one, seen, tongue)
    return Correction(path, _label(one, seen, tongue, whole=True), shown.value, number, buttons, others)


def _choices(one: Correctable, seen: Seen, tongue: Tongue) -> Iterator[Button]:
    for label, value in correcting.choices(one, seen.state.players, tongue.words):
        command = correcting.command(tongue.words, {one.path: value})
        yield Button(isolated(label, seen.state.players), command, value == one.value)


def _counted(one: Correctable, seen: Seen, tongue: Tongue) -> Counted:
    return Counted(one.path, _label(one, seen, tongue, whole=False), _value(one, seen, tongue))


def _label(one: Correctable, seen: Seen, tongue: Tongue, *, whole: bool) -> Markup:
    """What it is called; under its owner's name without that."""
    label: object = one.label
    if not whole and isinstance(label, Said) and "what" in label.parts and _owner(one, seen) is not None:
        label = label.parts["what"]
    return isolated(tongue.words.say(str(label) if not isinstance(label, Said) else label), seen.state.players)


def _value(one: Correctable, seen: Seen, tongue: Tongue) -> Markup:
    match one.value:
        case int():
            return isolated(written(one.value), ())
        case None if one.minimum is not None:
            return Markup("–")
        case None:
            return isolated(correcting.called(None, one, tongue.words), ())
    # The words of a game are among its choices; a player is called by name.
    word = next((choice for choice in one.choices if choice == one.value), None)
    value = word if isinstance(word, Said) else str(one.value)
    return isolated(correcting.called(value, one, tongue.words), seen.state.players)


def _owner(one: Correctable, seen: Seen) -> str | None:
    return next((word for word in split(one.path) if word in seen.state.players), None)
