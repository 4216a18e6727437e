"""The state of a game of Katz & Schmaus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from companion.games import state as common

if TYPE_CHECKING:
    from companion.games.katz_schmaus.commands import Options

TREATS: Final = 35
"""7 for each of the 5 cats (katz-schmaus:25)."""

Phase = Literal["ready", "playing", "rest", "called", "over"]

READY: Final = "ready"
PLAYING: Final = "playing"
REST: Final = "rest"
CALLED: Final = "called"


@dataclass(frozen=True, kw_only=True, slots=True)
class State(common.State):
    """Bowls by seat; what is neither in them nor on the board is the supply."""

    options: Options
    phase: Phase
    bowls: tuple[int, ...]
    turns: tuple[int, ...]
    on_board: int = 0
    """The treats of this turn."""
    unsaid: bool = False
    """Nobody told how many treats were taken: the lift was implied by a call."""
    caller: int | None = None
    reached: frozenset[int] = frozenset()
    """The seats whose bowls make this round the last."""

    @property
    def points(self) -> tuple[int, ...]:
        return self.bowls

    @property
    def supply(self) -> int:
        return TREATS - sum(self.bowls) - self.on_board

    @property
    def last_round(self) -> bool:
        return bool(self.reached)

    def taking(self, treats: int) -> State:
        """So many treats of the supply lie on the board; what is short is cut (KS-A1)."""
        return replace(self, on_board=min(treats, self.supply + self.on_board))

    def board_cleared(self) -> State:
        """What lay on the board is back in the supply, and the same player may lift the box."""
        return replace(self, phase=READY, on_board=0, unsaid=False, caller=None)

    def turn_had(self) -> State:
        """The turn of the player on turn counts."""
        return replace(self, turns=tuple(had + (seat == self.seat) for seat, had in enumerate(self.turns)))
