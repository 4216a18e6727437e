"""A recording as a picture: what was felt along each axis, when the box was in hands, and what happened to it."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from companion.errors import CompanionError
from companion.segments import felt_in
from hardware import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from companion.segments import Segment
    from companion.senses import Felt
    from hardware import Recording

SIZE: Final = (1200, 560)
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 50, 86, 50
_PAPER, _INK, _SOFT, _GRID, _HELD = "#ffffff", "#222222", "#666666", "#dddddd", "#f6ead2"
# Told apart by people who see no red or green, and by how light they are.
_AXES: Final = (("x", "#0072b2"), ("y", "#d55e00"), ("z", "#2b2b2b"))
_NAMES: Final = {"lifted": "lifted", "set_down": "set down", "knock": "knock"}
_IN_HANDS: Final = "in hands"
_ROWS: Final = 3
"""Of names above the picture, so that those of a moment do not lie on each other."""


class CannotDraw(CompanionError, OSError):
    """The picture cannot be written."""


def save_plot(recording: Recording, picture: Path, title: str) -> None:
    """Draw a recording, and what was felt in it, to a file. Raises CannotDraw."""
    segments, felt = felt_in(recording)
    try:
        plot(recording, segments, felt, title).save(picture)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise CannotDraw(f"{picture}: cannot be drawn: {why}: name a .png in a folder of yours") from error


def plot(recording: Recording, segments: Sequence[Segment], felt: Sequence[Felt], title: str) -> Image.Image:
    """Draw it: g over seconds, grounds shaded where the box was handled, a line at each event."""
    image = Image.new("RGB", SIZE, _PAPER)
    _Sheet(image, recording).draw(segments, felt, title)
    return image


class _Sheet:
    def __init__(self, image: Image.Image, recording: Recording) -> None:
        self._pen = ImageDraw.Draw(image)
        self._recording = recording
        self._columns = tuple([value / GRAVITY for value in axis] for axis in (recording.x, recording.y, recording.z))
        low, high = min(map(min, self._columns)), max(map(max, self._columns))
        room = max(0.1, (high - low) * 0.05)
        self._low, self._high = low - room, high + room
        self._font, self._large = ImageFont.load_default(15), ImageFont.load_default(19)

    def draw(self, segments: Sequence[Segment], felt: Sequence[Felt], title: str) -> None:
        pen, (width, height) = self._pen, SIZE
        right, bottom = width - _RIGHT, height - _BOTTOM
        for each in segments:
            if each.handled:
                began, ended = self._across(each.began), self._across(each.ended)
                pen.rectangle((began, _TOP, ended, bottom), fill=_HELD)
                if ended - began > pen.textlength(_IN_HANDS, font=self._font):
                    pen.text(((began + ended) / 2, bottom - 8), _IN_HANDS, fill=_SOFT, font=self._font, anchor="ms")
        for value in _ticks(self._low, self._high, 6):
            y = self._up(value)
            pen.line((_LEFT, y, right, y), fill=_GRID)
            pen.text(
                (_LEFT - 8, y), f"{value:g} g".replace("-", "\N{MINUS SIGN}"), fill=_SOFT, font=self._font, anchor="rm"
            )
        for value in _ticks(0.0, self._recording.seconds, 10):
            x = self._across(value)
            pen.line((x, bottom, x, bottom + 5), fill=_SOFT)
            pen.text((x, bottom + 9), f"{value:g} s", fill=_SOFT, font=self._font, anchor="mt")
        pen.rectangle((_LEFT, _TOP, right, bottom), outline=_SOFT)
        for (_, colour), column in zip(_AXES, self._columns, strict=True):
            self._curve(column, colour)
        self._events(felt)
        pen.text((_LEFT, 10), title, fill=_INK, font=self._large)
        self._legend()

    def _legend(self) -> None:
        """Beside each curve's end its name, kept apart."""
        ends = sorted(
            (self._up(column[-1]), name, colour) for (name, colour), column in zip(_AXES, self._columns, strict=True)
        )
        y = -1.0e9
        for end, name, colour in ends:
            y = max(end, y + 18)
            self._pen.text((SIZE[0] - _RIGHT + 8, y), name, fill=colour, font=self._large, anchor="lm")

    def _curve(self, column: Sequence[float], colour: str) -> None:
        points = [(self._across(t), self._up(value)) for t, value in zip(self._recording.t, column, strict=True)]
        self._pen.line(list(_thinned(points)), fill=colour, width=1)

    def _events(self, felt: Sequence[Felt]) -> None:
        ends = [-1.0e9] * _ROWS
        """How far each row of names is taken."""
        for one in felt:
            x, name = self._across(one.at), _NAMES[one.kind]
            self._pen.line((x, _TOP - 4, x, SIZE[1] - _BOTTOM), fill=_SOFT)
            row = next((row for row, end in enumerate(ends) if end + 8 < x), None)
            if row is None:
                continue
            y = _TOP - 6 - 16 * row
            self._pen.line((x, y - 8, x, _TOP), fill=_SOFT)
            self._pen.text((x + 3, y), name, fill=_INK, font=self._font, anchor="ls")
            ends[row] = x + 3 + self._pen.textlength(name, font=self._font)

    def _across(self, t: float) -> float:
        return _LEFT + (SIZE[0] - _LEFT - _RIGHT) * t / self._recording.seconds

    def _up(self, value: float) -> float:
        bottom = SIZE[1] - _BOTTOM
        return bottom - (bottom - _TOP) * (value - self._low) / (self._high - self._low)


def _thinned(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Of all points above one pixel the lowest and the highest in their order: an hour is drawn as quickly as a minute."""
    start = 0
    while start < len(points):
        end = start
        while end < len(points) and int(points[end][0]) == int(points[start][0]):
            end += 1
        here = points[start:end]
        low, high = min(here, key=lambda point: point[1]), max(here, key=lambda point: point[1])
        yield from sorted({low, high})
        start = end


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two, at most so many and one.

    >>> _ticks(-0.2, 1.3, 6)
    [0.0, 0.5, 1.0]
    """
    step = next(
        scale * 10.0**power
        for power in range(-6, 9)
        for scale in (1, 2, 5)
        if (high - low) / (scale * 10.0**power) <= most
    )
    return [round(number * step, 6) for number in range(ceil(low / step), floor(high / step) + 1)]
