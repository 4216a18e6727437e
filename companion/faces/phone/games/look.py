"""What a game's way of being seen on the phone consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from markupsafe import Markup

from companion.faces.brief import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.faces.phone.seen import Reader, Seen
    from companion.faces.phone.tongues import Tongue
    from companion.games import State


def _still(seen: Seen, tongue: Tongue) -> None:
    """Nothing on the table is felt."""
    del seen, tongue


def _generic(seen: Seen, reader: Reader) -> None:
    """The form that answers any question."""
    del seen, reader


def _nothing(seen: Seen, tongue: Tongue) -> Markup:
    """No picture."""
    del seen, tongue
    return Markup()


def _by_scores(seen: Seen, command: Mapping[str, object], after: State, tongue: Tongue) -> str:
    """What every command changes."""
    return brief(command, seen.state.scores, after.scores, tongue.words)


class Look(NamedTuple):
    """How a game is seen."""

    notes: Callable[[Seen, Tongue], tuple[str, ...]]
    """What the table should know beside the scores, in a few words each."""
    tally: Callable[[Seen, str], tuple[str, ...]]
    """The words of the path that ``correct`` sets when a player's score is another on the table."""
    form: Callable[[Seen, Reader], Mapping[str, object] | None] = _generic
    """What ``templates/games/NAME.html`` makes a richer form of; None where the generic one will do."""
    picture: Callable[[Seen, Tongue], Markup] = _nothing
    """What there is to see beside the numbers."""
    scores: Literal["roomy", "tight", "after", "none"] = "roomy"
    """How much room that form leaves for the scores above it; ``after`` are those that stand below it."""
    foretold: Callable[[Seen, Mapping[str, object], State, Tongue], str] = _by_scores
    """What a command will lead to, before it is booked: the command, and the state that it would give."""
    live: Callable[[Seen, Tongue], Mapping[str, object] | None] = _still
    """What ``templates/live.html`` shows of a box that is felt, beside the question; None where there is none."""
