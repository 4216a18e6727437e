"""How a game of Mad Cat Sad Cat is seen on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mad_cat_sad_cat.pots import CATPOT
from companion.games.mad_cat_sad_cat.state import State
from companion.games.said import fill

if TYPE_CHECKING:
    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue


def notes(seen: Seen, tongue: Tongue) -> tuple[str, ...]:
    """The supply, or that it is empty; and the catpot."""
    state, words = seen.state, tongue.words
    assert isinstance(state, State)
    left = words.last_turns if state.last_round else fill(words.supply, {"vps": state.supply})
    return left, fill(words.catpot, {"vps": state.pots[CATPOT]})


def tally(seen: Seen, name: str) -> tuple[str, ...]:
    """The VPs."""
    del seen
    return ("vp", name)
