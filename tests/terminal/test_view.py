"""What is seen of the table in terminals of different sizes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw

from companion.terminal.keys import PAGES, Situation
from companion.terminal.plot import Trace
from companion.terminal.view import InView, Lamp, view
from hardware import Batch, Condition

if TYPE_CHECKING:
    from companion.terminal.keys import PageName

OK = tuple(Condition(part, "ok") for part in ("button", "buzzer", "disk", "oled", "sensor", "clock"))
LOST = Condition("sensor", "absent", "Nothing answers at 0x68 on I2C bus 1.", "Check its four wires.")
FELT = Trace()
FELT.feel(
    Batch([990.0 + t / 10 for t in range(100)], [1.0] * 100, [0.0] * 100, [9.0] * 100), (), tilt=20.0, handled=True
)
PLACE = "http://localhost:2287/j/catshavefourpaws"
BUTTON = Lamp("button", 17, False)


def framed(size: tuple[int, int]) -> Image.Image:
    """A picture with a frame around it."""
    picture = Image.new("1", size)
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=1)
    return picture


CALLED = InView(
    picture=framed((128, 64)),
    texts=("BEN!", "0.4 s after the last wobble"),
    dimmed=False,
    outputs=(Lamp("buzzer", 27, True), Lamp("light", 22, False)),
    contacts=(BUTTON,),
    players=(),
    game="Katz & Schmaus · called · Ada's turn · Ada 3  Ben 0",
    health=OK,
    situation=Situation(in_hands=True, angle=20.0, bearing=90.0),
    line="press",
    waiting=(),
    said="",
    address="",
    page="table",
    trace=FELT,
    now=1000.0,
)

STATES = {
    "called": CALLED,
    "starting": replace(CALLED, health=(), texts=(), game="the companion starts", line=""),
    "refused": replace(CALLED, said="there is nothing to undo"),
    "waiting": replace(CALLED, waiting=("space", "l")),
    "in a browser": replace(CALLED, address=PLACE),
    "long step": replace(CALLED, address=PLACE, line="game fat-cats " + " ".join(["Maximilian"] * 7)),
    "broken": replace(
        CALLED,
        health=(*OK, LOST),
        situation=Situation(broken=frozenset({"fault sensor unplugged"})),
        page="faults",
    ),
    "games": replace(CALLED, page="games", situation=Situation(wiring="cat-stand", language="de")),
    "cat": replace(CALLED, contacts=(BUTTON, Lamp("cat", 23, True)), situation=Situation(wiring="cat-stand")),
    "each": replace(CALLED, players=(False, True, *[False] * 5), situation=Situation(wiring="a-button-each")),
    "knob": replace(CALLED, situation=Situation(wiring="rotary")),
    "small display": replace(CALLED, picture=framed((128, 32))),
    "long names": replace(CALLED, game="Katz Fatz · " + "  ".join(["Maximilian Alexander 104"] * 7)),
}


@pytest.mark.parametrize(
    "size", [(80, 24), (80, 23), (80, 22), (120, 40), (60, 20), (160, 50), (80, 20), (79, 50), (240, 70), (20, 5)]
)
@pytest.mark.parametrize("state", STATES)
def test_it_fits_into_the_window(state: str, size: tuple[int, int]) -> None:
    columns, lines = size
    rows = view(STATES[state], columns, lines).plain.split("\n")
    assert len(rows) <= lines
    assert max(map(len, rows)) <= columns


@pytest.mark.parametrize(
    ("size", "first", "last"),
    [
        ((80, 24), "⡏" + "⠉" * 62 + "⢹", 15),
        ((120, 40), "⡏" + "⠉" * 62 + "⢹", 15),
        ((160, 50), "█" + "▀" * 126 + "█", 31),
    ],
)
def test_the_display_is_drawn_pixel_by_pixel(size: tuple[int, int], first: str, last: int) -> None:
    rows = view(CALLED, *size).plain.split("\n")
    assert rows[0].startswith(first + "│")
    assert rows[last].startswith({"⡏": "⣇" + "⣀" * 62 + "⣸", "█": "█" + "▄" * 126 + "█"}[first[0]] + "│")
    assert "Katz & Schmaus · called" in rows[last + 1]


@pytest.mark.parametrize("size", [(60, 20), (79, 50), (100, 19)])
def test_a_small_window_says_so_and_what_the_display_says(size: tuple[int, int]) -> None:
    shown = " ".join(view(CALLED, *size).plain.split())
    assert f"{size[0]} x {size[1]} is too small to draw the display (80 x 20 is enough)" in shown
    assert "BEN! 0.4 s after the last wobble" in shown
    assert "buzzer ●" in shown
    assert "Ada 3 Ben 0" in shown
    assert "q quit" in shown


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20), (160, 50)])
@pytest.mark.parametrize("page", PAGES)
def test_every_key_is_shown(page: PageName, size: tuple[int, int]) -> None:
    shown = view(replace(CALLED, page=page), *size).plain
    for key in PAGES[page]:
        if key.short and not key.wiring:
            assert key.short in shown or key.says in shown


def test_the_keys_of_a_wiring_are_shown_with_it_alone() -> None:
    assert "grab the cat" in view(STATES["cat"], 120, 40).plain
    assert "1234567 the players' own buttons" in view(STATES["each"], 120, 40).plain
    knob = view(STATES["knob"], 120, 40).plain
    assert ",. turn it by a click" in knob
    assert "push the knob: OK" in knob
    assert "press the button" not in knob
    assert "cat" not in view(CALLED, 120, 40).plain.replace("Katz", "")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("called", ["buzzer ●", "light  ○", "button ○", "in the hands", "tilted 20°", "✓ sensor", "> press"]),
        ("starting", ["it starts", "the companion starts"]),
        ("refused", ["there is nothing to undo"]),
        ("waiting", ["then space l"]),
        ("broken", ["✗ sensor", "Nothing answers at 0x68", "faults on: 1", "1 ● sensor unplugged", "6 button stuck"]),
        ("games", ["6 ● cat-stand", "d ● German", "5 one-button"]),
        ("cat", ["cat    ●"]),
        ("each", ["1-7   ○●○○○○○"]),
    ],
)
def test_80_by_24_says_it_all(state: str, words: list[str]) -> None:
    shown = view(STATES[state], 80, 24).plain
    assert [word for word in words if word not in shown] == []


@pytest.mark.parametrize("columns", [80, 120, 160])
def test_where_a_browser_finds_it_is_shown_whole_until_something_else_is_to_be_said(columns: int) -> None:
    for state in ("in a browser", "long step"):
        row = next(row for row in view(STATES[state], columns, 24).plain.split("\n") if PLACE in row)
        assert row.startswith(" > ")
    refused = replace(STATES["in a browser"], said="there is nothing to undo")
    assert PLACE not in view(refused, columns, 24).plain
    assert "http" not in view(STATES["in a browser"], 60, 20).plain


def test_a_wide_window_says_what_to_do_about_what_is_broken() -> None:
    shown = " ".join(view(STATES["broken"], 120, 40).plain.split())
    assert "✗ sensor absent" in shown
    assert "Check its" in shown
    assert "GPIO 27 on" in shown


def test_a_display_that_sleeps_is_drawn_darker() -> None:
    awake, asleep = view(CALLED, 80, 24), view(replace(CALLED, dimmed=True), 80, 24)
    assert awake.plain == asleep.plain
    assert awake != asleep
