"""``companion motion FILE``: what a box felt in a recording of its motion sensor."""

from __future__ import annotations

import argparse
import json
import sys
from math import hypot
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from companion.segments import felt_in
from hardware import GRAVITY, BadRecording, read_recording

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from hardware import Recording, Unit


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a CSV whose header names t (or t_ms), ax, ay and az")
    parser.add_argument("--unit", choices=("ms2", "g"), default="ms2", help="of the accelerations; m/s² if not said")
    parser.add_argument("--columns", type=_columns, metavar="OURS=THEIRS,...", help="as in t_ms=timestamp,ax=aX")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw it, too")


def act(given: argparse.Namespace) -> int:
    """Print what was felt. Raises CannotDraw."""
    return motion(
        given.file, unit=given.unit, columns=given.columns, picture=given.plot, out=sys.stdout, err=sys.stderr
    )


def _columns(text: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(ours and equals and theirs for ours, equals, theirs in pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form t_ms=timestamp,ax=aX")
    return {ours.strip(): theirs.strip() for ours, _, theirs in pairs}


def motion(
    path: Path, *, unit: Unit, columns: Mapping[str, str] | None, picture: Path | None = None, out: TextIO, err: TextIO
) -> int:
    """Print segments and events of the recording as JSON lines, in order of time; returns the exit code.

    All times are seconds since the first sample, whatever its own time is. A segment begins and ends when the box was
    taken and when it came to rest, which is known only later: an event's ``at`` is when it was sure, up to 0.4 s and
    0.8 s after that; a knock's is when it hit. ``peak`` is how far the acceleration went from what it is at rest, m/s²:
    of a knock all in all, of ``lifted`` until then, of ``set_down`` while the box was in hands.

    A last row that is cut off is left out, and that is told, as is a unit that seems to be the other one; a file that is
    no recording is told in one line. ``picture`` is where a drawing of it goes; raises CannotDraw.
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
    if doubt := _doubt(recording, unit):
        print(f"{path}: {doubt}", file=err)
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


def _doubt(recording: Recording, unit: Unit) -> str:
    """What to say of accelerations that are those of a box at rest, but in the other unit; empty if they are not."""
    usual = median(map(hypot, recording.x, recording.y, recording.z))
    if unit == "ms2" and abs(usual - 1.0) < _NEAR:
        return f"feels {usual:.2f} m/s² mostly, a tenth of what lies on a table: if that is in g, say --unit g"
    if unit == "g" and abs(usual / GRAVITY - GRAVITY) < _NEAR * GRAVITY:
        return f"feels {usual / GRAVITY:.2f} g mostly, ten times what lies on a table: if that is in m/s², leave out --unit g"
    return ""


_NEAR: Final = 0.3
"""g; a sensor's zero may be off by so much."""
