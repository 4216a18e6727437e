"""The OLED: luma's driver, with only how a frame is packed and sent done anew."""

from __future__ import annotations

from errno import EREMOTEIO
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c
from luma.oled.device import ssd1306
from PIL import Image

from hardware.bus import PIECE, Bus
from hardware.chips import look_for_display

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WINDOW_COST = 10
"""Bytes that a window of its own costs: 8 for its command, 2 before its data."""
_BLOCK = 32
"""Bytes that luma sends at once."""
_STATUS_OFF = 0x40
"""Bit of the status byte (SSD1306, table 9-2): the display is off."""


class Ssd1306(ssd1306):  # type: ignore[misc]  # luma is not typed
    """luma's ``ssd1306`` that sends only what changed, in pieces (stock: 1,096 bytes a digit, this way 15).

    Made, it has sent nothing yet: ``start`` sends what the stock constructor sends, as often as the display comes
    back. (A new luma object for each time would never be freed: luma keeps every one for the program's exit.)
    """

    def __init__(self, bus: Bus, address: int = 0x3C, *, width: int = 128, height: int = 64, rotate: int = 0) -> None:
        self._bus = bus
        self._address = address
        self._ram = bytearray(width * height // 8)
        """What the chip has in its RAM, page by page, in the pages that are ``_known``."""
        self._known: set[int] = set()
        self._turn = 0
        """The page to begin with: pictures that overtake each other must not leave the lower half behind."""
        self._tells_off = False
        self._starting: list[Callable[[], None]] | None = []
        super().__init__(i2c(bus=bus, address=address), width, height, rotate)
        self._stock_start, self._starting = self._starting, None
        # Whoever owns the display says goodbye itself; nothing may use the bus at the program's exit.
        self.persist = True

    def look(self) -> None:
        """Raise DisplayAbsent if nothing answers, BusUnavailable if nothing can."""
        look_for_display(self._bus, self._address)

    def start(self) -> None:
        """Settings, an empty picture, and only then light. Raises DisplayAbsent, OSError."""
        self.look()
        self._known.clear()
        for send in self._stock_start:
            send()
        try:
            # A byte read over I2C is the status. A copy that gives none, or "off" now, is not asked again.
            self._tells_off = not self._status() & _STATUS_OFF
        except OSError:
            self._tells_off = False

    def display(self, image: Image.Image) -> None:
        """Show a picture, all at once."""
        if self._starting is not None:
            self._starting.append(partial(self.display, image))
            return
        for _ in self.pieces(image):
            pass

    def pieces(self, image: Image.Image) -> Iterator[None]:
        """Show a picture: each step holds the bus for ``PIECE`` at most, and anything may go between two steps.

        It may be given up at any step for another picture, which goes on from what the chip has by then.
        """
        wanted = self._packed(image)
        for window in self._windows(wanted):
            yield from self._send(window, wanted)
        self._turn = 0

    def invert(self, on: bool) -> None:
        """Turn black and white over: three bytes, 0.07 ms at 400 kHz."""
        self.command(self._const.INVERTDISPLAY if on else self._const.NORMALDISPLAY)

    def forgot(self) -> bool:
        """Whether the chip has lost its settings: it says that it is off. Raises DisplayAbsent, OSError."""
        if not self._tells_off:
            self.look()
            return False
        return bool(self._status() & _STATUS_OFF)

    def command(self, *cmd: int) -> None:
        """Send a command."""
        if self._starting is not None:
            self._starting.append(partial(self.command, *cmd))
            return
        self._trusting(partial(super().command, *cmd))

    def data(self, data: list[int]) -> None:
        """Send what goes into the chip's RAM."""
        self._trusting(partial(super().data, data))

    def _trusting(self, send: Callable[[], None]) -> None:
        """Send; if that fails, nobody knows any more what the chip has."""
        try:
            send()
        except DeviceNotFoundError as error:
            # luma's word for what every other transfer calls an OSError.
            self._known.clear()
            raise OSError(EREMOTEIO, str(error)) from error
        except Exception:
            self._known.clear()
            raise

    def _status(self) -> int:
        status = bytearray(1)
        self._bus.readfrom_into(self._address, status)
        return status[0]

    def _packed(self, image: Image.Image) -> bytes:
        """The picture as the chip has it: page by page, a byte a column, the lowest bit on top."""
        assert image.mode == self.mode, f"a picture has mode {self.mode!r}, not {image.mode!r}"
        assert image.size == self.size, f"a picture has {self.size} pixels, not {image.size}"
        # Turned on its side, Pillow's own packing (lowest bit first) makes each column's pages follow each other:
        # 0.22 million instructions a frame, where luma's loop over pixels takes 4.4.
        columns = self.preprocess(image).transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
        return b"".join(columns[page :: self._pages] for page in range(self._pages))

    def _windows(self, wanted: bytes) -> list[_Window]:
        """Where the chip's RAM is to be written, in as few bytes on the bus as possible."""
        width = self._w
        windows: list[_Window] = []
        for page in (*range(self._turn, self._pages), *range(self._turn)):
            here = slice(page * width, (page + 1) * width)
            changes = _changes(self._ram[here], wanted[here]) if page in self._known else [(0, width)]
            for first, last in changes:
                new = _Window(first, last, page, page + 1)
                if windows and windows[-1].joins(new):
                    windows[-1] = windows[-1].joined(new)
                else:
                    windows.append(new)
        return windows

    def _send(self, window: _Window, wanted: bytes) -> Iterator[None]:
        first, last, top, bottom = window
        self.command(
            self._const.COLUMNADDR, self._colstart + first, self._colstart + last - 1,
            self._const.PAGEADDR, top, bottom - 1,
        )  # fmt: skip
        places = [page * self._w + column for page in range(top, bottom) for column in range(first, last)]
        room = self._bus.bytes_in(PIECE) - _WINDOW_COST
        while places:
            # A piece is as many of luma's blocks as fit, or a part of one: at 100 kHz 27 bytes make 2.5 ms.
            length = room // (_BLOCK + 2) * _BLOCK or max(8, room - 2)
            piece, places = places[:length], places[length:]
            self.data([wanted[place] for place in piece])
            self._note(piece, wanted)
            yield
            room = self._bus.bytes_in(PIECE)

    def _note(self, piece: list[int], wanted: bytes) -> None:
        for place in piece:
            self._ram[place] = wanted[place]
            # A page that is not known is sent as a whole, from its first column to its last.
            if place % self._w == self._w - 1:
                self._known.add(place // self._w)
        self._turn = piece[-1] // self._w


class _Window(NamedTuple):
    """Columns and pages of the RAM, each from the first to before the last."""

    first: int
    last: int
    top: int
    bottom: int

    @property
    def area(self) -> int:
        return (self.last - self.first) * (self.bottom - self.top)

    def joined(self, other: _Window) -> _Window:
        return _Window(min(self.first, other.first), max(self.last, other.last), min(self.top, other.top), other.bottom)

    def joins(self, other: _Window) -> bool:
        """Whether one window around both costs fewer bytes than two."""
        return self.top <= other.top and self.joined(other).area <= self.area + other.area + _WINDOW_COST


def _changes(old: bytes | bytearray, new: bytes) -> Iterator[tuple[int, int]]:
    """From where to where a page differs; gaps that are cheaper to send than to leave out are bridged."""
    if old == new:
        return
    first = last = -1
    for column, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            if first < 0:
                first = column
            elif column - last >= _WINDOW_COST:
                yield first, last + 1
                first = column
            last = column
    yield first, last + 1
