"""What can be chosen at the box, and where the button is in its menu."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.faces import menu, one_button
from companion.faces.brief import brief
from companion.faces.languages import LANGUAGES
from companion.faces.oled.games import lookups
from companion.table.box import braver
from companion.table.decisions import begins_a_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.evening import Evening
    from companion.faces.words import Words
    from companion.games import State
    from companion.health import Health
    from companion.offers import Offers
    from companion.senses import Turn
    from companion.settings import Settings
    from companion.table.ledger import Entry, Ledger


class Choices:
    """The menu, and the table that it stands on, built anew only when something has changed."""

    def __init__(
        self,
        evening: Evening,
        health: Health,
        offers: Offers,
        settings: Settings,
        address: Callable[[], str | None],
        *,
        knob: bool,
    ) -> None:
        """``address`` tells what a phone scans to join, if any can; ``knob`` is whether there is one to turn."""
        self.offers = offers
        self.menu = one_button.Menu()
        """Where the button is."""
        self._evening = evening
        self._health = health
        self._settings = settings
        self._address = address
        self._knob = knob
        self._table: menu.Facts | None = None

    def refresh(self) -> None:
        """Something has changed."""
        self._table = None

    @property
    def words(self) -> Words:
        """The table's language."""
        return LANGUAGES[self._settings.now.language]

    @property
    def table(self) -> menu.Facts:
        """What the button can do now."""
        if self._table is None:
            self._table = self._new_table()
        return self._table

    @property
    def asked(self) -> bool:
        """Whether there is something to choose from."""
        return bool(self.menu.listing(self.table).items)

    def catch_up(self, *, call_open: bool) -> None:
        """Leave a page whose question is not asked any more, and any while a press is the call: it would choose nothing."""
        self.menu = one_button.Menu(asked=self.table.prompt) if call_open else self.menu.current(self.table)

    def gesture(self, made: one_button.Gesture) -> menu.Action | None:
        """Let the button do what it means there; returns what is to be carried out."""
        self.menu, action = one_button.gesture(self.menu, made, self.table)
        return action

    def turn(self, turned: Turn) -> None:
        """Let a click of the knob lead to what is beside."""
        self.menu = one_button.turn(self.menu, turned, self.table)

    def look(self) -> None:
        """Show the question."""
        self.menu = one_button.look(self.menu, self.table)

    def open(self, page: menu.Page) -> None:
        """Show a page of the menu over the question."""
        self.menu = one_button.opened(self.menu, page, self.table)

    @property
    def opened(self) -> bool:
        """Whether a page is open over the question."""
        # Mostly none is, and then the table need not be built for that.
        return bool(self.menu.trail and self.menu.current(self.table).trail)

    def look_at_hand(self) -> None:
        """Show what is at hand though nobody is asked: the standing first."""
        self.menu = one_button.at_hand(self.menu, self.table)

    def last_decision(self) -> str | None:
        """What an undo would take back, in a few words."""
        decision = self._evening.session.last_decision()
        if decision is None:
            return None
        return self._told(decision.entry, decision.before, decision.after, decision.turn)

    def _last_undone(self, ledger: Ledger) -> str | None:
        """What a redo would bring back: what stood there when it was taken."""
        undone = ledger.undone()
        if not undone:
            return None
        (first, _), (_, goal) = undone[0], undone[-1]
        turns = (state.turn for entry, state in undone[1:] if begins_a_turn(entry))
        return self._told(first, ledger.state, goal, next(turns, None))

    def _uncalled(self) -> Mapping[str, object] | None:
        """What ends the turn where the last press was the call only because no sensor feels the box."""
        decision = None if self._evening.sensor_ok else self._evening.session.last_decision()
        called = decision is not None and decision.entry.source == "button" and decision.entry.command["do"] == "call"
        return {"do": "result"} if called else None

    def _told(self, entry: Entry, before: State, after: State, turn: str | None) -> str:
        """An entry in a few words, and whose turn goes with it."""
        told = brief(entry.command, before.scores, after.scores, self.words)
        return told if turn is None else self.words.with_turn.format(entry=told, name=turn)

    def _new_table(self) -> menu.Facts:
        ledger, offers, words = self._evening.session.ledger, self.offers, self.words
        table = menu.Facts(
            troubles=len(self._health.troubles),
            games=offers.listed(words),
            presets=offers.lineups,
            known=offers.people,
            setting=self._settings.now,
            has_volume=self._settings.has_volume,
            address=self._address(),
            words=words,
            knob=self._knob,
        )
        if ledger is None:
            return table
        game, state = ledger.game, ledger.state
        return replace(
            table,
            prompt=game.prompt(state),
            answerable=self._evening.awaits_hands,
            on=True,
            over=state.over,
            turn=state.turn,
            last=self.last_decision(),
            at_hand=() if state.over or state.alone else game.at_hand(state),
            uncalled=self._uncalled(),
            braver=braver(ledger),
            undone=self._last_undone(ledger),
            correctable=game.correctable(state),
            players=state.players,
            can_skip=not state.over and game.can_skip,
            lookups=lookups(game.name, words),
            rematch=offers.rematch(ledger) if state.over else None,
        )
