"""The commands that every game takes, as they stand in a game file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

if TYPE_CHECKING:
    from collections.abc import Iterable

Player = Annotated[str, Meta(title="the name of a player")]

Why = Annotated[str, Meta(max_length=1000)]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """Something that people or sensors tell the game."""

    def named(self) -> Iterable[str]:
        """The players it speaks of."""
        return ()


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ask"):
    """Something that the referee is asked."""

    def named(self) -> Iterable[str]:
        """The players it speaks of."""
        return ()


class Correct(Command, frozen=True, tag="correct"):
    """The real table is right: several numbers at once, or none of them."""

    set: dict[str, object]
    why: Why | UnsetType = UNSET


class Skip(Command, frozen=True, tag="skip"):
    """So many turns end without change."""

    turns: Annotated[int, Meta(ge=1, le=100)]


class Rename(Command, frozen=True, tag="rename"):
    """A player is called differently from now on."""

    player: Player
    name: str

    def named(self) -> Iterable[str]:
        return (self.player,)


class Leave(Command, frozen=True, tag="leave"):
    """A player goes, and keeps the score."""

    player: Player

    def named(self) -> Iterable[str]:
        return (self.player,)


class Return(Command, frozen=True, tag="return"):
    """A player who left is back."""

    player: Player

    def named(self) -> Iterable[str]:
        return (self.player,)


class Finish(Command, frozen=True, tag="finish"):
    """The game ends now, and the standing counts."""

    why: Why | UnsetType = UNSET


class Abandon(Command, frozen=True, tag="abandon"):
    """The game ends without a winner."""


SHARED: Final[tuple[type[Command], ...]] = (Correct, Skip, Rename, Leave, Return, Finish, Abandon)


class Undo(Command, frozen=True, tag="undo"):
    """Back over one entry, or to the state as it was at a revision."""

    to: Annotated[int, Meta(ge=0)] | UnsetType = UNSET


class Redo(Command, frozen=True, tag="redo"):
    """The last undone entry is back."""


class Amend(Command, frozen=True, tag="amend"):
    """An earlier entry was wrong: another command stands in its place."""

    entry: Annotated[int, Meta(ge=1)]
    replacement: dict[str, object] = msgspec.field(name="with")


OF_THE_LEDGER: Final[tuple[type[Command], ...]] = (Undo, Redo, Amend)


def by_verb(structs: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """Commands by the word under "do"."""
    return {str(struct.__struct_config__.tag): struct for struct in structs}


MOVES: Final[tuple[str, ...]] = tuple(by_verb((Undo, Redo)))
"""The verbs that only go back and forth in a game."""
