"""What is said of contacts that are not well."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hardware import Condition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.wiring import Contact

_STUCK: Final = Condition(
    "button",
    "degraded",
    "The button's contact is closed all the time.",
    "Is something lying on it, or does its wire touch ground?",
)
_DEAF: Final = Condition(
    "button",
    "degraded",
    "The button's edges are not heard; it is read, a moment late.",
    "Pull the plug and put it in again when the game is over.",
)
_AWAY: Final = Condition(
    "button",
    "degraded",
    "The cat is not on its stand.",
    "Put it back; until then the button is the call.",
)


def contact_health(stuck: Sequence[Contact], *, deaf: bool, cat_away: bool) -> Condition | None:
    """What to say of the contacts that are closed all the time, of edges that are not heard, and of a missed cat."""
    buttons = [contact for contact in stuck if contact.kind != "cat"]
    if buttons:
        seat = buttons[0].seat
        why = _STUCK.why if seat is None else f"The contact of player {seat + 1}'s button is closed all the time."
        return replace(_STUCK, why=why)
    if deaf:
        return _DEAF
    return _AWAY if cat_away else None
