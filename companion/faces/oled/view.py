"""Which screen there is to see: from all that goes on at the table to the one fact that matters now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from companion.faces.oled import screens
from companion.faces.one_button import Menu, Table
from companion.faces.pages import AtHand, AtTable, Lineups, Starting, Troubles
from companion.faces.words import MINUS, Words

if TYPE_CHECKING:
    from companion.faces.menu import Listing
    from companion.games import Outcome, State

SETTLED_SHOWN = 4.0
"""How long the result of a turn is shown, s; the next lift or press ends it sooner."""

CALL_SHOWN = 1.5
"""How long the caller's name stands alone before the question, s."""


class Felt(NamedTuple):
    """What the box feels now."""

    tilt: float = 0.0
    """Degrees."""
    bearing: float = 0.0
    """Degrees: 0 is right, 90 away from whoever reads the display."""
    seconds: float = 0.0
    """Since it was lifted."""


class Trouble(NamedTuple):
    """What is wrong with a part, and what to do."""

    what: str
    cure: str


def verdict(outcome: Outcome, words: Words) -> str:
    """How a turn ended, in a few words.

    >>> from companion.faces.words import ENGLISH
    >>> from companion.games import Outcome
    >>> verdict(Outcome("Ada", 3, caller="Ben", penalty=1), ENGLISH)
    'Ben: wrong call −1'
    """
    if outcome.caller is None:
        return words.nobody_called
    if outcome.caller == outcome.player:
        return words.right_call
    template = words.wrong_call_by if outcome.penalty else words.wrong_call_free
    return template.format(name=outcome.caller, minus=MINUS, penalty=outcome.penalty)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that decides what the display shows."""

    table: Table
    menu: Menu = field(default_factory=Menu)
    state: State | None = None
    """Of the game that is on; None where none is."""
    started: bool = True
    felt: Felt = field(default_factory=Felt)
    evidence: float | None = None
    """How long after the box's last movement the call came, s."""
    since_call: float | None = None
    """s; None where nobody has called."""
    call_open: bool = False
    """The box rests and a press is still a call."""
    settled: Outcome | None = None
    inferred: bool = False
    """Nobody said how the turn ended: the rules left nothing else."""
    since_settled: float = 0.0
    note: screens.Note | None = None
    """Something that was just done or refused."""
    resumed: str | None = None
    """The last entry before the plug was out, in a few words, until somebody does something."""
    saved: bool | None = None
    troubles: tuple[Trouble, ...] = ()
    held: float | None = None
    """How long the button has been held, s."""
    asleep: int | None = None
    """Steps of the wandering paw; None: awake."""


def screen(view: View) -> screens.Screen:
    """The screen to show."""
    signs = screens.Signs(view.saved, bool(view.troubles), view.held)
    menu = view.menu.current(view.table)
    first = _first(view, menu, signs)
    if first is not None:
        return first
    if menu.trail or view.state is None:
        return _page(view, menu, signs)
    return _end(view.state, signs) if view.state.over else _turn(view, view.state, menu, signs)


def _first(view: View, menu: Menu, signs: screens.Signs) -> screens.Screen | None:
    """What comes before the game and its menu."""
    if view.asleep is not None:
        return screens.Asleep(view.asleep)
    if not view.started:
        return screens.Hello(signs)
    if view.note is not None:
        return replace(view.note, signs=signs)
    if menu.trail:
        return None
    if view.resumed is not None:
        return screens.Resume(view.resumed, signs)
    done = view.settled
    between_turns = view.state is not None and view.state.phase in ("ready", "over")
    if done is not None and between_turns and view.since_settled < SETTLED_SHOWN:
        return screens.Settled(done.player, done.amount, verdict(done, view.table.words), view.inferred, signs)
    return None


def _end(state: State, signs: screens.Signs) -> screens.Screen:
    # Where a crown was reached that nobody counted to, there is no number to show.
    score = max((state.scores[name] for name in state.winners), default=0)
    return screens.End(state.winners, score or None, str(state.ended or "played"), signs)


def _turn(view: View, state: State, menu: Menu, signs: screens.Signs) -> screens.Screen:
    """The game at this moment; a cursor that somebody has moved goes before what passes by itself."""
    name, prompt, untouched = state.turn or "", view.table.prompt, menu.cursor is None
    if state.phase == "playing":
        return screens.Playing(name, *view.felt, signs=signs)
    if state.phase == "rest" and view.call_open and untouched:
        return screens.Ready(name, view.table.words.still_time, signs=signs)
    # Where the game asks for the verdict, its question concerns the caller.
    caller = prompt.player if prompt is not None and state.phase == "called" else None
    if caller is not None and untouched and view.since_call is not None and view.since_call < CALL_SHOWN:
        return screens.Called(caller, view.evidence, signs)
    if prompt is None or prompt.kind == "wait":
        hint = "" if state.phase == "ready" or prompt is None else view.table.words.say(prompt.text)
        return screens.Ready(name, hint, state.scores.get(name), state.last_round, signs)
    return _page(view, menu, signs)


def _page(view: View, menu: Menu, signs: screens.Signs) -> screens.Screen:
    page, listing, at = menu.page, menu.listing(view.table), menu.position(view.table)
    state = view.state
    if isinstance(page, AtHand) and at == 0 and state is not None:
        rows = [(name, state.scores[name], name == state.turn or name in state.winners) for name in state.players]
        if state.over:
            rows.sort(key=lambda row: state.ranks[row[0]])
        return screens.Scores(tuple(rows), signs=signs)
    if isinstance(page, Troubles) and view.troubles:
        trouble = view.troubles[at % len(view.troubles)]
        return screens.Trouble(trouble.what, trouble.cure, screens.Signs(held=view.held))
    if not listing.items:
        return screens.Note(listing.title, view.table.words.nothing_here, signs=signs)
    item = listing.items[at]
    if isinstance(page, Lineups) and isinstance(item.then, Starting):
        return screens.Players(listing.title, item.then.names, at, len(listing.items), signs)
    called = isinstance(page, AtTable) and state is not None and state.phase == "called"
    if item.number is not None:
        return _number(listing, item.number, called, signs)
    labels = tuple(item.label for item in listing.items)
    return screens.Choose(listing.title, labels, at, called, view.evidence if called else None, signs)


def _number(listing: Listing, value: int, called: bool, signs: screens.Signs) -> screens.Screen:
    numbers = [item.number for item in listing.items if item.number is not None]
    return screens.Number(listing.title, value, min(numbers), max(numbers), listing.step, called, signs)
