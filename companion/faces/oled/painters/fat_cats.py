"""How the screens of Fat Cats are drawn: the way from the carpet to the crown."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from companion.faces.oled import glyphs, icons, layout, screens
from companion.faces.oled.canvas import Area, Canvas
from companion.faces.oled.painters import shared

if TYPE_CHECKING:
    from collections.abc import Sequence


@layout.paint.register
def _track(screen: screens.Track, canvas: Canvas) -> None:
    if canvas.height < 48:
        _order(screen, canvas, Area(0, 0, canvas.width - 14, 17))
    else:
        _way(screen, canvas, 10)
        _order(screen, canvas, Area(0, 18, canvas.width, 49))
    if screen.answer:
        layout.answers(canvas, screen.answer, screen.following, screen.signs)


@layout.paint.register
def _eating(screen: screens.Eating, canvas: Canvas) -> None:
    if canvas.height < 48:
        canvas.big(screen.amount, Area(0, 0, 46, 20))
        canvas.big(screen.name, Area(50, 0, canvas.width - canvas.corner, 20))
        if not screen.booked:
            layout.foot(canvas, f"{layout.next_sign(screen.signs)} {screen.following}")
        layout.booked(canvas, screen.booked, 0, screen.signs)
        return
    if screen.booked:
        canvas.text(f"✓ {screen.booked}", 12, 1, 10, canvas.width - 14)
        canvas.says(screen.booked)
    else:
        _way(screen.track, canvas, 10)
    canvas.big(screen.amount, Area(1, 17, 62, 63))
    canvas.big(screen.name, Area(66, 17, canvas.width - 1, 50), tallest=32)
    layout.next_one(canvas, screen.following, canvas.width - 66, screen.signs)


@layout.paint.register
def _moved(screen: screens.Moved, canvas: Canvas) -> None:
    track, low = screen.track, canvas.height < 48
    layout.answers(canvas, track.answer, track.following, screen.signs)
    if not low:
        _way(track, canvas, 10)
    if canvas.turns(2) == 1:
        _order(track, canvas, Area(0, 0 if low else 18, canvas.width - 14 * low, 17 if low else 49))
        return
    canvas.says(*_gaps(track.cats))
    top, bottom, right = (0, 18, canvas.width - canvas.corner) if low else (15, 49, canvas.width - 13)
    if len(screen.moves) > 1:
        shared.rows(
            canvas, [(name, f"{start}→{end}", False) for name, start, end in screen.moves], Area(0, top, right, bottom)
        )
        return
    ((name, start, end),) = screen.moves
    if screen.note and not low:
        canvas.text(screen.note, 12, canvas.width // 2, 48, canvas.width, "middle")
        bottom = 39
    way = f"{start}→{end}"
    canvas.big(way, Area(2, top, 54, bottom))
    canvas.big(name, Area(64, top, right, bottom))
    canvas.says(f"{name} {way}")


def _gaps(cats: Sequence[screens.Cat]) -> list[str]:
    return [str(after.cushion - cat.cushion) for cat, after in pairwise(cats)]


def _way(screen: screens.Track, canvas: Canvas, base: int) -> None:
    """The line that the cats walk, to scale: a dot each, the last one's cushions raised, the crown at its end."""
    left, end = 3, canvas.width - icons.PAW.width - icons.CROWN.width - 10
    # Where cushions are not counted nobody knows how far it still is: the rest of the line is dotted.
    right = end if screen.crown else end - 16
    longest = max(1, screen.crown or 0, *(cat.cushion for cat in screen.cats))

    def across(cushion: int) -> int:
        return left + round((right - left) * cushion / longest)

    canvas.draw.line((left, base, right, base), fill=1)
    canvas.draw.point([(x, base) for x in range(right, end, 4)], fill=1)
    for cushion in screen.path:
        canvas.draw.line((across(cushion), base - 4, across(cushion), base), fill=1)
    for cat in screen.cats:
        x = across(cat.cushion)
        canvas.draw.ellipse((x - 3, base - 3, x + 3, base + 3), fill=0)
        canvas.draw.ellipse((x - 2, base - 2, x + 2, base + 2), fill=1)
    canvas.icon(icons.CROWN, end + 5, base - 7)


def _order(screen: screens.Track, canvas: Canvas, area: Area) -> None:
    """The cats' initials, the foremost at the right, between them how far they are apart, below them their trays."""
    cats = screen.cats
    marks = initials([cat.name for cat in cats])
    gaps = _gaps(cats)
    letters = next(
        size
        for size in (24, 22, 20, 18, 16, 14, 12)
        if size == 12 or (size < area.height and _wide(marks, gaps, size) <= area.width)
    )
    numbers = 12 if letters < 24 else 14
    spare = (area.width - _wide(marks, gaps, letters)) // (len(cats) + 1)
    base = area.top + (area.height + letters * 5 // 8) // 2 - 2
    x = area.left + spare + 1
    canvas.says(*(cat.name for cat in cats))
    for at, (cat, mark) in enumerate(zip(cats, marks, strict=True)):
        wide = glyphs.width(mark, letters)
        canvas.text(mark, letters, x, base, wide)
        for tray in range(min(cat.trays, 3)):
            canvas.draw.line((x, base + 3 + tray * 2, x + wide - 1, base + 3 + tray * 2), fill=1)
        if cat.moved:
            canvas.turn_round(Area(x - 2, base - letters * 5 // 8 - 3, x + wide + 1, base + 2))
        x += wide + spare // 2
        if at < len(gaps):
            x += 3 + canvas.text(gaps[at], numbers, x + 3, base, 24) + 3 + spare - spare // 2


def _wide(marks: Sequence[str], gaps: Sequence[str], size: int) -> int:
    small = 12 if size < 24 else 14
    return sum(glyphs.width(mark, size) for mark in marks) + sum(glyphs.width(gap, small) + 6 for gap in gaps) + 4


def initials(names: Sequence[str]) -> list[str]:
    """As little of each name as tells it from the others, at most three letters.

    >>> initials(["Ada", "Ben", "Bea"])
    ['A', 'Ben', 'Bea']
    """
    letters = [list(glyphs.clusters(name)) for name in names]

    def mark(at: int) -> str:
        for count in (1, 2, 3):
            own = letters[at][:count]
            if not any(other[:count] == own for place, other in enumerate(letters) if place != at):
                return "".join(own)
        return str(at + 1)

    return [mark(at) for at in range(len(letters))]
