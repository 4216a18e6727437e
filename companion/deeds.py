"""What the button's answers do: at the table, on the display, and to the box itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces import menu
from companion.faces.oled import screens

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from companion.denial import Denial
    from companion.evening import Evening
    from companion.settings import Settings
    from companion.showing import Showing


class Deeds:
    """Carries out what a gesture has led to."""

    def __init__(
        self,
        evening: Evening,
        showing: Showing,
        settings: Settings,
        denial: Denial,
        chance: Random,
        renew: Callable[[], None],
        switch_off: Callable[[], None],
    ) -> None:
        """``renew`` has another code made for phones to join by; ``switch_off`` has the machine switched off."""
        self._session = evening.session
        self._showing = showing
        self._settings = settings
        self._denial = denial
        self._chance = chance
        self._renew = renew
        self._switch_off = switch_off
        self._has_undone = False
        """Whether the hold that is on has taken something back already."""

    def touched(self) -> None:
        """A hold begins."""
        self._has_undone = False

    def held_on(self) -> None:
        """The hold goes on to mean more: what it took back on its way comes back."""
        if self._has_undone:
            self._redo()

    def do(self, action: menu.Action | None) -> None:
        """Carry it out; raises Refusal."""
        words = self._showing.words
        match action:
            case menu.Submit(command=command):
                self._session.submit(command, source="button")
            case menu.Undo(what=what):
                self._session.submit({"do": "undo"}, source="button")
                self._has_undone = True
                self._showing.say(screens.Note(words.undone, what, "undone"))
            case menu.Instead(command=command):
                self._session.submit({"do": "undo"}, source="button")
                self._session.submit(command, source="button")
            case menu.Redo(what=what):
                self._redo()
                self._showing.say(screens.Note(words.redone, what, "done"))
            case menu.NewGame():
                self._begin(action)
            case menu.Choose(game=game, options=options):
                self._showing.choose(game, options)
            case menu.Adjust(wanted=wanted, title=title, label=label):
                self._settings.change(wanted)
                self._showing.say(screens.Note(title, label))
            case menu.Renew():
                self._renew()
            case menu.SwitchOff():
                self._switch_off()
            case menu.Meaningless(why=why):
                self._denial.say(why)

    def _redo(self) -> None:
        """Bring back what the last undo took; it may have been more than one entry."""
        for _ in self._session.ledger.undone() if self._session.ledger else ():
            self._session.submit({"do": "redo"}, source="button")

    def _begin(self, new: menu.NewGame) -> None:
        options = {**new.options, "first": self._chance.choice(new.players)} if new.by_lot else dict(new.options)
        header = {"game": new.game, "players": list(new.players), "options": options}
        self._session.new_game(header, source="button")
        if new.by_lot:
            self._showing.say(screens.Note("", self._showing.words.drawn.format(name=options["first"])))
