"""Which screen there is to see: from all that goes on at the table to the one fact that matters now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.faces.beginning import Joining, Lineups, Starting
from companion.faces.oled import screens
from companion.faces.oled.games import LOOKS, PLAIN
from companion.faces.oled.moment import (
    BOOKED_SHOWN,
    CALL_SHOWN,
    SETTLED_SHOWN,
    Felt,
    LastEntry,
    Moment,
    View,
    asked,
)
from companion.faces.pages import AtHand, Troubles

if TYPE_CHECKING:
    from companion.faces.one_button import Menu

__all__ = ["BOOKED_SHOWN", "CALL_SHOWN", "SETTLED_SHOWN", "Felt", "LastEntry", "View", "screen"]


def screen(view: View) -> screens.Screen:
    """The screen to show."""
    signs = screens.Signs(view.saved, bool(view.troubles), view.held, view.table.knob, view.hint)
    menu = view.menu.current(view.table)
    first = _first(view, menu, signs)
    if first is not None:
        return first
    if view.state is None:
        return _page(view, menu, signs)
    listing = menu.page.list(view.table)
    moment = Moment(view, view.state, menu.page, listing, menu.place(listing), signs)
    if any(isinstance(page, AtHand) for page, _ in menu.trail):
        looked_up = _looked_up(moment)
        return _page(view, menu, signs) if looked_up is None else looked_up
    own = LOOKS.get(view.game, PLAIN).now(moment)
    return _plain(moment) if own is None else own


def _first(view: View, menu: Menu, signs: screens.Signs) -> screens.Screen | None:
    """What comes before the game and its menu."""
    if view.asleep is not None:
        return screens.Asleep(view.asleep)
    if not view.started:
        return screens.Hello(signs)
    if view.note is not None:
        return replace(view.note, signs=signs)
    if view.resumed is not None and not menu.trail:
        return replace(view.resumed, signs=signs)
    return None


def _plain(moment: Moment) -> screens.Screen:
    """A game as any can be seen: how it ended, whose turn it is, or what is asked."""
    state, table, signs = moment.state, moment.view.table, moment.signs
    if state.over and moment.untouched:
        # Where the end was reached without counting, there is no number to show.
        score = max((state.scores[name] for name in state.winners), default=0)
        return screens.End(state.winners, score or None, str(state.ended or "played"), signs)
    if moment.untouched and (table.prompt is None or table.prompt.kind == "wait"):
        return screens.Turn(state.turn or "", following=moment.listing.title, signs=signs)
    return moment.asked()


def _looked_up(moment: Moment) -> screens.Screen | None:
    """What some items at hand show: the scores, and what more a game has to look at."""
    look = moment.item.look if moment.item else None
    if look is None:
        return None
    state = moment.state
    if look == 0:
        rows = [(name, state.scores[name], name == state.turn or name in state.winners) for name in state.players]
        if state.over:
            rows.sort(key=lambda row: state.ranks[row[0]])
        return screens.Scores(tuple(rows), signs=moment.signs)
    return LOOKS.get(moment.view.game, PLAIN).lookups[look - 1].screen(moment)


def _page(view: View, menu: Menu, signs: screens.Signs) -> screens.Screen:
    """What can be chosen, whatever the game."""
    page, listing = menu.page, menu.page.list(view.table)
    at = menu.place(listing)
    if isinstance(page, Troubles) and view.troubles:
        what, cure = view.troubles[at % len(view.troubles)].told(view.table.words)
        return screens.Unwell(what, cure, screens.Signs(held=view.held))
    if isinstance(page, Joining) and view.table.address is not None:
        return screens.Join(view.table.address, typed=at > 0, signs=signs)
    then = listing.items[at].then if listing.items else None
    if isinstance(page, Lineups) and isinstance(then, Starting):
        return screens.Players(listing.title, then.names, at, len(listing.items), signs)
    return asked(listing, at, view.table.words, signs)
