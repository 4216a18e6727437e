"""The state of a game of Katz Fatz."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from companion.games import state as common
from companion.games.katz_fatz.commands import ROUNDS
from companion.games.state import Ended

if TYPE_CHECKING:
    from companion.games.katz_fatz.cards import Toy
    from companion.games.katz_fatz.commands import Options
    from companion.games.katz_fatz.counting import Count
    from companion.games.katz_fatz.pad import Pad, Which

ROUND, PAD = "round", "pad"


class Mark(NamedTuple):
    """A player's round as it stands on the pad; toys or splats None: still to be counted."""

    points: int | None = None
    toys: int | None = 0
    splats: int | None = 0
    away: bool = False
    """The round went by while the player had left: without points it counts 0, and nobody asks for it."""

    def counted(self, which: Which) -> Mark:
        """With nothing left to be counted of these symbols."""
        return self._replace(toys=self.toys or 0) if which == "toys" else self._replace(splats=self.splats or 0)

    @property
    def awaited(self) -> bool:
        return self.points is None and not self.away

    @property
    def whole(self) -> bool:
        return None not in self


class OnTable(NamedTuple):
    """The toy of a round, and whose it is; in the middle it is nobody's."""

    toy: Toy | None = None
    holder: int | None = None


class Mended(NamedTuple):
    """By how much the symbols that are crossed off differ from those of the rounds."""

    toys: int = 0
    splats: int = 0


class ReadOff(NamedTuple):
    """What was read off the pad for one player."""

    toys: int | None = None
    splats: int | None = None


class Missing(NamedTuple):
    """A value of the pad that somebody's total needs."""

    seat: int
    which: Which
    symbols: int


@dataclass(frozen=True, kw_only=True, slots=True)
class State(common.State):
    """The scoring pad: a row of marks for each seat, a mark for each round. Nobody is on turn."""

    options: Options
    dealer: int
    marks: tuple[tuple[Mark, ...], ...]
    on_table: tuple[OnTable, ...] = (OnTable(),) * ROUNDS
    mended: tuple[Mended, ...]
    pad: Pad
    read_off: tuple[ReadOff, ...]
    last_count: Count | None = None
    """The last pile that was counted here."""

    @property
    def points(self) -> tuple[int, ...]:
        """The sums of the rounds, and at the end the totals."""
        return tuple(self.points_of(seat) for seat in range(len(self.players)))

    def points_of(self, seat: int) -> int:
        """The total of a seat at the end, else the sum of its rounds."""
        total = self.total(seat) if self.over else None
        return self.rounds_of(seat) if total is None else total

    def standing(self, seat: int) -> tuple[int, ...]:
        """At the end more toys win a tie (katz-fatz:185): those that could be crossed off (KF-A14)."""
        if not self.over:
            return (self.points_of(seat),)
        return (self.points_of(seat), self.pad.crossed_off("toys", self.symbols("toys", seat)))

    @property
    def table(self) -> OnTable:
        """The toy of this round."""
        return self.on_table[self.round - 1]

    def rounds_of(self, seat: int) -> int:
        """The points of all rounds."""
        return sum(mark.points or 0 for mark in self.marks[seat])

    def symbols(self, which: Which, seat: int) -> int:
        """How many symbols a player collected over the game."""
        collected: int = getattr(self.mended[seat], which) + sum(getattr(mark, which) or 0 for mark in self.marks[seat])
        return max(0, collected)

    def final_value(self, which: Which, seat: int) -> int | None:
        """What the symbols count at the end (katz-fatz:179-181), as read off or by the pad; None while unknown."""
        told: int | None = getattr(self.read_off[seat], which)
        return self.pad.value(which, self.symbols(which, seat)) if told is None else told

    def total(self, seat: int) -> int | None:
        """Rounds, toys and hand colours together (katz-fatz:183); None before the end, and while something is awaited."""
        if self.phase != PAD and self.ended != Ended.PLAYED:
            return None
        if self.phase == PAD and any(mark.awaited for mark in self.marks[seat]):
            return None
        toys, splats = self.final_value("toys", seat), self.final_value("splats", seat)
        return None if toys is None or splats is None else self.rounds_of(seat) + toys + splats

    @property
    def missing(self) -> Missing | None:
        """The next value of the pad that is not known and needed."""
        for seat in self.present:
            for which in ("toys", "splats"):
                if self.final_value(which, seat) is None:
                    return Missing(seat, which, self.pad.crossed_off(which, self.symbols(which, seat)))
        return None

    @property
    def unscored(self) -> tuple[int, ...]:
        """The seats whose points of this round are awaited."""
        return self._unscored_in(self.round)

    @property
    def oldest_unscored(self) -> int | None:
        """The first of the rounds so far that lacks points: this one, or one that was scored and corrected to none."""
        return next((number for number in range(1, self.round + 1) if self._unscored_in(number)), None)

    @property
    def half_told(self) -> tuple[int, int] | None:
        """The seat and the round of a score of which something is still to be counted."""
        for number in range(1, ROUNDS + 1):
            for seat in self.present:
                mark = self.marks[seat][number - 1]
                if mark.points is not None and not mark.whole:
                    return seat, number
        return None

    def without_absent(self) -> State:
        """With this round gone by for those who have left and not scored it."""
        state = self
        for seat in self.left:
            mark = self.marks[seat][self.round - 1]
            if mark.awaited:
                state = state.marked(seat, self.round, mark._replace(away=True))
        return state

    def marked(self, seat: int, number: int, mark: Mark) -> State:
        """With a player's mark of a round replaced."""
        row = self.marks[seat]
        row = (*row[: number - 1], mark, *row[number:])
        return replace(self, marks=(*self.marks[:seat], row, *self.marks[seat + 1 :]))

    def with_table(self, table: OnTable) -> State:
        """With the toy of this round as it is now."""
        return replace(self, on_table=(*self.on_table[: self.round - 1], table, *self.on_table[self.round :]))

    def with_symbols(self, which: Which, seat: int, symbols: int) -> State:
        """With so many symbols collected in all, however many the rounds say; nothing is left to be counted."""
        row = tuple(mark.counted(which) for mark in self.marks[seat])
        mended = self.mended[seat]._replace(**{which: symbols - sum(getattr(mark, which) for mark in row)})
        return replace(
            self,
            marks=(*self.marks[:seat], row, *self.marks[seat + 1 :]),
            mended=(*self.mended[:seat], mended, *self.mended[seat + 1 :]),
        )

    def _unscored_in(self, number: int) -> tuple[int, ...]:
        return tuple(seat for seat in self.present if self.marks[seat][number - 1].awaited)
