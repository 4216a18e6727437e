"""A recording of a motion sensor, as a table of comma-separated values."""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_right
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, Literal

from hardware.errors import BadRecording
from hardware.ports import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Unit = Literal["g", "ms2"]


@dataclass(frozen=True)
class Recording:
    """What a sensor felt, by the time since its first sample."""

    t: tuple[float, ...]
    """s, from 0, always going on."""
    x: tuple[float, ...]
    """m/s², along the sensor's own axes."""
    y: tuple[float, ...]
    z: tuple[float, ...]
    cut_off: int | None = None
    """The line of a last row that was left out because the recorder did not write it to its end."""

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.t[-1]

    def at(self, t: float) -> tuple[float, float, float]:
        """What was felt at a time (s), straight between two samples; before the first and after the last these."""
        times, x, y, z = self.t, self.x, self.y, self.z
        after = bisect_right(times, t)
        if after == 0:
            return x[0], y[0], z[0]
        if after == len(times):
            return x[-1], y[-1], z[-1]
        before = after - 1
        part = (t - times[before]) / (times[after] - times[before])
        return (
            x[before] + (x[after] - x[before]) * part,
            y[before] + (y[after] - y[before]) * part,
            z[before] + (z[after] - z[before]) * part,
        )


def read_recording(path: Path, *, columns: Mapping[str, str] | None = None, unit: Unit = "ms2") -> Recording:
    """The recording in a file whose header names a time (``t`` in s, or ``t_ms``) and ``ax``, ``ay``, ``az``.

    ``columns`` says what a file calls them instead, ``{"ax": "Accelerometer X (g)"}``; ``unit`` is that of the
    accelerations. Other columns are not read, nor is a last row that is cut off. Raises BadRecording, and OSError
    where there is no such file.
    """
    names = _names(path, columns or {})
    try:
        samples, cut_off = _samples(path, _text(path), names, GRAVITY if unit == "g" else 1.0)
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadRecording(
            f"{path}: is no text of comma-separated values: {error}", cure="is that the right file?"
        ) from error
    if len(samples) < 2:
        raise BadRecording(f"{path}: has {len(samples)} samples", cure="at least 2 are needed")
    start = samples[0][0]
    times, xs, ys, zs = zip(*samples, strict=True)
    return Recording(tuple(t - start for t in times), xs, ys, zs, cut_off)


_LONGEST: Final = 40_000_000
"""Characters: an hour at 200 samples a second has 30 million. A device such as /dev/zero never ends."""
_COLUMNS: Final = ("t", "t_ms", "ax", "ay", "az")
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
"""Narrower than ``float``, which takes 1_0, digits of all scripts, and words too."""
_BEGUN: Final = re.compile(r"[+-]?\.?|[+-]?[\d.]+e[+-]?", re.ASCII | re.IGNORECASE)
_SHOWN, _WIDEST = 8, 24
"""How many columns a message shows, and how many letters of a name or value."""


_LARGEST: Final = 1e100
"""No time or acceleration is larger: sums of squares of such numbers are still numbers."""
_SPAN: Final = 1e10
"""s, 300 years: a clock that is set meanwhile goes on by less, and a µs still counts beside it."""


def _names(path: Path, columns: Mapping[str, str]) -> dict[str, str]:
    """What each column is called in this file."""
    for name in columns:
        if name not in _COLUMNS:
            raise BadRecording(
                f"{path}: {name!r} is no column of a recording", cure=f"name any of {', '.join(_COLUMNS)}"
            )
    return {name: columns.get(name, name) for name in _COLUMNS}


def _text(path: Path) -> str:
    with path.open(encoding="utf-8-sig", newline="") as file:
        text = file.read(_LONGEST + 1)
    if len(text) > _LONGEST:
        raise BadRecording(
            f"{path}: is longer than {_LONGEST:,} characters, an hour of samples",
            cure="is that the right file? If it is, cut it into parts, each with the header",
        )
    return text


def _samples(
    path: Path, text: str, names: Mapping[str, str], scale: float
) -> tuple[list[tuple[float, float, float, float]], int | None]:
    """All samples: time (s), x, y, z (m/s²); and the line of a last row that is cut off."""
    reader = csv.reader(io.StringIO(text, newline=""))
    header = [name.strip() for name in next(reader, [])]
    time, tick = ("t", 1.0) if names["t"] in header else ("t_ms", 1e-3)
    places = _places(path, header, {name: names[name] for name in (time, "ax", "ay", "az")}, names)
    unended = None if text.endswith(("\n", "\r")) else sum(1 for _ in io.StringIO(text, newline=""))
    samples: list[tuple[float, float, float, float]] = []
    before, width = -inf, len(header)
    for row in filter(None, reader):
        if reader.line_num == unended and (len(row) < width or _begun(row, places)):
            return samples, unended
        width = len(row)
        where = f"{path}:{reader.line_num}"
        t, x, y, z = (_number(where, row, place, header[place]) for place in places)
        if t <= before:
            raise _not_later(where, before=before, now=t)
        if samples and t * tick - samples[0][0] > _SPAN:
            raise BadRecording(
                f"{where}: {time} is {t:.15g}, more than 300 years after the first sample", cure="leave out the row"
            )
        before = t
        samples.append((t * tick, x * scale, y * scale, z * scale))
    return samples, None


def _places(path: Path, header: list[str], wanted: Mapping[str, str], names: Mapping[str, str]) -> list[int]:
    """Where the wanted columns are."""
    places = [_place(path, header, names, name) for name in wanted]
    for name, column in wanted.items():
        if header.count(column) > 1:
            raise BadRecording(
                f"{path}: has {header.count(column)} columns {_short(column)!r}", cure=f"leave one that is {name}"
            )
        if others := [other for other in wanted if other != name and wanted[other] == column]:
            raise BadRecording(
                f"{path}: column {_short(column)!r} cannot be both {name} and {others[0]}", cure="name one for each"
            )
    return places


def _place(path: Path, header: list[str], names: Mapping[str, str], name: str) -> int:
    column = names[name]
    if column in header:
        return header.index(column)
    wanted, cure = repr(column), f"--columns {name}=..."
    if name == "t_ms":
        wanted, cure = f"{names['t']!r} or {column!r} for the time", "--columns t=... (in s) or t_ms=... (in ms)"
    there = [_short(each) for each in header[:_SHOWN]]
    if len(header) > _SHOWN:
        there.append(f"and {len(header) - _SHOWN} more")
    only = f"only {', '.join(there)}" if there else "nor any other"
    raise BadRecording(
        f"{path}: has no column {wanted}, {only}",
        cure=f"say what it is called there: {cure}; the names that need no saying are t or t_ms, ax, ay and az",
    )


def _begun(row: list[str], places: list[int]) -> bool:
    """Whether a row ends in a number that is no more than begun: by its sign, point or exponent."""
    return len(row) - 1 in places and _BEGUN.fullmatch(row[-1].strip()) is not None


def _number(where: str, row: list[str], place: int, column: str) -> float:
    text = row[place].strip() if place < len(row) else ""
    value = float(text) if _NUMBER.fullmatch(text) else inf
    if abs(value) > _LARGEST:
        found = repr(_short(text)) if text else "missing"
        raise BadRecording(
            f"{where}: {_short(column)} is {found}, not a number like -9.81", cure="mend the row, or leave it out"
        )
    return value


def _not_later(where: str, *, before: float, now: float) -> BadRecording:
    if now == before:
        return BadRecording(f"{where}: time stands still at {now:.15g}", cure="leave out rows of the same time")
    return BadRecording(f"{where}: time goes back, from {before:.15g} to {now:.15g}", cure="sort the rows by time")


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1].rstrip()}…"
