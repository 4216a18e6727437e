"""What people tell and ask a game of Katz Fatz, and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import state as common
from companion.games.commands import Command, Player, Question
from companion.games.house_rules import HouseRule
from companion.games.katz_fatz.cards import COLOURS, DECK, Card, Colours, Toy, once_each
from companion.games.katz_fatz.pad import Pad, Symbols, Value, Which
from companion.games.names import named_once, proper
from companion.games.said import said
from companion.games.strict import short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROUNDS: Final = 4
"""Rounds in a game, each with a toy of its own (katz-fatz:29)."""

Points = Annotated[int, Meta(ge=-200, le=200)]

Sum = Annotated[int, Meta(ge=0, le=7 * DECK)]
"""Of the plus cards or of the minus cards of a pile."""

Toys = Annotated[int, Meta(ge=0, le=DECK)]
"""Cards of a pile that show a toy symbol."""

HandColours = Annotated[int, Meta(ge=0, le=6)]

TotalToys = Annotated[int, Meta(ge=0, le=ROUNDS * DECK)]

Splats = Annotated[int, Meta(ge=0, le=ROUNDS * 6)]

Pile = Annotated[tuple[Card, ...], Meta(max_length=DECK)]

Hand = Annotated[tuple[Colours, ...], Meta(max_length=DECK)]

Multi = Literal["any", "mono"]


class Options(common.Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pad, the advanced variant (katz-fatz:191), the colours' names, and the house rules KF-A3 to KF-A7."""

    pad: Pad | None = Pad()
    advanced: bool = False
    colours: Annotated[tuple[str, ...], Meta(min_length=6, max_length=6)] = COLOURS
    cuddle_self: bool = True
    tree_multi: Multi = "any"
    tree_may: bool = False
    tree_toys: bool = True
    tree_cuddle: bool = True

    def __post_init__(self) -> None:
        for colour in self.colours:
            try:
                proper(colour)
            except ValueError as error:
                raise ValueError(f"no colour can be called {short(colour)}: {error}") from None
        if len({proper(colour) for colour in self.colours}) < len(self.colours):
            raise ValueError(f"six different colours have six different names, not {', '.join(self.colours)}")


HOUSE_RULES: Final = (
    HouseRule("pad", said("pad")),
    HouseRule("advanced", said("advanced")),
    HouseRule("cuddle_self", said("cuddles itself")),
    HouseRule("tree_multi", said("tree drops")),
    HouseRule("tree_may", said("tree by choice")),
    HouseRule("tree_cuddle", said("dropped cats cuddle")),
    HouseRule("tree_toys", said("dropped toys count")),
)


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Other house rules than the game's, for one count."""

    cuddle_self: bool | UnsetType = UNSET
    tree_multi: Multi | UnsetType = UNSET
    tree_may: bool | UnsetType = UNSET
    tree_toys: bool | UnsetType = UNSET
    tree_cuddle: bool | UnsetType = UNSET

    def over(self, options: Options) -> Options:
        """The game's options with these in their place."""
        told = {name: rule for name in self.__struct_fields__ if (rule := getattr(self, name)) is not UNSET}
        return msgspec.structs.replace(options, **told)


class TurnOver(Command, frozen=True, tag="toy"):
    """The toy of this round (katz-fatz:33)."""

    toy: Toy


class ToyTo(Command, frozen=True, tag="toy_to"):
    """Toy Emergency gives the toy to somebody (katz-fatz:111), or it lies in the middle again."""

    player: Player | None

    def named(self) -> Iterable[str]:
        return () if self.player is None else (self.player,)


class Score(Command, frozen=True, tag="score"):
    """A player's round: as on the pad, or plus and minus, or the cards themselves.

    With ``points``, null for ``toys`` or ``hand_colours`` means that they are still to be counted.
    """

    player: Player
    round: Annotated[int, Meta(ge=1, le=ROUNDS)] | UnsetType = UNSET
    points: Points | UnsetType = UNSET
    plus: Sum | UnsetType = UNSET
    minus: Sum | UnsetType = UNSET
    pile: Pile | UnsetType = UNSET
    toys: Toys | UnsetType | None = UNSET
    hand_colours: HandColours | UnsetType | None = UNSET
    hand: Hand | UnsetType = UNSET
    has_toy: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        told = tuple(name for name in ("points", "plus", "minus", "pile") if getattr(self, name) is not UNSET)
        if told not in (("points",), ("plus", "minus"), ("pile",)):
            here = f"by {' and '.join(f'`{name}`' for name in told)}" if told else "by none of them"
            raise ValueError(f"a score is told by `points` alone, or `plus` and `minus`, or a `pile`, here {here}")
        if self.pile is not UNSET and self.toys is not UNSET:
            raise ValueError("the toy symbols of a `pile` are counted: leave `toys` out")
        if self.points is not UNSET and self.has_toy is not UNSET:
            raise ValueError("`points` are final, with the toy's own: leave `has_toy` out")
        if self.points is UNSET and None in (self.toys, self.hand_colours):
            raise ValueError("only with `points` may numbers be null, still to be counted")
        _check_hand(self.pile, self.hand, self.hand_colours)

    def named(self) -> Iterable[str]:
        return (self.player,)


class ReadOff(Command, frozen=True, tag="pad"):
    """What the pad shows for one player at the end (katz-fatz:179-181)."""

    player: Player
    toys_value: Value | UnsetType = UNSET
    splats_value: Value | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.toys_value is UNSET and self.splats_value is UNSET:
            raise ValueError("tell `toys_value` or `splats_value`, or both")

    def named(self) -> Iterable[str]:
        return (self.player,)


class PadValue(Command, frozen=True, tag="pad_value"):
    """What the pad prints next to a symbol, for everyone; symbol 0 is for those who crossed off none."""

    which: Which
    symbols: Symbols
    value: Value


class Setup(Question, frozen=True, tag="setup"):
    """How many cards go where at the start of a round."""


class ChoiceOrder(Question, frozen=True, tag="choice-order"):
    """Who picks a start card when."""


class TurnOrder(Question, frozen=True, tag="turn-order"):
    """Who plays when."""


class Actions(Question, frozen=True, tag="actions"):
    """How many actions a turn has."""

    player: Player

    def named(self) -> Iterable[str]:
        return (self.player,)


class CanPlay(Question, frozen=True, tag="can-play"):
    """Whether a card may be placed on a pile; ``mouse``: the Fabric Mouse is given back for it."""

    player: Player
    card: Card
    top: Card | None
    mouse: bool = False

    def named(self) -> Iterable[str]:
        return (self.player,)


class RoundOver(Question, frozen=True, tag="round-over"):
    """Whether the round ends with so many cards in the hands and in the stack."""

    hands: dict[Player, Annotated[int, Meta(ge=0, le=DECK)]]
    stack: Annotated[int, Meta(ge=0, le=DECK)]

    def __post_init__(self) -> None:
        named_once(self.hands)

    def named(self) -> Iterable[str]:
        return self.hands


class CountPile(Question, frozen=True, tag="count"):
    """What a pile counts, with nothing entered."""

    pile: Pile
    hand: Hand | UnsetType = UNSET
    hand_colours: HandColours | UnsetType = UNSET
    toy: Toy | None = None
    options: HouseRules = HouseRules()

    def __post_init__(self) -> None:
        _check_hand(self.pile, self.hand, self.hand_colours)


def colours_in(told: Command | Question) -> Iterator[str]:
    """Every colour that a command or question speaks of."""
    cards: tuple[Card | None, ...] = ()
    hand: tuple[tuple[str, ...], ...] = ()
    match told:
        case Score() | CountPile():
            cards = () if told.pile is UNSET else told.pile
            hand = () if told.hand is UNSET else told.hand
        case CanPlay():
            cards = (told.card, told.top)
    yield from (colour for card in cards if card for colour in card.colours)
    yield from (colour for card in hand for colour in card)


def _check_hand(pile: Pile | UnsetType, hand: Hand | UnsetType, colours: int | UnsetType | None) -> None:
    """Raise ValueError where hand and pile do not go together in a command."""
    if hand is UNSET:
        return
    if pile is UNSET:
        raise ValueError("`hand` goes with a `pile`: tell `hand_colours` instead")
    if colours is not UNSET:
        raise ValueError("the colours of a `hand` are counted: leave `hand_colours` out")
    for number, card in enumerate(hand):
        try:
            once_each(card)
        except ValueError as error:
            raise ValueError(f"hand[{number}]: {error}") from None
