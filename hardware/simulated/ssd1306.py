"""A simulated SSD1306: decodes its command stream into RAM and shows what a person would see (datasheet, revision 1.5)."""

from __future__ import annotations

from math import inf
from random import Random
from typing import TYPE_CHECKING, Final

from PIL import Image

if TYPE_CHECKING:
    from hardware.clock import Clock

COLUMNS: Final = 128
PAGES: Final = 8

_PARAMETERS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1,
    0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
"""How many bytes follow a command, where any do (table 9-1)."""
_SCROLLS = frozenset({0x26, 0x27, 0x29, 0x2A, 0xA3, 0x2E, 0x2F})
_MORE, _DATA = 0x80, 0x40
"""Bits of the control byte: only one byte follows before the next control byte; what follows is data (8.1.5.2)."""
_HORIZONTAL, _VERTICAL, _BY_PAGE = 0, 1, 2
_STATUS_ON, _STATUS_OFF = 0x03, 0x43


class SimulatedSsd1306:
    """The controller and its panel, as mounted on the usual module."""

    def __init__(self, clock: Clock, size: tuple[int, int] = (128, 64), seed: int = 0) -> None:
        self.size = size
        self.unknown: list[int] = []
        """Commands that the chip does not have."""
        self.data_bytes = 0
        """How many bytes were written to RAM."""
        self._clock = clock
        self._back_at = -inf
        self._random = Random(seed)
        self.power_on()

    def power_on(self) -> None:
        """The supply comes on: settings as after a reset, RAM full of garbage."""
        self.on = False
        self.inverted = False
        self.contrast = 0x7F
        self._ram = bytearray(self._random.randbytes(COLUMNS * PAGES))
        self._mode = _BY_PAGE
        self._columns = (0, COLUMNS - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._mirrored = True
        self._upside_down = True
        self._start_line = 0
        self._offset = 0
        self._lines = 64
        self._all_on = False
        self._pump = False
        self._pending: list[int] = []

    @property
    def plugged(self) -> bool:
        """Whether it is there and acknowledges."""
        return self._clock.monotonic() >= self._back_at

    def unplug(self, seconds: float = inf) -> None:
        """Take it off the bus and its supply, for so long; it forgets everything."""
        self._back_at = max(self._back_at, self._clock.monotonic() + seconds)
        self.power_on()

    def plug(self) -> None:
        """Put it back; it has forgotten everything."""
        self._back_at = -inf
        self.power_on()

    def heal(self) -> None:
        """Plug it in again, if it is not."""
        if not self.plugged:
            self.plug()

    @property
    def lit(self) -> bool:
        """Whether it shows anything at all: on, and its charge pump runs."""
        return self.plugged and self.on and self._pump

    def write(self, data: bytes) -> None:
        """Control bytes, and the commands and data that they announce."""
        place = 0
        while place + 1 < len(data):
            control = data[place]
            end = place + 2 if control & _MORE else len(data)
            for byte in data[place + 1 : end]:
                if control & _DATA:
                    self._store(byte)
                else:
                    self._command(byte)
            place = end

    def read(self, length: int) -> bytes:
        """The status byte (table 9-2): bit 6 is set while the display is off."""
        return bytes((_STATUS_ON if self.on else _STATUS_OFF,)) * length

    def ram_image(self) -> Image.Image:
        """What is in RAM, upright, whether or not it shows."""
        image = Image.new("1", self.size)
        pixels = image.load()
        assert pixels is not None
        width, height = self.size
        for y in range(height):
            line = (y + self._start_line + self._offset) % 64
            for x in range(width):
                pixels[x, y] = 255 if self._ram[line // 8 * COLUMNS + x] >> line % 8 & 1 else 0
        return image

    def picture(self) -> Image.Image:
        """What a person sees: black when it is off, turned over when it is inverted or its scan is reversed."""
        if not self.lit:
            return Image.new("1", self.size)
        if self._all_on:
            return Image.new("1", self.size, 1)
        image = self.ram_image()
        if self._mirrored:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self._upside_down:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return image.point(lambda value: 0 if value else 255) if self.inverted else image

    def _store(self, byte: int) -> None:
        self.data_bytes += 1
        self._ram[self._page * COLUMNS + self._column] = byte
        first, last = self._columns
        if self._mode == _BY_PAGE:
            self._column = (self._column + 1) % COLUMNS
        elif self._mode == _HORIZONTAL:
            self._column += 1
            if self._column > last or self._column >= COLUMNS:
                self._column = first
                self._page = self._next_page()
        else:
            page = self._next_page()
            if page == self._pages[0]:
                self._column = first if self._column >= last else self._column + 1
            self._page = page

    def _next_page(self) -> int:
        return self._pages[0] if self._page >= self._pages[1] else self._page + 1

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        code, *parameters = self._pending
        if len(parameters) < _PARAMETERS.get(code, 0):
            return
        self._pending.clear()
        match code, parameters:
            case 0x20, [mode]:
                self._mode = mode & 3
            case 0x21, [first, last]:
                self._columns = (first & 0x7F, last & 0x7F)
                self._column = first & 0x7F
            case 0x22, [first, last]:
                self._pages = (first & 7, last & 7)
                self._page = first & 7
            case 0x81, [level]:
                self.contrast = level
            case 0x8D, [pump]:
                self._pump = bool(pump & 0x04)
            case 0xA8, [ratio]:
                self._lines = (ratio & 0x3F) + 1
            case 0xD3, [offset]:
                self._offset = offset & 0x3F
            case _:
                self._plain_command(code)

    def _plain_command(self, code: int) -> None:
        if code in (0xA0, 0xA1):
            # The usual module is mounted turned round: its picture is upright with both directions reversed.
            self._mirrored = code == 0xA0
        elif code in (0xC0, 0xC8):
            self._upside_down = code == 0xC0
        elif code in (0xA4, 0xA5):
            self._all_on = code == 0xA5
        elif code in (0xA6, 0xA7):
            self.inverted = code == 0xA7
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif 0x40 <= code <= 0x7F:
            self._start_line = code & 0x3F
        elif code <= 0x0F:
            self._column = self._column & 0xF0 | code
        elif code <= 0x1F:
            self._column = (code & 0x07) << 4 | self._column & 0x0F
        elif 0xB0 <= code <= 0xB7:
            self._page = code & 7
        elif code not in _SCROLLS and code not in _PARAMETERS and code != 0xE3:
            self.unknown.append(code)
