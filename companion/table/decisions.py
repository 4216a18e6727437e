"""Who decided what: what one undo takes back, and when two people write the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.errors import Code, Refusal
from companion.games.commands import MOVES

if TYPE_CHECKING:
    from companion.games import State
    from companion.table.ledger import Entry, Ledger, Step


class Decision(NamedTuple):
    """Something that was decided, and how the game stood before it and stands since."""

    entry: Entry
    before: State
    after: State
    turn: str | None = None
    """Whose turn goes with it: that of the player who was felt to lift the box since."""


def last_decision(ledger: Ledger) -> Decision | None:
    """What one undo by people would take back now; None if there is nothing."""
    step = _first_of_the_last_decision(ledger)
    return step and Decision(step.entry, ledger.state_at(step.before), ledger.state, _turn_since(ledger, step.entry))


def before_the_last_decision(ledger: Ledger) -> int:
    """The revision to which one undo of people goes back; raises Refusal if there is nothing."""
    step = _first_of_the_last_decision(ledger)
    if step is None:
        raise Refusal(Code.NOTHING_TO_UNDO, "nothing was entered that could be taken back")
    return step.before


def begins_a_turn(entry: Entry) -> bool:
    """Whether it was felt that the next player lifted the box."""
    return entry.source == "sensor" and entry.command == {"do": "lift"}


def meet(mine: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two commands write the same; "*" is everything."""
    return bool(mine and other) and ("*" in mine or "*" in other or not mine.isdisjoint(other))


def counting(ledger: Ledger, revision: int | None = None) -> frozenset[int]:
    """The revisions of the entries that are not taken back, or were not at a revision."""
    return frozenset(step.entry.revision for step in ledger.undoable(revision))


def writes_of(ledger: Ledger, entry: Entry) -> frozenset[str]:
    """What an entry of a ledger has written: one that takes back or brings back, what those entries wrote."""
    if entry.command["do"] in MOVES:
        moved = counting(ledger, entry.revision - 1) ^ counting(ledger, entry.revision)
        return frozenset({"history"}).union(*(writes_of(ledger, ledger.entries[number - 1]) for number in moved))
    return ledger.game.writes(ledger.state_at(entry.revision - 1), entry.command)


def _first_of_the_last_decision(ledger: Ledger) -> Step | None:
    """What was decided last, with what the rules entered before it; None where nothing was.

    What the sensor alone has told is nobody's to take back: it would feel the same again, or not in time.

    A turn that was settled by inference is as good as a decision: five silent turns are not undone at once. Asked for
    at every picture: it looks no further back than that.
    """
    steps = ledger.undoable()
    step = next(steps, None)
    while step is not None and step.entry.source == "sensor":
        step = next(steps, None)
    if step is None:
        return None
    implied = next(steps, None)
    return implied if implied is not None and _belongs(implied.entry, step.entry) else step


def _turn_since(ledger: Ledger, decided: Entry) -> str | None:
    """Who was felt to begin a turn after an entry that counts."""
    for step in ledger.undoable():
        if step.entry.revision <= decided.revision:
            break
        if begins_a_turn(step.entry):
            return ledger.state_at(step.before).turn
    return None


def _belongs(implied: Entry, entry: Entry) -> bool:
    """Whether an entry was made only because of the next one."""
    return implied.source == "inferred" and implied.revision == entry.revision - 1 and implied.at == entry.at
