"""Somebody at the table who has nothing but the box: a button to press, and a display to look at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Protocol

from companion.faces.menu import Facts, Submit
from companion.faces.one_button import Gesture, Menu, gesture
from companion.faces.spans import Ones
from companion.faces.words import ENGLISH
from companion.games import read_header
from companion.senses import OK_AFTER
from companion.table.ledger import Ledger
from tests.playing import play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.faces.menu import Listing
    from companion.scenario.stage import Stage

PRESS_SECONDS: Final = 0.3
"""What a press takes a person, with the pause after it."""

HOLD_SECONDS: Final = OK_AFTER
"""What an OK takes: the ring is watched until it is full."""

Told = dict[str, object]


class Box(Protocol):
    """A companion with a game on."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def listing(self) -> Listing:
        """What the button chooses from."""

    @property
    def at(self) -> int:
        """Which of it is shown."""

    def do(self, made: Gesture) -> None:
        """Let a thumb do that with the button."""

    def tell(self, command: Mapping[str, object]) -> None:
        """Let something else enter a command."""

    def begin(self, game: str, *players: str) -> None:
        """Begin a game."""


class WholeBox:
    """The whole device: edges go in at the pins."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    @property
    def ledger(self) -> Ledger:
        ledger = self._stage.daemon.session.ledger
        assert ledger is not None, "no game is on"
        return ledger

    @property
    def listing(self) -> Listing:
        showing = self._stage.daemon.front.showing
        return showing.menu.listing(showing.table)

    @property
    def at(self) -> int:
        showing = self._stage.daemon.front.showing
        return showing.menu.position(showing.table)

    def do(self, made: Gesture) -> None:
        # Nobody presses again so soon that it could be another who was late with a call.
        play(self._stage, {"press": "press", "ok": "hold 700ms", "back": "hold 1.6s"}[made] + "\nwait 100ms")

    def tell(self, command: Mapping[str, object]) -> None:
        play(self._stage, f"command {json.dumps(command)}\nwait 300ms")

    def begin(self, game: str, *players: str) -> None:
        ledger = self._stage.daemon.session.ledger if self._stage.starts else None
        if ledger is not None and not ledger.state.over:
            self.tell({"do": "abandon"})
        play(self._stage, f"game {game} {' '.join(players)}")


class BareMenu:
    """The menu over the rules alone, for thousands of turns; what it costs must be what it costs at the device."""

    def __init__(self) -> None:
        self._menu = Menu()
        self._ledger: Ledger | None = None

    @property
    def ledger(self) -> Ledger:
        assert self._ledger is not None, "no game is on"
        return self._ledger

    @property
    def listing(self) -> Listing:
        return self._menu.listing(self._table)

    @property
    def at(self) -> int:
        return self._menu.position(self._table)

    def do(self, made: Gesture) -> None:
        self._menu, action = gesture(self._menu, made, self._table)
        if isinstance(action, Submit):
            self.tell(action.command)

    def tell(self, command: Mapping[str, object]) -> None:
        self.ledger.submit(command)
        self._menu = self._menu.current(self._table)

    def begin(self, game: str, *players: str) -> None:
        self.take(Ledger(read_header({"game": game, "players": list(players)})))

    def take(self, ledger: Ledger) -> None:
        """Go on with a game."""
        self._ledger, self._menu = ledger, Menu()

    @property
    def _table(self) -> Facts:
        return Facts(on=True, prompt=self.ledger.game.prompt(self.ledger.state))


class Thumb:
    """Presses until the display offers what is wanted, then holds; counts both."""

    def __init__(self, box: Box) -> None:
        self.presses = 0
        self.holds = 0
        self._box = box

    @property
    def seconds(self) -> float:
        """What all of it takes a person, s."""
        return self.presses * PRESS_SECONDS + self.holds * HOLD_SECONDS

    @property
    def turn(self) -> str | None:
        return self._box.ledger.state.turn

    @property
    def phase(self) -> str:
        return self._box.ledger.state.phase

    def press(self) -> None:
        self._box.do("press")
        self.presses += 1

    def choose(self, *labels: str) -> None:
        """Answer by what stands on the display, page by page."""
        for label in labels:
            self._reach(label, [item.label for item in self._box.listing.items])

    def open(self) -> None:
        """Open what can be done at the table at any time: by a press where nothing is asked, else the last answer."""
        if self._box.listing.items:
            self.choose(ENGLISH.more)
        else:
            self.press()

    def correct(self, label: str, value: int | str) -> None:
        """Put one number or name right by the menu."""
        self.open()
        self.choose(ENGLISH.correct, label)
        if isinstance(value, int):
            self.count(value)
        else:
            self.choose(value)

    def answer(self, told: Mapping[str, object] | int) -> None:
        """Answer what the game asks: with a number, or so that this command is given."""
        if isinstance(told, int):
            self.count(told)
            return
        prompt = self._box.ledger.game.prompt(self._box.ledger.state)
        choices = prompt.choices if prompt else ()
        choice = next((choice for choice in choices if choice.command == told), None)
        assert choice is not None, f"{told} is no answer to {prompt}"
        self.choose(*choice.pages, choice.label)

    def count(self, number: int) -> None:
        """Answer with a number: by its tens first, where they are asked for."""
        listing = self._box.listing
        if listing.step == 10:
            leads = [
                isinstance(item.then, Ones) and item.then.span.low <= number <= item.then.span.high
                for item in listing.items
            ]
            self._reach(True, leads)
        self._reach(number, [item.number for item in self._box.listing.items])

    def _reach(self, wanted: object, offered: Sequence[object]) -> None:
        """Press until the display offers it, then hold."""
        assert wanted in offered, f"no press leads to {wanted}: there is {offered}"
        while offered[self._box.at] != wanted:
            self.press()
        self._box.do("ok")
        self.holds += 1
