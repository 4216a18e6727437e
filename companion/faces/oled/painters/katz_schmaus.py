"""How the screens of Katz & Schmaus are drawn: the box and its calls."""

from __future__ import annotations

from math import cos, radians, sin

from companion.faces.oled import icons, layout, screens
from companion.faces.oled.canvas import Box, Canvas

STEEPEST = 40.0
"""The ball lies at the rim at this tilt, degrees; treats roll off the board at less."""


@layout.paint.register
def _ready(screen: screens.Ready, canvas: Canvas) -> None:
    title, middle, foot = layout.zones(canvas)
    canvas.big(screen.name, middle)
    hint = screen.hint or canvas.words.lift
    if title is None:
        layout.foot(canvas, hint)
        return
    x = 0
    if screen.score is not None:
        canvas.icon(icons.BOWL, 1, 3)
        x = 22 + canvas.text(str(screen.score), 16, 22, title, 40) + 8
    if screen.last_round:
        canvas.text(canvas.words.last_round, 12, x, title, canvas.width - 27 - x)
    if screen.hint:
        layout.foot(canvas, hint)
        return
    wide = canvas.text(hint, 14, canvas.width // 2 + 10, foot, canvas.width - 20, "middle")
    canvas.icon(icons.LIFT, canvas.width // 2 + 10 - wide // 2 - 20, foot - 10)


@layout.paint.register
def _playing(screen: screens.Playing, canvas: Canvas) -> None:
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
    left = side + 6
    seconds = str(int(screen.seconds))
    if canvas.height < 48:
        canvas.big(screen.name, Box(left, 0, canvas.width - 14, 18))
        canvas.text(f"{seconds} s", 12, left, canvas.height - 2, canvas.width - left)
        return
    canvas.big(screen.name, Box(left, 12, canvas.width, 34), anchor="left")
    wide = canvas.text(seconds, 32, left, 60, canvas.width - left - 10)
    canvas.text("s", 16, left + wide + 4, 60, 10)


@layout.paint.register
def _called(screen: screens.Called, canvas: Canvas) -> None:
    middle = layout.zones(canvas).middle
    shout = f"{screen.name.upper()}!" if screen.name else "?"
    canvas.says(screen.name or canvas.words.who_called)
    canvas.big(shout, Box(1, 10, canvas.width - 13, 50) if canvas.height >= 48 else middle)
    layout.evidence(canvas, screen.evidence)
