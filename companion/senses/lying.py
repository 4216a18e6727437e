"""A box on a table: learns how it lies there, and notices knocks and the hands that take it."""

from __future__ import annotations

from collections import deque
from itertools import accumulate
from math import hypot
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from companion.senses.beats import BEAT, Beat
from companion.senses.jumps import Jumps
from companion.senses.knocks import Knocks, least
from companion.senses.lines import noise_of, spread_of, turns
from companion.senses.space import MILLI_G, Vector, apart, dot, mean_of, middle_of
from companion.senses.stillness import WINDOW, Noise, jitter_of, unrest
from companion.senses.stirs import SPIKES, STANDS_OUT, Stir, Stirs
from companion.senses.usual import Usual
from companion.senses.zeros import LEAST, jump_in

if TYPE_CHECKING:
    from collections.abc import Sequence

LEANS = 35 * MILLI_G
"""A box that leans by this much, 2 degrees, on the mean of 0.3 s is in hands, m/s². A box that settles on its cable
creeps by 20 mg, a table that people lean on by 10; a lift reaches 100 to 200."""

NO_RING = 0.4
"""And leans by this part of what stands out at the time: of a table that rings at 5 Hz a quarter is left in the mean."""

SWINGS = 0.25
"""A box that swings to and fro at this speed is in hands, m/s from one way to the other: a shake of 0.5 g at 5 Hz has
0.31. The hardest knock in the recordings has 0.09, a table that rings with 0.3 g at 5 Hz 0.19."""

SHAKEN_FOR = 0.25
"""If it has for so long, s, and still does: the hardest knocks are faster, but over by then."""

LASTS = 0.9
"""What swings along one line is shaken if 0.3 s later it still does by this part; a table's ring dies away. One at 5
Hz is at 0.85 if it lasts for 6 s."""

SURE = 0.15
"""What goes along one line leans only when it has stirred for so long, s: the first half of a table's swing at 3 Hz."""

CARRIED, STILL = 12, 2
"""Or it went along the line and is still again, for the second beat, not more than so many beats after it stirred:
0.6 s. A table that swings as fast still does then."""

OFF = 12 * MILLI_G
"""Up to this a beat is where the box lies, m/s²: the means of beats at rest stray by up to 10 mg."""

ROUGH = 35 * MILLI_G
"""Up to this a beat is noise, m/s² from peak to peak; ten samples of an MPU6050 have 17 and seldom 30."""

FOLLOWS = 0.2 * MILLI_G
"""How fast what is taken for rest follows what is felt, m/s² in a second: a sensor that warms up drifts by half of
it; a box that is tilted by a hundredth of a degree a second is still noticed."""

_STEP = FOLLOWS * BEAT

LEARNS = 4
"""Every so many beats at rest tell what jitter is usual."""

SETTLES = 60
"""For so many beats, 3 s, the box may still settle where it was put, and its rest is a mean."""

LEARNT = 200
"""After so many beats, 10 s, it is known what is usual where it lies."""

SPREAD_OF_SETTLING = 30 * MILLI_G
"""How far a box that was just put down may still settle, m/s²: on its cable it does by 20 mg."""

DOUBT_WITHIN = 3.0
"""How long a box that lay still when the first sample came may turn out to be in a quiet hand, s."""

SWAY = 12 * MILLI_G
"""By which it does: a hand sways by this within that time, m/s². The stillest hand recorded, 2.2 s long, came to 12 in
2.0 s; a sensor at rest shows 6."""

LIFT_WITHIN = 0.4
"""A lift has shown itself after so long, s."""

REACHED_FOR = 0.7
"""At most so long before, hands have touched it, s."""

_COURSE = 40
"""Beats, 2 s, over which it is seen how often it turned."""

_SHORT = 6
"""Beats, 0.3 s: a whole swing of a table that rings at 3.3 Hz."""

_Knocked = tuple[float, float]
"""When (s), how strongly (m/s²)."""


class Nearness(NamedTuple):
    """How near the last 0.3 s came to what is told: from 1 on it is; lone spikes and noise are 0."""

    lift: float
    knock: float


class Noticed(NamedTuple):
    """What a beat made plain."""

    knocks: Sequence[_Knocked] = ()
    taken: float | None = None
    """When hands took the box, s."""
    peak: float = 0.0
    """How far from rest the taking went, m/s²."""
    doubted: bool = False
    """It never lay on a table: a hand has held it since the first sample."""


NOTHING = Noticed()


class Lying:
    """A box that lies still and feels gravity as ``rest`` (m/s²); until ``doubt_until`` (s) a hand may be what holds it."""

    def __init__(self, rest: Vector, noise: Noise, *, doubt_until: float | None = None) -> None:
        self.rest = self._former = rest
        """The gravity it feels, and before its zero jumped."""
        self._noise = noise
        self._doubt_until = doubt_until
        self._doubt_since: float | None = None
        self._low = self._high = rest
        self._jumps = Jumps()
        self._knocks = Knocks()
        self._levels: deque[float] = deque(maxlen=_SHORT)
        self._beats = 0
        self._quiet = 0
        self._stirred: float | None = None
        self._peak = 0.0
        self._stirs = Stirs()
        self._last: deque[Beat] = deque(maxlen=2 * _SHORT)
        self._course: deque[Vector] = deque(maxlen=_COURSE)
        """The beats' means since it stirred."""
        self._swung = False
        """Whether it has swung since."""
        self._unsure = False

    @property
    def usual(self) -> Usual | None:
        """What is usual here; None until it has lain for long enough that this is known."""
        noise = self._noise
        if self._unsure or self._beats < LEARNT or not noise.is_learnt or noise.jitter is None:
            return None
        return Usual(self.rest, noise.jitter, noise.rough)

    @property
    def is_calm(self) -> bool:
        """Whether nothing has gone on for a while, all that is usual is known, and nothing is left to find out."""
        return (
            self._quiet >= WINDOW
            and self._beats >= LEARNT
            and self._noise.is_learnt
            and self._doubt_until is None
            and not self._unsure
            and not self._knocks.pending
        )

    def rest_on(self, mean: Vector, beats: int) -> None:
        """So many beats were still, and this was their mean (m/s²): what is taken for rest follows."""
        step = beats * _STEP
        (x, y, z), (a, b, c) = self.rest, mean
        self.rest = _towards(x, a, step), _towards(y, b, step), _towards(z, c, step)

    def resume(self) -> None:
        """Nothing was felt for a while, perhaps the sensor was started anew: what it shows now may differ."""
        self._knocks.forget()
        self._last.clear()
        self._calm_down()
        self._unsure = True

    def without_jumps(self, beat: Beat) -> Beat:
        """The beat without what the sensor invents on one axis."""
        return self._jumps.without(beat, self.rest, max(ROUGH, self._noise.rough))

    def feel(self, beat: Beat, recent: deque[Vector]) -> Noticed:
        """Take in a beat; ``recent`` are the means of the last beats, this one included."""
        if self._unsure:
            self._settle_again(recent)
            return NOTHING
        rough, (a, b, c), (x, y, z) = beat.rough, beat.mean, self.rest
        off = max(abs(a - x), abs(b - y), abs(c - z))
        even = rough < ROUGH or rough < 2.5 * self._noise.rough
        quiet = even and off < OFF
        self._quiet = self._quiet + 1 if quiet else 0
        self._learn(beat, off, recent)
        self._last.append(beat)
        if self._quiet > _SHORT and self._levels:
            self._calm_down()
        if quiet and self._quiet > _SHORT and not self._knocks.pending and self._doubt_until is None:
            return NOTHING
        if even and off >= LEAST and self._zero_jumps(beat, is_anew=len(recent) < _SHORT):
            recent.clear()
            return NOTHING
        return self._look(beat, recent, quiet=quiet)

    def nearness(self, recent: Sequence[Vector], waiting: Sequence[Beat]) -> Nearness:
        """How near it came to a lift and to a knock; ``recent`` are the means of the last beats, those among them that
        are ``waiting`` to be felt included.
        """
        last = [*self._last, *waiting][-_SHORT:]
        if len(last) < _SHORT or len(recent) < _SHORT:
            return Nearness(0.0, 0.0)
        x, y, z = mean_of(recent[-_SHORT:])
        far = sorted(
            max(abs(a - x), abs(b - y), abs(c - z))
            for beat in last
            for a, b, c in zip(beat.x, beat.y, beat.z, strict=True)
        )
        knock = 0.0
        if far[-1 - SPIKES] > STANDS_OUT:
            threshold = least(self._noise.rough)
            knock = min(far[-1] / threshold, far[-1 - SPIKES] / (threshold / 2))
        return Nearness(max(self._lean(recent), self._swing(last)), knock)

    def _look(self, beat: Beat, recent: deque[Vector], *, quiet: bool) -> Noticed:
        at = beat.ended
        stir = Stir(at)
        ringing = self._knocks.pending
        if ringing or not quiet:
            limit = STANDS_OUT if ringing else max(STANDS_OUT, self._noise.rough)
            stir = self._stirs.feel(beat, mean_of(list(recent)[-_SHORT:]), limit)
            quiet = quiet or (stir.reach == 0.0 and beat.rough >= ROUGH)  # A lone spike.
        else:
            self._stirs.forget()
        self._levels.append(stir.level)
        if not quiet and self._stirred is None:
            self._stirred = min(stir.began, beat.began)
        self._peak = max(self._peak, stir.reach)
        if self._stirred is not None:
            self._course.append(beat.mean)
        if self._stirred is not None and self._is_moved(at, recent):
            lean = apart(middle_of(list(recent)[-_SHORT:]), self.rest)
            return Noticed(taken=max(self._stirred, at - REACHED_FOR), peak=max(self._peak, lean))
        if self._doubt_until is not None and self._doubt(at, recent):
            return Noticed(doubted=True)
        knocks = self._knocks.feel(at, stir, self._noise.rough)
        return Noticed(knocks=knocks) if knocks else NOTHING

    def _calm_down(self) -> None:
        self._levels.clear()
        self._stirred = None
        self._peak = 0.0
        self._stirs.forget()
        self._course.clear()
        self._swung = False

    def _zero_jumps(self, beat: Beat, *, is_anew: bool) -> bool:
        """Whether only the sensor's zero has jumped, or jumps back from where it ``is_anew``: then it lies as it seems."""
        before = self.rest
        if is_anew and max(map(abs, map(sub, beat.mean, self._former))) < OFF:
            self.rest = self._former
        elif jump := jump_in(self._latest, before, max(ROUGH, 2.0 * self._noise.rough)):
            rest = list(before)
            rest[jump.axis] += jump.by
            self.rest = (rest[0], rest[1], rest[2])
        else:
            return False
        self._former = before
        self._low = self._high = self.rest
        self._knocks.forget()
        self._last.clear()
        self._calm_down()
        return True

    @property
    def _latest(self) -> list[Beat]:
        return list(self._last)[-_SHORT:]

    def _is_moved(self, at: float, recent: Sequence[Vector]) -> bool:
        """Whether hands move it."""
        stirred, leans, swings = self._stirred, self._leans(recent), self._swings(at)
        assert stirred is not None, "what is still is not moved"
        self._swung = self._swung or swings
        if not leans and not self._swung:
            return False
        spread = spread_of(self._latest[-len(self._course) :], self.rest)
        if not spread.is_line(noise_of(self._noise.rough)):
            return leans or swings
        turned = self._turned(spread.way)
        return (
            (leans and turned < 2 and at - stirred >= SURE)
            or (swings and self._lasts())
            or (turned == 1 and self._is_there())
        )

    def _is_there(self) -> bool:
        """Whether it was carried, and is still by now."""
        return len(self._course) <= CARRIED and self._quiet == STILL

    def _turned(self, way: Vector) -> int:
        """How often it has turned from one side to the other since it stirred; what it only grazes does not count."""
        middle = dot(self.rest, way)
        course = [dot(mean, way) - middle for mean in self._course]
        return turns(course, max(map(abs, course)) / 2)

    def _lasts(self) -> bool:
        """Whether it swings as it did 0.3 s ago."""
        last = list(self._last)
        if len(self._course) <= len(last) or len(last) < 2 * _SHORT:
            return False
        return self._speeds(last[_SHORT:])[0] >= LASTS * self._speeds(last[:_SHORT])[0]

    def _learn(self, beat: Beat, off: float, recent: deque[Vector]) -> None:
        """How the box lies, and what is noise here."""
        self._beats += 1
        self._noise.learn_rough(beat.rough)
        (x, y, z), (a, b, c) = self.rest, beat.mean
        if self._beats < SETTLES:
            if off < SPREAD_OF_SETTLING and beat.rough < ROUGH:
                part = 1 / (WINDOW + self._beats)
                self.rest = (x + (a - x) * part, y + (b - y) * part, z + (c - z) * part)
        else:
            # Up or down by a fixed small step: so it stays in the middle of the noise, whatever spikes.
            self.rest = (
                x + _STEP if a > x else x - _STEP,
                y + _STEP if b > y else y - _STEP,
                z + _STEP if c > z else z - _STEP,
            )
        if self._beats % LEARNS == 0 and self._quiet >= WINDOW:
            self._noise.learn_jitter(jitter_of(recent))

    def _leans(self, recent: Sequence[Vector]) -> bool:
        """Whether it does not lie as it did."""
        return len(recent) >= _SHORT and self._lean(recent) >= 1.0

    def _lean(self, recent: Sequence[Vector]) -> float:
        """How far from how it lay, as a part of what hands make, on the mean and on the median: swings and blows change
        only one of them.
        """
        last = [recent[i] for i in range(-_SHORT, 0)]
        # The third largest: a table that rings is as loud all the time, a hand's first touch is not.
        loud = sorted(self._levels)[-3] if len(self._levels) > 2 else 0.0
        ring = NO_RING * loud
        leans = []
        for place in (mean_of(last), middle_of(last)):
            leans.append(apart(place, self.rest) / LEANS)
            if ring:
                leans.append(max(map(abs, map(sub, place, self.rest))) / ring)
        return min(leans)

    def _swings(self, at: float) -> bool:
        """Whether it goes to and fro faster than a table does, and has for a while."""
        lasts = self._stirred is not None and at - self._stirred >= SHAKEN_FOR
        return lasts and len(self._last) >= _SHORT and self._swing(self._latest) > 1.0

    def _swing(self, last: Sequence[Beat]) -> float:
        """How fast it goes to and fro, as a part of what hands make."""
        whole, lately = self._speeds(last)
        return min(whole / SWINGS, lately / (SWINGS / 2))

    def _speeds(self, last: Sequence[Beat]) -> tuple[float, float]:
        """How fast it goes from one way to the other in some beats, and in the second half of them, m/s."""
        count = sum(len(beat.t) for beat in last)
        tick = (last[-1].ended - last[0].began) / (count - 1)
        ways, now = [], []
        for axis, rest in enumerate(self.rest):
            values = (value for beat in last for value in (beat.x, beat.y, beat.z)[axis])
            speeds = list(accumulate((tick * (value - rest) for value in values), initial=0.0))
            ways.append(max(speeds) - min(speeds))
            lately = speeds[count // 2 :]
            now.append(max(lately) - min(lately))
        return hypot(*ways), hypot(*now)

    def _doubt(self, at: float, recent: deque[Vector]) -> bool:
        """Whether a quiet hand has held it since the first sample, as it sways."""
        x, y, z = middle_of(recent)
        self._low = (min(self._low[0], x), min(self._low[1], y), min(self._low[2], z))
        self._high = (max(self._high[0], x), max(self._high[1], y), max(self._high[2], z))
        if self._doubt_since is None and max(map(sub, self._high, self._low)) > SWAY:
            self._doubt_since = at
        if self._doubt_since is not None:
            return at - self._doubt_since > LIFT_WITHIN
        if self._doubt_until is not None and at > self._doubt_until:
            self._doubt_until = None
        return False

    def _settle_again(self, recent: deque[Vector]) -> None:
        """As soon as it lies still; if it does not, hands will show as usual."""
        if len(recent) < _SHORT:
            return
        if self._noise.allows(unrest(recent)):
            self.rest = middle_of(recent)
            self._beats = 0
            self._unsure = False
        elif len(recent) == WINDOW:
            self._unsure = False


def _towards(place: float, other: float, step: float) -> float:
    """The place that lies one step nearer to another, or that itself."""
    way = other - place
    if way > step:
        return place + step
    return place + way if way >= -step else place - step
