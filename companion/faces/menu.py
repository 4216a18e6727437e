"""What the button's menu is made of: the table it stands on, items to choose, and the actions they lead to."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.faces.words import ENGLISH, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games import Choice, Correctable, Prompt
    from companion.settings import Setting


class Value(NamedTuple):
    """What a rule may be."""

    label: str
    options: Mapping[str, object]
    """All that is chosen, once the rule is so; as options in a header."""


class Rule(NamedTuple):
    """Something that a table may choose before a game."""

    name: str
    now: str
    """What it is, as it is called; also where that is none of its values."""
    values: tuple[Value, ...]
    at: int
    """Which of them it is; -1: none."""

    @property
    def label(self) -> str:
        """How it is now: ``ghost: instead``."""
        return f"{self.name}: {self.now}"

    @property
    def then(self) -> Mapping[str, object]:
        """All that is chosen, once this has its next value."""
        return self.values[(self.at + 1) % len(self.values)].options


class Offer(NamedTuple):
    """A game that can be played."""

    name: str
    title: str
    fewest: int = 2
    most: int = 4
    options: Mapping[str, object] = MappingProxyType({})
    """What is chosen, where that is not as printed; as in a header."""
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What the button needs to know of the table."""

    prompt: Prompt | None = None
    """The game's question; None where none is on, or when it is over."""
    answerable: bool = False
    """What the prompt waits for has not begun: it can be answered like any other."""
    on: bool = False
    """A game is on or lies finished on the table."""
    over: bool = False
    turn: str | None = None
    last: str | None = None
    """What an undo would take back, in a few words: ``Ben +3``; None: nothing."""
    at_hand: tuple[Choice, ...] = ()
    """What the game can be told though nothing asks for it."""
    uncalled: Mapping[str, object] | None = None
    """What was meant if a press was taken for a call that nobody has made; None where that is plain."""
    braver: Choice | None = None
    """The answer that more treats were taken than usual; None where they cannot have been."""
    undone: str | None = None
    """What a redo would bring back; None: nothing."""
    correctable: tuple[Correctable, ...] = ()
    players: tuple[str, ...] = ()
    can_skip: bool = False
    lookups: tuple[str, ...] = ()
    """What the game has to look at after its scores, as it is called."""
    troubles: int = 0
    """How many parts have trouble that people should read about."""
    games: tuple[Offer, ...] = ()
    presets: tuple[tuple[str, ...], ...] = ()
    """Who played before, the last ones first."""
    known: tuple[str, ...] = ()
    """Names to pick from, the likeliest first."""
    rematch: NewGame | None = None
    """The same once more, after a game is over."""
    setting: Setting | None = None
    """How the box is set; None where that is not to be changed."""
    has_volume: bool = False
    """Whether its buzzer can be loud and soft."""
    address: str | None = None
    """What a phone scans to join; None where none can."""
    words: Words = ENGLISH
    knob: bool = False
    """Answers are turned to, not pressed to."""

    def offer(self, name: str) -> Offer:
        """The game of this name; raises LookupError."""
        for offer in self.games:
            if offer.name == name:
                return offer
        raise LookupError(f"{name} is not offered")

    def lineups(self, game: str) -> list[tuple[str, ...]]:
        """Who played before, and would be as many as this game takes."""
        offer = self.offer(game)
        return [names for names in self.presets if offer.fewest <= len(names) <= offer.most]

    def free(self, names: tuple[str, ...]) -> list[str]:
        """Who can sit next to these: somebody known, or a number for a name."""
        nameless = self.words.nameless.format(seat=len(names) + 1)
        taken = {name.casefold() for name in names}
        return [name for name in dict.fromkeys((*self.known, nameless)) if name.casefold() not in taken]


class Submit(NamedTuple):
    """A command for the game."""

    command: Mapping[str, object]


class Instead(NamedTuple):
    """Back to before what was decided last, and this command instead of it."""

    command: Mapping[str, object]


class Undo(NamedTuple):
    """Back to before the last thing a person decided."""

    what: str
    """What is taken back, in a few words."""


class Redo(NamedTuple):
    """Forward to where the last undo came from."""

    what: str
    """What is brought back, in a few words."""


class NewGame(NamedTuple):
    """A new game begins."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object]
    by_lot: bool = False
    """Who begins is drawn, and no option says so."""


class Choose(NamedTuple):
    """Other options for the next game of this name; the menu stays where it is."""

    game: str
    options: Mapping[str, object]


class Adjust(NamedTuple):
    """The box is to be set otherwise."""

    wanted: Mapping[str, object]
    """What is to be changed, and to what."""
    title: str
    label: str
    """What was chosen, as it was shown."""


class Renew(NamedTuple):
    """Phones are to join by another code; those that have joined by the old one may only look."""


class SwitchOff(NamedTuple):
    """The Pi is to be switched off, so that its plug can be pulled."""


class Dismiss(NamedTuple):
    """A page was closed; nothing else happens."""


class Meaningless(NamedTuple):
    """The gesture means nothing here; ``why`` says so."""

    why: str


Action = Submit | Instead | Undo | Redo | NewGame | Choose | Adjust | Renew | SwitchOff | Dismiss | Meaningless


class Item(NamedTuple):
    """One thing to choose: its label, and where it leads."""

    label: str
    then: Page | Action
    number: int | None = None
    """The number that it stands for, on a page of numbers."""
    look: int | None = None
    """What is shown instead of its label: 0 the scores, from 1 what more the game has to look at."""


class Listing(NamedTuple):
    """What a page offers now."""

    title: str
    items: tuple[Item, ...]
    start: int = 0
    step: int = 0
    """Its items are numbers so far apart; 0: they are words."""


class Page(Protocol):
    """Something to choose from."""

    def list(self, table: Facts) -> Listing:
        """What there is to choose, with the table as it is now."""
