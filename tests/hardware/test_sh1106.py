"""SH1106: 132 columns, one page at a time, and a start that is not all meant for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from hardware.bus import Bus
from hardware.sh1106 import Sh1106
from hardware.simulated import VirtualClock
from hardware.simulated.sh1106 import SimulatedSh1106

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.hardware.conftest import Box

START = b"\x00\xae"
PAGE_3, COLUMN_0x2B = 0xB3, (0x0B, 0x12)


@pytest.fixture
def oled() -> SimulatedSh1106:
    return SimulatedSh1106(VirtualClock(), seed=3)


def command(oled: SimulatedSh1106, *codes: int) -> None:
    oled.write(bytes((0x00, *codes)))


def test_it_ignores_the_two_words_of_lumas_start_that_it_does_not_know(box: Box) -> None:
    chip = box.machine.build_in("sh1106")
    Sh1106(Bus(box.machine.machine)).start()
    assert chip.unknown == [0x20, 0x8D]
    assert chip.lit


def test_the_panel_shows_the_columns_in_the_middle(oled: SimulatedSh1106) -> None:
    for page in range(8):
        command(oled, 0xB0 + page, 0x00, 0x10)
        oled.write(bytes((0x40, *[0] * 132)))
    command(oled, PAGE_3, *COLUMN_0x2B)
    oled.write(b"\x40\x81")
    assert oled.ram_image().getbbox() == (0x2B - 2, 24, 0x2B - 1, 32)


@pytest.mark.parametrize("column", [0, 1, 130])
def test_what_is_beside_the_panel_is_not_seen(oled: SimulatedSh1106, column: int) -> None:
    before = oled.ram_image().tobytes()
    command(oled, PAGE_3, column & 15, 0x10 | column >> 4)
    oled.write(b"\x40\x55\xaa" if column != 1 else b"\x40\x55")
    assert oled.ram_image().tobytes() == before


def test_a_page_that_is_full_does_not_run_over_into_the_next(oled: SimulatedSh1106) -> None:
    command(oled, PAGE_3, *COLUMN_0x2B)
    before = oled.ram_image()
    oled.write(bytes((0x40, *[0xFF] * 500)))
    after = oled.ram_image()
    for part in ((0, 0, 128, 24), (0, 32, 128, 64), (0, 24, 41, 32)):
        assert after.crop(part).tobytes() == before.crop(part).tobytes()
    assert after.crop((41, 24, 128, 32)).tobytes() == Image.new("1", (87, 8), 1).tobytes()


@pytest.mark.parametrize(
    ("codes", "lit"),
    [
        ((), False),
        ((0xAF,), True),
        ((0xAF, 0xAD, 0x8A), False),
        ((0xAF, 0xAD, 0x8A, 0xAD, 0x8B), True),
        ((0xAF, 0xAE), False),
    ],
)
def test_it_shines_while_it_is_on_and_its_converter_too(
    oled: SimulatedSh1106, codes: tuple[int, ...], lit: bool
) -> None:
    command(oled, *codes)
    assert oled.lit == lit


def test_what_stands_in_its_ram_is_not_taken_for_its_status(make_box: Callable[..., Box]) -> None:
    box = make_box(oled_chip="sh1106")
    box.machine.build_in("sh1106")
    for lit in (1, 0, 1):
        box.thread.show(Image.new("1", (128, 64), lit))
        box.run(5.0)
    assert len([each for each in box.bus.log if each.sent[:2] == START]) == 1


def test_contrast_and_inversion(oled: SimulatedSh1106) -> None:
    command(oled, 0x81, 0x33, 0xA7, 0xAF, 0xA1, 0xC8)
    assert oled.contrast == 0x33
    inside = oled.ram_image()
    assert oled.picture().tobytes() == inside.point(lambda value: 0 if value else 255).tobytes()
