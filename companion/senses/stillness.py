"""How still a box is: on a table, or only held still by a hand."""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.senses.space import MILLI_G, Vector

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.senses.usual import Usual

WINDOW: Final = 12
"""Over how many beats stillness is judged: 0.6 s, so that a box that was set down is known to be within 0.8 s."""

UNKNOWN: Final = 11 * MILLI_G
"""Up to this jitter a box can lie on a table as long as its sensor is not known, m/s². A real MPU6050 at rest shows
3 to 9.5 mg at 62 Hz, and half of it at 200 Hz."""

UNKNOWN_AXIS: Final = 6 * MILLI_G
"""And up to this on each axis; the same sensor's worst axis shows up to 5.2 mg."""

TABLE: Final = 5.5 * MILLI_G
"""No sensor is held to less, m/s²: tables have feet, and people lean on them. The stillest of the hands that tilted a
better sensor (usually 3.2 mg) shows 6.6 mg."""

TABLE_AXIS: Final = 3.3 * MILLI_G
"""Nor to less on an axis; in a hand that held a still better one the only axis that was recorded shows 4.3 mg."""

OVER_USUAL: Final = 1.5
"""How far above its sensor's usual jitter a box may be that lies on a table: in the recordings it is up to 1.43 in 19
of 20 windows, and a hand that holds it level is at 2.0 in its stillest window, at 3.6 in the middle one."""

OVER_USUAL_AXIS: Final = 2.2
"""And on each axis: it is up to 1.95 in 19 of 20 windows, a hand at 2.8 or more."""

LASTS: Final = 50
"""What is usual is a mean over so many windows, 10 s."""

SPREAD: Final = 20 * MILLI_G
"""A box at rest does not lean to and fro by more within the window, m/s²: noise gives up to 15 mg, a box that settles
on its cable 19 mg."""

_ROUGHER: Final = 10 * MILLI_G
_MORE: Final = 0.2 * MILLI_G
"""What a single beat, or a window, may add to what is usual at most, m/s²; beside a part of that."""


class Unrest(NamedTuple):
    """How restless a box was in a window of beats."""

    jitter: Vector
    """What changes from beat to beat on each axis, m/s²: a tremor, mostly."""
    spread: float
    """How far it went on its worst axis, m/s²."""


def unrest(means: Sequence[Vector]) -> Unrest:
    """How restless it was in some beats, each given by its mean; lone spikes do not count."""
    spread = 0.0
    for axis in zip(*means, strict=True):
        values = sorted(axis)
        spread = max(spread, values[-2] - values[1])
    return Unrest(jitter_of(means), spread)


def jitter_of(means: Iterable[Vector]) -> Vector:
    """What changes from one of some beats to the next on each axis, each beat given by its mean; but lone spikes."""
    x, y, z = zip(*means, strict=True)
    return _jitter(x), _jitter(y), _jitter(z)


def _jitter(axis: tuple[float, ...]) -> float:
    steps: list[float] = sorted(map(abs, map(sub, axis[1:], axis)))
    # A spike makes two steps, one up and one down.
    del steps[-2:]
    return sum(steps) / len(steps)


class Noise:
    """What is usual for this sensor at rest on this table."""

    def __init__(self, known: Sequence[Usual] = ()) -> None:
        self.jitter: Vector | None = None
        """Of the windows at rest by now, on each axis, m/s²; None before the first."""
        self._windows = 0
        # Of several tables the most restless: what was measured lets a box lie still sooner, never later.
        jitters = [one.jitter for one in known]
        self._expected = max(map(sum, jitters), default=0.0)
        self._expected_axes = tuple(map(max, zip(*jitters, strict=True))) if jitters else (0.0, 0.0, 0.0)
        self.rough = max((one.rough for one in known), default=0.0)
        """How far apart the samples of a beat are, m/s²."""

    @property
    def is_learnt(self) -> bool:
        """Whether what is usual is a mean over all of its windows."""
        return self._windows >= LASTS

    def allows(self, found: Unrest) -> bool:
        """Whether a box as restless as that can lie on a table."""
        whole = sum(self.jitter) if self.jitter else None
        return (
            found.spread <= SPREAD
            and sum(found.jitter) <= self._allowed(OVER_USUAL, whole, TABLE, max(UNKNOWN, OVER_USUAL * self._expected))
            and all(
                jitter
                <= self._allowed(OVER_USUAL_AXIS, usual, TABLE_AXIS, max(UNKNOWN_AXIS, OVER_USUAL_AXIS * expected))
                for jitter, usual, expected in zip(
                    found.jitter, self.jitter or (None, None, None), self._expected_axes, strict=True
                )
            )
        )

    @staticmethod
    def _allowed(over: float, usual: float | None, table: float, unknown: float) -> float:
        if usual is None:
            return unknown
        # A motor that hums all evening makes more usual than any sensor has by itself.
        return min(max(over * usual, table), max(unknown, 1.3 * usual))

    def learn_rough(self, rough: float) -> None:
        """Take in a beat at rest; a single knock does little to what is usual."""
        # A fortieth a beat, 2 s: a motor that has started is usual by then.
        usual = self.rough
        self.rough = usual + (min(rough, 2 * usual + _ROUGHER) - usual) / 40

    def learn_jitter(self, jitter: Vector) -> None:
        """Take in a window at rest."""
        self._windows = min(self._windows + 1, LASTS)
        # People who lean on the table are no sensor.
        usual = self.jitter or jitter
        x, y, z = (
            at + (min(now, 1.5 * at + _MORE) - at) / self._windows for at, now in zip(usual, jitter, strict=True)
        )
        self.jitter = x, y, z
