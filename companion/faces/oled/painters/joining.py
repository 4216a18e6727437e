"""How the code that a phone scans is drawn."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from companion.faces.oled import layout, screens
from companion.faces.oled.canvas import Area, Canvas


@layout.paint.register
def _join(screen: screens.Join, canvas: Canvas) -> None:
    # On 32 rows a dot of the code is one pixel, 0.17 mm wide: no camera tells it from the next.
    if screen.typed or canvas.height < 48:
        _typed(screen.address, canvas)
        return
    # Light, as a code has dark dots; 25 x 2 pixels leave 3.5 dots of light around it on 64 rows, where 4 are the rule
    # (ISO/IEC 18004) and phones are content with 1.
    code = _code(screen.address)
    side = canvas.height
    canvas.draw.rectangle((0, 0, side - 1, side - 1), fill=1)
    canvas.image.paste(code, ((side - code.width) // 2, (side - code.height) // 2))
    canvas.prose(canvas.words.scan, Area(side + 4, 14, canvas.width, side - 4), tallest=20)


def _typed(address: str, canvas: Canvas) -> None:
    """The address as large as it can be read: where, and then the token, which has neither a 0 nor a 1."""
    where, slash, token = address.removeprefix("HTTP://").partition("/J/")
    half = (len(token) + 1) // 2
    tall = canvas.height >= 48
    lines = (where, slash + token[:half], token[half:]) if tall else (where, slash + token)
    step = canvas.height // len(lines)
    for at, line in enumerate(lines):
        room = canvas.width - 14 if at == 0 else canvas.width
        canvas.big(line, Area(0, at * step, room, (at + 1) * step), anchor="left", tallest=20)


@lru_cache(maxsize=1)
def _code(address: str) -> Image.Image:
    """Two pixels a dot; what is not dark is lit."""
    # Looked at once an evening, if at all.
    import segno

    rows = segno.make(address, error="l", micro=False, boost_error=False).matrix
    picture = Image.new("1", (len(rows), len(rows)), 1)
    picture.putdata([0 if dark else 1 for row in rows for dark in row])
    return picture.resize((2 * len(rows), 2 * len(rows)), Image.Resampling.NEAREST)
