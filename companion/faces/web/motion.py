"""What the box feels, for whoever wants to see it: gathered only while somebody does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.senses import Felt, Motion

MOST: Final = 1000
"""Samples that wait to be told, at most: 5 s of the sensor's 200 a second."""


class Samples(Protocol):
    """Samples of an accelerometer: when (s, monotonic), and what was felt along each axis (m/s²)."""

    @property
    def t(self) -> Sequence[float]: ...
    @property
    def x(self) -> Sequence[float]: ...
    @property
    def y(self) -> Sequence[float]: ...
    @property
    def z(self) -> Sequence[float]: ...


class Sensing(Protocol):
    """Whoever feels what the box does."""

    @property
    def motion(self) -> Motion: ...

    def add_listener(self, listener: Callable[[Samples, list[Felt]], None]) -> None:
        """Tell somebody of all samples from now on, and of what was felt in them."""

    def remove_listener(self, listener: Callable[[Samples, list[Felt]], None]) -> None:
        """Tell somebody no more."""


class Feelings:
    """What was felt since it was last told."""

    def __init__(self, sensing: Sensing, changed: Callable[[], None]) -> None:
        """``changed`` is called when there is more to tell."""
        self._sensing, self._changed = sensing, changed
        self._listeners = 0
        self._forget()

    def begin(self) -> None:
        """One more wants to know."""
        self._listeners += 1
        if self._listeners == 1:
            self._sensing.add_listener(self._feel)

    def end(self) -> None:
        """One less; nothing is gathered for nobody."""
        self._listeners -= 1
        if not self._listeners:
            self._sensing.remove_listener(self._feel)
            self._forget()

    def take(self) -> dict[str, object]:
        """All that came since the last call: samples to a millisecond and 0.01 m/s², events, and how it is now."""
        motion = self._sensing.motion
        near = motion.nearness
        told: dict[str, object] = {
            "t": [round(t, 3) for t in self._t],
            **{name: [round(each, 2) for each in axis] for name, axis in zip("xyz", self._axes, strict=True)},
            "felt": [{"at": round(one.at, 3), "event": one.kind, "peak": round(one.peak, 2)} for one in self._felt],
            "tilt": round(motion.tilt, 1),
            "handled": motion.handled,
            "near": None if near is None else {"lift": round(near.lift, 3), "knock": round(near.knock, 3)},
        }
        self._forget()
        return told

    def _feel(self, samples: Samples, felt: list[Felt]) -> None:
        self._felt += felt
        for column, more in zip((self._t, *self._axes), (samples.t, samples.x, samples.y, samples.z), strict=True):
            column.extend(more)
            del column[:-MOST]
        self._changed()

    def _forget(self) -> None:
        self._t: list[float] = []
        self._axes: tuple[list[float], list[float], list[float]] = [], [], []
        self._felt: list[Felt] = []
