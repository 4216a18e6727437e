"""All that goes on at the table at one moment, from which the display's one screen is chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.brief import brief
from companion.faces.menu import Facts, Submit
from companion.faces.oled import screens
from companion.faces.one_button import Menu
from companion.faces.pages import AtTable
from companion.faces.spans import Ones

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.faces.menu import Item, Listing, Page
    from companion.faces.trouble import Trouble
    from companion.faces.words import Words
    from companion.games import Outcome, State
    from companion.senses import Progress

SETTLED_SHOWN: Final = 4.0
"""How long the result of a turn is shown, s; the next lift or press ends it sooner."""

CALL_SHOWN: Final = 1.5
"""How long the caller's name stands alone before the question, s."""


BOOKED_SHOWN: Final = 4.0
"""How long what was entered last is still told, s."""


class LastEntry(NamedTuple):
    """What was entered last, and how the game stood before and after it."""

    command: Mapping[str, object]
    before: State
    after: State


class Felt(NamedTuple):
    """What the box feels now."""

    tilt: float = 0.0
    """Degrees."""
    bearing: float = 0.0
    """Degrees: 0 is right, 90 away from whoever reads the display."""
    seconds: float = 0.0
    """Since it was lifted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that decides what the display shows."""

    table: Facts
    menu: Menu = field(default_factory=Menu)
    game: str = ""
    """The name of the one that is on."""
    state: State | None = None
    """Of the game that is on; None where none is."""
    started: bool = True
    felt: Felt = field(default_factory=Felt)
    evidence: float | None = None
    """How long after the box's last movement the call came, s."""
    since_call: float | None = None
    """s; None where nobody has called."""
    waits: bool = False
    """The box is in the hands again though a call is open, and nobody has asked for its question since."""
    felt_at_all: bool = True
    """The sensor can feel the box."""
    cat_away: bool = False
    """The cat figure is to be put back on its stand."""
    call_open: bool = False
    """The box rests and a press is still a call."""
    settled: Outcome | None = None
    inferred: bool = False
    """Nobody said how the turn ended: the rules left nothing else."""
    since_settled: float = 0.0
    booked: LastEntry | None = None
    """While that is fresh."""
    note: screens.Note | None = None
    """Something that was just done or refused."""
    resumed: screens.Resume | None = None
    """Where the game stood when the companion went off, until somebody does something."""
    saved: bool | None = None
    troubles: tuple[Trouble, ...] = ()
    held: Progress | None = None
    """How far the hold that is on has come."""
    hint: bool = False
    """Nobody has chosen anything yet since the start."""
    asleep: int | None = None
    """Steps of the wandering paw; None: awake."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game that is on, and where the button stands in its question."""

    view: View
    state: State
    page: Page
    listing: Listing
    at: int
    """Which of the items is shown."""
    signs: screens.Signs

    @property
    def words(self) -> Words:
        return self.view.table.words

    @property
    def untouched(self) -> bool:
        """Whether nobody has moved on from the likeliest answer: what passes by itself may be shown before it."""
        return isinstance(self.page, AtTable) and self.view.menu.current(self.view.table).cursor is None

    @property
    def settled(self) -> Outcome | None:
        """How the last turn ended, while that is fresh and nobody is about to answer anything."""
        fresh = self.passing and self.view.since_settled < SETTLED_SHOWN
        return self.view.settled if fresh else None

    @property
    def passing(self) -> bool:
        """Whether what passes by itself may cover the question: who holds the button must see what for.

        A push of the knob is over at once, and where no answer is shown it only leads to the question.
        """
        return self.untouched and (self.view.held is None or self.signs.knob)

    @property
    def booked(self) -> str:
        """What was entered last, in a few words, while that is fresh; empty otherwise."""
        last = self.view.booked
        return "" if last is None else brief(last.command, last.before.scores, last.after.scores, self.words)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(item.label for item in self.listing.items)

    @property
    def item(self) -> Item | None:
        """What a hold would choose; None where there is nothing to choose."""
        return self.listing.items[self.at] if self.listing.items else None

    @property
    def command(self) -> Mapping[str, object]:
        """What a hold would tell the game; empty where it leads on to a page."""
        then = self.item.then if self.item else None
        return then.command if isinstance(then, Submit) else {}

    @property
    def answer(self) -> str:
        """What a hold chooses, as it is called."""
        return self.item.label if self.item else ""

    @property
    def following(self) -> str:
        """What the next press shows, as it is called."""
        return self.labels[(self.at + 1) % len(self.labels)] if self.labels else ""

    def asked(self, *, light: bool = False, evidence: float | None = None) -> screens.Screen:
        """The question as it is, with the answer that a hold gives."""
        return asked(self.listing, self.at, self.words, self.signs, light=light, evidence=evidence)


def asked(
    listing: Listing,
    at: int,
    words: Words,
    signs: screens.Signs,
    *,
    light: bool = False,
    evidence: float | None = None,
) -> screens.Screen:
    """A page of the button's menu, with the item that a hold chooses."""
    if not listing.items:
        return screens.Note(listing.title, words.nothing_here, signs=signs)
    value = listing.items[at].number
    if value is None:
        labels = tuple(item.label for item in listing.items)
        return screens.Choose(listing.title, labels, at, light, evidence, signs)
    low, high = _reach(listing.items)
    shown = listing.items[at].label if listing.step > 1 else ""
    return screens.Number(listing.title, value, low, high, listing.step, light, signs, shown)


def _reach(items: Sequence[Item]) -> tuple[int, int]:
    """The smallest and the largest number that a page leads to; the tens stand for all of theirs."""
    ends = list[int]()
    for item in items:
        if isinstance(item.then, Ones):
            ends += (item.then.span.low, item.then.span.high)
        elif item.number is not None:
            ends.append(item.number)
    return min(ends), max(ends)
