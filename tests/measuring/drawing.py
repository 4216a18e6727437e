"""What a change of the display costs: drawing it, packing it, and sending it."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from math import pi, sin
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from companion.faces.oled import render, screens
from companion.faces.oled.canvas import Area, Canvas
from companion.faces.words import ENGLISH
from hardware.bus import Bus
from hardware.machine import Node
from hardware.simulated import SimulatedMachine, VirtualClock
from hardware.ssd1306 import Ssd1306
from tests.hardware.conftest import Rest
from tests.measuring.counting import instructions
from tests.measuring.kernel import NODE, plug_in, unplug
from tests.measuring.row import Fewer, Figures, Row
from tests.measuring.stock import stock_display

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from luma.oled.device import ssd1306

_SIGNS: Final = screens.Signs(saved=True)
_PLAYERS: Final = ("Ada", "Ben", "Zoë", "Maximilian")


def digits() -> list[Image.Image]:
    """Two pictures that differ by one digit of the smallest size, whose 8 rows lie in one page of the display."""
    pictures = []
    for score in (12, 13):
        canvas = Canvas((128, 64), ENGLISH)
        canvas.big("Ada", Area(0, 0, 128, 40))
        canvas.text(str(score), 12, 100, 56, 20)
        pictures.append(canvas.image)
    return pictures


def ball() -> list[Image.Image]:
    """A box that is tilted round once in 4 s, 20 pictures a second: the ball rolls, and the seconds pass."""
    turns = [at / 80 for at in range(80)]
    return [
        render(
            screens.Playing("Ada", tilt=12 + 8 * sin(2 * pi * turn), bearing=360 * turn, seconds=4 * turn, signs=_SIGNS)
        ).image
        for turn in turns
    ]


def standings() -> list[tuple[tuple[str, int, bool], ...]]:
    """Four players' scores, of which one grows."""
    return [
        tuple((name, 7 + round_ if at == 0 else 3 * at, at == 1) for at, name in enumerate(_PLAYERS))
        for round_ in range(40)
    ]


def luma_digit() -> Callable[[], object]:
    """luma shows one picture and the other."""
    unplug()
    display, pictures = stock_display(), cycle(digits())
    return lambda: display.display(next(pictures))


def our_digit() -> Callable[[], object]:
    """We do."""
    unplug()
    # The same system calls by the same library: only the wire behind them is none.
    machine = SimulatedMachine(VirtualClock(), Rest()).machine
    display, pictures = Ssd1306(Bus(replace(machine, open_bus=lambda _: Node(NODE)))), cycle(digits())
    display.start()
    return lambda: display.display(next(pictures))


def freetype_scores() -> Callable[[], object]:
    """Pillow draws the scores, each text by FreeType in Pillow's own font."""
    font, rows = ImageFont.load_default(16), cycle(standings())

    def step() -> Image.Image:
        image = Image.new("1", (128, 64))
        draw = ImageDraw.Draw(image)
        for at, (name, score, turn) in enumerate(next(rows)):
            draw.text((8, 16 * at), name, 1, font)
            draw.text((113, 16 * at), str(score), 1, font, anchor="ra")
            if turn:
                draw.polygon([(0, 16 * at + 4), (4, 16 * at + 8), (0, 16 * at + 12)], fill=1)
        return image

    return step


def our_scores() -> Callable[[], object]:
    """We do, with the paw in the corner."""
    rows = cycle(standings())
    return lambda: render(screens.Scores(next(rows), signs=_SIGNS))


def _bytes_each(pictures: Sequence[Image.Image]) -> Figures:
    """How many bytes go over the bus for a picture, addresses included."""
    counts = []
    for make in (_our_display, _luma_display):
        machine = SimulatedMachine(VirtualClock(), Rest())
        display = make(machine)
        display.display(pictures[0])
        before = machine.bus.bytes
        for picture in pictures[1:]:
            display.display(picture)
        counts.append((machine.bus.bytes - before) / (len(pictures) - 1))
    return Figures(*counts)


def _our_display(machine: SimulatedMachine) -> Ssd1306:
    display = Ssd1306(Bus(machine.machine))
    display.start()
    return display


def _luma_display(machine: SimulatedMachine) -> ssd1306:
    plug_in(machine.bus)
    return stock_display()


ROWS: Final = (
    Row(
        "digit",
        "a digit changes on an SSD1306, drawing apart",
        "luma's `display()`",
        "instructions",
        Fewer(20),
        lambda: Figures(*instructions(our_digit, luma_digit)),
    ),
    Row("digit-bytes", "the same on the bus, in bytes", "luma", "bytes", Fewer(60), lambda: _bytes_each(digits())),
    Row(
        "ball-bytes",
        "the rolling ball on the bus, bytes a picture",
        "luma",
        "bytes",
        Fewer(9),
        lambda: _bytes_each(ball()),
    ),
    Row(
        "scores",
        "drawing a screen full of scores, texts and all",
        "Pillow and FreeType each time",
        "instructions",
        Fewer(5),
        lambda: Figures(*instructions(our_scores, freetype_scores)),
    ),
)
