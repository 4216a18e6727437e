"""What the referee of Mad Cat Sad Cat answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from companion.games.mad_cat_sad_cat.commands import CanSetAside, Matches, Odds, Share
from companion.games.mad_cat_sad_cat.dice import matches, usable
from companion.games.mad_cat_sad_cat.odds import chances
from companion.games.mad_cat_sad_cat.pots import fair_share
from companion.games.prompt import Answer

if TYPE_CHECKING:
    from companion.games.commands import Question
    from companion.games.mad_cat_sad_cat.dice import Face
    from companion.games.mad_cat_sad_cat.state import State


def answer(state: State, question: Question) -> Answer:
    """The answer, by the house rules of this game; raises Refusal illegal for what cannot be."""
    match question:
        case Matches(dice=dice):
            return _matches(state, dice)
        case CanSetAside():
            return _can_set_aside(state, question)
        case Odds(kind=kind, dice=dice, target=target):
            found = chances(kind, dice, target, state.options)
            return Answer(found, f"under best play {target} comes with {found['float']}, every pot holding VPs")
        case Share(vps=vps, moochers=moochers):
            each, rest = fair_share(vps, moochers)
            return Answer([each, rest], f"each gets {each}, and {rest} stay on the card")
    raise TypeError(f"{question} is no question of Mad Cat Sad Cat")


def _matches(state: State, dice: tuple[Face, ...]) -> Answer:
    cards = matches(dice, ignore_wild_face=state.options.ignore_wild_face)
    if not cards:
        why = "they are too few" if len(dice) < 4 else "all wild cats count as one icon, and one icon may be ignored"
        return Answer([], f"they match no card: {why}")
    if len(cards) > 1:
        return Answer(list(cards), "all wild cats count as one icon: choose which, and one of these cards")
    return Answer(list(cards), f"they can only be read as {cards[0]}")


def _can_set_aside(state: State, asked: CanSetAside) -> Answer:
    locked = state.locked if asked.locked is UNSET else asked.locked
    if locked is None:
        return Answer(
            list(asked.dice), "nobody is locked in, so any can be set aside, but mad and sad cats not together"
        )
    return Answer(usable(asked.dice, locked), f"locked in on {locked} cats, those and wild cats can be set aside")
