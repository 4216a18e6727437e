"""When samples were taken, by a chip whose clock is not quite ours."""

from __future__ import annotations

from itertools import accumulate, repeat
from typing import Final

_FEWEST, _MOST = 6, 60
"""Looks that the estimate remembers: few at first, to find the chip's own rate within seconds; at most 12 s of them."""
_OFF: Final = 0.06
"""How far the chip's clock may be off; 5 % is allowed (product specification 3.4, section 6.5)."""


class Pacing:
    """Finds the chip's true rate, and gives each sample its time: evenly spaced, never in the future, never back.

    All that is seen of the chip's clock is how many samples there are at a time. The estimate is the usual one for a
    straight line through points that come one by one (an alpha-beta filter with growing memory).
    """

    def __init__(self, rate: float) -> None:
        self.newest = 0.0
        """When the newest sample was taken, s, monotonic."""
        self._period = 1.0 / rate
        self._shortest, self._longest = self._period * (1 - _OFF), self._period * (1 + _OFF)
        self._looks = _FEWEST

    @property
    def rate(self) -> float:
        """Samples a second by our clock."""
        return 1.0 / self._period

    def begin(self, t: float) -> None:
        """Sampling begins anew; the chip's rate stays as it was found."""
        self.newest = t
        self._looks = _FEWEST

    def spread(self, count: int, seen: float) -> list[float]:
        """The times of ``count`` new samples, all there at ``seen``."""
        before, period, looks = self.newest, self._period, self._looks
        expected = before + count * period
        # The newest is between nothing and one period old.
        error = seen - period / 2 - expected
        weight = (looks + 1) * (looks + 2)
        if looks < _MOST:
            self._looks = looks + 1
        period += 6 / weight * error / count
        if not self._shortest <= period <= self._longest:
            period = min(max(period, self._shortest), self._longest)
        self._period = period
        newest = expected + 2 * (2 * looks + 1) / weight * error
        if not before < newest <= seen:
            newest = seen
        step = (newest - before) / count
        times = list(accumulate(repeat(step, count - 1), initial=before + step))
        times[-1] = self.newest = newest
        return times
