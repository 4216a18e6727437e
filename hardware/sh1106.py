"""Displays with an SH1106: luma's driver, but what changed is sent, page by page."""

from __future__ import annotations

from typing import Final

from luma.oled.device import sh1106

from hardware.sparing import Sparing, Window

_PAGE: Final = 0xB0
"""Set the page (SH1106, "Set Page Address")."""


class Sh1106(Sparing, sh1106):  # type: ignore[misc]  # luma is not typed
    """luma's ``sh1106``, sparing the bus (stock: 1,128 bytes a digit, this way 12).

    The chip knows page addressing only. It has 132 columns, of which the panel shows the 128 in the middle.
    """

    _window_cost = 7

    def _aim(self, window: Window) -> None:
        column = self._page_address_offset + window.first
        self.command(
            _PAGE | window.top, self._const.SETLOWCOLUMN | column & 0x0F, self._const.SETHIGHCOLUMN | column >> 4
        )
