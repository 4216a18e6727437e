"""What the drivers of all displays have in common: only how a picture is packed and sent, which is luma's slow part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from errno import EREMOTEIO
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from luma.core.device import device
from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c
from PIL import Image, ImageChops

from hardware.chips import look_for_display

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hardware.bus import Bus

_BLOCK: Final = 32
"""Bytes that luma sends at once."""
_STATUS_OFF: Final = 0x40
"""Bit of the status byte (SSD1306, table 9-2; SH1106, "Read Status"): the display is off."""


class Sparing(device, ABC):  # type: ignore[misc]  # luma is not typed
    """Goes before luma's own class of a chip, which then sends only what changed, in pieces.

    Made, it has sent nothing yet: ``start`` sends what the stock constructor sends, as often as the display comes
    back. (A new luma object for each time would never be freed: luma keeps every one for the program's exit.)
    """

    _window_cost: ClassVar[int]
    """Bytes that a window of its own costs: its command's, and 2 before its data."""

    def __init__(self, bus: Bus, address: int = 0x3C, *, width: int = 128, height: int = 64, rotate: int = 0) -> None:
        self._bus = bus
        self._address = address
        self._ram = bytearray(width * height // 8)
        """What the chip has in its RAM, page by page, in the pages that are ``_known``."""
        self._shown: Image.Image | None = None
        """The picture that it shows; None while it shows parts of two."""
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
        self._forget()
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
        """Show a picture: each step holds the bus for one ``piece`` at most, and anything may go between two steps.

        What the next is compared with is the picture itself: it must not be drawn on afterwards.
        It may be given up at any step for another picture, which goes on from what the chip has by then.
        """
        assert image.mode == self.mode, f"a picture has mode {self.mode!r}, not {image.mode!r}"
        assert image.size == self.size, f"a picture has {self.size} pixels, not {image.size}"
        image = self.preprocess(image)
        wanted = bytearray(self._ram)
        if area := self._area(image):
            self._pack(image, area, wanted)
            self._shown = None
            for window in self._windows(wanted, area):
                yield from self._send(window, wanted)
        self._turn = 0
        self._shown = image

    def invert(self, on: bool) -> None:
        """Turn black and white over: three bytes, 0.07 ms at 400 kHz."""
        self.command(self._const.INVERTDISPLAY if on else self._const.NORMALDISPLAY)

    def forgot(self) -> bool:
        """Whether the chip has lost its settings: it says that it is off. Raises DisplayAbsent, OSError."""
        # Only after a command is it the status that is read; after data it may be RAM (SH1106, "I2C-bus Protocol").
        self.look()
        return self._tells_off and bool(self._status() & _STATUS_OFF)

    def command(self, *cmd: int) -> None:
        """Send a command."""
        if self._starting is not None:
            self._starting.append(partial(self.command, *cmd))
            return
        self._trusting(partial(super().command, *cmd))

    def data(self, data: list[int]) -> None:
        """Send what goes into the chip's RAM."""
        self._trusting(partial(super().data, data))

    @abstractmethod
    def _aim(self, window: Window) -> None:
        """Tell the chip where in its RAM the data that follow belong."""

    def _area(self, image: Image.Image) -> Window | None:
        """Where a picture may differ from what the chip has; None if it does nowhere."""
        box = (0, 0, self._w, self._h)
        if self._shown is not None:
            found = ImageChops.difference(image, self._shown).getbbox()
            if found is None:
                return None
            box = found
        left, top, right, bottom = box
        return Window(left, right, top // 8, (bottom + 7) // 8)

    def _pack(self, image: Image.Image, area: Window, into: bytearray) -> None:
        """Pack an area as the chip has it: page by page, a byte a column, the lowest bit on top."""
        # Turned on its side, Pillow's own packing (lowest bit first) makes each column's pages follow each other:
        # 0.22 million instructions a frame, where luma's loop over pixels takes 4.4.
        part = image.crop((area.first, 8 * area.top, area.last, 8 * area.bottom))
        columns = part.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
        pages = area.bottom - area.top
        for page in range(pages):
            start = (area.top + page) * self._w
            into[start + area.first : start + area.last] = columns[page::pages]

    def _windows(self, wanted: bytearray, area: Window) -> list[Window]:
        """Where the chip's RAM is to be written, in as few bytes on the bus as possible."""
        pages: Iterable[int] = range(area.top, area.bottom)
        if area.top <= self._turn < area.bottom:
            pages = (*range(self._turn, area.bottom), *range(area.top, self._turn))
        return [
            Window(first, last, page, page + 1) for page in pages for first, last in self._changes(page, wanted, area)
        ]

    def _changes(self, page: int, wanted: bytearray, area: Window) -> Iterator[tuple[int, int]]:
        """From where to where a page differs; gaps that are cheaper to send than to leave out are bridged."""
        if page not in self._known:
            yield 0, self._w
            return
        here = slice(page * self._w + area.first, page * self._w + area.last)
        old, new = self._ram[here], wanted[here]
        if old == new:
            return
        first = last = -1
        for column, (before, after) in enumerate(zip(old, new, strict=True), area.first):
            if before != after:
                if first < 0:
                    first = column
                elif column - last >= self._window_cost:
                    yield first, last + 1
                    first = column
                last = column
        yield first, last + 1

    def _send(self, window: Window, wanted: bytearray) -> Iterator[None]:
        self._aim(window)
        first, last, top, bottom = window
        places = [page * self._w + column for page in range(top, bottom) for column in range(first, last)]
        room = self._bus.piece - self._window_cost
        while places:
            # A piece is as many of luma's blocks as fit, or a part of one: at 100 kHz 30 bytes make 2.7 ms.
            length = max(0, room) // (_BLOCK + 2) * _BLOCK or max(8, room - 2)
            piece, places = places[:length], places[length:]
            self.data([wanted[place] for place in piece])
            self._note(piece, wanted)
            yield
            room = self._bus.piece

    def _note(self, piece: list[int], wanted: bytearray) -> None:
        for place in piece:
            self._ram[place] = wanted[place]
            # A page that is not known is sent as a whole, from its first column to its last.
            if place % self._w == self._w - 1:
                self._known.add(place // self._w)
        self._turn = piece[-1] // self._w

    def _status(self) -> int:
        status = bytearray(1)
        self._bus.readfrom_into(self._address, status)
        return status[0]

    def _trusting(self, send: Callable[[], None]) -> None:
        """Send; if that fails, nobody knows any more what the chip has."""
        try:
            send()
        except DeviceNotFoundError as error:
            # luma's word for what every other transfer calls an OSError.
            self._forget()
            raise OSError(EREMOTEIO, str(error)) from error
        except Exception:
            self._forget()
            raise

    def _forget(self) -> None:
        """Whatever the chip has, it is to be sent anew."""
        self._known.clear()
        self._shown = None


class Window(NamedTuple):
    """Columns and pages of the RAM, each from the first to before the last."""

    first: int
    last: int
    top: int
    bottom: int

    @property
    def bytes(self) -> int:
        """How many fill it."""
        return (self.last - self.first) * (self.bottom - self.top)

    def joined(self, other: Window) -> Window:
        """The one around both, where the other begins no higher."""
        return Window(min(self.first, other.first), max(self.last, other.last), min(self.top, other.top), other.bottom)
