"""What people tell a game of Mad Cat Sad Cat and ask its referee, and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from companion.games import state as common
from companion.games.commands import Command, Player, Question
from companion.games.house_rules import HouseRule
from companion.games.mad_cat_sad_cat.dice import DICE, Card, Face, Kind
from companion.games.mad_cat_sad_cat.pots import POTS, VPS, Pots
from companion.games.names import named_once
from companion.games.said import said
from companion.games.strict import allowed, bad, read_value

if TYPE_CHECKING:
    from collections.abc import Iterable

Vps = Annotated[int, Meta(ge=0, le=VPS)]
Dice = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=DICE)]
AnyDice = Annotated[tuple[Face, ...], Meta(max_length=DICE)]
Moochers = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=4)]


class Options(common.Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether VPs lie on the table or the companion is the bank, and the house rules MC-A4 and MC-A5."""

    chips: bool = True
    stop_on_four_wilds: bool = False
    ignore_wild_face: bool = False


HOUSE_RULES: Final = (
    HouseRule("chips", said("chips")),
    HouseRule("stop_on_four_wilds", said("stop on 4 wilds")),
    HouseRule("ignore_wild_face", said("ignore wilds")),
)


class Lock(Command, frozen=True, tag="lock"):
    """The first cat is set aside, and VPs come from the supply (mad-cat-sad-cat:59-61)."""

    kind: Kind


class Take(Command, frozen=True, tag="take"):
    """The player stops and takes the VPs of an inner card, or the catpot (mad-cat-sad-cat:97-99)."""

    card: Card


class Mooch(Command, frozen=True, tag="mooch"):
    """Others reveal the matching mooch card and share, together (mad-cat-sad-cat:73-79, mad-cat-sad-cat:87)."""

    card: Card
    players: Moochers

    def __post_init__(self) -> None:
        named_once(self.players)

    def named(self) -> Iterable[str]:
        return self.players


class Fail(Command, frozen=True, tag="fail"):
    """Of the last roll no die can be set aside (mad-cat-sad-cat:83)."""


class PassDice(Command, frozen=True, tag="pass_dice"):
    """Cleaned up; the next player has the dice (mad-cat-sad-cat:107-109)."""


class Turn(Command, frozen=True, tag="turn"):
    """A whole turn at once: the lock-in, who mooched what, and what was taken or that it failed."""

    player: Player
    kind: Kind | UnsetType = UNSET
    mooch: tuple[tuple[Card, Moochers], ...] = ()
    take: Card | UnsetType = UNSET
    fail: bool = False

    def __post_init__(self) -> None:
        if self.fail != (self.take is UNSET):
            told = "neither" if self.take is UNSET else f"{self.take} and the fail"
            raise ValueError(f'a turn ends with a card to `take` or with "fail": true, here stands {told}')
        for _, players in self.mooch:
            named_once(players)

    def named(self) -> Iterable[str]:
        yield self.player
        for _, players in self.mooch:
            yield from players


class Roll(Command, frozen=True, tag="roll"):
    """All dice that are not set aside, as they fell."""

    dice: Dice


class SetAside(Command, frozen=True, tag="set_aside"):
    """Dice that stay until the end of the turn (mad-cat-sad-cat:49)."""

    dice: Dice


class Matches(Question, frozen=True, tag="matches"):
    """Which cards dice can be read as."""

    dice: AnyDice


class CanSetAside(Question, frozen=True, tag="can-set-aside"):
    """Which of the rolled dice can be set aside; ``locked`` missing is the lock of this turn."""

    dice: AnyDice
    locked: Kind | UnsetType | None = UNSET


class Odds(Question, frozen=True, tag="odds"):
    """How likely a target is under best play."""

    kind: Kind | None = None
    dice: AnyDice = ()
    target: Card | Literal["any"] = "any"


class Share(Question, frozen=True, tag="share"):
    """What each of so many moochers gets, and what stays on the card."""

    vps: Vps
    moochers: Annotated[int, Meta(ge=1, le=4)]


def read_pots(data: object) -> Pots:
    """The pots as ``Pots.view`` gives them; raises Refusal bad-command.

    >>> from companion.games.mad_cat_sad_cat.pots import SETUP
    >>> read_pots(SETUP.view()) == SETUP
    True
    """
    pots = Pots(tuple(_read_vps(data, pot.path[1:]) for pot in POTS))
    if pots.view() != data:
        raise bad("there is more in it than mad, sad and catpot, as the `pots` of a state have them")
    return pots


def _read_vps(data: object, path: tuple[str, ...]) -> int:
    value = data
    for word in path:
        if not isinstance(value, dict) or word not in value:
            raise bad(f"{'.'.join(path)} is missing: {allowed(Vps)}")
        value = value[word]
    vps = read_value(value, Vps, ".".join(path))
    assert isinstance(vps, int), "so it was read"
    return vps
