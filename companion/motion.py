"""``companion motion FILE``: what a box felt in a recording of its motion sensor."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from companion.senses import Motion
from hardware import BadRecording, read_recording

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import TextIO

    from companion.senses import Felt
    from hardware import Recording, Unit

_AT_ONCE = 40
"""Samples that are fed together; what is felt is the same with any number."""


class Segment(NamedTuple):
    """A while in which the box lay on a table, or was in hands."""

    began: float
    """s since the first sample."""
    ended: float
    handled: bool


def motion(
    path: Path, *, unit: Unit, columns: Mapping[str, str] | None, picture: Path | None = None, out: TextIO, err: TextIO
) -> int:
    """Print segments and events of the recording as JSON lines, in order of time; returns the exit code.

    ``picture`` is where a drawing of it goes. Raises CannotDraw.

    All times are seconds since the first sample, whatever its own time is. A segment begins and ends when the box was taken and when it came to
    rest, which is known only later: an event's ``at`` is when it was sure, up to 0.4 s and 0.8 s after that; a knock's
    is when it hit. ``peak`` is how far the acceleration went from what it is at rest, m/s²: of a knock all in all, of
    ``lifted`` until then, of ``set_down`` while the box was in hands. A last row that is cut off is left
    out, and that is told; a file that is no recording is told in one line.
    """
    try:
        recording = read_recording(path, columns=columns, unit=unit)
    except BadRecording as error:
        print(error, file=err)
        return 2
    except OSError as error:
        print(f"{path}: cannot be read: {error.strerror or error}: is that the right file?", file=err)
        return 2
    if recording.cut_off is not None:
        print(f"{path}:{recording.cut_off}: the last row is cut off, and left out", file=err)
    segments, events = felt_in(recording)
    lines: list[tuple[float, dict[str, float | str]]] = []
    for began, ended, handled in segments:
        kind = "handled" if handled else "rest"
        lines.append((began, {"from": round(began, 3), "to": round(ended, 3), "segment": kind}))
    lines += ((one.at, {"at": round(one.at, 3), "event": one.kind, "peak": round(one.peak, 3)}) for one in events)
    for _, line in sorted(lines, key=lambda line: line[0]):
        print(json.dumps(line, allow_nan=False), file=out)
    if picture is not None:
        from companion.plot import save_plot

        save_plot(recording, picture, path.name)
    return 0


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
