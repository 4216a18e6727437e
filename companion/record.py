"""``companion record FILE``: what the sensor feels, as a recording that ``motion`` and scenarios read."""

from __future__ import annotations

import os
import signal
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from companion.errors import CompanionError
from companion.sampling import NotMeasured
from companion.segments import felt_in
from companion.senses import Motion
from hardware import read_recording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import TextIO

    from hardware import Batch, Recording

HEADER: Final = "t,ax,ay,az\n"

GAP: Final = 1.5
"""So many times as long as usual between two samples, and there are some missing."""


class CannotRecord(CompanionError, OSError):
    """The recording cannot be written."""


def record(
    samples: Iterable[Batch], path: Path, *, seconds: float | None, picture: Path | None, out: TextIO, err: TextIO
) -> int:
    """Write samples to a new file until ``seconds`` are over, or Ctrl-C; the file is whole then. Returns the exit code.

    Time begins at the first sample; acceleration is in m/s². ``picture`` is where a drawing of it goes.
    Raises CannotRecord, CannotDraw, SensorSilent, NoAnswer.
    """
    failure: NotMeasured | None = None
    try:
        # Never over another: a box cannot be asked to do again what it did.
        file = path.open("x", encoding="utf-8", newline="")
    except FileExistsError:
        raise CannotRecord(f"{path} is there already: take another name, or delete it") from None
    except OSError as error:
        raise CannotRecord(f"{path}: cannot be written: {error.strerror or error}: take a folder of yours") from error
    written = 0
    with file:
        file.write(HEADER)
        with _ended_by_signals() as ended, _Progress(seconds, err) as progress:
            try:
                for rows, last, batch in _rows(samples, seconds):
                    file.write(rows)
                    file.flush()
                    written += rows.count("\n")
                    progress.show(last, written, batch)
                    if ended or (seconds is not None and last >= seconds):
                        break
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


def _rows(samples: Iterable[Batch], seconds: float | None) -> Iterator[tuple[str, float, Batch]]:
    """The lines of each batch, the time of its last sample since the first of all (s), and the batch."""
    start: float | None = None
    last = -1.0
    for batch in samples:
        lines = []
        for t, x, y, z in zip(batch.t, batch.x, batch.y, batch.z, strict=True):
            start = t if start is None else start
            # The times of a companion that runs are rounded: two may be the same.
            if (now := round(t - start, 4)) > last and (seconds is None or now <= seconds):
                lines.append(f"{now:.4f},{x:.4f},{y:.4f},{z:.4f}\n")
                last = now
            elif seconds is not None and now > seconds:
                last = seconds
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


class _Progress:
    """How far it is, for whoever watches; one line where nobody does."""

    def __init__(self, seconds: float | None, err: TextIO) -> None:
        self._console = Console(file=err, highlight=False)
        columns = [BarColumn(bar_width=24)] if seconds is not None else []
        self._progress = Progress(
            *columns, TextColumn("{task.description}"), console=self._console, auto_refresh=False, transient=True
        )
        self._task = self._progress.add_task("waiting for the sensor ... (Ctrl-C ends it)", total=seconds)
        self._motion = Motion()
        self._felt: Counter[str] = Counter()

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._progress.start()
        else:
            self._console.print("recording; Ctrl-C ends it", soft_wrap=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._progress.stop()

    def show(self, seconds: float, written: int, batch: Batch) -> None:
        """So many samples are written by now."""
        if not self._console.is_terminal:
            return
        self._felt.update(one.kind for one in self._motion.feed(*batch))
        now = "in hands" if self._motion.handled else "at rest" if self._motion.settled else "..."
        told = f"{seconds:6.1f} s  {written:,} samples  {now}"
        if self._felt:
            told += f"  ({_counted(self._felt)})"
        self._progress.update(self._task, completed=seconds, description=told, refresh=True)


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
