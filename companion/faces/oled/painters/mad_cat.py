"""How the screens of Mad Cat Sad Cat are drawn: white is mad, black is sad."""

from __future__ import annotations

from typing import Final

from companion.faces.oled import icons, layout, screens
from companion.faces.oled.canvas import Area, Canvas
from companion.faces.words import signed

SHAPES: Final = ("2+2", "2+3", "4", "5")
"""The combinations in as little room as there is."""


@layout.paint.register
def _take(screen: screens.Take, canvas: Canvas) -> None:
    amount = signed(screen.vps)
    if canvas.height < 48:
        canvas.big(amount, Area(0, 0, 44, 20))
        canvas.big(screen.card, Area(48, 0, canvas.width - canvas.corner, 20))
        layout.title(canvas, screen.title, trouble=False)
        return
    layout.title(canvas, screen.title, trouble=screen.signs.trouble)
    canvas.big(amount, Area(1, 14, 62, 49))
    canvas.big(screen.card, Area(65, 14, canvas.width - 1, 49), tallest=24)
    layout.following(canvas, screen.options, screen.cursor, screen.signs)


@layout.paint.register
def _worth(screen: screens.Worth, canvas: Canvas) -> None:
    low = canvas.height < 48
    top, bottom = (0, 19) if low else (14, 49)
    if not low:
        layout.title(canvas, screen.title, trouble=screen.signs.trouble)
    canvas.says(screen.title)
    right = canvas.width - (13 if low else 0)
    wide = right // len(screen.pots)
    least = min(canvas.largest(str(pot.vps), wide - 3, bottom - 7 - top) for pot in screen.pots)
    for at, (card, vps) in enumerate(screen.pots):
        left = at * wide
        canvas.big(str(vps), Area(left, top, left + wide - 3, bottom - 7), tallest=least)
        _dice(canvas, card, left + (wide - 3) // 2, bottom - 5)
        canvas.says(canvas.words.word(card), signed(vps))
    layout.answers(canvas, screen.answer, screen.following, screen.signs)


_DICE: Final = {"two-pairs": (2, 2), "full-house": (3, 2), "four": (4,), "five": (5,), "catpot": (5,)}


def _dice(canvas: Canvas, card: str, middle: int, top: int) -> None:
    """A combination as the dice lie, those of one icon together."""
    groups = _DICE[card]
    x = middle - (5 * sum(groups) + 2 * len(groups) - 3) // 2
    for count in groups:
        for _ in range(count):
            canvas.draw.rectangle((x, top, x + 3, top + 3), fill=1)
            x += 5
        x += 2


@layout.paint.register
def _pots(screen: screens.Pots, canvas: Canvas) -> None:
    if canvas.height < 48:
        _low_pots(screen, canvas)
        return
    names, field = 24, 44
    for at, (shape, row) in enumerate(zip(SHAPES, screen.rows, strict=True)):
        base = 10 + at * 12
        canvas.text(shape, 12, 0, base, names)
        for place, vps in enumerate(row):
            left = names + place // 2 * field
            # The inner card is the player's own and stands first, bold; the outer one is smaller.
            if place % 2 == 0:
                canvas.text(str(vps), 16, left + 23, base + 1, 24, "right")
            else:
                canvas.text(str(vps), 12, left + 41, base, 18, "right")
    canvas.turn_round(Area(names, 0, names + field, 49))
    canvas.text(canvas.words.catpot.format(vps=screen.catpot), 12, 0, 60, 64)
    supply = canvas.words.supply.format(vps=screen.supply)
    canvas.text(supply, 12, canvas.width - 1, 60, 62, "right")


def _low_pots(screen: screens.Pots, canvas: Canvas) -> None:
    """In 32 rows there is room for one kind after the other: the inner cards large, below them the outer ones."""
    kind, wide = canvas.turns(2), 24
    for at, (shape, row) in enumerate(zip(SHAPES, screen.rows, strict=True)):
        middle = at * wide + wide // 2
        for text, size, base in ((shape, 12, 9), (str(row[kind * 2]), 16, 21), (str(row[kind * 2 + 1]), 12, 31)):
            canvas.text(text, size, middle, base, wide, "middle")
    if kind == 0:
        canvas.turn_round(Area(0, 0, 4 * wide, 32))
    _with_icon(canvas, icons.SMALL_CAT, screen.catpot, canvas.words.catpot, 20)
    _with_icon(canvas, icons.CHIPS, screen.supply, canvas.words.supply, 31)


def _with_icon(canvas: Canvas, icon: icons.Rows, vps: int, what: str, base: int) -> None:
    # Number and picture end left of a warning.
    canvas.icon(icon, 98, base - len(icon.bits))
    canvas.text(str(vps), 12, 98 + icons.SMALL_CAT.width + 1, base, 18)
    canvas.says(what.format(vps=vps))
