"""Knocks on a table, as the box on it feels them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.senses.space import MILLI_G

if TYPE_CHECKING:
    from companion.senses.stirs import Stir

WEAKEST: Final = 80 * MILLI_G
"""A knock reaches this, m/s². The weakest finger on a real table reached 112 mg; a sensor's lone spikes are no knock
at any height, and noise (5.5 mg) reaches 30."""

QUIET_BEATS: Final = 3
"""A table is quiet, and ready for the next knock, after so many beats below half of that: longer than half a swing of
a table that rings at 4 Hz, shorter than the 0.28 s between two quick knocks of a hand."""

DOUBT: Final = 0.75
"""For how long a knock may still turn out to be the hands that lift the box, s: a lift is told within 0.4 s, but some
nudge a box first; the one that does in the recordings, 0.6 s before."""

DIES_AWAY: Final = 0.7
"""What rings falls to this part of its height; what does not is a motor."""

STEADY: Final = 2.0
"""If it has not after so long, it is one, s: a table's ring that is that slow would last 15 s."""


def least(usual: float) -> float:
    """What a knock reaches at least on a table that is always so rough (m/s², from peak to peak)."""
    return max(WEAKEST, 1.5 * usual)


@dataclass(slots=True)
class _Knock:
    at: float
    peak: float
    level: float
    threshold: float
    quiet: int = 0
    over: bool = False
    told: bool = False

    def follow(self, stir: Stir) -> None:
        """Take in the next beat."""
        self.peak = max(self.peak, stir.reach)
        self.level = max(self.level, stir.level)
        self.quiet = self.quiet + 1 if stir.reach < self.threshold / 2 else 0
        self.over = self.quiet >= QUIET_BEATS


class Knocks:
    """Tells knocks from ringing, humming and the beginning of a lift. One table, one knock, until it is quiet again."""

    def __init__(self) -> None:
        self._knocks: list[_Knock] = []
        self._levels: list[float] = []

    @property
    def pending(self) -> bool:
        """Whether a table has been knocked and there is more to find out about it."""
        return bool(self._knocks)

    def feel(self, at: float, stir: Stir, usual: float) -> list[tuple[float, float]]:
        """Take in a beat that ended ``at`` (s); returns when and how strongly it was knocked, where that is sure now.

        ``usual`` is how rough this table always is (m/s², from peak to peak).
        """
        threshold = least(usual)
        self._levels = [*self._levels[1 - QUIET_BEATS :], stir.level]
        if self._knocks and not self._knocks[-1].over:
            self._knocks[-1].follow(stir)
        elif stir.reach >= threshold and stir.level >= threshold / 2:
            self._knocks.append(_Knock(stir.began, stir.reach, stir.level, threshold))
        level = max(self._levels)
        told = []
        for knock in self._knocks:
            age = at - knock.at
            if not knock.told and age >= DOUBT and (knock.over or level < DIES_AWAY * knock.level):
                knock.told = True
                told.append((knock.at, knock.peak))
            elif not knock.told and age >= STEADY:
                knock.told = knock.over = True
        self._knocks = [knock for knock in self._knocks if not (knock.told and knock.over)]
        return told

    def forget(self) -> None:
        """It was hands, or nobody knows."""
        self._knocks.clear()
        self._levels.clear()
