"""A simulated SH1106 (datasheet, version 2.3): 132 columns, page addressing only, a DC-DC converter of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hardware.simulated.oled import SimulatedOled

if TYPE_CHECKING:
    from collections.abc import Mapping

_CONVERTER_ON: Final = 0x8B


class SimulatedSh1106(SimulatedOled):
    """The controller of the 1.3 inch panels, which show the 128 columns in its middle."""

    columns = 132
    parameters: ClassVar[Mapping[int, int]] = {
        0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def power_on(self) -> None:
        """The supply comes on: settings as after a reset, the converter on, RAM full of garbage."""
        super().power_on()
        self._converter = True

    def read(self, length: int) -> bytes:
        """After a command the status, after data what is in RAM ("I2C-bus Protocol")."""
        if not self._last_was_data:
            return super().read(length)
        here = self._page * self.columns + min(self._column, self.columns - 1)
        return bytes(self._ram[here : here + length])

    @property
    def _has_voltage(self) -> bool:
        return self._converter

    def _own(self, code: int, parameters: list[int]) -> bool:
        if code == 0xAD:
            self._converter = parameters[0] == _CONVERTER_ON
            return True
        # The strength of the converter, 0x30 to 0x33: brighter or darker, but the same picture.
        return 0x30 <= code <= 0x33

    def _store(self, byte: int) -> None:
        # The column counts up to 131 and stays there; the page never changes by itself ("Set Higher Column Address").
        self._column = min(self._column, self.columns - 1)
        self._ram[self._page * self.columns + self._column] = byte
        self._column += 1
