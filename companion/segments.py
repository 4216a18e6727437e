"""What a box felt in a recording: when it was in hands, and what happened to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.senses import Motion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.senses import Felt
    from hardware import Recording

_AT_ONCE: Final = 40
"""Samples that are fed together; what is felt is the same with any number."""


class Segment(NamedTuple):
    """A while in which the box lay on a table, or was in hands."""

    began: float
    """s since the first sample."""
    ended: float
    handled: bool


def felt_in(recording: Recording) -> tuple[list[Segment], list[Felt]]:
    """The segments that cover the recording from its first sample to its last without gaps, and its events.

    What is too short to tell is taken for rest.
    """
    felt: list[Felt] = []
    turns: list[tuple[float, bool]] = []
    for now, handled, events in _follow(recording):
        if now is None:
            continue
        # Later samples may show that something began earlier, or that a box was in hands all along.
        while turns and turns[-1][0] >= now:
            turns.pop()
        if not turns or turns[-1][1] != handled:
            # As far as nothing was known before, it was as it is found.
            turns.append((now if turns else 0.0, handled))
        felt += events
    turns = turns or [(0.0, False)]
    ends = [began for began, _ in turns[1:]] + [recording.seconds]
    return [Segment(began, end, handled) for (began, handled), end in zip(turns, ends, strict=True)], felt


def _follow(recording: Recording) -> Iterator[tuple[float | None, bool, list[Felt]]]:
    """Since when the box lies or is handled, if that is known, which of them, and what was felt, by the handful."""
    sense = Motion()
    for start in range(0, len(recording.t), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        events = sense.feed(recording.t[part], recording.x[part], recording.y[part], recording.z[part])
        yield sense.since if sense.settled else None, sense.handled, events
