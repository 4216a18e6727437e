"""A display's picture in the characters of a terminal."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Sequence

DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille character's dots, by row and column."""

BRAILLE: Final = " " + "".join(map(chr, range(0x2801, 0x2900)))
"""By their bits. Without a dot it is a space: some fonts draw the empty character as rings."""


def braille(picture: Image.Image) -> tuple[str, ...]:
    """Two by four pixels a character; lit pixels are dots."""
    return _drawn(picture.tobytes(), picture.size, large=False)


def blocks(picture: Image.Image) -> tuple[str, ...]:
    """One by two pixels a character: larger and crisper than braille."""
    return _drawn(picture.tobytes(), picture.size, large=True)


def dotted(rows: Sequence[Sequence[bool]]) -> list[str]:
    """Dots as braille; the rows are a multiple of four, their lengths of two."""
    lines = []
    for top in range(0, len(rows), 4):
        bits = [0] * (len(rows[top]) // 2)
        for row, (left, right) in zip(rows[top : top + 4], DOTS, strict=True):
            for x, lit in enumerate(row):
                if lit:
                    bits[x // 2] |= right if x % 2 else left
        lines.append("".join(map(BRAILLE.__getitem__, bits)))
    return lines


@lru_cache(maxsize=4)  # a picture stays for many frames
def _drawn(data: bytes, size: tuple[int, int], *, large: bool) -> tuple[str, ...]:
    picture = Image.frombytes("1", size, data).convert("L").tobytes()
    width, height = size
    rows = [[lit > 0 for lit in picture[start : start + width]] for start in range(0, width * height, width)]
    if not large:
        return tuple(dotted(rows))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple(
        "".join(" ▀▄█"[upper + 2 * lower] for upper, lower in zip(above, below, strict=True)) for above, below in pairs
    )
