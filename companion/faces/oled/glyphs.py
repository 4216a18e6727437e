"""Pixel letters: a line of any text as rows of bits, sharp in every size, never an exception.

A row of pixels is an int, its leftmost pixel the highest bit: so letters are joined, doubled and hollowed out by
whole rows, and only a finished line becomes a picture.
"""

from __future__ import annotations

import json
import unicodedata
import zlib
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image

from companion.faces.oled.icons import CAT, OPEN_BOX, PAW, Rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIZES: Final = (64, 48, 44, 40, 32, 24, 22, 20, 18, 16, 14, 12)
"""Heights of a line in pixels, largest first; those from 40 up are doubled."""

ELLIPSIS: Final = "…"


class DrawnText(NamedTuple):
    """A line of text, drawn."""

    ink: Image.Image
    """As wide as the text, ``size`` high, lit where there is ink."""
    top: int
    """The first row with ink, and the row after the last; both 0 without any."""
    bottom: int


@lru_cache(maxsize=512)
def line(text: str, size: int, *, hollow: bool = False) -> DrawnText:
    """``text`` in one of ``SIZES``; ``hollow`` leaves only the outline. The picture is shared: do not draw on it."""
    text = text if text.strip() else "␣"
    rows, width = [0] * size, 0
    gap = max(1, size // 11)
    for cluster in _from_the_left(list(clusters(text))):
        glyph, advance = _glyph(cluster, size)
        shift = advance + (gap if width else 0)
        rows = [row << shift | bits for row, bits in zip(rows, glyph, strict=True)]
        width += shift
    if hollow:
        rows = _outline(rows, 2 if size >= 40 else 1)
    inked = [at for at, row in enumerate(rows) if row]
    top, bottom = (inked[0], inked[-1] + 1) if inked else (0, 0)
    return DrawnText(_picture(rows, width), top, bottom)


def picture(rows: Rows, *, doubled: bool = False) -> Image.Image:
    """A small picture, as it is or twice as large."""
    bits, wide = _doubled(rows.bits, rows.width) if doubled else (rows.bits, rows.width)
    return _picture(bits, wide)


def width(text: str, size: int) -> int:
    """How many pixels wide ``text`` is."""
    return line(text, size).ink.width


def cut(text: str, size: int, room: int) -> str:
    """``text``, or as much of its beginning as has room (pixels) together with an ellipsis."""
    if width(text, size) <= room:
        return text
    letters = list(clusters(text))
    for kept in range(len(letters) - 1, 0, -1):
        shorter = "".join(letters[:kept]).rstrip() + ELLIPSIS
        if width(shorter, size) <= room:
            return shorter
    return letters[0] if letters and width(letters[0], size) <= room else ""


def without_middle(text: str, size: int, room: int) -> str:
    """``text``, or as much of its beginning and its end as has room (pixels): people of one family share one of them."""
    if width(text, size) <= room:
        return text
    letters = list(clusters(text))
    for kept in range(len(letters) - 1, 1, -1):
        shorter = "".join(letters[: kept - kept // 2]).rstrip() + ELLIPSIS + "".join(letters[-(kept // 2) :]).lstrip()
        if width(shorter, size) <= room:
            return shorter
    return cut(text, size, room)


def clusters(text: str) -> Iterator[str]:
    """What a reader takes for one letter each: marks, joined emoji and flags stay with their first character.

    >>> [len(cluster) for cluster in clusters("Zoe\u0308 \U0001f468\u200d\U0001f469\u200d\U0001f467")]
    [1, 1, 1, 1, 5]
    """
    cluster = ""
    for char in unicodedata.normalize("NFC", text):
        joins = unicodedata.category(char) in _JOINING or _SKIN[0] <= char <= _SKIN[1] or cluster.endswith(_JOINER)
        flag = _is_flag(char) and len(cluster) == 1 and _is_flag(cluster)
        if cluster and not joins and not flag:
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


# Their stems are 2 or 3 pixels of 11 to 16, thin from a metre away; one more makes them as strong as those of size 20.
_TOO_LIGHT: Final = (22, 24, 32)
_JOINER: Final = "\u200d"
_JOINING: Final = ("Mn", "Me", "Mc", "Cf")
_SKIN: Final = ("\U0001f3fb", "\U0001f3ff")
# One picture for one character, so that two names never look alike by it.
_PICTURES: Final[dict[str, Rows]] = {"😺": CAT, "🐾": PAW, "␣": OPEN_BOX}
_LIKE: Final = {"❤": "♥", "\u00a0": " ", "\u2011": "-", "\u2212": "−"}


class _Face(NamedTuple):
    width: int
    glyphs: bytes


@cache
def _font() -> tuple[dict[str, int], dict[int, tuple[int, bytes]]]:
    """Where each character is, and for each size its width and packed glyphs."""
    head, _, body = Path(__file__).with_name("fonts").joinpath("catprint.glyphs").read_bytes().partition(b"\n")
    header = json.loads(head)
    faces, at = {}, 0
    for face in header["faces"]:
        faces[face["size"]] = (face["width"], body[at : at + face["bytes"]])
        at += face["bytes"]
    return {char: index for index, char in enumerate(header["chars"])}, faces


@cache
def _face(size: int) -> _Face:
    cell, packed = _font()[1][size]
    return _Face(cell, zlib.decompress(packed))


@lru_cache(maxsize=1024)
def _glyph(cluster: str, size: int) -> tuple[Sequence[int], int]:
    """The rows of one cluster and its width, without space to either side."""
    known = _font()[0]
    visible = "".join(char for char in cluster if unicodedata.category(char) != "Cf" and char not in "\ufe0e\ufe0f")
    visible = _LIKE.get(visible, visible)
    if visible in _PICTURES:
        return _fitted(_PICTURES[visible], size)
    if any(char not in known for char in visible):
        visible = unicodedata.normalize("NFKC", visible)
    if not visible or any(char not in known for char in visible) or not _is_marked(visible):
        return _stand_in(cluster, size)
    if size >= 40:
        return _doubled(*_letter(visible, size // 2))
    return _letter(visible, size)


def _letter(visible: str, size: int) -> tuple[Sequence[int], int]:
    """A character of the font, its marks laid over it."""
    cell = _face(size).width
    if visible == " ":
        return [0] * size, cell // 2
    rows = [0] * size
    for char in visible:
        rows = [row | bits for row, bits in zip(rows, _cell(char, size), strict=True)]
    rows, wide = _trimmed(rows, cell, _digit_span(size) if visible in _DIGITS else _span(rows, cell))
    if size in _TOO_LIGHT:
        # Except where a gap would be left so narrow that an m runs together.
        return [row | row << 1 & ~(row >> 1 | row >> 2) for row in rows], wide + 1
    return rows, wide


_DIGITS: Final = frozenset("0123456789")


@cache
def _digit_span(size: int) -> tuple[int, int]:
    """All digits take the same room, so that a running number stands still."""
    spans = [_span(_cell(digit, size), _face(size).width) for digit in _DIGITS]
    return min(left for left, _ in spans), max(right for _, right in spans)


def _cell(char: str, size: int) -> Sequence[int]:
    """A character's whole cell, as the font has it."""
    face = _face(size)
    stride = (face.width + 7) // 8
    start = _font()[0][char] * stride * size
    spare = stride * 8 - face.width
    cell = face.glyphs[start : start + stride * size]
    return [int.from_bytes(cell[at : at + stride], "big") >> spare for at in range(0, len(cell), stride)]


def _is_marked(text: str) -> bool:
    return all(unicodedata.category(char) == "Mn" for char in text[1:])


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _from_the_left(letters: list[str]) -> list[str]:
    """Letters in the order in which they stand: what is read from the right is turned round, with what lies between."""
    sides = [_side(letter) for letter in letters]
    at = 0
    while at < len(letters):
        if sides[at] != "R":
            at += 1
            continue
        end = at + 1
        for other in range(at, len(letters)):
            if sides[other] == "L":
                break
            if sides[other] == "R" or (letters[other] == ELLIPSIS and other == len(letters) - 1):
                end = other + 1
        letters[at:end] = letters[at:end][::-1]
        at = end
    return letters


def _side(letter: str) -> str:
    """From where a letter is read: L, R, or empty where it goes with its neighbours."""
    kind = unicodedata.bidirectional(letter[0]) if letter else ""
    return "R" if kind in ("R", "AL") else "L" if kind in ("L", "EN", "AN") else ""


def _span(rows: Sequence[int], cell: int) -> tuple[int, int]:
    """The columns with ink: first, and the one after the last."""
    ink = 0
    for row in rows:
        ink |= row
    if not ink:
        return 0, cell
    return cell - ink.bit_length(), cell - ((ink & -ink).bit_length() - 1)


def _trimmed(rows: Sequence[int], cell: int, span: tuple[int, int]) -> tuple[list[int], int]:
    left, right = span
    mask = (1 << right - left) - 1
    return [row >> cell - right & mask for row in rows], right - left


def _doubled(rows: Sequence[int], wide: int) -> tuple[Sequence[int], int]:
    """Twice as large, slants smoothed: a corner is filled where both its neighbours agree (Scale2x)."""
    mask = (1 << wide) - 1
    result = []
    for at, here in enumerate(rows):
        up = rows[at - 1] if at else 0
        down = rows[at + 1] if at + 1 < len(rows) else 0
        left, right = here >> 1, here << 1 & mask
        corners = []
        for vertical, other, side, across in (
            (up, down, left, right),
            (up, down, right, left),
            (down, up, left, right),
            (down, up, right, left),
        ):
            agrees = ~(side ^ vertical) & (side ^ other) & (vertical ^ across)
            corners.append((here & ~agrees | vertical & agrees) & mask)
        result += [_spread(corners[0]) << 1 | _spread(corners[1]), _spread(corners[2]) << 1 | _spread(corners[3])]
    return result, 2 * wide


def _spread(row: int) -> int:
    """A zero before each bit: read as base 4, binary digits stand two bits apart."""
    return int(f"{row:b}", 4)


def _outline(rows: Sequence[int], thick: int) -> list[int]:
    inner = list(rows)
    for _ in range(thick):
        around = [0, *inner, 0]
        inner = [here & here >> 1 & here << 1 & around[at] & around[at + 2] for at, here in enumerate(inner)]
    return [row & ~hole for row, hole in zip(rows, inner, strict=True)]


def _fitted(rows: Rows, size: int) -> tuple[Sequence[int], int]:
    """A small picture as a letter: as large as whole pixels allow, standing on the middle of the line."""
    factor = max(1, size * 4 // 5 // len(rows.bits))
    bits = [_stretch(row, factor) for row in rows.bits for _ in range(factor)]
    spare = size - len(bits)
    above = spare // 2
    return ([0] * above + bits + [0] * (spare - above))[:size], rows.width * factor


def _stretch(row: int, factor: int) -> int:
    """Each bit ``factor`` times."""
    return int(f"{row:b}", 1 << factor) * ((1 << factor) - 1)


_HEX: Final = {
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 7, 1, 7), "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 1, 2, 2), "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7),
    "A": (2, 5, 7, 5, 5), "B": (6, 5, 6, 5, 6), "C": (3, 4, 4, 4, 3), "D": (6, 5, 5, 5, 6), "E": (7, 4, 6, 4, 7),
    "F": (7, 4, 6, 4, 4),
}  # fmt: skip


def _stand_in(cluster: str, size: int) -> tuple[Sequence[int], int]:
    """A box with the number of the character, small: two names that the font lacks still look different."""
    number = f"{ord(cluster[0]):04X}"
    half = (len(number) + 1) // 2
    factor = max(1, (size - 4) // 11)
    digits: list[int] = []
    for part in (number[:half], number[half:]):
        for row in range(5):
            bits = 0
            for digit in part.rjust(half, "0"):
                bits = bits << 4 | _HEX[digit][row]
            digits += [_stretch(bits, factor)] * factor
        digits += [0] * factor
    digits = digits[:-factor]
    wide = (4 * half - 1) * factor
    if len(digits) + 4 <= size:
        wide += 4
        edge = 1 << wide - 1 | 1
        digits = [(1 << wide) - 1, edge, *(row << 2 | edge for row in digits), edge, (1 << wide) - 1]
    above = (size - len(digits)) // 2
    return [0] * above + digits + [0] * (size - len(digits) - above), wide


def _picture(rows: Sequence[int], wide: int) -> Image.Image:
    stride = (wide + 7) // 8
    data = b"".join((row << stride * 8 - wide).to_bytes(stride, "big") for row in rows)
    return Image.frombytes("1", (wide, len(rows)), data)
