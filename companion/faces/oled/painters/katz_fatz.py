"""How the screens of Katz Fatz are drawn: a round with its toy, and the numbers at its end."""

from __future__ import annotations

from typing import Final

from companion.faces.oled import glyphs, icons, layout, screens
from companion.faces.oled.canvas import Area, Canvas
from companion.games.said import fill


@layout.paint.register
def _toy(screen: screens.Toy, canvas: Canvas) -> None:
    paws, taken = screen.actions * _STEP, 0
    actions = fill(canvas.words.actions, {"actions": screen.actions})
    if canvas.height < 48:
        canvas.big(screen.toy, Area(0, 0, canvas.width - 18 - paws, 20))
        _paws(screen.actions, canvas, canvas.width - 16 - paws, 5)
        taken = canvas.text(f"{screen.short} {screen.holder}".strip(), 12, 0, canvas.height - 2, 60, ends=True)
        canvas.says(screen.title, actions)
    else:
        layout.title(canvas, screen.title, trouble=screen.signs.trouble)
        canvas.big(screen.toy, Area(1, 13, canvas.width - 1, 39))
        _paws(screen.actions, canvas, 1, 41)
        canvas.text(screen.holder or actions, 12, paws + 5, 50, canvas.width - paws - 5)
    if screen.booked:
        layout.booked(canvas, screen.booked, taken + 6, screen.signs)
    else:
        layout.next_one(canvas, screen.hint, canvas.width - 12 - taken, screen.signs)


_STEP: Final = icons.PAW.width + 2


def _paws(count: int, canvas: Canvas, x: int, y: int) -> None:
    """A paw for each action."""
    for at in range(count):
        canvas.icon(icons.PAW, x + at * _STEP, y)


@layout.paint.register
def _count(screen: screens.Count, canvas: Canvas) -> None:
    foot = layout.zones(canvas).foot
    if canvas.height < 48:
        # A number as it is, or all those of its tens.
        ends = 46 if len(screen.amount) < 6 else 74
        canvas.big(screen.amount, Area(0, 0, ends, 18))
        canvas.big(screen.name, Area(ends + 4, 0, canvas.width - canvas.corner, 18))
    else:
        canvas.big(screen.name, Area(1, 0, canvas.width - 14, 18), anchor="left", tallest=24)
        canvas.big(screen.amount, Area(1, 18, canvas.width - 1, 49))
    canvas.says(screen.what)
    if screen.booked and screen.signs.held is None:
        taken = glyphs.width(screen.what, 12) + 16 + screen.steps * 9
        if glyphs.width(f"✓ {screen.booked}", 12) > canvas.width - taken and canvas.turns(2) == 1:
            layout.booked(canvas, screen.booked, 0, screen.signs)
            return
    wide = canvas.badge(screen.what, 12, 0, foot, canvas.width - 44)
    for step in range(screen.steps):
        x = wide + 8 + step * 9
        canvas.draw.ellipse((x, foot - 7, x + 6, foot - 1), fill=int(step <= screen.step), outline=1)
    if glyphs.width(f"✓ {screen.booked}", 12) <= canvas.width - (wide + 10 + screen.steps * 9):
        layout.booked(canvas, screen.booked, wide + 10 + screen.steps * 9, screen.signs)
