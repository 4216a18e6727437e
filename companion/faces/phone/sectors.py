"""A phone in the middle of the table: who sits where around it, and which answers are whose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.phone.markup import isolated
from companion.faces.phone.question import Button, question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue

SIDES: Final = ("bottom", "left", "top", "right")
"""Clockwise, as people sit, from whoever holds the phone."""

AROUND: Final[Mapping[int, tuple[int, int, int, int]]] = {
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 2, 0, 2),
    6: (1, 2, 1, 2),
    7: (1, 2, 2, 2),
}
"""How many sit at each side, by how many play: the long sides of a phone take two."""


MOST: Final = 4
"""More answers have no room beside each other before somebody; the page of the table has them."""

MOST_OF_TWO: Final = 5
"""Each of two has half a phone, and room for another line."""


class Sector(NamedTuple):
    """What one player has before them."""

    seat: int
    text: Markup | None
    """The question, where it is theirs."""
    call: Mapping[str, object] | None
    """What a large button calls; None where this player cannot call now."""
    buttons: tuple[Button, ...]
    """The answers that name this player, or that only this player can give."""
    elsewhere: bool
    """Whether there are too many of them for here."""


class Around(NamedTuple):
    """All who sit there, side by side; and what concerns nobody alone."""

    sides: tuple[tuple[str, tuple[Sector, ...]], ...]
    text: Markup | None
    elsewhere: bool
    """Whether there are answers that name nobody, or several."""


def around(seen: Seen, tongue: Tongue, live: Mapping[str, object] | None) -> Around:
    """The table from above; ``live`` is what is felt of a box, for the call."""
    state, prompt = seen.state, seen.prompt
    names = state.players
    asked = question(seen, tongue)
    owner = None if prompt is None else prompt.player or state.turn
    text, number = (None, None) if asked is None else (asked.text, asked.number)
    theirs: dict[str | None, list[Button]] = {None: [], **{name: [] for name in names}}
    for button in () if asked is None else (button for group in asked.groups for button in group.buttons):
        # A call has a button of its own where a box is felt.
        if live is None or button.command["do"] != "call":
            whose = _named(button.command, names) or owner
            theirs[whose].append(_short(button, whose, names))
    callers = {names[seat] for seat in state.rivals} if live is not None and live["is_open"] else set[str]()
    most = MOST_OF_TWO if len(names) == 2 else MOST
    sectors = [
        Sector(
            seat,
            text if name == owner else None,
            {"do": "call", "player": name} if name in callers else None,
            tuple(theirs[name]) if len(theirs[name]) <= most else (),
            len(theirs[name]) > most or (name == owner and number is not None),
        )
        for seat, name in enumerate(names)
    ]
    return Around(tuple(_sides(sectors)), text if owner is None else None, bool(theirs[None]))


def _sides(sectors: list[Sector]) -> Iterator[tuple[str, tuple[Sector, ...]]]:
    first = 0
    for side, count in zip(SIDES, AROUND[len(sectors)], strict=True):
        yield side, tuple(sectors[first : first + count])
        first += count


def _named(command: Mapping[str, object], names: tuple[str, ...]) -> str | None:
    """Whom a command speaks of, if it is one player alone."""
    told = [command.get(field) for field in ("player", "to", "caller")]
    several = command.get("players")
    named = {name for name in (*told, *(several if isinstance(several, list) else ())) if name in names}
    return str(named.pop()) if len(named) == 1 else None


def _short(button: Button, whose: str | None, names: tuple[str, ...]) -> Button:
    """In somebody's own sector the name need not stand on the button once more."""
    text = button.label.striptags()
    if whose is None or text == whose:
        return button
    short = text.removeprefix(f"{whose} ").removesuffix(f": {whose}")
    return button if short == text else button._replace(label=isolated(short, names))
