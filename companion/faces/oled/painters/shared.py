"""How the screens of every game are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.faces.oled import glyphs, icons, layout, screens
from companion.faces.oled.canvas import Area, Canvas
from companion.faces.oled.names import shortened
from companion.faces.words import signed, written

if TYPE_CHECKING:
    from collections.abc import Sequence


@layout.paint.register
def _hello(_: screens.Hello, canvas: Canvas) -> None:
    if canvas.height < 48:
        canvas.icon(icons.CAT_HEAD, 1, 4)
        canvas.big(canvas.words.hello, Area(38, 0, canvas.width, 20))
        canvas.text(canvas.words.waking, 12, (38 + canvas.width) // 2, canvas.height - 2, canvas.width - 38, "middle")
        return
    canvas.icon(icons.CAT_HEAD, 1, 8, doubled=True)
    canvas.big(canvas.words.hello, Area(67, 14, canvas.width - 1, 40))
    canvas.text(canvas.words.waking, 12, (66 + canvas.width) // 2, 53, canvas.width - 66, "middle")


@layout.paint.register
def _turn(screen: screens.Turn, canvas: Canvas) -> None:
    middle = layout.zones(canvas).middle
    if screen.note and canvas.height < 48:
        middle = layout.beside(canvas, screen.note, middle)
    elif screen.note:
        layout.label(canvas, screen.note, 1, 11, canvas.width - (28 if screen.signs.trouble else 14))
    canvas.big(screen.name, middle._replace(bottom=middle.bottom - 2))
    if screen.answer:
        layout.answers(canvas, screen.answer, screen.following, screen.signs)
    else:
        layout.foot(canvas, screen.following)


@layout.paint.register
def _choose(screen: screens.Choose, canvas: Canvas) -> None:
    title, middle, _ = layout.zones(canvas)
    shown = screen.options[screen.cursor]
    if title is None:
        canvas.prose(shown, middle, tallest=24)
        if screen.evidence is not None and screen.signs.held is None and canvas.turns(2) == 1:
            # In turn with the next answer, which is needed first.
            layout.evidence(canvas, screen.evidence)
        else:
            layout.low_foot(canvas, screen.title, screen.options, screen.cursor, screen.signs)
        return
    layout.title(canvas, screen.title, trouble=screen.signs.trouble)
    canvas.big(shown, middle._replace(bottom=middle.bottom - (4 if screen.evidence is None else 7)))
    if screen.evidence is not None:
        layout.dots(canvas, screen.cursor, len(screen.options), 47)
        if screen.signs.held is None:
            layout.evidence(canvas, screen.evidence)
        return
    layout.following(canvas, screen.options, screen.cursor, screen.signs)


@layout.paint.register
def _number(screen: screens.Number, canvas: Canvas) -> None:
    title, middle, foot = layout.zones(canvas)
    layout.title(canvas, screen.title, trouble=screen.signs.trouble)
    canvas.big(screen.shown or written(screen.value), middle)
    if title is None:
        return
    steps = (screen.maximum - screen.minimum) // screen.step + 1
    if screen.minimum >= 0 and screen.maximum <= 10 and screen.step == 1:
        left = (canvas.width - screen.maximum * 11) // 2
        for at in range(screen.maximum):
            dot = (left + at * 11, foot - 8, left + at * 11 + 8, foot)
            canvas.draw.ellipse(dot, fill=1 if at < screen.value else 0, outline=1)
    elif steps > 1:
        low, high = (str(bound).replace("-", "\u2212") for bound in (screen.minimum, screen.maximum))
        wide = canvas.text(low, 12, 1, foot, 30)
        ends = canvas.text(high, 12, canvas.width - 1, foot, 30, "right")
        bar = Area(wide + 6, foot - 6, canvas.width - ends - 6, foot - 1)
        canvas.draw.rectangle((bar.left, bar.top, bar.right - 1, bar.bottom - 1), outline=1)
        part = (screen.value - screen.minimum) / (screen.maximum - screen.minimum)
        canvas.draw.rectangle((bar.left, bar.top, bar.left + round(part * (bar.width - 1)), bar.bottom - 1), fill=1)


@layout.paint.register
def _settled(screen: screens.Settled, canvas: Canvas) -> None:
    amount = signed(screen.amount)
    if canvas.height < 48:
        canvas.big(amount, Area(0, 0, 46, 20), hollow=screen.inferred)
        canvas.big(screen.name, Area(50, 0, canvas.width - canvas.corner, 20))
        layout.foot(canvas, screen.verdict)
        return
    canvas.big(amount, Area(1, 2, 70, 48), hollow=screen.inferred)
    canvas.big(screen.name, Area(74, 12, canvas.width - 1, 46), tallest=32)
    layout.foot(canvas, screen.verdict)


@layout.paint.register
def _scores(screen: screens.Scores, canvas: Canvas) -> None:
    shown = [(name, str(score).replace("-", "\u2212"), turn) for name, score, turn in screen.rows]
    rows(canvas, shown, Area(0, 0, canvas.width - 15, canvas.height))


def rows(canvas: Canvas, shown: Sequence[tuple[str, str, bool]], area: Area) -> None:
    """Names with a number each and, where it is somebody's turn, a mark; in columns where there is little room."""
    if len(shown) * 12 <= area.height:
        step = min(20, area.height // len(shown))
        size = 18 if step >= 18 else 16 if step >= 15 else 12
        top = area.top + (area.height - step * len(shown)) // 2
        areas = [Area(area.left, top + at * step, area.right, top + (at + 1) * step) for at in range(len(shown))]
        _rows(canvas, shown, size, areas)
        return
    lines = 4 if area.height >= 48 else 2
    if len(shown) > 2 * lines:
        # More columns would leave two letters of a name.
        canvas.says(*(text for name, number, _ in shown for text in (name, number)))
        each = -(-len(shown) // 2)
        start = canvas.turns(2) * each
        shown = shown[start : start + each]
    step = area.height // lines
    across = -(-len(shown) // lines)
    wide = area.width // across
    areas = []
    for at in range(len(shown)):
        left, top = area.left + wide * (at // lines), area.top + at % lines * step
        areas.append(Area(left, top, left + wide - (4 if at // lines + 1 < across else 0), top + step))
    _rows(canvas, shown, 12, areas)


def _rows(canvas: Canvas, shown: Sequence[tuple[str, str, bool]], size: int, areas: Sequence[Area]) -> None:
    indent = 8 if size > 12 else 6
    rooms = [place.width - indent - glyphs.width(row[1], size) - 4 for row, place in zip(shown, areas, strict=True)]
    drawn = shortened([name for name, _, _ in shown], size, rooms)
    for (name, number, turn), short, place in zip(shown, drawn, areas, strict=True):
        base = place.bottom - (place.height - size * 10 // 16) // 2
        canvas.text(number, size, place.right, base, place.width, "right")
        canvas.text(short, size, place.left + indent, base, place.width)
        canvas.says(name)
        if turn:
            middle = base - size * 10 // 32
            reach = indent // 2
            canvas.draw.polygon(
                [(place.left, middle - reach), (place.left + reach, middle), (place.left, middle + reach)], fill=1
            )


@layout.paint.register
def _end(screen: screens.End, canvas: Canvas) -> None:
    title, middle, _ = layout.zones(canvas)
    canvas.says(*screen.winners)
    canvas.big(" + ".join(name.upper() for name in screen.winners) or canvas.words.nobody, middle)
    if title is not None and screen.winners:
        canvas.icon(icons.CROWN, (canvas.width - icons.CROWN.width) // 2, 1)
    if screen.ended == "abandoned":
        layout.foot(canvas, canvas.words.abandoned)
    elif screen.ended == "crowned":
        layout.foot(canvas, canvas.words.crowned)
    elif screen.score is not None:
        alone = canvas.words.wins if len(screen.winners) == 1 else canvas.words.share
        layout.foot(canvas, (canvas.words.ended_short if screen.ended == "short" else alone).format(score=screen.score))


@layout.paint.register
def _resume(screen: screens.Resume, canvas: Canvas) -> None:
    why = canvas.words.was_off(cut=screen.cut)
    entry = canvas.words.last_entry.format(entry=screen.entry or canvas.words.nothing_yet)
    if canvas.height < 48:
        room = canvas.width - 14
        if glyphs.width(entry, 12) <= canvas.width:
            canvas.text(why, 12, 0, 9, room)
            canvas.text(entry, 12, 0, 20, canvas.width)
            canvas.text(canvas.words.go_on_from, 12, 0, 30, canvas.width)
        else:
            # Why it does not simply go on is told first, then how it does.
            canvas.text(canvas.words.go_on_from if canvas.turns(2) else why, 12, 0, 9, room)
            canvas.paragraph(entry, 12, Area(0, 12, canvas.width, canvas.height))
        return
    layout.title(canvas, why, trouble=screen.signs.trouble)
    canvas.big(entry, layout.zones(canvas).middle, tallest=32)
    layout.foot(canvas, canvas.words.go_on_from)


@layout.paint.register
def _trouble(screen: screens.Unwell, canvas: Canvas) -> None:
    if canvas.height < 48:
        canvas.says(screen.what, screen.cure)
        canvas.paragraph(f"{screen.what.rstrip('.')}. {screen.cure}", 12, Area(0, 0, canvas.width, canvas.height))
        return
    canvas.icon(icons.BIG_WARNING, 0, 2)
    canvas.prose(screen.what, Area(28, 2, canvas.width, 26), tallest=14)
    canvas.paragraph(screen.cure, 12, Area(0, 30, canvas.width, canvas.height))


@layout.paint.register
def _players(screen: screens.Players, canvas: Canvas) -> None:
    title, middle, _ = layout.zones(canvas)
    layout.title(canvas, screen.title, trouble=screen.signs.trouble)
    names = screen.names
    if title is None:
        canvas.prose(", ".join(names), middle, tallest=24)
        return
    area = Area(1, 15, canvas.width - 1, 57)
    lines = (len(names) + 1) // 2
    step = area.height // lines
    size = min((22, 20, 18, 16, 14), key=lambda size: abs(size - step)) if lines < 4 else 12
    wide = area.width // 2 - 2 if len(names) > 1 else area.width
    # Where a name has no room at the smallest size, it is told from the others by what has.
    drawn = shortened(names, 12, [wide * (step // 10)] * len(names))
    for at, (name, short) in enumerate(zip(names, drawn, strict=True)):
        across, down = at % 2, at // 2
        left = area.left + across * (area.width // 2 + 2)
        place = Area(left, area.top + down * step, left + wide, area.top + (down + 1) * step)
        canvas.big(short, place, anchor="left", tallest=size)
        canvas.says(name)
    layout.dots(canvas, screen.cursor, screen.count, 60)


_MARKS: Final = {"done": icons.TICK, "undone": icons.BACK, "refused": icons.CROSS}


@layout.paint.register
def _note(screen: screens.Note, canvas: Canvas) -> None:
    title, middle, _ = layout.zones(canvas)
    if title is None:
        if not screen.title:
            canvas.prose(screen.text, Area(0, 0, canvas.width - 14, canvas.height), tallest=32)
        elif canvas.has_room(screen.text, 12, middle):
            canvas.prose(screen.text, middle, tallest=32)
            layout.foot(canvas, screen.title)
        else:
            # What was not to be matters less than why.
            canvas.says(screen.title)
            canvas.paragraph(screen.text, 12, Area(0, 0, canvas.width - 14, canvas.height))
        return
    if screen.title:
        x = 1
        if screen.mark:
            canvas.icon(_MARKS[screen.mark], x, 2)
            x = 14
        layout.label(canvas, screen.title, x, title, canvas.width - 28 - x)
    area = Area(1, 15, canvas.width - 1, 63) if screen.title else Area(1, 1, canvas.width - 14, 63)
    canvas.prose(screen.text, area, tallest=32)


@layout.paint.register
def _asleep(screen: screens.Asleep, canvas: Canvas) -> None:
    # Steps without a common divisor with the room: the paw comes everywhere before it comes back.
    across, down = canvas.width - icons.PAW.width + 1, canvas.height - len(icons.PAW.bits) + 1
    canvas.icon(icons.PAW, screen.step * 37 % across, screen.step * 23 % down)
