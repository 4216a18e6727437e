"""The display: what is drawn is what the chip has, in as few bytes as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import luma.core.interface.serial
import luma.oled.device
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from hardware.bus import Bus
from hardware.errors import DisplayAbsent
from hardware.ssd1306 import Ssd1306

if TYPE_CHECKING:
    from collections.abc import Callable

Drawing = list[tuple[int, int, int, int, int]]
drawings = st.lists(
    st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(0, 127), st.integers(0, 63), st.integers(0, 1)),
    max_size=6,
)


def drawn(drawing: Drawing) -> Image.Image:
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    for x, y, right, bottom, fill in drawing:
        draw.rectangle((min(x, right), min(y, bottom), max(x, right), max(y, bottom)), fill=fill)
        draw.point((x, bottom), fill=1 - fill)
    return image


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.logical_xor(one, other).getbbox() is None


def text(words: str) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text((40, 24), words, fill=1)
    return image


@pytest.fixture
def screen(box: Any) -> tuple[Any, Bus, Ssd1306]:
    bus = Bus(box.machine.machine)
    display = Ssd1306(bus)
    display.start()
    return box, bus, display


def test_it_is_lumas_own_driver_down_to_the_bus(screen: tuple[Any, Bus, Ssd1306]) -> None:
    _, bus, display = screen
    assert isinstance(display, luma.oled.device.ssd1306)
    assert type(display._serial_interface) is luma.core.interface.serial.i2c
    assert display._serial_interface._bus is bus


def test_the_start_is_the_stock_start(make_box: Callable[..., Any]) -> None:
    ours, stock = make_box(), make_box()
    Ssd1306(Bus(ours.machine.machine)).start()
    luma.oled.device.ssd1306(luma.core.interface.serial.i2c(bus=Bus(stock.machine.machine)))
    commands = [
        b"".join(each.sent[1:] for each in box.bus.log if each.sent[:1] == b"\x00" and each.sent != b"\x00\xe3")
        for box in (ours, stock)
    ]
    assert commands[0] == commands[1]


def test_no_garbage_is_ever_seen(box: Any) -> None:
    seen = []
    write = box.oled.write

    def watch(data: bytes) -> None:
        write(data)
        seen.append(box.oled.picture().getbbox())

    box.oled.write = watch
    Ssd1306(Bus(box.machine.machine)).start()
    assert box.oled.lit
    assert set(seen) == {None}
    assert box.oled.unknown == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sequence=st.lists(st.tuples(drawings, st.integers(0, 12)), min_size=1, max_size=8), hertz=st.sampled_from([1, 4])
)
def test_what_is_drawn_is_what_is_seen(
    make_box: Callable[..., Any], sequence: list[tuple[Drawing, int]], hertz: int
) -> None:
    """However often a picture is overtaken by the next."""
    box = make_box(hertz=hertz * 100_000)
    display = Ssd1306(Bus(box.machine.machine))
    display.start()
    image = drawn([])
    for drawing, steps in sequence:
        image = drawn(drawing)
        pieces = display.pieces(image)
        for _ in range(steps):
            next(pieces, None)
    display.display(image)
    assert same(image, box.oled.ram_image())
    assert same(image, box.oled.picture())
    display.invert(True)
    assert same(ImageChops.invert(image.convert("L")).convert("1"), box.oled.picture())


@pytest.mark.parametrize(
    ("before", "after", "most"), [("12", "12", 0), ("12", "13", 20), ("19", "20", 40), ("", "WWWWWWWW", 200)]
)
def test_only_what_changes_is_sent(screen: tuple[Any, Bus, Ssd1306], before: str, after: str, most: int) -> None:
    _, bus, display = screen
    display.display(text(before))
    sent = bus.bytes
    display.display(text(after))
    assert bus.bytes - sent <= most


def test_a_whole_picture_is_one_window(screen: tuple[Any, Bus, Ssd1306]) -> None:
    _, bus, display = screen
    sent = bus.bytes
    display.display(Image.new("1", (128, 64), 1))
    assert bus.bytes - sent <= 1100


@pytest.mark.parametrize("hertz", [400_000, 100_000, 1_000_000])
def test_a_piece_holds_the_bus_for_three_milliseconds_at_most(make_box: Callable[..., Any], hertz: int) -> None:
    box = make_box(hertz=hertz)
    display = Ssd1306(Bus(box.machine.machine))
    display.start()
    for number in range(30):
        image = drawn([(number, number, 127 - number, 60, number % 2), (number * 4, 0, number * 4 + 6, 63, 1)])
        began = box.clock.monotonic()
        for _ in display.pieces(image):
            assert box.clock.monotonic() - began <= 0.003
            began = box.clock.monotonic()


def test_pictures_that_overtake_each_other_all_get_to_the_bottom(make_box: Callable[..., Any]) -> None:
    box = make_box(hertz=100_000)
    display = Ssd1306(Bus(box.machine.machine))
    display.start()
    display.display(Image.new("1", (128, 64)))
    for number in range(12):
        full = Image.new("1", (128, 64), number % 2)
        ImageDraw.Draw(full).rectangle((0, 56, 127, 63), fill=1)
        pieces = display.pieces(full)
        for _ in range(18):
            next(pieces, None)
    assert box.oled.ram_image().crop((0, 56, 128, 64)).getbbox() == (0, 0, 128, 8)


def test_after_an_error_the_whole_picture_is_sent_again(screen: tuple[Any, Bus, Ssd1306]) -> None:
    box, bus, display = screen
    image = text("12")
    display.display(image)
    box.oled.unplug()
    with pytest.raises(OSError, match="not found"):
        display.display(text("13"))
    box.oled.plug()
    with pytest.raises(AssertionError):
        display.display(Image.new("1", (10, 10)))
    sent = bus.bytes
    display.start()
    display.display(image)
    assert bus.bytes - sent > 1000
    assert same(image, box.oled.picture())


def test_no_display(box: Any) -> None:
    box.oled.unplug()
    with pytest.raises(DisplayAbsent, match="nothing answers at 0x3C on I2C bus 1: check"):
        Ssd1306(Bus(box.machine.machine)).start()


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_any_way_up(box: Any, quarters: int) -> None:
    display = Ssd1306(Bus(box.machine.machine), rotate=quarters)
    display.start()
    image = Image.new("1", display.size)
    ImageDraw.Draw(image).text((3, 3), "Ben!", fill=1)
    display.display(image)
    assert same(image.rotate(-90 * quarters, expand=True), box.oled.picture())
