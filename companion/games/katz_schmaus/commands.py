"""What people and the box tell a game of Katz & Schmaus, and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from companion.games import state as common
from companion.games.commands import Command, Player
from companion.games.house_rules import HouseRule
from companion.games.said import said

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST: Final = 4
"""What the bravest take in a turn (katz-schmaus:46)."""


class Options(common.Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many treats a turn usually has, and the house rules KS-A3 and KS-A5."""

    treats: Literal[3, 4] = 3
    auto_settle: bool = True
    left_on_board: Literal["supply", "player"] = "supply"
    latch: bool = True


HOUSE_RULES: Final = (
    HouseRule("treats", said("treats")),
    HouseRule("left_on_board", said("left over to")),
    HouseRule("latch", said("9 once is enough")),
    HouseRule("auto_settle", said("lift settles")),
)


class Lift(Command, frozen=True, tag="lift"):
    """The player on turn takes up the box."""

    treats: Literal[3, 4] | UnsetType = UNSET
    again: bool = False


class SetDown(Command, frozen=True, tag="set_down"):
    """The box rests again."""


class Void(Command, frozen=True, tag="void"):
    """The handling was no turn."""


class Call(Command, frozen=True, tag="call"):
    """Somebody grabs the cat (katz-schmaus:50)."""

    player: Player | UnsetType = UNSET

    def named(self) -> Iterable[str]:
        return () if self.player is UNSET else (self.player,)


class Caller(Command, frozen=True, tag="caller"):
    """Who it was that called."""

    player: Player

    def named(self) -> Iterable[str]:
        return (self.player,)


class Result(Command, frozen=True, tag="result"):
    """The board is lifted and the treats are counted: the turn ends."""

    in_box: Annotated[int, Meta(ge=0, le=MOST)] | UnsetType = UNSET
    to: Player | UnsetType = UNSET
    caller: Player | UnsetType = UNSET
    correct: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.to is not UNSET and self.correct is not UNSET:
            raise ValueError("`to` and `correct` both tell the verdict: leave one of them out")

    def named(self) -> Iterable[str]:
        return (name for name in (self.to, self.caller) if name is not UNSET)
