"""A recording of a motion sensor, as a table of comma-separated values."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Literal

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
    """s, from 0, never going back."""
    x: tuple[float, ...]
    """m/s², along the sensor's own axes."""
    y: tuple[float, ...]
    z: tuple[float, ...]

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
    accelerations. Other columns are not read. Raises BadRecording, and OSError where there is no such file.
    """
    names = {name: (columns or {}).get(name, name) for name in _COLUMNS}
    for name in columns or {}:
        if name not in _COLUMNS:
            raise BadRecording(
                f"{path}: {name!r} is no column of a recording", cure=f"name any of {', '.join(_COLUMNS)}"
            )
    scale = GRAVITY if unit == "g" else 1.0
    rows: list[tuple[float, float, float, float]] = []
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            header = [name.strip() for name in next(reader, [])]
            time, tick = ("t", 1.0) if names["t"] in header else ("t_ms", 1e-3)
            places = [_place(path, header, names, name) for name in (time, "ax", "ay", "az")]
            for row in reader:
                if not row:
                    continue
                where = f"{path}:{reader.line_num}"
                t, x, y, z = (_number(where, row, place, header[place]) for place in places)
                if rows and t * tick < rows[-1][0]:
                    raise BadRecording(
                        f"{where}: time goes back, from {rows[-1][0] / tick:g} to {t:g}", cure="sort the rows by time"
                    )
                rows.append((t * tick, x * scale, y * scale, z * scale))
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadRecording(
            f"{path}: is no text of comma-separated values: {error}", cure="is that the right file?"
        ) from error
    if len(rows) < 2:
        raise BadRecording(f"{path}: has {len(rows)} samples", cure="at least 2 are needed")
    start = rows[0][0]
    times, xs, ys, zs = zip(*rows, strict=True)
    return Recording(tuple(t - start for t in times), xs, ys, zs)


_COLUMNS = ("t", "t_ms", "ax", "ay", "az")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
"""Narrower than ``float``, which takes 1_0, digits of all scripts, and words too."""
_SHOWN, _WIDEST = 8, 24
"""How many columns a message shows, and how many letters of a name or value."""


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
    raise BadRecording(f"{path}: has no column {wanted}, {only}", cure=f"say what it is called there: {cure}")


def _number(where: str, row: list[str], place: int, column: str) -> float:
    text = row[place].strip() if place < len(row) else ""
    value = float(text) if _NUMBER.fullmatch(text) else inf
    if abs(value) == inf:
        found = repr(_short(text)) if text else "missing"
        raise BadRecording(
            f"{where}: {_short(column)} is {found}, not a number like -9.81", cure="mend the row, or leave it out"
        )
    return value


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1].rstrip()}…"
