"""SSD1306 and SSD1309: windows over several pages, and the voltage of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from hardware.bus import Bus
from hardware.simulated import VirtualClock
from hardware.simulated.ssd1306 import SimulatedSsd1306
from hardware.ssd1306 import Ssd1306, Ssd1309

if TYPE_CHECKING:
    from hardware.settings import OledChip
    from tests.hardware.conftest import Box

WITHOUT_PUMP = (0x8D, 0x10, 0xAF)
"""What luma's start says, but for the charge pump."""


@pytest.mark.parametrize(("chip", "driver"), [("ssd1306", Ssd1306), ("ssd1309", Ssd1309)])
def test_a_whole_picture_is_one_window(box: Box, chip: OledChip, driver: type[Ssd1306 | Ssd1309]) -> None:
    box.machine.build_in(chip)
    bus = Bus(box.machine.machine)
    display = driver(bus)
    display.start()
    sent = bus.bytes
    display.display(Image.new("1", (128, 64), 1))
    assert bus.bytes - sent <= 1100


def test_an_ssd1306_knows_all_that_luma_says(box: Box) -> None:
    Ssd1306(Bus(box.machine.machine)).start()
    assert box.oled.unknown == []


def test_an_ssd1309_has_no_charge_pump_and_shines_all_the_same(box: Box) -> None:
    oled = box.machine.build_in("ssd1309")
    Ssd1309(Bus(box.machine.machine)).start()
    assert oled.unknown == [0x8D]
    assert oled.lit


def test_an_ssd1306_is_dark_without_its_charge_pump() -> None:
    oled = SimulatedSsd1306(VirtualClock())
    oled.write(bytes((0x00, *WITHOUT_PUMP)))
    assert oled.on
    assert not oled.lit
