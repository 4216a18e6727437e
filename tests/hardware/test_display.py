"""Every display, whatever its chip and size: what is drawn is what the chip has, in as few bytes as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import luma.core.interface.serial
import luma.oled.device
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from hardware.bus import Bus
from hardware.errors import DisplayAbsent
from hardware.settings import OledChip
from hardware.sh1106 import Sh1106
from hardware.ssd1306 import Ssd1306, Ssd1309

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.simulated.oled import SimulatedOled
    from hardware.sparing import Sparing
    from tests.hardware.conftest import Box

Kind = tuple[OledChip, int]
Drawing = list[tuple[int, int, int, int, int]]

DRIVERS: Final[dict[str, type[Sparing]]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}
KINDS: Final[tuple[Kind, ...]] = (("ssd1306", 64), ("ssd1306", 32), ("ssd1309", 64), ("sh1106", 64))
INVERT, UPRIGHT, NOTHING = b"\x00\xa7", b"\x00\xa6", b"\x00\xe3"

drawings = st.lists(
    st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(0, 127), st.integers(0, 63), st.integers(0, 1)),
    max_size=6,
)


@pytest.fixture(params=KINDS, ids=lambda kind: f"{kind[0]}-128x{kind[1]}")
def kind(request: pytest.FixtureRequest) -> Kind:
    return request.param  # type: ignore[no-any-return]  # as KINDS has it


def build(box: Box, kind: Kind, rotate: int = 0) -> tuple[SimulatedOled, Bus, Sparing]:
    """A display of this kind on the box's bus, not started yet."""
    chip, height = kind
    oled = box.machine.build_in(chip, (128, height), turned=rotate == 2)
    bus = Bus(box.machine.machine)
    return oled, bus, DRIVERS[chip](bus, height=height, rotate=rotate)


def drawn(drawing: Drawing, size: tuple[int, int]) -> Image.Image:
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    for x, y, right, bottom, fill in drawing:
        draw.rectangle((min(x, right), min(y, bottom), max(x, right), max(y, bottom)), fill=fill)
        draw.point((x, bottom), fill=1 - fill)
    return image


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.logical_xor(one, other).getbbox() is None


def text(words: str, size: tuple[int, int]) -> Image.Image:
    image = Image.new("1", size)
    ImageDraw.Draw(image).text((40, 8), words, fill=1)
    return image


def test_it_is_lumas_own_driver_down_to_the_bus(box: Box, kind: Kind) -> None:
    _, bus, display = build(box, kind)
    assert isinstance(display, getattr(luma.oled.device, kind[0]))
    assert type(display._serial_interface) is luma.core.interface.serial.i2c
    assert display._serial_interface._bus is bus


def test_the_start_is_the_stock_start(make_box: Callable[..., Box], kind: Kind) -> None:
    chip, height = kind
    ours, stock = make_box(), make_box()
    build(ours, kind)[2].start()
    oled = stock.machine.build_in(chip, (128, height))
    getattr(luma.oled.device, chip)(
        luma.core.interface.serial.i2c(bus=Bus(stock.machine.machine)), width=128, height=height
    )
    commands = [
        b"".join(each.sent[1:] for each in box.bus.log if each.sent[:1] == b"\x00" and each.sent != NOTHING)
        for box in (ours, stock)
    ]
    assert commands[0] == commands[1]
    assert same(oled.ram_image(), ours.machine.oled.ram_image())


def test_no_garbage_is_ever_seen(box: Box, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    oled, _, display = build(box, kind)
    assert oled.ram_image().getbbox() is not None
    seen = []
    write = oled.write

    def watch(data: bytes) -> None:
        write(data)
        seen.append(oled.picture().getbbox())

    monkeypatch.setattr(oled, "write", watch)
    display.start()
    assert oled.lit
    assert set(seen) == {None}


@pytest.mark.parametrize("rotate", [0, 2])
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sequence=st.lists(st.tuples(drawings, st.integers(0, 12)), min_size=1, max_size=6), hertz=st.sampled_from([1, 4])
)
def test_what_is_drawn_is_what_is_seen(
    make_box: Callable[..., Box], kind: Kind, rotate: int, sequence: list[tuple[Drawing, int]], hertz: int
) -> None:
    """However often a picture is overtaken by the next, and whichever way up the display is built in."""
    oled, _, display = build(make_box(hertz=hertz * 100_000), kind, rotate)
    display.start()
    image = drawn([], display.size)
    for drawing, steps in sequence:
        image = drawn(drawing, display.size)
        pieces = display.pieces(image)
        for _ in range(steps):
            next(pieces, None)
    display.display(image)
    assert same(image, oled.ram_image())
    assert same(image, oled.picture())
    display.invert(True)
    assert same(ImageChops.invert(image.convert("L")).convert("1"), oled.picture())


def test_a_large_panel_that_is_told_to_be_a_small_one_stays_dark_below(box: Box) -> None:
    oled = box.machine.build_in("ssd1306")
    display = Ssd1306(Bus(box.machine.machine), height=32)
    display.start()
    display.display(Image.new("1", (128, 32), 1))
    assert oled.picture().getbbox() == (0, 0, 128, 32)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_any_way_up(box: Box, kind: Kind, quarters: int) -> None:
    oled, _, display = build(box, kind, quarters)
    oled.turned = False
    display.start()
    image = Image.new("1", display.size)
    ImageDraw.Draw(image).text((3, 3), "Ben!", fill=1)
    display.display(image)
    assert same(image.rotate(-90 * quarters, expand=True), oled.picture())


@pytest.mark.parametrize(
    ("before", "after", "most"), [("12", "12", 0), ("12", "13", 26), ("19", "20", 40), ("", "WWWWWWWW", 200)]
)
def test_only_what_changes_is_sent(box: Box, kind: Kind, before: str, after: str, most: int) -> None:
    _, bus, display = build(box, kind)
    display.start()
    display.display(text(before, display.size))
    sent = bus.bytes
    display.display(text(after, display.size))
    assert bus.bytes - sent <= most


@pytest.mark.parametrize(("chip", "cost"), [("ssd1306", 15), ("ssd1309", 15), ("sh1106", 12)])
def test_what_a_digit_costs(box: Box, chip: OledChip, cost: int) -> None:
    """A figure of five columns within one page."""
    _, bus, display = build(box, (chip, 64))
    display.start()
    display.display(Image.new("1", display.size))
    sent = bus.bytes
    display.display(drawn([(60, 9, 64, 13, 1)], display.size))
    assert bus.bytes - sent == cost


@pytest.mark.parametrize("hertz", [400_000, 100_000, 1_000_000])
def test_a_piece_holds_the_bus_for_three_milliseconds_at_most(
    make_box: Callable[..., Box], kind: Kind, hertz: int
) -> None:
    box = make_box(hertz=hertz)
    _, _, display = build(box, kind)
    display.start()
    for number in range(30):
        image = drawn(
            [(number, number, 127 - number, 60, number % 2), (number * 4, 0, number * 4 + 6, 63, 1)], display.size
        )
        began = box.clock.monotonic()
        for _ in display.pieces(image):
            assert box.clock.monotonic() - began <= 0.003
            began = box.clock.monotonic()


def test_a_flash_waits_three_milliseconds_at_most_while_the_display_moves(
    make_box: Callable[..., Box], kind: Kind
) -> None:
    chip, height = kind
    box = make_box(oled_chip=chip, oled_size=(128, height))
    oled = box.machine.build_in(chip, (128, height))
    box.run(1.0)
    image = Image.new("1", (128, height))
    for number in range(100):
        image = drawn([(number % 80, 6, number % 80 + 26, 30, 1)], (128, height))
        box.thread.show(image)
        box.clock.sleep(0.0011 + number * 0.000074)
        asked = box.clock.monotonic()
        box.thread.invert(on=number % 2 == 0)
        box.clock.sleep(0.05)
        wanted = INVERT if number % 2 == 0 else UPRIGHT
        assert next(each.t for each in box.bus.log if each.t > asked and each.sent == wanted) - asked <= 0.003
    assert same(image, oled.picture())


def test_pictures_that_overtake_each_other_all_get_to_the_bottom(make_box: Callable[..., Box], kind: Kind) -> None:
    oled, _, display = build(make_box(hertz=100_000), kind)
    width, height = display.size
    display.start()
    for number in range(12):
        full = Image.new("1", (width, height), number % 2)
        ImageDraw.Draw(full).rectangle((0, height - 8, width, height), fill=1)
        pieces = display.pieces(full)
        for _ in range(18):
            next(pieces, None)
    assert oled.ram_image().crop((0, height - 8, width, height)).getbbox() == (0, 0, width, 8)


def test_after_an_error_the_whole_picture_is_sent_again(box: Box, kind: Kind) -> None:
    oled, bus, display = build(box, kind)
    display.start()
    image = text("12", display.size)
    display.display(image)
    oled.unplug()
    with pytest.raises(OSError, match="not found"):
        display.display(text("13", display.size))
    oled.plug()
    with pytest.raises(AssertionError):
        display.display(Image.new("1", (10, 10)))
    sent = bus.bytes
    display.start()
    display.display(image)
    assert bus.bytes - sent > 128 * kind[1] // 8
    assert same(image, oled.picture())


def test_a_display_that_lost_its_supply_is_started_again(make_box: Callable[..., Box], kind: Kind) -> None:
    chip, height = kind
    box = make_box(oled_chip=chip, oled_size=(128, height))
    oled = box.machine.build_in(chip, (128, height))
    image = text("Ben!", (128, height))
    box.thread.show(image)
    box.run(1.0)
    oled.power_on()
    assert not oled.lit
    box.run(3.0)
    assert same(image, oled.picture())


def test_a_display_that_lost_its_supply_is_started_again_while_something_rolls_over_it(
    make_box: Callable[..., Box], kind: Kind
) -> None:
    chip, height = kind
    box = make_box(oled_chip=chip, oled_size=(128, height))
    oled = box.machine.build_in(chip, (128, height))
    box.thread.show(text("0", (128, height)))
    box.run(1.0)
    oled.power_on()
    for number in range(60):
        box.thread.show(text(str(number), (128, height)))
        box.run(0.05)
    box.run(0.1)
    assert same(text("59", (128, height)), oled.picture())


def test_no_display(box: Box, kind: Kind) -> None:
    oled, _, display = build(box, kind)
    oled.unplug()
    with pytest.raises(DisplayAbsent, match="nothing answers at 0x3C on I2C bus 1: check"):
        display.start()


def test_a_picture_comes_over_the_slowest_wire(make_box: Callable[..., Box], kind: Kind) -> None:
    """A byte of 1 ms is slower than any controller; a busy machine has shown such, and no piece had room then."""
    box = make_box(hertz=9_000)
    oled, _, display = build(box, kind)
    display.start()
    for words in ("Ada", "Ben"):
        display.display(text(words, display.size))
        assert same(oled.picture(), text(words, display.size))
