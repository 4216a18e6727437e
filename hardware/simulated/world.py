"""The world that a sensor under the box lives in: hands, a table, and how it is fixed to the box.

The box's axes: x and y along the table, z up. A bearing is an angle in that plane, from x towards y (deg); a box
tilted towards a bearing has that side down. What a sensor feels is the specific force: at rest 9.80665 m/s² up.
"""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, degrees, hypot, inf, isfinite, pi, radians, sin
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Final, Literal

from hardware.errors import HardwareError
from hardware.ports import GRAVITY
from hardware.simulated.hands import Hold, Lean, Push, Turn, Unrest, shake
from hardware.simulated.mounting import Axis, Mounting, Vector, aligned, mounted
from hardware.simulated.table import Vibration, bump, drumming, hum, knock, rattle, ring
from hardware.simulated.timeline import Replay, Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hardware.clock import Clock
    from hardware.recording import Recording

Manner = Literal["softly", "hard"]


class ImpossibleMovement(HardwareError, ValueError):
    """Hands cannot do that with the simulated box."""


class World:
    """A box on a table, and people around it. What they do is planned; the clock must be let go on for it to happen.

    A pair of hands does one thing after another: what is planned while they are busy follows. The table's own
    movements start at once, beside. Each method returns the seconds from now until it is done, and raises
    ImpossibleMovement where hands cannot do it. The same seed and the same calls make the same world.
    """

    def __init__(self, clock: Clock, seed: int = 0) -> None:
        self._clock = clock
        self._random = Random(seed)
        now = clock.monotonic()
        self._timeline = Timeline(now, Mounting(now, mounted("+z", 0.0, 0.0)), Unrest(self._random))
        self._busy_until = now
        self._height = 0.0
        self._followers: list[Callable[[], None]] = []

    @property
    def in_hands(self) -> bool:
        """Whether the box is off the table once all that is planned is done."""
        return self._height > 0.0

    @property
    def tilt_now(self) -> float:
        """How far from level the hands mean to hold the box now, deg; they sway about that."""
        return degrees(hypot(*self._timeline.tilt(self._clock.monotonic())))

    @property
    def bearing_now(self) -> float:
        """Towards which bearing the hands mean to tilt the box now, deg; 0 where it is level."""
        x, y = self._timeline.tilt(self._clock.monotonic())
        return degrees(atan2(y, x))

    def follow(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` whenever something is planned: ``still_until`` may be otherwise then."""
        self._followers.append(listener)

    # What the sensor feels.

    def motion(self, t: float) -> Vector:
        """The specific force at a time (s, monotonic, not after now), m/s², along the chip's axes."""
        return self._timeline.motion(t)

    def motions(self, times: Iterable[float]) -> list[Vector]:
        """``motion`` at many times."""
        return self._timeline.motions(times)

    def still_until(self, t: float) -> float:
        """Until when ``motion`` stays as it is at a time unless somebody does something; that time if it moves."""
        return self._timeline.still_until(t)

    # What hands do.

    def lift(self) -> float:
        """Take the box up from the table."""
        if self.in_hands:
            raise ImpossibleMovement("lift: the box is in the hands already: set it down first")
        random = self._random
        start = self._next()
        end = start + random.uniform(0.4, 0.6)
        self._height = random.uniform(0.08, 0.15)
        self._timeline.holds.append(Hold(start, inf, lifted=True))
        self._timeline.pushes.append(Push(start, end, (0.0, 0.0, self._height)))
        # Fingers take hold, and the box comes unstuck.
        self._bump(start, random.uniform(0.08, 0.2), 0.15, random.uniform(18.0, 30.0))
        return self._done(end)

    def set_down(self, manner: Manner | None = None) -> float:
        """Put the box on the table, level: ``softly``, ``hard`` (a bang of 1 to 2 g), or as people do."""
        if not self.in_hands:
            raise ImpossibleMovement("set-down: the box is on the table already: lift it first")
        random = self._random
        start = self._next()
        contact = start + random.uniform(0.45, 0.55)
        self._timeline.pushes.append(Push(start, contact, (0.0, 0.0, -self._height)))
        self._lean(start, contact, (0.0, 0.0))
        self._let_go(contact)
        low, high = _CONTACT[manner]
        accel = random.uniform(low, high)
        self._bump(contact, accel, 0.12, random.uniform(40.0, 55.0))
        # It rocks on its edges, then the fingers leave it.
        self._bump(contact + 0.01, accel * random.uniform(0.15, 0.3), 0.25, random.uniform(14.0, 20.0))
        self._bump(contact + random.uniform(0.12, 0.2), random.uniform(0.015, 0.03), 0.1, random.uniform(20.0, 30.0))
        return self._done(contact + 0.3)

    def tilt(self, angle: float, seconds: float, bearing: float = 0.0) -> float:
        """Tilt the box to an angle from level (deg) towards a bearing (deg); it stays so. 0 is level again."""
        _number("tilt", "the angle", angle, 0.0, 180.0)
        _duration("tilt", seconds)
        _number("tilt", "the bearing", bearing, -360.0, 360.0)
        start = self._next()
        size = radians(angle)
        self._rattle(start, min(seconds, _ROLL))
        self._touch(start, start + seconds)
        self._lean(start, start + seconds, (size * cos(radians(bearing)), size * sin(radians(bearing))))
        return self._done(start + seconds)

    def shake(self, hz: float, accel: float, seconds: float) -> float:
        """Shake the box from side to side, so many times a second, up to an acceleration (m/s²)."""
        _frequency("shake", hz)
        _number("shake", "the acceleration", accel, 0.0, inf)
        _duration("shake", seconds)
        if hz * seconds < 1.0:
            raise ImpossibleMovement(f"shake: {seconds:g} s is no whole swing at {hz:g} Hz: at least {1 / hz:g} s")
        start = self._next()
        self._touch(start, start + seconds)
        self._rattle(start, seconds)
        self._timeline.blows.append(shake(start, hz, accel, seconds, self._random))
        return self._done(start + seconds)

    def turn(self, angle: float, seconds: float) -> float:
        """Turn the box about the vertical by an angle (deg)."""
        _number("turn", "the angle", angle, -3600.0, 3600.0)
        _duration("turn", seconds)
        start = self._next()
        self._touch(start, start + seconds)
        self._timeline.blows.append(Turn(start, start + seconds, radians(angle)))
        return self._done(start + seconds)

    def empty(self) -> float:
        """Tip what is in the box out on the table: lifted for that and set down again if it stands there."""
        lying = not self.in_hands
        if lying:
            self.lift()
        random = self._random
        bearing = random.uniform(-180.0, 180.0)
        self.tilt(random.uniform(120.0, 150.0), random.uniform(0.5, 0.7), bearing)
        self.shake(random.uniform(3.5, 4.5), random.uniform(0.2, 0.4) * GRAVITY, random.uniform(0.9, 1.1))
        self.tilt(0.0, random.uniform(0.5, 0.7))
        if lying:
            self.set_down()
        return self._busy_until - self._clock.monotonic()

    def pass_on(self) -> float:
        """Hand the box to the next player: lifted for that and set down again if it stands on the table."""
        lying = not self.in_hands
        if lying:
            self.lift()
        random = self._random
        start, way = self._next(), random.uniform(0.0, 2 * pi)
        end = start + random.uniform(0.5, 0.6)
        far = random.uniform(0.15, 0.3)
        self._timeline.pushes.append(Push(start, end, (far * cos(way), far * sin(way), 0.0)))
        self._done(end)
        if lying:
            self.set_down()
        return self._busy_until - self._clock.monotonic()

    def lap(self, seconds: float) -> float:
        """Rest the box on a lap: lifted for that and set down again if it stands on the table."""
        _duration("lap", seconds)
        lying = not self.in_hands
        if lying:
            self.lift()
        random = self._random
        left = seconds
        while left:
            step = random.uniform(1.5, 3.0)
            # What is left over joins the last one: 10 degrees in 15 ms would be a blow of 20 g.
            step = step if left - step >= 1.5 else left
            self.tilt(random.uniform(2.0, 6.0), step, random.uniform(-180.0, 180.0))
            left -= step
        if lying:
            self.set_down()
        return self._busy_until - self._clock.monotonic()

    def drum(self, seconds: float) -> float:
        """Drum on the lid, as a five-year-old does."""
        _duration("drum", seconds)
        start = self._next()
        self._timeline.blows.append(drumming(start, seconds, self._random))
        return self._done(start + seconds)

    # What the table does.

    def knock(self, accel: float, seconds: float) -> float:
        """Bump the table, so that a box on it feels an acceleration (m/s²) once and is still after so long."""
        _number("knock", "the acceleration", accel, 0.0, inf)
        _duration("knock", seconds)
        return self._shake_table(knock(self._clock.monotonic(), accel, seconds, self._random))

    def hum(self, hz: float, accel: float, seconds: float) -> float:
        """Let a motor run, felt through the table as a sine of that height (m/s²)."""
        _frequency("hum", hz)
        _number("hum", "the acceleration", accel, 0.0, inf)
        _duration("hum", seconds)
        return self._shake_table(hum(self._clock.monotonic(), hz, accel, seconds, self._random))

    def ring(self, hz: float, from_accel: float, to_accel: float, seconds: float) -> float:
        """Let the table ring on, dying away from one acceleration to another (m/s²) in so many seconds."""
        _frequency("ring", hz)
        _number("ring", "the acceleration at the start", from_accel, 0.001, inf)
        _number("ring", "the acceleration at the end", to_accel, 0.0, from_accel)
        _duration("ring", seconds)
        # Nothing dies away to nothing: a thousandth is below what the sensor can tell.
        low = max(to_accel, from_accel / 1000)
        return self._shake_table(ring(self._clock.monotonic(), hz, from_accel, low, seconds, self._random))

    # What the sensor is.

    def mount(self, axis: Axis = "+z", skew: float = 0.0) -> None:
        """Fix the sensor to the box with an axis up, askew by an angle (deg)."""
        _number("mount", "the skew", skew, 0.0, 180.0)
        bearing = self._random.uniform(-180.0, 180.0) if skew else 0.0
        self._remount(replace(self._mounting_now(), rotation=mounted(axis, skew, bearing)))

    def bias(self, x: float, y: float, z: float) -> None:
        """Shift what the sensor shows, m/s² along its own axes."""
        for value in (x, y, z):
            _number("bias", "a shift", value, -inf, inf)
        self._remount(replace(self._mounting_now(), bias=(x, y, z)))

    def drift(self, accel: float, seconds: float, axis: Literal["x", "y", "z"] | None = None) -> None:
        """Let the bias of an axis, or of all, grow by so much (m/s²) in so many seconds, from now on; 0 ends it."""
        _number("drift", "the acceleration", accel, -inf, inf)
        _duration("drift", seconds)
        x, y, z = (accel / seconds if axis in (None, name) else 0.0 for name in "xyz")
        self._remount(replace(self._mounting_now(), drift=(x, y, z)))

    def lie_as(self, recording: Recording) -> None:
        """Let the sensor show from now on what a recording begins with: no box tips by degrees within a sample."""
        begins = [recording.at(_BEGINNING * part / 15) for part in range(16)]
        x, y, z = (sum(axis) / len(begins) for axis in zip(*begins, strict=True))
        now = self._clock.monotonic()
        self._remount(aligned(now, (x, y, z), self._timeline.mounting(now)))

    def replay(self, recording: Recording) -> float:
        """Let the sensor feel a recording instead, as it was along the recorder's axes; what it ends with stays."""
        start = self._next()
        end = start + recording.seconds
        self._timeline.replays.append(Replay(start, end, recording))
        last = recording.at(recording.seconds)
        self._remount(aligned(end, last, self._timeline.mounting(start)))
        return self._done(end)

    # How it is planned.

    def _next(self) -> float:
        """When the hands are free."""
        return max(self._clock.monotonic(), self._busy_until)

    def _done(self, end: float) -> float:
        """Hands are busy until then."""
        self._busy_until = end
        return self._planned(end)

    def _planned(self, end: float) -> float:
        now = self._clock.monotonic()
        self._timeline.changed(now)
        for listener in self._followers:
            listener()
        return end - now

    def _shake_table(self, vibration: Vibration) -> float:
        self._timeline.vibrations.append(vibration)
        return self._planned(vibration.end)

    def _mounting_now(self) -> Mounting:
        """The mounting as it is from now on, to be changed."""
        now = self._clock.monotonic()
        mounting = self._timeline.mounting(now)
        return replace(mounting, since=now, bias=mounting.offset(now))

    def _remount(self, mounting: Mounting) -> None:
        self._timeline.mountings.append(mounting)
        self._timeline.mountings.sort(key=attrgetter("since"))
        self._planned(mounting.since)

    def _lean(self, start: float, end: float, tilt: tuple[float, float]) -> None:
        self._timeline.leans.append(Lean(start, end, self._timeline.leans[-1].after, tilt))

    def _touch(self, start: float, end: float) -> None:
        """Hands move a box that may stand on the table: then they are on it for that long."""
        if not self.in_hands:
            self._timeline.holds.append(Hold(start, end, lifted=False))

    def _rattle(self, start: float, seconds: float) -> None:
        """Treats roll in a box that is played with; one that is only moved on the table may be empty."""
        if self.in_hands:
            self._timeline.blows.append(rattle(start, seconds, self._random))

    def _let_go(self, end: float) -> None:
        self._height = 0.0
        self._timeline.holds[-1] = replace(self._timeline.holds[-1], end=end)

    def _bump(self, start: float, g: float, seconds: float, hz: float) -> None:
        self._timeline.blows.append(bump(start, g * GRAVITY, seconds, hz, self._random))


# Over so long the beginning of a recording is what it begins with, s.
_BEGINNING: Final = 0.3
# So long at most treats roll after a tilt has begun, s.
_ROLL: Final = 1.5
# What the sensor feels of the contact, g.
_CONTACT: Final[dict[Manner | None, tuple[float, float]]] = {
    "softly": (0.12, 0.25),
    None: (0.3, 0.6),
    "hard": (1.0, 2.0),
}


def _duration(what: str, seconds: float) -> None:
    if not (isfinite(seconds) and seconds > 0.0):
        raise ImpossibleMovement(f"{what}: {seconds:g} s is no duration: more than 0 s is needed")


def _frequency(what: str, hz: float) -> None:
    if not (isfinite(hz) and hz > 0.0):
        raise ImpossibleMovement(f"{what}: {hz:g} Hz is no frequency: more than 0 Hz is needed")


def _number(what: str, name: str, value: float, low: float, high: float) -> None:
    if not (isfinite(value) and low <= value <= high):
        raise ImpossibleMovement(f"{what}: {name} is {value:g}: from {low:g} to {high:g} is possible")
