"""Where things stand on a screen of 64 rows of pixels and on one of 32, and the painters' common strokes."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

from companion.faces.oled import glyphs
from companion.faces.oled.canvas import Box

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
    middle: Box
    foot: int


def zones(canvas: Canvas) -> Zones:
    """Those of this display."""
    if canvas.height < 48:
        return Zones(None, Box(0, 0, canvas.width - 14, 20), canvas.height - 2)
    return Zones(11, Box(1, 14, canvas.width - 1, 50), canvas.height - 3)


def title(canvas: Canvas, text: str, *, trouble: bool) -> None:
    """A line at the top; where there is none, at the foot."""
    base = zones(canvas).title
    if base is None:
        canvas.text(text, 12, canvas.width // 2, zones(canvas).foot, canvas.width, "middle")
    else:
        # Bold where there is room beside both signs; otherwise as far as the paw.
        bold = glyphs.width(text, 14) <= canvas.width - 28
        room = canvas.width - (28 if trouble else 14)
        canvas.text(text, 14 if bold else 12, 1, base, room)


def label(canvas: Canvas, text: str, x: int, base: int, room: int) -> None:
    """A line beside the large fact, bold where that fits."""
    canvas.text(text, 14 if glyphs.width(text, 14) <= room else 12, x, base, room)


def foot(canvas: Canvas, text: str, size: int = 14) -> None:
    """A line below the large fact."""
    if canvas.height < 48 or glyphs.width(text, size) > canvas.width:
        size = 12
    canvas.text(text, size, canvas.width // 2, zones(canvas).foot, canvas.width, "middle")


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


def following(canvas: Canvas, options: tuple[str, ...], cursor: int, signs: Signs) -> None:
    """Which of how many is shown, and what comes next."""
    base, count = zones(canvas).foot, len(options)
    taken = dots(canvas, cursor, count, base - 4, left=3)
    if count > 1:
        next_one(canvas, options[(cursor + 1) % count], canvas.width - taken - 20, signs)


def answers(canvas: Canvas, answer: str, after: str, signs: Signs) -> None:
    """At the foot of a screen that shows something else: what OK answers, on light, and what comes next."""
    base = zones(canvas).foot
    taken = canvas.badge(answer, 12, 0, base, canvas.width * 2 // 3)
    next_one(canvas, after, canvas.width - taken - 14, signs)


def evidence(canvas: Canvas, seconds: float | None) -> None:
    """When the box last moved before a call, s; nothing where that is not known."""
    if seconds is None:
        return
    words = canvas.words
    text = words.while_moving if seconds < 0.1 else words.after_wobble.format(seconds=words.tenths(seconds))
    foot(canvas, text, 12)


def next_one(canvas: Canvas, text: str, room: int, signs: Signs) -> None:
    """What a press shows next, or a click of the knob, in the lower right corner; nothing while the ring is there."""
    if signs.held is not None:
        return
    base = zones(canvas).foot
    wide = canvas.text(text, 12, canvas.width - 1, base, room, "right")
    if wide:
        canvas.text(next_sign(signs), 12, canvas.width - wide - 4, base, 8, "right")


def next_sign(signs: Signs) -> str:
    """How what comes next is come to: an arrow where a press leads to it, a turned one where the knob does."""
    return "↻" if signs.knob else "▶"
