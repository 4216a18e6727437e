"""The display's side of the hardware thread: what it is to show, and the steps that bring it there."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from hardware.care import Care

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL import Image

    from hardware.bus import Bus
    from hardware.ports import Condition
    from hardware.settings import BusSettings, OledChip
    from hardware.sparing import Sparing

_STILL_THERE: Final = 2.0
"""s after which the display is asked whether it is still there, and on: one that lost its supply for a moment takes
pictures as before, and is dark."""
_DONE: Final = object()


class Display:
    """A display that is told what it does not have yet, a step at a time. Steps raise what the chip's driver does."""

    def __init__(
        self, bus: Bus, settings: BusSettings, now: Callable[[], float], tell: Callable[[Condition], None]
    ) -> None:
        self.care = Care("oled", settings.oled, now, tell)
        self.frames = 0
        """Pictures that were sent."""
        self.ask_at = inf
        """When to ask whether it is still there."""
        self._bus = bus
        self._settings = settings
        self._now = now
        self._chip: Sparing | None = None
        self._image: Image.Image | None = None
        self._pieces: Iterator[None] | None = None
        self._changed = False
        self._contrast = settings.contrast
        self._inverted = self._is_inverted = False
        """As it is wanted, and as the chip was told."""

    # What it is to show.

    def show(self, image: Image.Image) -> None:
        """From now on this picture is to be brought there."""
        self._image = image
        if self.care.ready:
            self._draw_anew()

    def want_inverted(self, on: bool) -> None:
        """Whether black and white are to be turned over; ``turn_over`` does it."""
        self._inverted = on

    def contrast(self, level: int) -> None:
        """The brightness from now on, 0 to 255; told at once where the display is there."""
        self._contrast = level
        if self._chip is not None and self.care.ready:
            self._chip.contrast(level)
            self.care.works()

    # What there is to do.

    @property
    def to_turn_over(self) -> bool:
        """Whether black and white are not as they are wanted."""
        return self.care.ready and self._inverted != self._is_inverted

    @property
    def drawing(self) -> bool:
        """Whether a part of the picture is not there yet."""
        return self.care.ready and self._pieces is not None

    # Steps.

    def start(self) -> None:
        """Begin from nothing. Raises DisplayAbsent, BusUnavailable, OSError."""
        settings = self._settings
        if self._chip is None:
            width, height = settings.oled_size
            driver = _driver(settings.oled_chip)
            self._chip = driver(self._bus, settings.oled_address, width=width, height=height, rotate=settings.rotate)
        self._chip.start()
        self._is_inverted = False
        self._chip.contrast(self._contrast)
        self.care.ready = True
        self._heard()
        self._draw_anew()

    def turn_over(self) -> None:
        """Black and white as they are wanted."""
        assert self._chip is not None
        self._chip.invert(self._inverted)
        self._is_inverted = self._inverted
        self.care.works()

    def draw(self) -> None:
        """The next piece of the picture."""
        pieces = self._pieces
        assert pieces is not None
        if next(pieces, _DONE) is _DONE:
            if self._pieces is pieces:
                self._pieces = None
            self.frames += self._changed
            self._changed = False
        else:
            self._changed = True
            self.care.works()

    def ask(self) -> None:
        """Whether it is still there; where it has lost its supply meanwhile, it is started again."""
        assert self._chip is not None
        if self._chip.forgot():
            self.care.ready = False
            self.start()
        self._heard()

    def hide(self) -> None:
        """Dark."""
        if self._chip is not None and self.care.ready:
            self._chip.hide()

    def look(self) -> None:
        """Raise DisplayAbsent if it does not answer, BusUnavailable if nothing can."""
        if self._chip is not None:
            self._chip.look()

    def _draw_anew(self) -> None:
        if self._chip is not None and self._image is not None:
            self._pieces = self._chip.pieces(self._image)

    def _heard(self) -> None:
        self.care.works()
        self.ask_at = self._now() + _STILL_THERE


def _driver(chip: OledChip) -> type[Sparing]:
    """The display's driver, loaded when it is asked for: luma takes its time."""
    if chip == "sh1106":
        from hardware.sh1106 import Sh1106

        return Sh1106
    from hardware.ssd1306 import Ssd1306, Ssd1309

    return Ssd1309 if chip == "ssd1309" else Ssd1306
