"""What all simulated displays have in common: a controller that decodes its command stream, and what a person sees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.clock import Clock

PAGES: Final = 8

_MORE, _DATA = 0x80, 0x40
"""Bits of the control byte: only one byte follows before the next control byte; what follows is data
(SSD1306, 8.1.5.2; SH1106, "I2C-bus Protocol")."""
_NOP: Final = 0xE3
_STATUS_ON, _STATUS_OFF = 0x03, 0x43


class SimulatedOled(ABC):
    """A controller and its panel, as mounted on the usual module."""

    columns: ClassVar[int]
    """How many columns its RAM has."""
    parameters: ClassVar[Mapping[int, int]]
    """How many bytes follow a command, where any do."""

    def __init__(self, clock: Clock, size: tuple[int, int] = (128, 64), seed: int = 0) -> None:
        self.size = size
        self.turned = False
        """Whether the module is built in upside down."""
        self.unknown: list[int] = []
        """Commands that the chip does not have."""
        self.data_bytes = 0
        """How many bytes were written to RAM."""
        self.back_at = -inf
        """When it is on the bus again, s, monotonic."""
        self._clock = clock
        self._random = Random(seed)
        self.power_on()

    def power_on(self) -> None:
        """The supply comes on: settings as after a reset, RAM full of garbage."""
        self.on = False
        self.inverted = False
        self.contrast = 0x7F
        self._ram = bytearray(self._random.randbytes(self.columns * PAGES))
        self._column = 0
        self._page = 0
        self._mirrored = True
        self._upside_down = True
        self._start_line = 0
        self._offset = 0
        self._lines = 64
        self._all_on = False
        self._pending: list[int] = []
        self._last_was_data = False

    @property
    def plugged(self) -> bool:
        """Whether it is there and acknowledges."""
        return self._clock.monotonic() >= self.back_at

    def unplug(self, seconds: float = inf) -> None:
        """Take it off the bus and its supply, for so long; it forgets everything."""
        self.back_at = max(self.back_at, self._clock.monotonic() + seconds)
        self.power_on()

    def plug(self) -> None:
        """Put it back; it has forgotten everything."""
        self.back_at = -inf
        self.power_on()

    def heal(self) -> None:
        """Plug it in again, if it is not."""
        if not self.plugged:
            self.plug()

    @property
    def lit(self) -> bool:
        """Whether it shows anything at all: on, and its pixels have their voltage."""
        return self.plugged and self.on and self._has_voltage

    def write(self, data: bytes) -> None:
        """Control bytes, and the commands and data that they announce."""
        place = 0
        while place + 1 < len(data):
            control = data[place]
            end = place + 2 if control & _MORE else len(data)
            self._last_was_data = bool(control & _DATA)
            for byte in data[place + 1 : end]:
                if self._last_was_data:
                    self.data_bytes += 1
                    self._store(byte)
                else:
                    self._take(byte)
            place = end

    def read(self, length: int) -> bytes:
        """The status byte: bit 6 is set while the display is off."""
        return bytes((_STATUS_ON if self.on else _STATUS_OFF,)) * length

    def ram_image(self) -> Image.Image:
        """What is in RAM, upright for whoever sits before it, whether or not it shows."""
        return self._as_seen(self._panel())

    def picture(self) -> Image.Image:
        """What a person sees: black when it is off, turned over when it is inverted or its scan is reversed."""
        if not self.lit:
            return Image.new("1", self.size)
        if self._all_on:
            return Image.new("1", self.size, 1)
        image = self._panel()
        if self.inverted:
            image = image.point(lambda value: 0 if value else 255)
        # Rows beyond the multiplex ratio are not driven.
        image.paste(0, (0, min(self._lines, self.size[1]), *self.size))
        if self._mirrored:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self._upside_down:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return self._as_seen(image)

    def _panel(self) -> Image.Image:
        """What is in RAM, as the panel's rows and columns are counted."""
        image = Image.new("1", self.size)
        pixels = image.load()
        assert pixels is not None
        width, height = self.size
        # A panel with fewer columns than the chip has is wired to those in the middle.
        left = (self.columns - width) // 2
        for y in range(height):
            line = (y + self._start_line + self._offset) % 64
            for x in range(width):
                pixels[x, y] = 255 if self._ram[line // 8 * self.columns + left + x] >> line % 8 & 1 else 0
        return image

    def _as_seen(self, image: Image.Image) -> Image.Image:
        return image.transpose(Image.Transpose.ROTATE_180) if self.turned else image

    @property
    @abstractmethod
    def _has_voltage(self) -> bool:
        """Whether the pixels have the 7 V and more that they shine by."""

    @abstractmethod
    def _store(self, byte: int) -> None:
        """Take a byte into RAM and go on to the next place."""

    @abstractmethod
    def _own(self, code: int, parameters: list[int]) -> bool:
        """Carry out a command that only this chip has; False if it has none such."""

    def _take(self, byte: int) -> None:
        self._pending.append(byte)
        code, *parameters = self._pending
        if len(parameters) < self.parameters.get(code, 0):
            return
        self._pending.clear()
        if not self._own(code, parameters) and not self._common(code, parameters) and code not in self.parameters:
            self.unknown.append(code)

    def _common(self, code: int, parameters: list[int]) -> bool:
        match code:
            case 0x81:
                self.contrast = parameters[0]
            case 0xA8:
                self._lines = (parameters[0] & 0x3F) + 1
            case 0xD3:
                self._offset = parameters[0] & 0x3F
            case 0xA0 | 0xA1:
                # The usual module is mounted turned round: its picture is upright with both directions reversed.
                self._mirrored = code == 0xA0
            case 0xC0 | 0xC8:
                self._upside_down = code == 0xC0
            case 0xA4 | 0xA5:
                self._all_on = code == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = code == 0xA7
            case 0xAE | 0xAF:
                self.on = code == 0xAF
            case _ if 0x40 <= code <= 0x7F:
                self._start_line = code & 0x3F
            case _ if code <= 0x0F:
                self._column = self._column & 0xF0 | code
            case _ if code <= 0x1F:
                self._column = (code & 0x0F) << 4 | self._column & 0x0F
            case _ if 0xB0 <= code <= 0xB7:
                self._page = code & 7
            case _:
                return code == _NOP
        return True
