"""What goes on around a box, by time, and what a sensor under it feels of that."""

from __future__ import annotations

from math import inf, sin
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from hardware.ports import GRAVITY
from hardware.simulated.hands import Hold, Lean, Push, Shake, Turn, Unrest, boxed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hardware.recording import Recording
    from hardware.simulated.mounting import Mounting, Vector
    from hardware.simulated.table import Drumming, Vibration


class Replay(NamedTuple):
    """A recording that is felt instead of all else."""

    start: float
    end: float
    recording: Recording

    def at(self, t: float) -> Vector:
        """m/s², along the chip's axes."""
        return self.recording.at(t - self.start)


class Timeline:
    """Plans by kind, each in order of its start; call ``changed`` after adding to them."""

    def __init__(self, now: float, mounting: Mounting, unrest: Unrest) -> None:
        self.mountings = [mounting]
        self.leans = [Lean(now - 1.0, now, (0.0, 0.0), (0.0, 0.0))]
        """How the box is tilted, without a gap: the last one's end stays."""
        self.pushes: list[Push] = []
        self.blows: list[Shake | Turn | Vibration | Drumming] = []
        """What acts on the box itself."""
        self.vibrations: list[Vibration] = []
        """What reaches it through the table, unless it is lifted."""
        self.holds: list[Hold] = []
        self.replays: list[Replay] = []
        self._unrest = unrest
        self._span = _NOWHERE

    def changed(self, now: float) -> None:
        """Look at the plans anew; those long over are forgotten."""
        self._span = _NOWHERE
        since = now - _MEMORY
        self.pushes = _recent(self.pushes, since)
        self.blows = _recent(self.blows, since)
        self.vibrations = _recent(self.vibrations, since)
        self.holds = _recent(self.holds, since)
        self.replays = _recent(self.replays, since)
        self.leans = _recent(self.leans[:-1], since) + self.leans[-1:]

    def mounting(self, t: float) -> Mounting:
        """How the sensor is mounted at a time."""
        return next((one for one in reversed(self.mountings) if one.since <= t), self.mountings[0])

    def tilt(self, t: float) -> tuple[float, float]:
        """How the box is meant to be tilted at a time, as a vector in rad."""
        return self._lean(t).tilt(t)

    def motion(self, t: float) -> Vector:
        """The specific force at a time (s, monotonic, not after now), m/s², along the chip's axes."""
        span = self._span
        if not span.begin <= t < span.end:
            span = self._span = self._span_at(t)
        return span.at(t)

    def motions(self, times: Iterable[float]) -> list[Vector]:
        """``motion`` at many times."""
        felt = []
        begin, end, _, at = self._span
        for t in times:
            if not begin <= t < end:
                begin, end, _, at = self._span = self._span_at(t)
            felt.append(at(t))
        return felt

    def still_until(self, t: float) -> float:
        """Until when ``motion`` stays as it is at a time unless somebody does something; that time if it moves."""
        span = self._span
        if not span.begin <= t < span.end:
            span = self._span = self._span_at(t)
        return span.end if span.still else t

    def _span_at(self, t: float) -> _Span:
        """The stretch of time around ``t`` in which the same things go on, and what is felt in it."""
        mounting = self.mounting(t)
        plans: list[_Plan] = [
            *self.pushes,
            *self.blows,
            *self.vibrations,
            *self.holds,
            *self.replays,
            *self.leans,
        ]
        begin, end = mounting.since, mounting.next_step(t)
        for moment in (*(one.since for one in self.mountings), *(m for plan in plans for m in (plan.start, plan.end))):
            if moment > t:
                end = min(end, moment)
            else:
                begin = max(begin, moment)
        if mounting.step < inf:
            begin = t

        for replay in self.replays:
            if replay.start <= t < replay.end:
                return _Span(begin, end, False, replay.at)
        pushes, blows, holds = _active(self.pushes, t), _active(self.blows, t), _active(self.holds, t)
        leans = _active(self.leans, t)
        vibrations = [] if any(hold.lifted for hold in holds) else _active(self.vibrations, t)
        offset = mounting.offset(t)
        if pushes or blows or holds or leans:
            sources: list[_Source] = [*blows, *vibrations, *leans]
            return _Span(begin, end, False, self._handled(mounting, offset, pushes, sources, holds, self._lean(t)))
        x, y, z = mounting.turned(boxed(_UP, self.tilt(t)))
        rest = (x + offset[0], y + offset[1], z + offset[2])
        if vibrations:
            along = [(one, mounting.turned(one.direction)) for one in vibrations]
            return _Span(begin, end, False, _vibrated(rest, along))
        return _Span(begin, end, True, lambda _: rest)

    def _handled(
        self,
        mounting: Mounting,
        offset: Vector,
        pushes: list[Push],
        sources: list[_Source],
        holds: list[Hold],
        lean: Lean,
    ) -> Callable[[float], Vector]:
        """What is felt while hands are on the box."""
        hold = holds[0] if holds else None
        sway, tremor = self._unrest.sway, self._unrest.tremor
        firm_from, firm_until = (hold.start + hold.ease, hold.end - hold.ease) if hold is not None else (inf, -inf)
        (a, b, c), (d, e, f), (g, h, i) = mounting.rotation
        bias_x, bias_y, bias_z = offset
        leant, after = lean.end, lean.after

        def at(t: float) -> Vector:
            x, y, z = _UP
            for push in pushes:
                px, py, pz = push.at(t)
                x, y, z = x + px, y + py, z + pz
            tilt_x, tilt_y = lean.tilt(t) if t < leant else after
            if hold is not None:
                grip = 1.0 if firm_from <= t <= firm_until else hold.grip(t)
                if hold.lifted:
                    sway_x, sway_y = sway(t)
                    tilt_x, tilt_y = tilt_x + grip * sway_x, tilt_y + grip * sway_y
                x, y, z = boxed((x, y, z), (tilt_x, tilt_y))
                tremor_x, tremor_y, tremor_z = tremor(t)
                x, y, z = x + grip * tremor_x, y + grip * tremor_y, z + grip * tremor_z
            else:
                x, y, z = boxed((x, y, z), (tilt_x, tilt_y))
            for source in sources:
                px, py, pz = source.at(t)
                x, y, z = x + px, y + py, z + pz
            return (
                a * x + b * y + c * z + bias_x,
                d * x + e * y + f * z + bias_y,
                g * x + h * y + i * z + bias_z,
            )

        return at

    def _lean(self, t: float) -> Lean:
        return next((one for one in reversed(self.leans) if one.start <= t), self.leans[0])


class _Plan(Protocol):
    @property
    def start(self) -> float: ...
    @property
    def end(self) -> float: ...


class _Source(Protocol):
    def at(self, t: float) -> Vector: ...


_P = TypeVar("_P", bound=_Plan)


class _Span(NamedTuple):
    """A stretch of time and what is felt in it."""

    begin: float
    end: float
    still: bool
    at: Callable[[float], Vector]


_UP: Final = (0.0, 0.0, GRAVITY)
_NOWHERE: Final = _Span(inf, -inf, False, lambda _: _UP)
# No sensor's FIFO reaches back further: 1024 bytes of 6 at 4 Hz are 43 s.
_MEMORY: Final = 60.0


def _vibrated(rest: Vector, along: list[tuple[Vibration, Vector]]) -> Callable[[float], Vector]:
    """What a box that stands still otherwise feels of vibrations with their directions along the chip's axes."""
    rest_x, rest_y, rest_z = rest
    if len(along) == 1 and along[0][0].decay == 0.0:
        # A hum goes on for hours, 200 samples a second: 0.4 µs a sample instead of 1.
        (one, (x, y, z)) = along[0]
        x, y, z, omega, start = x * one.accel, y * one.accel, z * one.accel, one.omega, one.start

        def hummed(t: float) -> Vector:
            wave = sin(omega * (t - start))
            return rest_x + x * wave, rest_y + y * wave, rest_z + z * wave

        return hummed

    def at(t: float) -> Vector:
        x, y, z = rest
        for vibration, (a, b, c) in along:
            wave = vibration.wave(t)
            x, y, z = x + a * wave, y + b * wave, z + c * wave
        return x, y, z

    return at


def _active(plans: list[_P], t: float) -> list[_P]:
    return [plan for plan in plans if plan.start <= t < plan.end]


def _recent(plans: list[_P], since: float) -> list[_P]:
    return [plan for plan in plans if plan.end >= since]
