"""The state of a game of Fat Cats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from companion.games import state as common
from companion.games.fat_cats import track

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.games.fat_cats.commands import Letter, Options

V = TypeVar("V")

BOWLS, EATING = "bowls", "eating"


@dataclass(frozen=True, kw_only=True, slots=True)
class State(common.State):
    """Positions, trays and bowls by seat. The cat of one who left keeps its number and is off the track."""

    options: Options
    positions: tuple[int, ...]
    trays: tuple[int, ...]
    lying: tuple[Letter | None, ...]
    """Where bowls of those stand who had to share a card (fat-cats:75)."""
    blue_left: int
    white_left: int
    discarded: int = 0
    eaters: tuple[int, ...] = ()
    eaten: int = 0
    """How many cards were eaten in this serving."""
    path: track.Path = ()
    """What the last cat counted."""
    crowned: int | None = None
    """Whose cat has reached a crown that is not counted."""

    @property
    def points(self) -> tuple[int, ...]:
        return self.positions

    def standing(self, seat: int) -> tuple[int, ...]:
        """Who has the crown has won; otherwise the foremost cat has."""
        return (int(seat == self.crowned), self.positions[seat])

    @property
    def at_crown(self) -> bool:
        """Whether a cat stands on the crown (fat-cats:126)."""
        return any(self.positions[seat] == self.options.cushions for seat in self.present)

    def in_order(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The cats as they move: hindmost first, those on the carpet clockwise from the smallest belly (FC-A3)."""
        return tuple(sorted(seats, key=lambda seat: (self.positions[seat], self.place_of(seat))))

    def occupied(self, but: int) -> frozenset[int]:
        """The cushions on which other cats stand than that of a seat; the carpet never is (fat-cats:59)."""
        others = (self.positions[seat] for seat in self.present if seat != but)
        return frozenset(cushion for cushion in others if cushion != track.CARPET)

    def forward(self, seat: int, treats: int) -> track.Path:
        """What a cat counts forward."""
        return track.forward(self.positions[seat], treats, self.occupied(but=seat), self.options.cushions)

    def back(self, seat: int, treats: int) -> track.Path:
        """What a cat counts back."""
        return track.back(self.positions[seat], treats, self.occupied(but=seat), self.options.back_floor)

    def moved(self, seat: int, path: track.Path, before: track.Path = ()) -> State:
        """The cat stands at the end of its path; ``before`` is what it had counted already."""
        end = path[-1] if path else self.positions[seat]
        return replace(self, positions=changed(self.positions, seat, end), path=before + path)

    def tray_passed(self, giver: int, taker: int) -> State:
        """The tray stays with its new owner (fat-cats:116)."""
        trays = changed(self.trays, giver, self.trays[giver] - 1)
        return replace(self, trays=changed(trays, taker, trays[taker] + 1))

    def without_bowl(self, seat: int) -> State:
        return replace(self, lying=changed(self.lying, seat, None))

    def going_on(self) -> State:
        """The next cat moves, or all have: the empty spaces are refilled from the stack (fat-cats:100)."""
        if self.eaters:
            return replace(self, phase=EATING, seat=self.eaters[0])
        blue = min(self.eaten, self.blue_left)
        return replace(
            self,
            phase=BOWLS,
            seat=None,
            round=self.round + 1,
            eaten=0,
            blue_left=self.blue_left - blue,
            white_left=max(0, self.white_left - (self.eaten - blue)),
        )


def changed(values: tuple[V, ...], seat: int, value: V) -> tuple[V, ...]:
    """What each seat has, with another value at one of them."""
    return (*values[:seat], value, *values[seat + 1 :])
