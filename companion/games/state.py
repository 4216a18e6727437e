"""What the states of all games have in common: who sits where, whose turn it is, how they stand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from companion.errors import Code, Refusal
from companion.games.names import tidy
from companion.games.strict import short

if TYPE_CHECKING:
    from collections.abc import Iterable

V = TypeVar("V")

OVER: Final = "over"


class Ended(StrEnum):
    """How a game came to its end."""

    PLAYED = "played"
    SHORT = "short"
    ABANDONED = "abandoned"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a game; each game adds its own."""

    first: str | UnsetType = UNSET


@dataclass(frozen=True, kw_only=True, slots=True)
class State(ABC):
    """A game between two commands. Players are seats, clockwise from 0; names stand in ``players`` alone."""

    players: tuple[str, ...]
    options: Options
    first: int
    phase: str
    seat: int | None = None
    """Whose turn it is."""
    round: int = 1
    left: frozenset[int] = frozenset()
    ended: Ended | None = None

    @property
    @abstractmethod
    def points(self) -> tuple[int, ...]:
        """The score of each seat."""

    def standing(self, seat: int) -> tuple[int, ...]:
        """What ranks a seat, greatest first: the points, and at the end the rule for ties."""
        return (self.points[seat],)

    @property
    def over(self) -> bool:
        return self.phase == OVER

    @property
    def last_round(self) -> bool:
        """Whether the game ends with this round, as far as is known."""
        return False

    @property
    def turn(self) -> str | None:
        """The name of the player on turn."""
        return None if self.seat is None else self.players[self.seat]

    @property
    def on_turn(self) -> int:
        """The seat on turn; raises Refusal over when the game has ended."""
        if self.seat is None:
            raise Refusal(Code.OVER, "the game is over: nobody is on turn")
        return self.seat

    @property
    def rivals(self) -> tuple[int, ...]:
        """The others who are in, clockwise from the player on turn: who may call, or mooch."""
        count = len(self.players)
        around = ((self.on_turn + step) % count for step in range(1, count))
        return tuple(seat for seat in around if seat not in self.left)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats of those who are in."""
        return tuple(seat for seat in range(len(self.players)) if seat not in self.left)

    @property
    def alone(self) -> bool:
        """Whether too few players are in for the game to go on."""
        return len(self.players) - len(self.left) <= 1

    @property
    def scores(self) -> dict[str, int]:
        return self.by_name(self.points)

    @property
    def ranks(self) -> dict[str, int]:
        """Competition ranks (1, 2, 2, 4); players who left come after all others."""
        return self.by_name(self._ranks())

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, in the order of the seats; empty until the game is over, and when it was abandoned."""
        if self.ended in (None, Ended.ABANDONED):
            return ()
        ranks = self._ranks()
        return tuple(self.players[seat] for seat in self.present if ranks[seat] == 1)

    def seat_of(self, name: str) -> int:
        """The seat of a player; raises Refusal unknown-player."""
        try:
            return self.players.index(tidy(name))
        except ValueError:
            who = ", ".join(self.players)
            raise Refusal(Code.UNKNOWN_PLAYER, f"nobody here is called {short(tidy(name))}: {who} play") from None

    def present_seat_of(self, name: str) -> int:
        """The seat of a player who is in; raises Refusal unknown-player, and illegal of one who has left."""
        seat = self.seat_of(name)
        self.check_present(seat)
        return seat

    def check_present(self, seat: int) -> None:
        """Raise Refusal illegal where a player has left."""
        if seat in self.left:
            raise Refusal(Code.ILLEGAL, f"{self.players[seat]} has left: let them `return` first")

    def by_name(self, values: Iterable[V]) -> dict[str, V]:
        """What each seat has, under its player's name."""
        return dict(zip(self.players, values, strict=True))

    def place_of(self, seat: int) -> int:
        """Where a seat comes in a round: 0 for the first."""
        return (seat - self.first) % len(self.players)

    def after(self, seat: int) -> tuple[int, bool]:
        """The next seat clockwise that is in, and whether a new round begins with it."""
        count = len(self.players)
        following = next(other for step in range(1, count + 1) if (other := (seat + step) % count) not in self.left)
        return following, self.place_of(following) <= self.place_of(seat)

    def _ranks(self) -> list[int]:
        keys = [(seat not in self.left, self.standing(seat)) for seat in range(len(self.players))]
        return [1 + sum(other > key for other in keys) for key in keys]
