"""``companion record FILE``: what the sensor feels, as a recording that ``motion`` and scenarios read."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections import Counter
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.beside import running
from companion.commands import where
from companion.commands.bar import Bar
from companion.errors import CompanionError
from companion.sampling import NotMeasured, from_sensor
from companion.segments import felt_in
from companion.senses import Motion
from hardware import read_recording, real_machine

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from typing import TextIO

    from hardware import Batch, Recording

LONGEST: Final = 3600
"""s; what is longer cannot be read again."""

HEADER: Final = "t,ax,ay,az\n"

GAP: Final = 1.5
"""So many times as long as usual between two samples, and there are some missing."""


class CannotRecord(CompanionError, OSError):
    """The recording cannot be written."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a new CSV")
    parser.add_argument("--seconds", type=_seconds, metavar="N", help="for so long; else until Ctrl-C, an hour at most")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw it, too")
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """Record, from the companion that runs or from the sensor itself. Raises as ``record``, and ConfigError."""
    config, folder = where.told(given)
    here = running(config, folder)
    try:
        with closing(here.samples() if here else from_sensor(real_machine(), config.bus)) as samples:
            return record(
                samples, given.file, seconds=given.seconds, picture=given.plot, out=sys.stdout, err=sys.stderr
            )
    except NotMeasured as trouble:
        print(trouble, file=sys.stderr)
        return 1


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0.0 < (seconds := float(text)) <= LONGEST:
            return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds up to {LONGEST:,}, an hour")


def record(
    samples: Iterable[Batch], path: Path, *, seconds: float | None, picture: Path | None, out: TextIO, err: TextIO
) -> int:
    """Write samples to a new file until ``seconds`` are over, an hour if not said, or Ctrl-C; it is whole then.

    Returns the exit code. Time begins at the first sample; acceleration is in m/s². ``picture`` is where a drawing of it goes.
    Raises CannotRecord, CannotDraw, SensorSilent, NoAnswer.
    """
    failure: NotMeasured | None = None
    written = 0
    with _new_file(path) as file, closing(_shown(samples, seconds, err)) as shown:
        file.write(HEADER)
        try:
            for rows in shown:
                file.write(rows)
                file.flush()
                written += rows.count("\n")
        except NotMeasured as error:
            failure = error
        os.fsync(file.fileno())
    if written < 2:
        path.unlink()
        raise failure or CannotRecord(f"{path}: nothing was felt before the end: nothing is written")
    recording = read_recording(path)
    print(_summary(path, recording), file=out)
    if picture is not None:
        from companion.plot import save_plot

        save_plot(recording, picture, path.name)
        print(f"{picture}: its picture", file=out)
    if failure is not None:
        print(f"it ended early: {failure}", file=err)
        return 1
    return 0


def _new_file(path: Path) -> TextIO:
    """Never over another: a box cannot be asked to do again what it did."""
    try:
        return path.open("x", encoding="utf-8", newline="")
    except FileExistsError:
        raise CannotRecord(f"{path} is there already: take another name, or delete it") from None
    except OSError as error:
        raise CannotRecord(f"{path}: cannot be written: {error.strerror or error}: take a folder of yours") from error


def _shown(samples: Iterable[Batch], seconds: float | None, err: TextIO) -> Generator[str]:
    """The lines of each batch, until the time is over or somebody ends it; whoever watches sees how far it is."""
    until = LONGEST if seconds is None else seconds
    with _ended_by_signals() as ended, Bar(err, "waiting for the sensor ... (Ctrl-C ends it)", seconds) as bar:
        bar.tell("recording; Ctrl-C ends it")
        motion, felt, written = Motion(), Counter[str](), 0
        for rows, last, batch in _rows(samples, until):
            yield rows
            written += rows.count("\n")
            if bar.is_watched:
                felt.update(one.kind for one in motion.feed(*batch))
                bar.show(last, f"{last:6.1f} s  {written:,} samples  {_now(motion, felt)}")
            if ended or last >= until:
                return


def _rows(samples: Iterable[Batch], until: float) -> Iterator[tuple[str, float, Batch]]:
    """The lines of each batch up to a time, that of its last sample (both s since the first of all), and the batch."""
    start: float | None = None
    last = -1.0
    for batch in samples:
        lines = []
        for t, x, y, z in zip(batch.t, batch.x, batch.y, batch.z, strict=True):
            start = t if start is None else start
            # The times of a companion that runs are rounded: two may be the same.
            if last < (now := round(t - start, 4)) <= until:
                lines.append(f"{now:.4f},{x:.4f},{y:.4f},{z:.4f}\n")
                last = now
            elif now > until:
                last = until
        yield "".join(lines), max(last, 0.0), batch


@contextmanager
def _ended_by_signals() -> Iterator[list[int]]:
    """A list that Ctrl-C, or a stop, puts something into, so that no row is cut in two."""
    ended: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _frame: ended.append(number))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _now(motion: Motion, felt: Counter[str]) -> str:
    """How the box is, and what it has felt so far."""
    now = "in hands" if motion.handled else "at rest" if motion.settled else "..."
    return f"{now}  ({_counted(felt)})" if felt else now


def _summary(path: Path, recording: Recording) -> str:
    steps = sorted(now - before for before, now in zip(recording.t, recording.t[1:], strict=False))
    usual = steps[len(steps) // 2]
    lost = sum(round(step / usual) - 1 for step in steps if step > GAP * usual)
    felt: Counter[str] = Counter(one.kind for one in felt_in(recording)[1])
    told = f"{path}: {len(recording.t):,} samples in {recording.seconds:.1f} s, {1 / usual:.0f} a second"
    return f"{told}, {f'{lost:,} missing' if lost else 'none missing'}; {_counted(felt) if felt else 'felt: only rest'}"


def _counted(felt: Counter[str]) -> str:
    names = {"lifted": "lifted", "set_down": "set down", "knock": "knocked"}
    return "felt: " + ", ".join(f"{name} {felt[kind]}×" for kind, name in names.items() if felt[kind])
