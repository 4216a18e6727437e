"""What a game's way of being seen on the phone consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue


def _generic(seen: Seen, tongue: Tongue) -> None:
    """The form that answers any question."""
    del seen, tongue


class Look(NamedTuple):
    """How a game is seen."""

    notes: Callable[[Seen, Tongue], tuple[str, ...]]
    """What the table should know beside the scores, in a few words each."""
    tally: Callable[[Seen, str], tuple[str, ...]]
    """The words of the path that ``correct`` sets when a player's score is another on the table."""
    form: Callable[[Seen, Tongue], Mapping[str, object] | None] = _generic
    """What ``templates/games/NAME.html`` makes a richer form of; None where the generic one will do."""
