"""A display's worth of pixels to draw on: text that fits, small pictures, and a list of what can be read."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from companion.faces.oled import glyphs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.faces.oled.icons import Rows
    from companion.faces.words import Words

Anchor = Literal["left", "middle", "right"]


class Area(NamedTuple):
    """A rectangle of pixels; right and bottom lie outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


class Fitted(NamedTuple):
    """A text as it fits: its lines and their size."""

    lines: tuple[str, ...]
    size: int


class Canvas:
    """What a screen is drawn on."""

    def __init__(self, size: tuple[int, int], words: Words, page: int = 0, *, ring: bool = False) -> None:
        self.width, self.height = size
        self.words = words
        self.corner = 24 if ring and self.height < 48 else 14
        """So many columns at the right edge belong to the signs: where there are 32 rows the ring reaches up to them."""
        self.image = Image.new("1", size)
        self.draw = ImageDraw.Draw(self.image)
        self.texts: list[str] = []
        self.page = page
        """Which part of a text is drawn that has no room at once; counts on with time."""
        self.pages = 1
        """How many parts there are."""

    def says(self, *texts: str) -> None:
        """Note what can be read, once each, and nothing that is empty."""
        self.texts += [text for text in dict.fromkeys(texts) if text and text not in self.texts]

    def text(
        self, text: str, size: int, x: int, base: int, room: int, anchor: Anchor = "left", *, ends: bool = False
    ) -> int:
        """Write one line on the baseline ``base``, cut to ``room`` pixels; returns the width it took.

        With ``ends`` its middle is left out, not its end.
        """
        if not text:
            return 0
        drawn = (glyphs.without_middle if ends else glyphs.cut)(text, size, room)
        if not drawn:
            return 0
        self.says(drawn, text)
        ink = glyphs.line(drawn, size).ink
        self.image.paste(1, (x - _before(ink.width, anchor), base - _capitals(size)[1]), ink)
        return ink.width

    def big(self, text: str, area: Area, *, hollow: bool = False, anchor: Anchor = "middle", tallest: int = 64) -> None:
        """Write as large as the area allows, on two lines where that is larger; cut only when nothing else is left."""
        fitted = _fit(text, area.width, area.height, tallest)
        self.says(" ".join(fitted.lines), text)
        lines = [glyphs.line(line, fitted.size, hollow=hollow) for line in fitted.lines]
        above, base = _capitals(fitted.size)
        each = area.height // len(lines)
        steps = [max(each, _least_step(*pair, fitted.size)) for pair in pairwise(lines)]
        if _tall(lines, steps) > area.height:
            steps = [
                min(_least_step(*pair, fitted.size), step) for pair, step in zip(pairwise(lines), steps, strict=True)
            ]
        if _tall(lines, steps) > area.height:
            steps = [each] * len(steps)
        # Capitals stand in the middle; whatever reaches above or below them pushes only if it would leave the area.
        y = area.top + (area.height - sum(steps) - (base - above)) // 2 - above
        y = max(min(y, area.bottom - sum(steps) - lines[-1].bottom), area.top - lines[0].top)
        x = {"left": area.left, "middle": (area.left + area.right) // 2, "right": area.right}[anchor]
        for line, step in zip(lines, (*steps, 0), strict=True):
            self.image.paste(1, (x - _before(line.ink.width, anchor), y), line.ink)
            y += step

    def largest(self, text: str, width: int, height: int) -> int:
        """The largest size in which it fits on one line."""
        return _size(text, width, height, glyphs.SIZES[0])

    def prose(self, text: str, area: Area, *, tallest: int) -> None:
        """Write large if all of it can be read so, otherwise as a paragraph."""
        if len(text) <= _SENTENCE:
            fitted = _fit(text, area.width, area.height, tallest)
            if "".join(fitted.lines).replace(" ", "") == text.replace(" ", ""):
                self.big(text, area, tallest=tallest)
                return
        self.paragraph(text, 14 if self.has_room(text, 14, area) else 12, area)

    def turns(self, pages: int) -> int:
        """Which of so many pages is drawn now; they follow each other with time."""
        self.pages = max(self.pages, pages)
        return self.page % pages if pages else 0

    def has_room(self, text: str, size: int, area: Area) -> bool:
        """Whether all of it can be a paragraph there."""
        return len(_wrap(text, size, area.width)) * _step(size, area) <= area.height

    def paragraph(self, text: str, size: int, area: Area) -> None:
        """Write as many lines as the area has room for; where there are more, they follow on further pages."""
        step = _step(size, area)
        room = max(1, area.height // step)
        lines = _wrap(text, size, area.width)
        if len(lines) > room:
            lines = _wrap(text, size, area.width - _MORE)
            x, y = area.right - _MORE + 2, area.top + (room - 1) * step + 3
            self.draw.polygon([(x, y), (x + 4, y), (x + 2, y + 2)], fill=1)
        self.says(text, *lines)
        start = self.turns(-(-len(lines) // room)) * room
        for at, line in enumerate(lines[start : start + room]):
            ink = glyphs.line(line, size).ink
            self.image.paste(1, (area.left, area.top + at * step - _capitals(size)[0]), ink)

    def icon(self, rows: Rows, x: int, y: int, *, doubled: bool = False, lit: int = 1) -> None:
        """Put a small picture with its upper left corner at x, y; with ``lit`` 0 dark on light."""
        self.image.paste(lit, (x, y), _drawn(rows, doubled))

    def badge(self, text: str, size: int, x: int, base: int, room: int) -> int:
        """Write one line dark on light, its field from ``x`` on; returns the width of the field."""
        wide = self.text(text, size, x + 3, base, room - 6) + 6
        self.turn_round(Area(x, base - size + 1, x + wide, base + 3))
        return wide

    def turn_round(self, area: Area) -> None:
        """Make light dark, and dark light."""
        lit = Image.new("1", (area.width, area.height), 1)
        self.image.paste(ImageChops.logical_xor(self.image.crop(area), lit), area)

    def clear(self, area: Area) -> None:
        """Take all light from a rectangle."""
        self.image.paste(0, area)


_SENTENCE: Final = 42
"""Two lines of size 14 hold about so many letters; more is not even tried."""


_MORE: Final = 7
"""Pixels at the end of a paragraph that goes on, for a sign that says so."""


def _before(width: int, anchor: Anchor) -> int:
    return {"left": 0, "middle": width // 2, "right": width}[anchor]


def _step(size: int, area: Area) -> int:
    """From one line of a paragraph to the next; closer where that is a line more."""
    return size - 2 if area.height // (size - 2) > area.height // (size - 1) else size - 1


@lru_cache
def _drawn(rows: Rows, doubled: bool) -> Image.Image:
    return glyphs.picture(rows, doubled=doubled)


@lru_cache
def _capitals(size: int) -> tuple[int, int]:
    """The first row of a capital letter, and its baseline."""
    line = glyphs.line("H", size)
    return line.top, line.bottom


@lru_cache(maxsize=256)
def _fit(text: str, width: int, height: int, tallest: int) -> Fitted:
    one = Fitted((text,), _size(text, width, height, tallest))
    two = [Fitted(pair, _size_of_two(pair, width, height, tallest)) for pair in _halves(text)]
    # Of equally large ones the pair whose longer line is the shorter.
    best = max(two, key=lambda fit: (fit.size, -max(len(line) for line in fit.lines)), default=one)
    if best.size > one.size:
        return best
    if one.size:
        return one
    return _narrow(text, width, height)


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """The ways to write it on two lines: from a space on, or after a hyphen."""
    text = " ".join(text.split())
    for at, char in enumerate(text):
        if char == " ":
            yield text[:at], text[at + 1 :]
        elif char == "-" and text[at - 1 : at].isalnum() and text[at + 1 : at + 2].isalnum():
            yield text[: at + 1], text[at + 1 :]


def _size_of_two(pair: tuple[str, str], width: int, height: int, tallest: int) -> int:
    """The largest size in which both lines fit, one below the other without touching; 0 if none does."""
    # Half the height and what letters leave free above and below them is the most that one of them can have.
    size = min(_size(line, width, height * 2 // 3, tallest) for line in pair)
    for smaller in glyphs.SIZES:
        if smaller <= size:
            first, second = (glyphs.line(line, smaller) for line in pair)
            step = _least_step(first, second, smaller)
            if _tall((first, second), (step,)) <= height:
                return smaller
    return 0


def _least_step(first: glyphs.DrawnText, second: glyphs.DrawnText, size: int) -> int:
    """How far a baseline has to be from the one above, so that lines are seen apart and no letters touch."""
    above, base = _capitals(size)
    # The thin letters of size 12 are still told apart at a single row.
    gap = 1 if size == glyphs.SIZES[-1] else max(2, size // 8)
    return max(base - above + gap, first.bottom - second.top + 1)


def _tall(lines: Sequence[glyphs.DrawnText], steps: Sequence[int]) -> int:
    """The rows of pixels that lines take at these steps."""
    return sum(steps) + lines[-1].bottom - lines[0].top


def _narrow(text: str, width: int, height: int) -> Fitted:
    """A text that is too long for two lines: on as many small ones as there are, or without its middle."""
    # Capitals take 8 rows and what hangs below them 2; a stand-in for what the font lacks takes more.
    line = glyphs.line(text, 12)
    rows = max(1, height // max(10, line.bottom - line.top))
    letters = list(glyphs.clusters(text))
    lines = _wrap(text, 12, width)
    for kept in range(len(letters) - 1, 0, -1):
        if len(lines) <= rows:
            break
        shorter = "".join(letters[: kept - kept // 2]) + glyphs.ELLIPSIS + "".join(letters[len(letters) - kept // 2 :])
        lines = _wrap(shorter, 12, width)
    return Fitted(tuple(lines[:rows]) or ("",), 12)


def _size(line: str, width: int, height: int, tallest: int) -> int:
    """The largest size in which a line fits; 0 if none does."""
    for size in glyphs.SIZES:
        # Points are the narrowest signs, a sixteenth of the size; letters are not even doubled where those had no room.
        least = len(line) * (size // 16 + size // 11)
        if size <= tallest and least <= width + size and glyphs.width(line, size) <= width:
            drawn = glyphs.line(line, size)
            if drawn.bottom - drawn.top <= height:
                return size
    return 0


def _wrap(text: str, size: int, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        glue = " "
        for piece in _pieces(word, size, width):
            longer = f"{lines[-1]}{glue}{piece}" if lines else piece
            if lines and glyphs.width(longer, size) <= width:
                lines[-1] = longer
            else:
                lines += _broken(piece, size, width)
            glue = ""
    return lines


def _pieces(word: str, size: int, width: int) -> list[str]:
    """A word, parted after a hyphen if it has no room on one line."""
    parts = next(_halves(word), None) if glyphs.width(word, size) > width else None
    return [word] if parts is None else [parts[0], *_pieces(parts[1], size, width)]


def _broken(word: str, size: int, width: int) -> list[str]:
    """A word, on as many lines as it takes, about equally long: a letter alone on a line is not read as its end."""
    letters = list(glyphs.clusters(word))
    for count in range(1, len(letters)):
        each = -(-len(letters) // count)
        lines = ["".join(letters[at : at + each]) for at in range(0, len(letters), each)]
        if all(glyphs.width(line, size) <= width for line in lines):
            return lines
    return letters
