"""What a box feels, from the samples of an accelerometer fixed to it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, Literal

from companion.senses.beats import Beat, Beats
from companion.senses.held import SAME_PLACE, Held
from companion.senses.lines import Line
from companion.senses.lying import DOUBT_WITHIN, NOTHING, OFF, Lying, Nearness
from companion.senses.pulse import Pulse
from companion.senses.space import MILLI_G, Vector, angle_between, apart, bearing_of, mean_of, middle_of
from companion.senses.stillness import WINDOW, Noise, unrest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.senses.usual import Usual

GAP: Final = 0.25
"""After so long without a sample nothing is known for sure any more, s."""

FIRST_LOOK: Final = 6
"""So many beats, 0.3 s, must be still before a box is taken to lie on a table."""

NOT_STILL: Final = 20
"""If it has not been within so many, 1 s, it began in hands."""

NEAR: Final = 24 * MILLI_G
"""A box at rest may doze while each sample is so near to where it lies, m/s²: an MPU6050's noise goes there once in
minutes, and nothing that goes no further changes what is told."""

DOZES: Final = 50
"""So many times it passes over 0.6 s, then it is felt in full for 1.2 s, to learn what is usual. That takes a twentieth
of what all would."""

_HELD_BACK: Final = 2 * WINDOW
"""So many beats must be still until the first half of them is passed over: what stirs is seen against the rest."""

_PLACES: Final = 4
"""Ways to lie that are remembered."""


@dataclass(frozen=True, slots=True)
class Handling:
    """A while in which the box was in hands."""

    began: float
    """When the hands took it, s."""
    ended: float
    """When it came to rest, s."""
    most_tilt: float
    """How far it was tilted at most from how it had lain before, degrees; shaking alone is no tilting."""
    steepest: float
    """The same, but taken over 0.2 s only, which also catches a box that is tipped over for a moment, degrees."""
    most_shake: float
    """The strongest acceleration beside gravity on any of the sensor's axes, m/s²."""


@dataclass(frozen=True, slots=True)
class Felt:
    """Something that happened to the box."""

    at: float
    """``lifted`` and ``set_down``: when that was sure, s; ``knock``: when it hit."""
    kind: Literal["lifted", "set_down", "knock"]
    peak: float
    """How far the acceleration went from what it is at rest, m/s²: until then, and all the while for ``set_down``."""
    handling: Handling | None = None
    """With ``set_down``: what was done with the box."""


class Motion:
    """Tells hands that take a box, and put it down, from all else that moves it.

    Works with the sensor mounted in any way, with its zero and its scale off: it learns what rest is. The time is that
    of the samples and must not go back.
    """

    def __init__(self, known: Sequence[Usual] = ()) -> None:
        """``known`` is what was usual where it has lain before: it is at home there from the first moment on."""
        self._beats = Beats()
        self._pulse = Pulse()
        self._noise = Noise(known)
        self._lying: Lying | None = None
        self._held: Held | None = None
        self._recent: deque[Vector] = deque(maxlen=WINDOW)
        self._looked: list[Vector] = []
        """The beats' means until it is known whether it rests."""
        self._line = Line()
        self._known: list[Vector] = [one.rest for one in known[-_PLACES:]]
        self._began: float | None = None
        self._middle: Vector | None = None
        """Where it lay when it began to doze, m/s²; None while it is awake."""
        self._dozed = 0
        """How often it has passed over samples since."""
        self._awake = 0
        """For how many beats it was awake."""
        self._last = -inf
        self._moved_at = -inf
        self.since = -inf
        """Since when the box rests, or is handled, as far as is known by now, s."""

    @property
    def settled(self) -> bool:
        """Whether it is known yet if the box rests; takes 0.3 s on a table."""
        return self._lying is not None or self._held is not None

    @property
    def handled(self) -> bool:
        """Whether the box is in hands."""
        return self._held is not None

    @property
    def moved_at(self) -> float:
        """When hands last moved the box, s; ``-inf`` before they ever did."""
        return self._moved_at

    @property
    def tilt(self) -> float:
        """How far the box is tilted now from how it lay before, degrees, low-passed over 0.2 s."""
        rest = self._reference
        return angle_between(self._up, rest) if rest and self._recent else 0.0

    @property
    def bearing(self) -> float:
        """Which side of the box is down, degrees from the sensor's x axis towards its y axis; see ``bearing_of``."""
        rest = self._reference
        return bearing_of(self._up, rest) if rest and self._recent else 0.0

    @property
    def nearness(self) -> Nearness | None:
        """How near the last movement comes to a lift and to a knock; None while the box does not lie."""
        return None if self._lying is None else self._lying.nearness(self._latest, self._beats.waiting())

    @property
    def usual(self) -> Usual | None:
        """What is usual where the box lies; None while it does not, and until it has for 10 s without much ado."""
        return None if self._lying is None else self._lying.usual

    def feed(self, t: Iterable[float], x: Iterable[float], y: Iterable[float], z: Iterable[float]) -> list[Felt]:
        """Take in samples, oldest first: when each was taken (s), and what was felt along each axis (m/s²)."""
        felt: list[Felt] = []
        self._beats.take(t, x, y, z)
        while not self._dozes() and (beat := self._beats.next()) is not None:
            self._awake += 1
            # What shows no noise says nothing, and is like samples that are missing.
            if any(beat.mean) and self._pulse.beats(beat, resting=self._lying is not None):
                self._feel(beat, felt)
        return felt

    def _dozes(self) -> bool:
        """Whether a box at rest need not feel what waits: it is only looked whether all of it is still, and passed over
        when no stir can have begun in it.
        """
        lying, beats = self._lying, self._beats
        if self._middle is None:
            if self._awake < _HELD_BACK or lying is None or not lying.is_calm:
                return False
            self._middle, self._dozed = lying.rest, 0
        assert lying is not None, "only what lies dozes"
        while self._dozed < DOZES and beats.are_still(_HELD_BACK, self._middle, NEAR, GAP):
            if not beats.are_there(_HELD_BACK):
                return True
            mean = beats.pass_over(WINDOW)
            if mean is None:
                break
            self._last = beats.ended
            self._dozed += 1
            lying.rest_on(mean, WINDOW)
            if apart(mean, lying.rest) > OFF:
                break
        self._middle, self._awake = None, 0
        return False

    def _feel(self, beat: Beat, felt: list[Felt]) -> None:
        if self._began is None:
            self._began = self.since = beat.began
        elif beat.began - self._last > GAP:
            self._resume()
        self._last = beat.ended
        if self._lying is not None:
            beat = self._lying.without_jumps(beat)
        self._recent.append(beat.mean)
        if self._lying is not None:
            self._lie(self._lying, beat, felt)
        elif self._held is not None:
            self._hold(self._held, beat, felt)
        else:
            self._look(beat)

    def _resume(self) -> None:
        """Samples are missing: nothing is concluded from what lies on either side."""
        self._recent.clear()
        self._looked.clear()
        if self._lying is not None:
            self._lying.resume()

    def _look(self, beat: Beat) -> None:
        """The first samples: on a table, or in hands."""
        self._looked.append(beat.mean)
        self._line.feel(beat)
        if len(self._looked) < FIRST_LOOK:
            return
        if self._noise.allows(unrest(self._recent)):
            self._lying = Lying(middle_of(self._recent), self._noise, doubt_until=self.since + DOUBT_WITHIN)
        elif len(self._looked) >= NOT_STILL:
            half = NOT_STILL // 2
            # Of a table's swings the mean of means leaves the least.
            way = mean_of([mean_of(self._looked[first : first + half]) for first in range(half + 1)])
            self._held = self._held_all_along(way, self._looked, lain=None)
            self._moved_at = beat.ended

    def _lie(self, lying: Lying, beat: Beat, felt: list[Felt]) -> None:
        noticed = lying.feel(beat, self._recent)
        if noticed is NOTHING:
            return
        for at, peak in noticed.knocks:
            felt.append(Felt(at, "knock", peak))
        if noticed.taken is not None:
            self._remember(lying.rest)
            self._held = Held(noticed.taken, lying.rest, lying.rest, self._noise, tuple(self._known))
            self._lying = None
            self.since = noticed.taken
            felt.append(Felt(beat.ended, "lifted", noticed.peak))
        elif noticed.doubted:
            self._held = self._held_all_along(lying.rest, self._recent, lain=lying.rest)
            self._lying = None

    def _held_all_along(self, way: Vector, means: Iterable[Vector], *, lain: Vector | None) -> Held:
        """In hands since the first sample, though that is plain only now; it pointed that ``way``."""
        held = Held(self.since, None, way, self._noise, tuple(self._known), lain=lain, line=self._line)
        held.recall(means)
        return held

    def _hold(self, held: Held, beat: Beat, felt: list[Felt]) -> None:
        rests_since = held.feel(beat, self._recent)
        self._moved_at = held.moved_at
        if rests_since is None:
            return
        rest = middle_of(self._recent)
        moved = held.lay(rest)
        self._lying = Lying(rest, self._noise)
        self._held = None
        if not moved:
            # No hand has held it, something makes the table hum.
            self._moved_at = -inf
            return
        ended = max(held.began, rests_since)
        handling = Handling(held.began, ended, held.most_tilt, held.steepest, held.most_shake)
        self._remember(rest)
        self.since = ended
        felt.append(Felt(beat.ended, "set_down", held.most_shake, handling))

    def _remember(self, rest: Vector) -> None:
        others = [place for place in self._known if angle_between(place, rest) > SAME_PLACE / 2]
        self._known = [*others[1 - _PLACES :], rest]

    @property
    def _reference(self) -> Vector | None:
        if self._held is not None:
            return self._held.rest
        return self._lying.rest if self._lying is not None else None

    @property
    def _up(self) -> Vector:
        return mean_of(self._latest[-4:])

    @property
    def _latest(self) -> list[Vector]:
        """The means of the last beats, of those that wait, too."""
        return [*self._recent, *(beat.mean for beat in self._beats.waiting())]
