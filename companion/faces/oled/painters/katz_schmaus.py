"""How the screens of Katz & Schmaus are drawn: the box and its calls."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from companion.faces.oled import icons, layout, screens
from companion.faces.oled.canvas import Area, Canvas
from companion.faces.words import signed

STEEPEST: Final = 40.0
"""The ball lies at the rim at this tilt, degrees; treats roll off the board at less."""


@layout.paint.register
def _ready(screen: screens.Ready, canvas: Canvas) -> None:
    title, middle, foot = layout.zones(canvas)
    hint = screen.hint or canvas.words.lift
    if title is None and screen.last_round:
        middle = layout.beside(canvas, canvas.words.last_round, middle)
    canvas.big(screen.name, middle)
    if title is None:
        layout.foot(canvas, hint)
        return
    x = 0
    if screen.score is not None:
        canvas.icon(icons.BOWL, 1, 3)
        x = 22 + canvas.text(str(screen.score), 16, 22, title, 40) + 6
    if screen.last_round:
        canvas.text(canvas.words.last_round, 12, x, title, canvas.width - (28 if screen.signs.trouble else 14) - x)
    if screen.hint:
        layout.foot(canvas, hint)
        return
    wide = canvas.text(hint, 14, canvas.width // 2 + 10, foot, canvas.width - 20, "middle")
    canvas.icon(icons.LIFT, canvas.width // 2 + 10 - wide // 2 - 20, foot - 10)


def _board(screen: screens.Playing | screens.Waiting, canvas: Canvas) -> int:
    """The board with the ball, at the left; returns what it takes of the width."""
    side = canvas.height - 4
    half = side // 2
    canvas.draw.rounded_rectangle((0, 2, side, 2 + side), radius=6, outline=1, width=2)
    middle = half, 2 + half
    spot = max(3, side // 9)
    canvas.draw.rectangle((middle[0] - spot, middle[1] - spot, middle[0] + spot, middle[1] + spot), outline=1)
    ball = max(3, side // 8)
    reach = (half - ball - 4) * min(screen.tilt, STEEPEST) / STEEPEST
    x = middle[0] + round(reach * cos(radians(screen.bearing)))
    y = middle[1] - round(reach * sin(radians(screen.bearing)))
    canvas.draw.ellipse((x - ball - 1, y - ball - 1, x + ball + 1, y + ball + 1), fill=0)
    canvas.draw.ellipse((x - ball, y - ball, x + ball, y + ball), fill=1)
    canvas.draw.arc((x - ball + 2, y - ball + 2, x + ball - 2, y + ball - 2), 180, 270, fill=0, width=max(1, ball // 4))
    return side + 6


@layout.paint.register
def _playing(screen: screens.Playing, canvas: Canvas) -> None:
    left = _board(screen, canvas)
    seconds = str(int(screen.seconds))
    if canvas.height < 48:
        canvas.big(screen.name, Area(left, 0, canvas.width - canvas.corner, 18))
        wide = canvas.text(f"{seconds} s", 12, left, canvas.height - 2, canvas.width - left)
        _last(screen.last, canvas, Area(left + wide + 10, 0, canvas.width, canvas.height - 2))
        return
    _last(screen.last, canvas, Area(left, 0, canvas.width - (28 if screen.signs.trouble else 14), 10))
    canvas.big(screen.name, Area(left, 13, canvas.width, 34), anchor="left")
    wide = canvas.text(seconds, 32, left, 60, canvas.width - left - 10)
    canvas.text("s", 16, left + wide + 4, 60, 10)


def _last(last: screens.Settled | None, canvas: Canvas, line: Area) -> None:
    """What the turn before brought, small, on the baseline at the bottom of a area; dots below it: nobody said so."""
    if last is None:
        return
    wide = canvas.text(signed(last.amount), 14, line.left, line.bottom, line.width)
    if last.inferred:
        # Digits of this size are too thin to be hollow.
        canvas.draw.point([(x, line.bottom + 1) for x in range(line.left, line.left + wide, 2)], fill=1)
    left = line.left + wide + 4
    # Both ends: of players without a name only the number tells one from the other.
    canvas.text(last.name, 12, left, line.bottom, line.right - left, ends=True)


@layout.paint.register
def _waiting(screen: screens.Waiting, canvas: Canvas) -> None:
    left = _board(screen, canvas)
    low = canvas.height < 48
    if low:
        canvas.text("?", 24, left, 17, 20)
        canvas.paragraph(screen.question, 12, Area(left + 18, 0, canvas.width - 14, 20))
        canvas.text(canvas.words.press_shows, 12, left, canvas.height - 2, canvas.width - left)
        return
    canvas.text("?", 32, left, 30, 24)
    canvas.prose(screen.question, Area(left, 33, canvas.width, 54), tallest=14)
    canvas.text(canvas.words.press_shows, 12, left, canvas.height - 1, canvas.width - left)


@layout.paint.register
def _called(screen: screens.Called, canvas: Canvas) -> None:
    middle = layout.zones(canvas).middle
    shout = f"{screen.name.upper()}!" if screen.name else "?"
    canvas.says(screen.name or canvas.words.who_called)
    canvas.big(shout, Area(1, 10, canvas.width - 13, 50) if canvas.height >= 48 else middle)
    layout.evidence(canvas, screen.evidence)
