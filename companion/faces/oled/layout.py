"""Where things stand on a screen of 64 rows of pixels and on one of 32, and the painters' common strokes."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from companion.faces.oled import glyphs
from companion.faces.oled.canvas import Area

if TYPE_CHECKING:
    from companion.faces.oled.canvas import Canvas
    from companion.faces.oled.screens import Signs


@singledispatch
def paint(screen: object, canvas: Canvas) -> None:
    """Draw a screen; each has a painter of its own, registered here."""
    raise TypeError(f"{screen} is no screen that can be drawn on {canvas.width} x {canvas.height} pixels")


class Zones(NamedTuple):
    """Where things stand: a line at the top (left of the signs), the one large fact, a line at the foot."""

    title: int | None
    """Its baseline; None where there is no room for one."""
    middle: Area
    foot: int


def zones(canvas: Canvas) -> Zones:
    """Those of this display."""
    if canvas.height < 48:
        return Zones(None, Area(0, 0, canvas.width - canvas.corner, 20), canvas.height - 2)
    return Zones(11, Area(1, 14, canvas.width - 1, 50), canvas.height - 3)


def title(canvas: Canvas, text: str, *, trouble: bool) -> None:
    """A line at the top; where there is none, at the foot."""
    base = zones(canvas).title
    if base is None:
        room = canvas.width if canvas.corner == 14 else canvas.width - canvas.corner
        canvas.text(text, 12, 0, zones(canvas).foot, room, ends=True)
    else:
        # Bold where there is room beside both signs; otherwise as far as the paw.
        bold = glyphs.width(text, 14) <= canvas.width - 28
        room = canvas.width - (28 if trouble else 14)
        canvas.text(text, 14 if bold else 12, 1, base, room, ends=True)


def label(canvas: Canvas, text: str, x: int, base: int, room: int) -> None:
    """A line beside the large fact, bold where that fits."""
    canvas.text(text, 14 if glyphs.width(text, 14) <= room else 12, x, base, room)


def foot(canvas: Canvas, text: str, size: int = 14) -> None:
    """A line below the large fact."""
    if canvas.height < 48 or glyphs.width(text, size) > canvas.width:
        size = 12
    canvas.text(text, size, canvas.width // 2, zones(canvas).foot, canvas.width, "middle", ends=True)


def dots(canvas: Canvas, cursor: int, count: int, y: int, left: int | None = None) -> int:
    """Which of how many, a dot each, the current one larger, in the middle or from ``left``; returns their width."""
    if count < 2:
        return 0
    step = max(4, min(7, 56 // count))
    wide = step * (count - 1)
    if left is None:
        left = (canvas.width - wide) // 2
    for at in range(count):
        x = left + at * step
        if at == cursor:
            canvas.draw.rectangle((x - 2, y - 1, x + 1, y + 2), fill=1)
        else:
            canvas.draw.rectangle((x - 1, y, x, y + 1), fill=1)
    return wide


def dots_after(canvas: Canvas, text: str, cursor: int, count: int, signs: Signs) -> None:
    """The same at the right end of the foot, where the ``text`` that stands there leaves room."""
    step = max(4, min(7, 56 // max(count, 1)))
    left = canvas.width - 2 - step * (count - 1)
    if signs.held is None and left > glyphs.width(text, 12) + 8:
        dots(canvas, cursor, count, zones(canvas).foot - 4, left)


def low_foot(canvas: Canvas, text: str, options: tuple[str, ...], cursor: int, signs: Signs) -> None:
    """In 32 rows: what is asked, then what comes next, or where that has no room which of how many is shown."""
    taken = glyphs.width(text, 12) + 8
    after = options[(cursor + 1) % len(options)]
    room = canvas.width - taken
    if hinted := hint(canvas, canvas.width, signs):
        canvas.text(hinted, 12, canvas.width // 2, zones(canvas).foot, canvas.width, "middle")
        return
    title(canvas, text, trouble=False)
    if len(options) > 1 and glyphs.width(after, 12) + 12 <= room:
        next_one(canvas, after, room - 12, replace(signs, hint=False))
    else:
        dots_after(canvas, text, cursor, len(options), signs)


def following(canvas: Canvas, options: tuple[str, ...], cursor: int, signs: Signs) -> None:
    """Which of how many is shown, and what comes next."""
    base, count = zones(canvas).foot, len(options)
    taken = dots(canvas, cursor, count, base - 4, left=3)
    if count > 1:
        next_one(canvas, options[(cursor + 1) % count], canvas.width - taken - 20, signs)


def beside(canvas: Canvas, text: str, middle: Area) -> Area:
    """A few words in two small lines at the right of the large fact; returns what is left for that."""
    words = text.split()
    pairs = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1)]
    if not pairs:
        return middle
    lines = min(pairs, key=lambda pair: max(glyphs.width(line, 12) for line in pair if line))
    room = middle.width // 2
    bases = (middle.top + 8, middle.top + 18)
    wide = max(
        canvas.text(line, 12, middle.right, base, room, "right") for base, line in zip(bases, lines, strict=True)
    )
    canvas.says(text)
    return middle._replace(right=middle.right - wide - 4)


def answers(canvas: Canvas, answer: str, after: str, signs: Signs) -> None:
    """At the foot of a screen that shows something else: what OK answers, on light, and what comes next."""
    base = zones(canvas).foot
    taken = canvas.badge(answer, 12, 0, base, canvas.width * 2 // 3)
    next_one(canvas, after, canvas.width - taken - 14, signs)


def booked(canvas: Canvas, text: str, left: int, signs: Signs) -> None:
    """At the right end of the foot what was entered last, as far as there is room for it and no ring."""
    if text and signs.held is None:
        canvas.text(f"✓ {text}", 12, canvas.width - 1, zones(canvas).foot, canvas.width - left, "right")
        canvas.says(text)


def evidence(canvas: Canvas, seconds: float | None) -> None:
    """When the box last moved before a call, s; nothing where that is not known."""
    if seconds is not None:
        foot(canvas, _when(canvas, seconds), 12)


def _when(canvas: Canvas, seconds: float) -> str:
    words = canvas.words
    return words.while_moving if seconds < 0.1 else words.after_wobble.format(seconds=words.tenths(seconds))


def next_one(canvas: Canvas, text: str, room: int, signs: Signs) -> None:
    """What a press shows next, or a click of the knob, in the lower right corner; nothing while the ring is there."""
    if signs.held is not None:
        return
    base = zones(canvas).foot
    if hinted := hint(canvas, room + 12, signs):
        canvas.text(hinted, 12, canvas.width - 1, base, room + 12, "right")
        return
    wide = canvas.text(text, 12, canvas.width - 1, base, room, "right")
    if wide:
        canvas.text(next_sign(signs), 12, canvas.width - wide - 4, base, 8, "right")


def hint(canvas: Canvas, room: int, signs: Signs) -> str:
    """How an answer is given and how one goes back, as long as nobody knows, in turn with what comes next."""
    words = canvas.words
    told = (words.push_ok, words.knob_back) if signs.knob else (words.hold_ok, words.hold_back)
    fitting = [text for text in told if glyphs.width(text, 12) <= room] if signs.hint and signs.held is None else []
    return ("", *fitting)[canvas.turns(1 + len(fitting))] if fitting else ""


def next_sign(signs: Signs) -> str:
    """How what comes next is come to: an arrow where a press leads to it, a turned one where the knob does."""
    return "↻" if signs.knob else "▶"
