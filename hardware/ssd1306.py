"""Displays with an SSD1306 or SSD1309: luma's drivers, but what changed is sent in windows over several pages."""

from __future__ import annotations

from luma.oled.device import ssd1306, ssd1309

from hardware.sparing import Sparing, Window


class _InWindows(Sparing):
    """Writes into a rectangle of columns and pages (horizontal mode; SSD1306 and SSD1309, section 10.1.3)."""

    _window_cost = 10

    def _aim(self, window: Window) -> None:
        self.command(
            self._const.COLUMNADDR, self._colstart + window.first, self._colstart + window.last - 1,
            self._const.PAGEADDR, window.top, window.bottom - 1,
        )  # fmt: skip

    def _windows(self, wanted: bytearray, area: Window) -> list[Window]:
        windows: list[Window] = []
        for new in super()._windows(wanted, area):
            if windows and self._joins(windows[-1], new):
                windows[-1] = windows[-1].joined(new)
            else:
                windows.append(new)
        return windows

    def _joins(self, one: Window, other: Window) -> bool:
        """Whether one window around both costs fewer bytes than two."""
        return one.top <= other.top and one.joined(other).bytes <= one.bytes + other.bytes + self._window_cost


class Ssd1306(_InWindows, ssd1306):  # type: ignore[misc]  # luma is not typed
    """luma's ``ssd1306``, sparing the bus (stock: 1,096 bytes a digit, this way 15)."""


class Ssd1309(_InWindows, ssd1309):  # type: ignore[misc]  # luma is not typed
    """luma's ``ssd1309``, sparing the bus; the chip takes what an SSD1306 does, and has no charge pump."""
