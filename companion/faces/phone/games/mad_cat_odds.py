"""What a player of Mad Cat Sad Cat can expect of the dice that are set aside, for people."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from companion.games.mad_cat_sad_cat import advice, chances
from companion.games.mad_cat_sad_cat.dice import CARDS, DICE, WILD

if TYPE_CHECKING:
    from companion.games.mad_cat_sad_cat import Pots
    from companion.games.mad_cat_sad_cat.commands import Options
    from companion.games.mad_cat_sad_cat.dice import Card, Face, Kind


class Outlook(NamedTuple):
    """What stopping and rolling on are worth, and what can still be reached."""

    stop: float
    """VPs; 0 where one may not."""
    roll: float
    """VPs under best play."""
    better: str
    """"stop" or "roll"."""
    chances: tuple[tuple[Card, float], ...]
    """How likely each card is for who plays for it alone, %."""
    fails: float
    """How likely the next roll is a fail, %."""


@lru_cache(maxsize=16)
def outlook(kind: Kind | None, dice: tuple[Face, ...], pots: Pots, options: Options) -> Outlook | None:
    """The outlook of a turn; None where no die is left to be rolled.

    Of one die it takes 8 ms the first time and 2 ms then, of more dice under 1 ms; every phone and every look at the
    same turn share it, and a turn that begins, of which there is nothing to decide, is left out.
    """
    if len(dice) == DICE:
        return None
    worth = advice(kind, dice, pots, options)
    cards = [card for card in CARDS if card != "catpot" or set(dice) == {WILD}]
    found = [(card, chances(kind, dice, card, options)) for card in cards]
    reached = tuple((card, 100 * float(Fraction(str(chance["p"])))) for card, chance in found)
    fails = 100 * float(Fraction(str(found[0][1]["fail_next"])))
    return Outlook(_number(worth["stop"]), _number(worth["roll"]), str(worth["better"]), reached, fails)


def _number(fraction: object) -> float:
    return float(Fraction(str(fraction)))
