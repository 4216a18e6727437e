"""A box in hands: how far it is tilted and shaken, and whether it rests again."""

from __future__ import annotations

from collections import deque
from math import hypot
from operator import sub
from typing import TYPE_CHECKING, Final

from companion.senses.beats import BEAT, Beat
from companion.senses.lying import SWAY
from companion.senses.space import GRAVITY, MILLI_G, Vector, angle_between, apart, mean_of
from companion.senses.stillness import WINDOW, Noise, unrest
from companion.senses.taking import LEANS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.senses.lines import Line

SAME_PLACE: Final = 8.0
"""A box that lies within so many degrees of how it lay before lies on a table again: tables and cloths differ."""

ELSEWHERE: Final = 3.0
"""If it lies otherwise it must be still for so long, s: a hand has held a box 14 degrees askew, for 2.2 s, hardly less
still than a table does."""

ANYHOW: Final = 8.0
"""And if its sensor is noisier than expected, or a motor runs, it must point the same way for so long, s."""

STEADY: Final = 12 * MILLI_G
"""Which it does within this, 0.7 degrees, on the mean of 0.6 s, m/s²."""

SLOW: Final = 0.25
"""Time constant of each of two low-passes that leave of a box's acceleration only gravity, s: of a shake at 3 Hz they
let pass a twentieth."""

BRIEF: Final = 4
"""Beats, 0.2 s, over which the steepest tilt is taken: a box that is emptied is tipped over no longer. Of a shake at
3 Hz that lets a third pass, so shaking alone seems to tilt it: by 36 degrees at 1.5 g."""

REMEMBERED: Final = 72_000
"""Beats, an hour, that are kept of a box whose rest is not known yet: only then is it known how far it was tilted."""

MOVES: Final = 25 * MILLI_G
"""What a beat differs from the one before if the box moves, m/s²; noise gives up to 18."""

MOVED: Final = 16 * MILLI_G
"""What was always this near to how it came to rest lay there all along, and its table shook, m/s², after the two
low-passes: of a motor's 0.3 g they leave 14 at 4.5 Hz, and 11 or less from 8 Hz on. Hands come to 37 and more, and one of
which only the way up and down was recorded to 18."""

FAR: Final = 0.35
"""A beat that is further from gravity's size than this part of it tells nothing about which way is down: a sensor's
spikes would seem to turn a box over. With half of it, one of 1.3 g on a box tilted by 20 degrees came to 79, so to 73."""


class Held:
    """A box in hands since ``began`` (s), that points some ``way``.

    ``rest`` is the gravity it felt on the table, where that is known; if not, hands have held it since the first
    sample, or something has made its table shake: then ``lain`` is how it seemed to lie at first, if it did, and
    ``line`` has followed it since the first sample.
    """

    def __init__(
        self,
        began: float,
        rest: Vector | None,
        way: Vector,
        noise: Noise,
        known: Sequence[Vector],
        *,
        lain: Vector | None = None,
        line: Line | None = None,
    ) -> None:
        self.began = began
        self.rest = rest
        self.moved_at = began
        self.most_tilt = 0.0
        self.steepest = 0.0
        self.most_shake = 0.0
        self._noise = noise
        self._known = known
        self._lain = lain
        self._line = line
        self._first = self._second = way
        self._trail: deque[tuple[Vector, Vector]] = deque(maxlen=REMEMBERED)
        self.steady_since = began
        """Since when it points the same way, s."""
        self._calm_since = began
        self._low = self._high = way
        self._gravity = hypot(*rest) if rest else GRAVITY
        self._brief: deque[Vector] = deque(maxlen=BRIEF)

    def feel(self, beat: Beat, recent: deque[Vector]) -> float | None:
        """Take in a beat; returns since when the box rests (s), if it does.

        ``recent`` are the means of the last beats without a pause, this one included.
        """
        if beat.rough > 2 * MOVES or (len(recent) > 1 and max(map(abs, map(sub, beat.mean, recent[-2]))) > MOVES):
            self.moved_at = beat.ended
        if self._line is not None:
            self._line.feel(beat)
        plain = self._is_plain(beat.mean)
        self._tilt(beat.mean, plain=plain)
        self.most_shake = max(self.most_shake, _farthest(beat, self._second))
        if len(recent) < WINDOW:
            self.steady_since = self._calm_since = beat.ended
            return None
        if not plain:
            self._calm_since = beat.ended
            return None
        return self._rests(beat, recent)

    def recall(self, means: Iterable[Vector]) -> None:
        """Take in the means of the beats before it was known that hands hold it."""
        for mean in means:
            self._tilt(mean, plain=self._is_plain(mean))

    def lay(self, rest: Vector) -> bool:
        """It rests like that; returns whether it ever lay otherwise, as only hands can make it.

        Where its rest was not known before, the tilts count from there.
        """
        if self.rest is not None:
            return True
        for slow, brief in self._trail:
            self._note(slow, brief, rest)
        if self._line is not None and self._line.kept:
            return False
        again = self._lain is not None and apart(self._lain, rest) <= SWAY
        return any(apart(slow, rest) > (LEANS if again else MOVED) for slow, _ in self._trail)

    def _is_plain(self, mean: Vector) -> bool:
        """Whether it tells which way is down."""
        return abs(hypot(*mean) - self._gravity) <= FAR * self._gravity

    def _tilt(self, mean: Vector, *, plain: bool) -> None:
        part = BEAT / (SLOW + BEAT)
        self._first = first = _nearer(self._first, mean, part)
        self._second = second = _nearer(self._second, first, part)
        if plain:
            self._brief.append(mean)
        brief = mean_of(self._brief) if self._brief else second
        if self.rest is None:
            self._trail.append((second, brief))
        else:
            self._note(second, brief, self.rest)

    def _note(self, slow: Vector, brief: Vector, rest: Vector) -> None:
        self.most_tilt = max(self.most_tilt, angle_between(slow, rest))
        self.steepest = max(self.steepest, angle_between(brief, rest))

    def _rests(self, beat: Beat, recent: deque[Vector]) -> float | None:
        mean = mean_of(recent)
        self._low = (min(self._low[0], mean[0]), min(self._low[1], mean[1]), min(self._low[2], mean[2]))
        self._high = (max(self._high[0], mean[0]), max(self._high[1], mean[1]), max(self._high[2], mean[2]))
        begin = beat.ended - WINDOW * BEAT
        if max(map(sub, self._high, self._low)) > STEADY:
            self._low = self._high = mean
            self.steady_since = begin
        steady = beat.ended - self.steady_since
        if steady > ANYHOW:
            return self.steady_since
        if not self._noise.allows(unrest(recent)):
            self._calm_since = beat.ended
            return None
        if not self._known or any(angle_between(mean, place) < SAME_PLACE for place in self._known):
            return begin
        since = max(self.steady_since, self._calm_since - WINDOW * BEAT)
        return since if beat.ended - since > ELSEWHERE else None


def _nearer(a: Vector, b: Vector, part: float) -> Vector:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part


def _farthest(beat: Beat, up: Vector) -> float:
    """How far the samples are from gravity on the worst axis, m/s²."""
    return max(max(max(axis) - rest, rest - min(axis)) for axis, rest in zip((beat.x, beat.y, beat.z), up, strict=True))
