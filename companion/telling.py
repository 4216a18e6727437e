"""What the box tells of an entry, whoever made it: a move of the game, or what is none and has a word of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.brief import brief
from companion.faces.oled import screens
from companion.faces.oled.view import LastEntry
from companion.games.commands import OF_THE_LEDGER, SHARED, Abandon, Finish, by_verb

if TYPE_CHECKING:
    from companion.faces.words import Words
    from companion.games import Outcome
    from companion.table.ledger import Entry, Ledger

_RARE: Final = by_verb((*OF_THE_LEDGER, *SHARED)).keys() - by_verb((Finish, Abandon)).keys()
"""What is no move of the game."""


class Move(NamedTuple):
    """A move of the game."""

    booked: LastEntry
    outcome: Outcome | None
    """How a turn has ended with it, if one has."""
    inferred: bool
    """Nobody said so: the rules left nothing else."""
    begins_last_round: bool
    called_by_phone: bool
    """A call that nobody has heard yet: a button's has sounded when it was touched."""


def telling(entry: Entry, ledger: Ledger, words: Words) -> Move | screens.Note:
    """What is to be told of an entry of this game."""
    before, after = ledger.state_at(entry.revision - 1), ledger.state_at(entry.revision)
    verb = entry.command["do"]
    if verb not in _RARE:
        return Move(
            LastEntry(entry.command, before, after),
            ledger.game.outcome(before, entry.command, after),
            inferred=entry.source == "inferred",
            begins_last_round=after.last_round and not before.last_round,
            called_by_phone=verb == "call" and entry.source == "phone",
        )
    if verb == "undo":
        # Taken back is what made the difference the other way round. A hold of the button has a better word for it.
        return screens.Note(words.undone, brief({"do": "undo"}, after.scores, before.scores, words), "undone")
    title = words.redone if verb == "redo" else words.noted
    return screens.Note(title, brief(entry.command, before.scores, after.scores, words), "done")
