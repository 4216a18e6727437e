"""The whole companion by one button: a press is next, a hold is OK, a longer hold is back.

Or by a knob: a click to the right is next, one to the left the one before, a push is OK, a hold is back. Everything
that can be chosen is a page with a list of items; an item leads to another page or to an action. The bottom page is the
game's own prompt. Pure: the daemon passes gestures in and carries out the actions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from companion.faces.menu import (
    Action,
    Choose,
    Dismiss,
    Facts,
    Listing,
    Meaningless,
    Page,
    Undo,
)
from companion.faces.pages import AtHand, AtTable
from companion.faces.spans import WIDEST

if TYPE_CHECKING:
    from companion.games import Prompt
    from companion.senses import Turn

Gesture = Literal["press", "ok", "back"]


@dataclass(frozen=True, slots=True)
class Menu:
    """Where the button is: the pages opened over the prompt, each with the item it shows."""

    trail: tuple[tuple[Page, int], ...] = ()
    cursor: int | None = None
    """The item of the prompt itself; None: not touched yet, so its default."""
    asked: Prompt | None = None
    """The prompt that the cursor belongs to."""

    @property
    def page(self) -> Page:
        return self.trail[-1][0] if self.trail else AtTable()

    def listing(self, table: Facts) -> Listing:
        """What the current page offers."""
        return self.current(table).page.list(table)

    def position(self, table: Facts) -> int:
        """The item that is shown now."""
        menu = self.current(table)
        return menu.place(menu.page.list(table))

    def place(self, listing: Listing) -> int:
        """The item that is shown of the current page, where what it offers is known."""
        at = self.trail[-1][1] if self.trail else self.cursor
        return listing.start if at is None or at >= len(listing.items) else at

    def current(self, table: Facts) -> Menu:
        """Closed and back at the default where the table has moved on to another question.

        To be kept after every change at the table: a question that comes back is a new one.
        """
        return self if self.asked == table.prompt else Menu(asked=table.prompt)


def gesture(menu: Menu, made: Gesture, table: Facts) -> tuple[Menu, Action | None]:
    """What a gesture does: the menu after it, and what is to be carried out."""
    menu = menu.current(table)
    if made == "back":
        return _back(menu, table)
    listing = menu.page.list(table)
    if not listing.items:
        # A question that waits for the box, not for an answer: the button opens what can be done at the table.
        return _opened(menu, AtHand(), table), None
    at = menu.place(listing)
    if made == "press" and len(listing.items) == 1:
        return menu, Meaningless(table.words.only_one)
    if made == "press":
        return _moved(menu, (at + 1) % len(listing.items)), None
    then = listing.items[at].then
    if isinstance(then, Action):
        return (menu if isinstance(then, Choose | Meaningless) else Menu(asked=table.prompt)), then
    return _opened(menu, then, table), None


def turn(menu: Menu, turned: Turn, table: Facts) -> Menu:
    """The menu after a click of the knob."""
    menu = menu.current(table)
    listing = menu.page.list(table)
    if not listing.items:
        return _opened(menu, AtHand(), table)
    return _moved(menu, _beside(listing, menu.place(listing), turned))


def look(menu: Menu, table: Facts) -> Menu:
    """The menu where its question is looked at, so that nothing else is shown instead."""
    menu = menu.current(table)
    return _moved(menu, menu.position(table))


def at_hand(menu: Menu, table: Facts) -> Menu:
    """The menu with what can be done at the table opened over it."""
    return opened(menu, AtHand(), table)


def opened(menu: Menu, page: Page, table: Facts) -> Menu:
    """The menu with a page opened over it."""
    return _opened(menu.current(table), page, table)


def _beside(listing: Listing, at: int, turned: Turn) -> int:
    """Where a click leads to. Words go round; numbers end where they end, and only a hand that begins anew goes beyond:
    who turns fast means the end, and not what comes after it.
    """
    count = len(listing.items)
    last = sum(item.number is not None for item in listing.items) - 1
    beyond = (at + turned.way) % count
    if last < 0 or (turned.fresh and (at > last or at == (last if turned.way > 0 else 0))):
        return beyond
    if at > last:
        return at
    stride = turned.stride if last >= WIDEST else 1
    return max(0, min(last, at + turned.way * stride))


def _back(menu: Menu, table: Facts) -> tuple[Menu, Action | None]:
    if menu.trail:
        return replace(menu, trail=menu.trail[:-1]), None if len(menu.trail) > 1 else Dismiss()
    if table.last is None:
        # Who has looked at other answers is back where they began.
        if menu.cursor is not None:
            return Menu(asked=table.prompt), Dismiss()
        return menu, Meaningless(table.words.nothing_to_undo)
    return Menu(asked=table.prompt), Undo(table.last)


def _moved(menu: Menu, at: int) -> Menu:
    if menu.trail:
        return replace(menu, trail=(*menu.trail[:-1], (menu.page, at)))
    return replace(menu, cursor=at)


def _opened(menu: Menu, page: Page, table: Facts) -> Menu:
    """A page over the others; one that is open already is gone back to."""
    below = tuple(takewhile(lambda step: step[0] != page, menu.trail))
    return replace(menu, trail=(*below, (page, page.list(table).start)))
