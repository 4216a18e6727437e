"""How ``catprint.glyphs`` was made from the PCF files of Terminus Font 4.48 (Debian's ``xfonts-terminus``).

    python companion/faces/oled/fonts/convert.py /usr/share/fonts/X11/misc

Terminus Font is under the SIL Open Font License 1.1 (``OFL.txt``), which keeps its name for the unchanged font: this
selection in a form of our own is called Catprint. The eight sizes as PCF are 213 kB and take Pillow's reader 160 ms;
the selection is 39 kB, its first line stands after 0.8 ms, and it needs no FreeType, which some builds of Pillow lack.
"""

from __future__ import annotations

import gzip
import json
import struct
import sys
import zlib
from pathlib import Path
from typing import Final

FACES: Final = {"12": "12n", "14": "14b", "16": "16b", "18": "18b", "20": "20b", "22": "22b", "24": "24b", "32": "32b"}
# Letters people are named with, and what sentences and scores need; no boxes, shades, braille or console pieces.
RANGES: Final = (
    (0x0020, 0x007E), (0x00A1, 0x058F), (0x0590, 0x05FF), (0x1E00, 0x20CF), (0x2100, 0x22FF), (0x25A0, 0x27BF),
    (0xFB00, 0xFB06), (0xFFFD, 0xFFFD),
)  # fmt: skip
_METRICS, _BITMAPS, _ENCODINGS = 4, 8, 32


def main(folder: Path) -> None:
    """Write ``catprint.glyphs`` beside this file from the PCF files in ``folder``."""
    fonts = {size: _read(folder / f"ter-u{name}_unicode.pcf.gz") for size, name in FACES.items()}
    chars = sorted(set.intersection(*(set(glyphs) for _, _, glyphs in fonts.values())))
    chars = [char for char in chars if any(low <= ord(char) <= high for low, high in RANGES)]
    blobs = [zlib.compress(b"".join(glyphs[char] for char in chars), 9) for _, _, glyphs in fonts.values()]
    faces = [
        {"size": int(size), "width": width, "height": height, "bytes": len(blob)}
        for (size, (width, height, _)), blob in zip(fonts.items(), blobs, strict=True)
    ]
    header = json.dumps({"chars": "".join(chars), "faces": faces}, ensure_ascii=False, separators=(",", ":"))
    Path(__file__).with_name("catprint.glyphs").write_bytes(header.encode() + b"\n" + b"".join(blobs))


def _read(path: Path) -> tuple[int, int, dict[str, bytes]]:
    """Width and height (pixels) and each glyph's rows, bits from the left, padded to whole bytes."""
    data = gzip.decompress(path.read_bytes())
    (count,) = struct.unpack_from("<I", data, 4)
    tables = {kind: offset for kind, _, _, offset in struct.iter_unpack("<4I", data[8 : 8 + 16 * count])}
    left, right, _, ascent, descent = (value - 0x80 for value in data[tables[_METRICS] + 6 : tables[_METRICS] + 11])
    width, height = right - left, ascent + descent
    at = tables[_BITMAPS]
    glyphs, *offsets = struct.unpack_from(f">I{struct.unpack_from('>I', data, at + 4)[0]}I", data, at + 4)
    bitmaps = at + 8 + 4 * glyphs + 16
    low2, high2, low1, high1, _ = struct.unpack_from(">5H", data, tables[_ENCODINGS] + 4)
    columns = high2 - low2 + 1
    indices = struct.unpack_from(f">{columns * (high1 - low1 + 1)}H", data, tables[_ENCODINGS] + 14)
    used = (width + 7) // 8
    found = {}
    for cell, index in enumerate(indices):
        if index != 0xFFFF:
            start = bitmaps + offsets[index]
            # PCF pads a row to four bytes here.
            rows = (data[start + 4 * row : start + 4 * row + used] for row in range(height))
            found[chr((low1 + cell // columns) << 8 | low2 + cell % columns)] = b"".join(rows)
    return width, height, found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
