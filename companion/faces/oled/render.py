"""From a screen to its picture: one painter each, for 64 rows of pixels and for 32."""

from __future__ import annotations

from functools import singledispatch
from math import cos, radians, sin
from typing import NamedTuple

from PIL import Image, ImageChops

from companion.faces.oled import glyphs, icons, screens
from companion.faces.oled.canvas import Box, Canvas
from companion.faces.words import ENGLISH, Words, signed
from companion.senses import BACK_AFTER, OK_AFTER

STEEPEST = 40.0
"""The ball lies at the rim at this tilt, degrees; treats roll off the board at less."""


class Frame(NamedTuple):
    """A screen, drawn."""

    image: Image.Image
    """Mode ``1``; as it goes into the display's memory."""
    texts: tuple[str, ...]
    """What can be read on it; a name that had to be cut stands here as drawn and whole."""
    inverted: bool = False
    """Shown dark on light, by the controller's own command: three bytes instead of all 1,024."""

    def seen(self) -> Image.Image:
        """As people see it."""
        lit = Image.new("1", self.image.size, 1)
        return ImageChops.logical_xor(self.image, lit) if self.inverted else self.image


def render(screen: screens.Screen, size: tuple[int, int] = (128, 64), words: Words = ENGLISH) -> Frame:
    """Draw a screen for a display of ``size`` pixels, 128 wide, 64 or 32 high."""
    canvas = Canvas(size, words)
    _paint(screen, canvas)
    if not isinstance(screen, screens.Asleep):
        # Where text reaches into the corner, the signs stand one below the other at the edge.
        _signs(canvas, screen.signs, stacked=canvas.height < 48 or isinstance(screen, screens.Scores))
    called = isinstance(screen, screens.Called) or (
        isinstance(screen, screens.Choose | screens.Number) and screen.called
    )
    return Frame(canvas.image, tuple(canvas.texts), called)


@singledispatch
def _paint(screen: screens.Screen, canvas: Canvas) -> None:
    raise TypeError(f"{screen} is no screen that can be drawn on {canvas.width} x {canvas.height} pixels")


class _Zones(NamedTuple):
    """Where things stand: a line at the top (left of the signs), the one large fact, a line at the foot."""

    title: int | None
    """Its baseline; None where there is no room for one."""
    middle: Box
    foot: int


def _zones(canvas: Canvas) -> _Zones:
    if canvas.height < 48:
        return _Zones(None, Box(0, 0, canvas.width - 14, 20), canvas.height - 2)
    return _Zones(11, Box(1, 14, canvas.width - 1, 50), canvas.height - 3)


def _title(canvas: Canvas, text: str, *, trouble: bool) -> None:
    """A line at the top; where there is none, at the foot."""
    base = _zones(canvas).title
    if base is None:
        canvas.text(text, 12, canvas.width // 2, _zones(canvas).foot, canvas.width, "middle")
    else:
        # Bold where there is room beside both signs; otherwise as far as the paw.
        bold = glyphs.width(text, 14) <= canvas.width - 28
        room = canvas.width - (28 if trouble else 14)
        canvas.text(text, 14 if bold else 12, 1, base, room)


def _label(canvas: Canvas, text: str, x: int, base: int, room: int) -> None:
    """A line beside the large fact, bold where that fits."""
    canvas.text(text, 14 if glyphs.width(text, 14) <= room else 12, x, base, room)


def _foot(canvas: Canvas, text: str, size: int = 14) -> None:
    if canvas.height < 48 or glyphs.width(text, size) > canvas.width:
        size = 12
    canvas.text(text, size, canvas.width // 2, _zones(canvas).foot, canvas.width, "middle")


@_paint.register
def _hello(_: screens.Hello, canvas: Canvas) -> None:
    if canvas.height < 48:
        canvas.icon(icons.CAT_HEAD, 1, 4)
        canvas.big(canvas.words.hello, Box(38, 0, canvas.width, 20))
        canvas.text(canvas.words.waking, 12, (38 + canvas.width) // 2, canvas.height - 2, canvas.width - 38, "middle")
        return
    canvas.icon(icons.CAT_HEAD, 1, 8, doubled=True)
    canvas.big(canvas.words.hello, Box(67, 14, canvas.width - 1, 40))
    canvas.text(canvas.words.waking, 12, (66 + canvas.width) // 2, 53, canvas.width - 66, "middle")


@_paint.register
def _ready(screen: screens.Ready, canvas: Canvas) -> None:
    title, middle, foot = _zones(canvas)
    canvas.big(screen.name, middle)
    hint = screen.hint or canvas.words.lift
    if title is None:
        _foot(canvas, hint)
        return
    x = 0
    if screen.score is not None:
        canvas.icon(icons.BOWL, 1, 3)
        x = 22 + canvas.text(str(screen.score), 16, 22, title, 40) + 8
    if screen.last_round:
        canvas.text(canvas.words.last_round, 12, x, title, canvas.width - 27 - x)
    if screen.hint:
        _foot(canvas, hint)
        return
    wide = canvas.text(hint, 14, canvas.width // 2 + 10, foot, canvas.width - 20, "middle")
    canvas.icon(icons.LIFT, canvas.width // 2 + 10 - wide // 2 - 20, foot - 10)


@_paint.register
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


@_paint.register
def _called(screen: screens.Called, canvas: Canvas) -> None:
    middle = _zones(canvas).middle
    shout = f"{screen.name.upper()}!" if screen.name else "?"
    canvas.says(screen.name or canvas.words.who_called)
    canvas.big(shout, Box(1, 10, canvas.width - 13, 50) if canvas.height >= 48 else middle)
    _evidence(canvas, screen.evidence)


def _evidence(canvas: Canvas, seconds: float | None) -> None:
    if seconds is None:
        return
    words = canvas.words
    text = words.while_moving if seconds < 0.1 else words.after_wobble.format(seconds=words.tenths(seconds))
    _foot(canvas, text, 12)


@_paint.register
def _choose(screen: screens.Choose, canvas: Canvas) -> None:
    title, middle, foot = _zones(canvas)
    _title(canvas, screen.title, trouble=screen.signs.trouble)
    canvas.big(screen.options[screen.cursor], middle._replace(bottom=middle.bottom - 4))
    if title is None:
        return
    count = len(screen.options)
    if screen.called and screen.evidence is not None:
        _dots(canvas, screen.cursor, count, 49)
        if screen.signs.held is None:
            _evidence(canvas, screen.evidence)
        return
    taken = _dots(canvas, screen.cursor, count, foot - 4, left=3)
    if count > 1 and screen.signs.held is None:
        following = screen.options[(screen.cursor + 1) % count]
        wide = canvas.text(following, 12, canvas.width - 1, foot, canvas.width - taken - 20, "right")
        canvas.text("▶", 12, canvas.width - wide - 4, foot, 8, "right")


def _dots(canvas: Canvas, cursor: int, count: int, y: int, left: int | None = None) -> int:
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


@_paint.register
def _number(screen: screens.Number, canvas: Canvas) -> None:
    title, middle, foot = _zones(canvas)
    _title(canvas, screen.title, trouble=screen.signs.trouble)
    canvas.big(str(screen.value).replace("-", "\u2212"), middle)
    if title is None:
        return
    steps = (screen.maximum - screen.minimum) // screen.step + 1
    if screen.minimum >= 0 and screen.maximum <= 10 and screen.step == 1:
        left = (canvas.width - screen.maximum * 11) // 2
        for at in range(screen.maximum):
            box = (left + at * 11, foot - 8, left + at * 11 + 8, foot)
            canvas.draw.ellipse(box, fill=1 if at < screen.value else 0, outline=1)
    elif steps > 1:
        low, high = (str(bound).replace("-", "\u2212") for bound in (screen.minimum, screen.maximum))
        wide = canvas.text(low, 12, 1, foot, 30)
        ends = canvas.text(high, 12, canvas.width - 1, foot, 30, "right")
        bar = Box(wide + 6, foot - 6, canvas.width - ends - 6, foot - 1)
        canvas.draw.rectangle((bar.left, bar.top, bar.right - 1, bar.bottom - 1), outline=1)
        part = (screen.value - screen.minimum) / (screen.maximum - screen.minimum)
        canvas.draw.rectangle((bar.left, bar.top, bar.left + round(part * (bar.width - 1)), bar.bottom - 1), fill=1)


@_paint.register
def _settled(screen: screens.Settled, canvas: Canvas) -> None:
    amount = signed(screen.amount)
    if canvas.height < 48:
        canvas.big(amount, Box(0, 0, 46, 20), hollow=screen.inferred)
        canvas.big(screen.name, Box(50, 0, canvas.width - 14, 20))
        _foot(canvas, screen.verdict)
        return
    canvas.big(amount, Box(1, 2, 70, 48), hollow=screen.inferred)
    canvas.big(screen.name, Box(74, 12, canvas.width - 1, 46), tallest=32)
    _foot(canvas, screen.verdict)


@_paint.register
def _scores(screen: screens.Scores, canvas: Canvas) -> None:
    rows = screen.rows
    right = canvas.width - 15
    if len(rows) * 15 <= canvas.height:
        step = min(20, canvas.height // len(rows))
        size = 18 if step >= 18 else 16
        top = (canvas.height - step * len(rows)) // 2
        for at, row in enumerate(rows):
            _score(canvas, row, size, Box(0, top + at * step, right, top + (at + 1) * step))
        return
    lines = 4 if canvas.height >= 48 else 2 if len(rows) <= 4 else 3
    step = canvas.height // lines
    across = -(-len(rows) // lines)
    wide = right // across
    for at, row in enumerate(rows):
        left, top = wide * (at // lines), at % lines * step
        _score(canvas, row, 12, Box(left, top, left + wide - (4 if at // lines + 1 < across else 0), top + step))


def _score(canvas: Canvas, row: tuple[str, int, bool], size: int, box: Box) -> None:
    name, score, turn = row
    base = box.bottom - (box.height - size * 10 // 16) // 2
    indent = 8 if size > 12 else 6
    number = str(score).replace("-", "\u2212")
    wide = canvas.text(number, size, box.right, base, box.width, "right")
    canvas.text(name, size, box.left + indent, base, box.width - indent - wide - 4)
    if turn:
        middle = base - size * 10 // 32
        reach = indent // 2
        canvas.draw.polygon(
            [(box.left, middle - reach), (box.left + reach, middle), (box.left, middle + reach)], fill=1
        )


@_paint.register
def _end(screen: screens.End, canvas: Canvas) -> None:
    title, middle, _ = _zones(canvas)
    canvas.says(*screen.winners)
    canvas.big(" + ".join(name.upper() for name in screen.winners) or canvas.words.nobody, middle)
    if title is not None:
        canvas.icon(icons.CROWN, (canvas.width - icons.CROWN.width) // 2, 1)
    if screen.ended == "abandoned":
        _foot(canvas, canvas.words.abandoned)
    elif screen.score is not None:
        alone = canvas.words.wins if len(screen.winners) == 1 else canvas.words.share
        _foot(canvas, (canvas.words.ended_short if screen.ended == "short" else alone).format(score=screen.score))


@_paint.register
def _resume(screen: screens.Resume, canvas: Canvas) -> None:
    title, middle, _ = _zones(canvas)
    if title is not None:
        _title(canvas, canvas.words.plug, trouble=screen.signs.trouble)
    canvas.big(canvas.words.last_entry.format(entry=screen.entry or canvas.words.nothing_yet), middle, tallest=32)
    _foot(canvas, canvas.words.go_on_from)


@_paint.register
def _trouble(screen: screens.Trouble, canvas: Canvas) -> None:
    if canvas.height < 48:
        _label(canvas, screen.what, 0, 9, canvas.width)
        canvas.paragraph(screen.cure, 12, Box(0, 12, canvas.width, canvas.height))
        return
    canvas.icon(icons.BIG_WARNING, 0, 2)
    canvas.prose(screen.what, Box(28, 2, canvas.width, 26), tallest=14)
    canvas.paragraph(screen.cure, 12, Box(0, 30, canvas.width, canvas.height))


@_paint.register
def _players(screen: screens.Players, canvas: Canvas) -> None:
    title, middle, _ = _zones(canvas)
    _title(canvas, screen.title, trouble=screen.signs.trouble)
    names = screen.names
    if title is None:
        canvas.big(", ".join(names), middle)
        return
    area = Box(1, 15, canvas.width - 1, 57)
    lines = (len(names) + 1) // 2
    step = area.height // lines
    size = min((22, 20, 18, 16, 14), key=lambda size: abs(size - step)) if lines < 4 else 12
    for at, name in enumerate(names):
        across, down = at % 2, at // 2
        left = area.left + across * (area.width // 2 + 2)
        wide = area.width // 2 - 2 if len(names) > 1 else area.width
        canvas.big(
            name,
            Box(left, area.top + down * step, left + wide, area.top + (down + 1) * step),
            anchor="left",
            tallest=size,
        )
    _dots(canvas, screen.cursor, screen.count, 60)


@_paint.register
def _note(screen: screens.Note, canvas: Canvas) -> None:
    title, middle, _ = _zones(canvas)
    if title is None:
        canvas.prose(screen.text, middle if screen.title else Box(0, 0, canvas.width - 14, canvas.height), tallest=32)
        _foot(canvas, screen.title)
        return
    if screen.title:
        canvas.icon(icons.CROSS if screen.refused else icons.BACK, 1, 2)
        _label(canvas, screen.title, 14, title, canvas.width - 42)
    canvas.prose(screen.text, Box(1, 15, canvas.width - 1, 63), tallest=32)


@_paint.register
def _asleep(screen: screens.Asleep, canvas: Canvas) -> None:
    # Steps without a common divisor with the room: the paw comes everywhere before it comes back.
    across, down = canvas.width - icons.PAW.width + 1, canvas.height - len(icons.PAW.bits) + 1
    canvas.icon(icons.PAW, screen.step * 37 % across, screen.step * 23 % down)


def _signs(canvas: Canvas, signs: screens.Signs, *, stacked: bool) -> None:
    x = canvas.width - icons.PAW.width
    if signs.saved is not None:
        canvas.icon(icons.PAW if signs.saved else icons.UNSAVED, x, 0)
    if signs.trouble:
        canvas.icon(icons.WARNING, *((x, 11) if stacked else (x - 13, 0)))
    if signs.held is not None:
        _ring(canvas, signs.held)


def _ring(canvas: Canvas, held: float) -> None:
    """A disc fills until letting go means OK; then a ring round it fills until it means back."""
    side = 21
    left, top = canvas.width - side, canvas.height - side
    canvas.clear(Box(left - 1, top - 1, canvas.width, canvas.height))
    inner = (left + 3, top + 3, left + side - 4, top + side - 4)
    outer = (left, top, left + side - 1, top + side - 1)
    canvas.draw.ellipse(inner, outline=1)
    canvas.draw.pieslice(inner, -90, -90 + 360 * min(held / OK_AFTER, 1.0), fill=1)
    if held >= OK_AFTER:
        canvas.draw.arc(outer, -90, -90 + 360 * min((held - OK_AFTER) / (BACK_AFTER - OK_AFTER), 1.0), fill=1, width=2)
        icon = icons.BACK if held >= BACK_AFTER else icons.TICK
        canvas.icon(icon, left + (side - icon.width) // 2, top + (side - len(icon.bits)) // 2, lit=0)
