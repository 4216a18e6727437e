"""A box on a table: learns how it lies there, and notices knocks and the hands that take it."""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.senses.beats import BEAT
from companion.senses.jumps import Jumps
from companion.senses.knocks import Knocks, least
from companion.senses.space import MILLI_G, Vector, apart, farthest, mean_of, middle_of
from companion.senses.stillness import WINDOW, Noise, jitter_of, unrest
from companion.senses.stirs import SPIKES, STANDS_OUT, Stir, Stirs
from companion.senses.taking import SHORT, Taking, swing
from companion.senses.usual import Usual
from companion.senses.zeros import LEAST, jump_in

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Sequence

    from companion.senses.beats import Beat

OFF: Final = 12 * MILLI_G
"""Up to this a beat is where the box lies, m/s²: the means of beats at rest stray by up to 10 mg."""

ROUGH: Final = 35 * MILLI_G
"""Up to this a beat is noise, m/s² from peak to peak; ten samples of an MPU6050 have 17 and seldom 30."""

FOLLOWS: Final = 0.2 * MILLI_G
"""How fast what is taken for rest follows what is felt, m/s² in a second: a sensor that warms up drifts by half of
it; a box that is tilted by a hundredth of a degree a second is still noticed."""

_STEP: Final = FOLLOWS * BEAT

LEARNS: Final = 4
"""Every so many beats at rest tell what jitter is usual."""

SETTLES: Final = 60
"""For so many beats, 3 s, the box may still settle where it was put, and its rest is a mean."""

LEARNT: Final = 200
"""After so many beats, 10 s, it is known what is usual where it lies."""

SPREAD_OF_SETTLING: Final = 30 * MILLI_G
"""How far a box that was just put down may still settle, m/s²: on its cable it does by 20 mg."""

DOUBT_WITHIN: Final = 3.0
"""How long a box that lay still when the first sample came may turn out to be in a quiet hand, s."""

SWAY: Final = 12 * MILLI_G
"""By which it does: a hand sways by this within that time, m/s². The stillest hand recorded, 2.2 s long, came to 12 in
2.0 s; a sensor at rest shows 6."""

LIFT_WITHIN: Final = 0.4
"""A lift has shown itself after so long, s."""

REACHED_FOR: Final = 0.7
"""At most so long before, hands have touched it, s."""

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


NOTHING: Final = Noticed()


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
        self._beats = 0
        self._quiet = 0
        self._stirs = Stirs()
        self._taking = Taking()
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
        self._forget()
        self._unsure = True

    def without_jumps(self, beat: Beat) -> Beat:
        """The beat without what the sensor invents on one axis."""
        return self._jumps.without(beat, self.rest, max(ROUGH, self._noise.rough))

    def feel(self, beat: Beat, recent: deque[Vector]) -> Noticed:
        """Take in a beat; ``recent`` are the means of the last beats, this one included."""
        if self._unsure:
            self._settle_again(recent)
            return NOTHING
        # Written out, as in ``_learn``: these are done at every beat, and a loop would make a sample dearer by a twelfth.
        rough, (a, b, c), (x, y, z) = beat.rough, beat.mean, self.rest
        off = max(abs(a - x), abs(b - y), abs(c - z))
        even = rough < ROUGH or rough < 2.5 * self._noise.rough
        quiet = even and off < OFF
        self._quiet = self._quiet + 1 if quiet else 0
        self._learn(beat, off, recent)
        self._taking.add(beat)
        if self._quiet > SHORT and self._taking.is_on:
            self._stirs.forget()
            self._taking.forget()
        if quiet and self._quiet > SHORT and not self._knocks.pending and self._doubt_until is None:
            return NOTHING
        if even and off >= LEAST and self._zero_jumps(beat, is_anew=len(recent) < SHORT):
            recent.clear()
            return NOTHING
        return self._look(beat, recent, quiet=quiet)

    def nearness(self, recent: Sequence[Vector], waiting: Sequence[Beat]) -> Nearness:
        """How near it came to a lift and to a knock; ``recent`` are the means of the last beats, those among them that
        are ``waiting`` to be felt included.
        """
        last = [*self._taking.latest, *waiting][-SHORT:]
        if len(last) < SHORT or len(recent) < SHORT:
            return Nearness(0.0, 0.0)
        middle = mean_of(recent[-SHORT:])
        far = sorted(farthest(force, middle) for beat in last for force in zip(beat.x, beat.y, beat.z, strict=True))
        knock = 0.0
        if far[-1 - SPIKES] > STANDS_OUT:
            threshold = least(self._noise.rough)
            knock = min(far[-1] / threshold, far[-1 - SPIKES] / (threshold / 2))
        return Nearness(max(self._taking.lean(self.rest, recent), swing(self.rest, last)), knock)

    def _look(self, beat: Beat, recent: deque[Vector], *, quiet: bool) -> Noticed:
        at = beat.ended
        stir = Stir(at)
        ringing = self._knocks.pending
        if ringing or not quiet:
            limit = STANDS_OUT if ringing else max(STANDS_OUT, self._noise.rough)
            stir = self._stirs.feel(beat, mean_of(list(recent)[-SHORT:]), limit)
            quiet = quiet or (stir.reach == 0.0 and beat.rough >= ROUGH)  # A lone spike.
        else:
            self._stirs.forget()
        taking = self._taking
        taking.feel(beat, stir, quiet=quiet)
        if taking.is_sure(at, self.rest, recent, self._noise.rough, still=self._quiet) and taking.since is not None:
            lean = apart(middle_of(list(recent)[-SHORT:]), self.rest)
            return Noticed(taken=max(taking.since, at - REACHED_FOR), peak=max(taking.peak, lean))
        if self._doubt_until is not None and self._doubt(at, recent):
            return Noticed(doubted=True)
        knocks = self._knocks.feel(at, stir, self._noise.rough)
        return Noticed(knocks=knocks) if knocks else NOTHING

    def _forget(self) -> None:
        """What it has felt tells nothing of what comes."""
        self._knocks.forget()
        self._stirs.forget()
        self._taking.forget(beats=True)

    def _zero_jumps(self, beat: Beat, *, is_anew: bool) -> bool:
        """Whether only the sensor's zero has jumped, or jumps back from where it ``is_anew``: then it lies as it seems."""
        before = self.rest
        if is_anew and max(map(abs, map(sub, beat.mean, self._former))) < OFF:
            self.rest = self._former
        elif jump := jump_in(self._taking.latest, before, max(ROUGH, 2.0 * self._noise.rough)):
            rest = list(before)
            rest[jump.axis] += jump.by
            self.rest = (rest[0], rest[1], rest[2])
        else:
            return False
        self._former = before
        self._low = self._high = self.rest
        self._forget()
        return True

    def _learn(self, beat: Beat, off: float, recent: deque[Vector]) -> None:
        """How the box lies, and what is noise here."""
        self._beats += 1
        self._noise.learn_rough(beat.rough)
        if self._beats >= SETTLES:
            (x, y, z), (a, b, c) = self.rest, beat.mean
            # Up or down by a fixed small step: so it stays in the middle of the noise, whatever spikes.
            self.rest = (
                x + _STEP if a > x else x - _STEP,
                y + _STEP if b > y else y - _STEP,
                z + _STEP if c > z else z - _STEP,
            )
        elif off < SPREAD_OF_SETTLING and beat.rough < ROUGH:
            part = 1 / (WINDOW + self._beats)
            x, y, z = (at + (now - at) * part for at, now in zip(self.rest, beat.mean, strict=True))
            self.rest = x, y, z
        if self._beats % LEARNS == 0 and self._quiet >= WINDOW:
            self._noise.learn_jitter(jitter_of(recent))

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
        if len(recent) < SHORT:
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
