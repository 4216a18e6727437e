"""What a game's way of being seen consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.faces.oled.moment import Moment
    from companion.faces.oled.screens import Screen
    from companion.faces.words import Words


class Lookup(NamedTuple):
    """More that there is to look at, a press after the scores."""

    label: Callable[[Words], str]
    screen: Callable[[Moment], Screen]


class Look(NamedTuple):
    """How a game is seen."""

    now: Callable[[Moment], Screen | None]
    """Its own screen at a moment; None where the plain one will do."""
    lookups: tuple[Lookup, ...] = ()
