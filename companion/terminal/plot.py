"""What the box felt in the last seconds, as a strip chart."""

from __future__ import annotations

from collections import deque
from math import floor, hypot, inf
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from companion.terminal.pixels import dotted
from hardware import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.senses import Felt
    from hardware import Batch

SECONDS: Final = 10.0
"""How far back the chart goes."""

LATE: Final = 0.5
"""At rest samples come every 0.2 s; older than this the last one is no longer now, s."""

SCALES: Final = (2.0, 4.0, 8.0, 16.0)
"""The heights that the chart of |a| may have, g: the smallest that holds all."""

MARGIN: Final = 5
"""The columns left of the chart, for its scale."""

SIGNS: Final = {"lifted": "▲ lifted", "set_down": "▼ set down", "knock": "◆ knock"}
COLOURS: Final = {"lifted": "bold green", "set_down": "bold blue", "knock": "bold yellow"}


class Sample(NamedTuple):
    """What is shown of a sample."""

    t: float
    """s, monotonic."""
    g: float
    """|a|, g."""
    tilt: float
    """As the senses have it, degrees."""
    handled: bool


class Mark(NamedTuple):
    """What the senses made of it, and when."""

    t: float
    kind: str


class Trace:
    """The samples that the daemon got, and what its senses told."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque()
        self._marks: deque[Mark] = deque()

    def feel(self, batch: Batch, felt: Iterable[Felt], *, tilt: float, handled: bool) -> None:
        """Take in a batch, and what the senses say now that they have it."""
        for t, x, y, z in zip(batch.t, batch.x, batch.y, batch.z, strict=True):
            self._samples.append(Sample(t, hypot(x, y, z) / GRAVITY, tilt, handled))
        self._marks += (Mark(event.at, event.kind) for event in felt)
        for kept in (self._samples, self._marks):
            # One second more than is shown: a column is filled from its first sample on.
            while kept and kept[0].t < self._samples[-1].t - SECONDS - 1.0:
                kept.popleft()

    def end(self, now: float) -> float:
        """The time at the chart's right edge, s: that of the last sample, as long as samples come."""
        last = self._samples[-1].t if self._samples else -inf
        return last if now - last < LATE else now

    def chart(self, now: float, columns: int, rows: int) -> list[Text]:
        """The last seconds as so many rows, at least three: |a| above, the tilt below, and what was felt and when."""
        width = columns - MARGIN
        # Columns begin at fixed times, so the curve moves on without changing its shape.
        bins = _Bins(self.end(now), 2 * width)
        samples = [(bin_, sample) for sample in self._samples if (bin_ := bins.of(sample.t)) is not None]
        high = max((sample.g for _, sample in samples), default=0.0)
        scale = next((scale for scale in SCALES if high <= scale), SCALES[-1])
        below = max(1, (rows - 1) * 2 // 5)
        handled = {bin_ // 2 for bin_, sample in samples if sample.handled}
        upper = _curve([(bin_, sample.g / scale) for bin_, sample in samples], width, rows - 1 - below)
        lower = _curve([(bin_, sample.tilt / 90.0) for bin_, sample in samples], width, below)
        lines = _strip(upper, f"{scale:g} g", "bright_cyan", handled)
        lines += _strip(lower, "90°", "bright_magenta", handled)
        return [*lines, self._told(bins, width, handled, {bin_ // 2 for bin_, _ in samples})]

    def _told(self, bins: _Bins, width: int, handled: set[int], known: set[int]) -> Text:
        """The row with the senses' words: a thick line while the box is handled, a thin one at rest."""
        row = "".join("━" if column in handled else "─" if column in known else " " for column in range(width))
        line = Text.assemble((f"{'felt':<{MARGIN}}{row}", "dim"), no_wrap=True)
        for mark in self._marks:
            at = bins.of(mark.t)
            if at is not None:
                sign = SIGNS[mark.kind][: width - at // 2]
                start = MARGIN + at // 2
                line = Text.assemble(line[:start], (sign, COLOURS[mark.kind]), line[start + len(sign) :])
        return line


class _Bins:
    """The columns of dots, the last of which holds a time."""

    def __init__(self, end: float, count: int) -> None:
        self._seconds = SECONDS / count
        self._count = count
        self._last = floor(end / self._seconds)

    def of(self, t: float) -> int | None:
        """The column of a time; None if it is too long ago."""
        column = floor(t / self._seconds) - self._last + self._count - 1
        return column if 0 <= column < self._count else None


def _curve(values: Iterable[tuple[int, float]], width: int, rows: int) -> list[str]:
    """A curve of values from 0 to 1, each at its column of dots: from the least to the most of each column."""
    height = 4 * rows
    spans: dict[int, tuple[int, int]] = {}
    for column, value in values:
        y = min(height - 1, max(0, floor(value * height)))
        low, high = spans.get(column, (y, y))
        spans[column] = min(low, y), max(high, y)
    dots = [[False] * (2 * width) for _ in range(height)]
    for column, (low, high) in spans.items():
        # Joined to the column before, so that a steep rise is a line.
        before_low, before_high = spans.get(column - 1, (low, high))
        for y in range(min(low, before_high + 1), max(high, before_low - 1) + 1):
            dots[height - 1 - y][column] = True
    return dotted(dots)


def _strip(rows: Sequence[str], label: str, style: str, handled: set[int]) -> list[Text]:
    lines = []
    for number, row in enumerate(rows):
        scale = label if number == 0 else "0" if number == len(rows) - 1 else ""
        line = Text.assemble((f"{scale:<{MARGIN}}", "dim"), (row, "cyan"), no_wrap=True)
        for start, end in _runs(handled):
            line.stylize(style, MARGIN + start, MARGIN + end)
        lines.append(line)
    return lines


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers that follow each other, as where they begin and where they have ended.

    >>> _runs({1, 2, 3, 7})
    [(1, 4), (7, 8)]
    """
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        start = runs.pop()[0] if runs and runs[-1][1] == number else number
        runs.append((start, number + 1))
    return runs
