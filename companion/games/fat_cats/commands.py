"""What people tell and ask a game of Fat Cats, and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import state as common
from companion.games.commands import Command, Player, Question
from companion.games.house_rules import HouseRule
from companion.games.names import named_once
from companion.games.said import said

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_CUSHIONS: Final = 999
"""More than any board has; how far a position can be corrected where cushions are not counted."""

MOST_TREATS: Final = 20
"""More than any card shows."""

Treats = Annotated[int, Meta(ge=1, le=MOST_TREATS)]

Letter = Literal["A", "B", "C", "D"]
"""A space of the table, and the bowl that chooses the card on it."""


class Options(common.Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The crown's number on the board, and the house rules FC-A1, FC-A4, FC-A3 and FC-A8."""

    cushions: Annotated[int, Meta(ge=1, le=MOST_CUSHIONS)] | None = None
    ghost: Literal["instead", "after"] = "instead"
    back_floor: Literal[0, 1] = 0
    order: Literal["fixed", "dynamic"] = "fixed"
    blue_cards: Literal[5, 9] | UnsetType = UNSET


HOUSE_RULES: Final = (
    HouseRule("cushions", said("board")),
    HouseRule("ghost", said("ghost")),
    HouseRule("back_floor", said("back as far as")),
    HouseRule("order", said("order")),
    HouseRule("blue_cards", said("blue cards")),
)


class Meal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The food card that somebody won: its treats, and what is behind it."""

    treats: Treats
    colour: Literal["blue", "white"] | UnsetType = UNSET
    ghost: bool = False
    tray_to: Player | UnsetType = UNSET

    @property
    def white(self) -> bool:
        """Whether it is told to be a white card: one with a ghost is (fat-cats:106)."""
        return self.ghost or self.colour == "white"


class Round(Command, frozen=True, tag="round"):
    """A whole round: who ate what."""

    eat: Annotated[dict[Player, Meal], Meta(max_length=4)]

    def __post_init__(self) -> None:
        named_once(self.eat)

    def named(self) -> Iterable[str]:
        for name, meal in self.eat.items():
            yield name
            if meal.tray_to is not UNSET:
                yield meal.tray_to


class Bowls(Command, frozen=True, tag="bowls"):
    """The bowls are turned over (fat-cats:71)."""

    bowls: dict[Player, Letter]

    def __post_init__(self) -> None:
        named_once(self.bowls)

    def named(self) -> Iterable[str]:
        return self.bowls


class Eaters(Command, frozen=True, tag="eaters"):
    """Who got something to eat."""

    players: Annotated[list[Player], Meta(max_length=4)]

    def __post_init__(self) -> None:
        named_once(self.players)

    def named(self) -> Iterable[str]:
        return self.players


class Eat(Command, frozen=True, tag="eat"):
    """The cat whose turn it is moves by its food card; the fields are those of a meal."""

    player: Player
    treats: Treats
    colour: Literal["blue", "white"] | UnsetType = UNSET
    ghost: bool = False
    tray_to: Player | UnsetType = UNSET

    def named(self) -> Iterable[str]:
        return (self.player,) if self.tray_to is UNSET else (self.player, self.tray_to)

    @property
    def meal(self) -> Meal:
        return Meal(treats=self.treats, colour=self.colour, ghost=self.ghost, tray_to=self.tray_to)


class Crown(Command, frozen=True, tag="crown"):
    """A cat has reached the crown, on a board whose cushions are not counted here."""

    player: Player

    def named(self) -> Iterable[str]:
        return (self.player,)


class Move(Question, frozen=True, tag="move"):
    """Where a cat comes to stand."""

    player: Player
    treats: Treats
    back: bool = False

    def named(self) -> Iterable[str]:
        return (self.player,)


class Order(Question, frozen=True, tag="order"):
    """Who moves when."""

    players: list[Player]

    def __post_init__(self) -> None:
        named_once(self.players)

    def named(self) -> Iterable[str]:
        return self.players
