"""What the terminal shows, as text of its size."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from companion.terminal.keys import TITLES, Key, PageName, Situation, keys
from companion.terminal.pixels import blocks, braille

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PIL import Image

    from companion.terminal.plot import Trace
    from hardware import Condition

BESIDE: Final = 15
"""The columns that the pins and parts need beside the display."""

DETAILED: Final = 36
"""From so many columns on they are told in words."""

ROOMY: Final = 32
"""From so many lines on each key has a sentence."""

PLOT: Final = 3, 20
"""The least and the most lines of the plot."""

LEAST_STEP: Final = 20
"""The columns that the step keeps beside the address."""

FIXED: Final = 2
"""The lines for the game, and for what is done and answered."""

KEY_WIDTH: Final = 40, 26
"""The columns for a key with its sentence, and with its word or two."""

SIGNS: Final = {"ok": ("✓", "green"), "degraded": ("~", "yellow"), "absent": ("✗", "red")}


class Lamp(NamedTuple):
    """A pin, what is wired to it, and whether it is on: driven, or its contact closed."""

    name: str
    pin: int
    on: bool


@dataclass(frozen=True)
class InView:
    """All that there is to see at the table."""

    picture: Image.Image
    texts: tuple[str, ...]
    """What the display says, in words."""
    dimmed: bool
    outputs: tuple[Lamp, ...]
    contacts: tuple[Lamp, ...]
    """All but the players' own."""
    players: tuple[bool, ...]
    """Whether each player's own contact is closed, in the seats' order; none in most wirings."""
    game: str
    health: tuple[Condition, ...]
    situation: Situation
    line: str
    """The step that is under way, or was the last."""
    waiting: tuple[str, ...]
    """The keys that wait for it."""
    said: str
    address: str
    """Where a browser on this computer finds the table; empty where it is not there for any."""
    page: PageName
    trace: Trace = field(compare=False)
    now: float = field(compare=False)
    """s, monotonic."""


def view(seen: InView, columns: int, lines: int) -> Text:
    """The table in a terminal of so many columns and lines: pixels where they fit, else what they say."""
    width, height = seen.picture.size
    large = columns >= width + 1 + BESIDE and lines >= height // 2 + ROOMY // 2
    picture = (blocks if large else braille)(seen.picture)
    room = columns - len(picture[0]) - 1
    if room < BESIDE or lines < len(picture) + FIXED + 2:
        return _in_words(seen, columns, lines, picture)
    below = _below(seen, columns, roomy=lines >= ROOMY)[: lines - len(picture) - FIXED]
    free = lines - len(picture) - FIXED - len(below)
    plot = min(free, PLOT[1]) if free >= PLOT[0] else 0
    beside = _beside(seen, room)
    above = min(max(len(picture), len(beside)), lines - FIXED - plot - len(below))
    chart = seen.trace.chart(seen.now, columns, plot) if plot else []
    return Text("\n").join(
        [
            *_side_by_side(picture, beside, above, seen),
            _bar(seen, columns),
            *chart,
            _said(seen, columns, with_troubles=room < DETAILED),
            *below,
        ]
    )


def _side_by_side(picture: Sequence[str], beside: Sequence[Text], height: int, seen: InView) -> list[Text]:
    style = "cyan on black" if seen.dimmed else "bright_cyan on black"
    rows = []
    for number in range(height):
        row = picture[number] if number < len(picture) else " " * len(picture[0])
        told = beside[number] if number < len(beside) else Text()
        rows.append(Text.assemble((row, style if number < len(picture) else ""), ("│", "dim"), told))
    return rows


def _beside(seen: InView, width: int) -> list[Text]:
    """The pins, the box and the parts."""
    detailed = width >= DETAILED
    rows = [_lamp(lamp, "on", "off", "bold yellow", detailed=detailed) for lamp in seen.outputs]
    rows += [_lamp(lamp, "closed", "open", "bold green", detailed=detailed) for lamp in seen.contacts]
    if seen.players:
        dots = "".join("●" if closed else "○" for closed in seen.players)
        rows.append(Text.assemble(f" 1-{len(seen.players)}   {dots}", "  the players' buttons" if detailed else ""))
    now = seen.situation
    rows += [Text(), Text(" in the hands" if now.in_hands else " on the table", style="bold")]
    towards = f" towards {now.bearing:.0f}°" if detailed and now.angle else ""
    rows += [Text(f" tilted {now.angle:.0f}°{towards}" if now.angle else " level"), Text()]
    for condition in seen.health:
        sign, colour = SIGNS[condition.status]
        rows.append(Text.assemble((f" {sign} {condition.part}", colour)))
        if detailed and condition.status != "ok":
            rows[-1].append(f" {condition.status}", colour)
            rows += _wrapped(f"{condition.why} {condition.cure}", width, "   ")
    if not seen.health:
        rows.append(Text(" it starts", style="bold"))
    return [_cut(row, width) for row in rows]


def _lamp(lamp: Lamp, on: str, off: str, style: str, *, detailed: bool) -> Text:
    dot = "●" if lamp.on else "○"
    told = f"  GPIO {lamp.pin:<2} {on if lamp.on else off}" if detailed else ""
    return Text.assemble(f" {lamp.name:<7}", (f"{dot}{told}", style if lamp.on else ""))


def _bar(seen: InView, columns: int) -> Text:
    """How the game stands, and how many faults are switched on."""
    broken = f" faults on: {len(seen.situation.broken)} " if seen.situation.broken else ""
    text = _cut(Text(f" {seen.game}", style="reverse"), columns - len(broken))
    text.pad_right(columns - len(broken) - len(text))
    return text.append(broken, style="reverse red")


def _said(seen: InView, columns: int, *, with_troubles: bool) -> Text:
    """What was answered to a key, else what is done and what is wrong; where nothing is, the address for a browser."""
    if seen.said:
        return _cut(Text(f" {seen.said}", style="bold yellow"), columns)
    line = Text(f" > {seen.line}" if seen.line else "", style="dim")
    if seen.waiting:
        line.append(f"   then {' '.join(seen.waiting)}", style="bold")
    troubles = [condition for condition in seen.health if with_troubles and condition.status != "ok"]
    for trouble in troubles:
        line.append(f"   {trouble.part}: {trouble.why} {trouble.cure}", style="not dim red")
    place = Text(f"  in a browser: {seen.address}" if seen.address and not troubles else "", style="cyan")
    # Part of an address leads nowhere.
    left = columns - len(place)
    return _cut(line, columns) if left < LEAST_STEP else _cut(line, left).append_text(place)


def _below(seen: InView, columns: int, *, roomy: bool) -> list[Text]:
    """The keys of the table, or of the page that is open."""
    groups = _grouped(keys(seen.page, seen.situation))
    if seen.page == "table" and not roomy:
        return _flowing(groups, columns)
    title = [Text(f" {TITLES[seen.page]}", style="bold")] if seen.page != "table" else []
    per_row = max(1, columns // KEY_WIDTH[0 if roomy else 1])
    height = -(-len(groups) // per_row)
    rows = [Text(no_wrap=True) for _ in range(height)]
    width = columns // per_row
    for number, (names, key) in enumerate(groups):
        is_on = key.is_on is not None and key.is_on(seen.situation)
        cell = Text.assemble((f" {names:>5} ", "bold"), ("● " if is_on else "", "bold red"))
        cell.append(key.says if roomy else key.short)
        cell.truncate(width, pad=True)
        rows[number % height].append_text(cell)
    return [*(_cut(line, columns) for line in title), *rows]


def _grouped(shown: Iterable[Key]) -> list[tuple[str, Key]]:
    """Each key that says something, with the names of those before that share its words."""
    groups, names = [], ""
    for key in shown:
        names += key.name
        if key.short:
            groups.append((names, key))
            names = ""
    return groups


def _flowing(groups: Iterable[tuple[str, Key]], columns: int) -> list[Text]:
    rows = [Text(no_wrap=True)]
    for names, key in groups:
        item = Text.assemble((names, "bold"), f" {key.short}")
        if len(rows[-1]) + 2 + len(item) > columns:
            rows.append(Text(no_wrap=True))
        rows[-1].append_text(Text("  " if rows[-1] else "").append_text(item))
    return rows


def _in_words(seen: InView, columns: int, lines: int, picture: Sequence[str]) -> Text:
    """A window too small for the pixels: what they say, and the state in a few lines."""
    needed = len(picture[0]) + 1 + BESIDE, len(picture) + FIXED + 2
    rows = _wrapped(
        f"{columns} x {lines} is too small to draw the display ({needed[0]} x {needed[1]} is enough). It says:", columns
    )
    rows += [_cut(Text(f"  {text}", style="bold bright_cyan"), columns) for text in seen.texts or ("(it is dark)",)]
    told = (row.plain.strip() for row in _beside(seen, BESIDE))
    rows += [_bar(seen, columns), *_wrapped("  ".join(" ".join(row.split()) for row in told if row), columns)]
    rows.append(_said(seen, columns, with_troubles=True))
    rows += _below(seen, columns, roomy=False)
    return Text("\n").join(rows[:lines])


def _wrapped(text: str, columns: int, indent: str = "") -> list[Text]:
    rows = [indent.rstrip()]
    for word in text.split():
        if rows[-1].strip() and len(rows[-1]) + 1 + len(word) > columns:
            rows.append(indent + word)
        else:
            rows[-1] = f"{rows[-1]} {word}" if rows[-1].strip() else indent + word
    return [_cut(Text(row), columns) for row in rows]


def _cut(text: Text, columns: int) -> Text:
    text.no_wrap = True
    text.truncate(columns, overflow="ellipsis")
    return text
