"""Simulated SSD1306 (datasheet, revision 1.5) and SSD1309 (revision 1.1): windows, scan directions, charge pump."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hardware.simulated.oled import PAGES, SimulatedOled

if TYPE_CHECKING:
    from collections.abc import Mapping

_SCROLLS: Final = frozenset({0x26, 0x27, 0x29, 0x2A, 0xA3, 0x2E, 0x2F})
_HORIZONTAL, _VERTICAL, _BY_PAGE = 0, 1, 2


class SimulatedSsd1309(SimulatedOled):
    """The controller of the large panels, which have their voltage from outside."""

    columns = 128
    parameters: ClassVar[Mapping[int, int]] = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1,
        0xD9: 1, 0xDA: 1, 0xDB: 1, 0xFD: 1,
    }  # fmt: skip

    def power_on(self) -> None:
        """The supply comes on: settings as after a reset, RAM full of garbage."""
        super().power_on()
        self._mode = _BY_PAGE
        self._columns = (0, self.columns - 1)
        self._pages = (0, PAGES - 1)

    @property
    def _has_voltage(self) -> bool:
        return True

    def _own(self, code: int, parameters: list[int]) -> bool:
        match code, parameters:
            case 0x20, [mode]:
                self._mode = mode & 3
            case 0x21, [first, last]:
                self._columns = (first & 0x7F, last & 0x7F)
                self._column = first & 0x7F
            case 0x22, [first, last]:
                self._pages = (first & 7, last & 7)
                self._page = first & 7
            case _:
                return code in _SCROLLS
        return True

    def _store(self, byte: int) -> None:
        # Bits of a column that the chip does not have are not wired (SSD1306, table 9-1: X2 to X0).
        self._column %= self.columns
        self._ram[self._page * self.columns + self._column] = byte
        first, last = self._columns
        if self._mode == _BY_PAGE:
            self._column = (self._column + 1) % self.columns
        elif self._mode == _HORIZONTAL:
            self._column += 1
            if self._column > last or self._column >= self.columns:
                self._column = first
                self._page = self._next_page()
        else:
            page = self._next_page()
            if page == self._pages[0]:
                self._column = first if self._column >= last else self._column + 1
            self._page = page

    def _next_page(self) -> int:
        return self._pages[0] if self._page >= self._pages[1] else self._page + 1


class SimulatedSsd1306(SimulatedSsd1309):
    """The controller of the small panels: makes their voltage itself, once its charge pump is told to."""

    parameters: ClassVar[Mapping[int, int]] = {0x8D: 1} | {
        code: count for code, count in SimulatedSsd1309.parameters.items() if code != 0xFD
    }

    def power_on(self) -> None:
        """The supply comes on: settings as after a reset, the charge pump off, RAM full of garbage."""
        super().power_on()
        self._pump = False

    @property
    def _has_voltage(self) -> bool:
        return self._pump

    def _own(self, code: int, parameters: list[int]) -> bool:
        if code == 0x8D:
            self._pump = bool(parameters[0] & 0x04)
            return True
        return super()._own(code, parameters)
