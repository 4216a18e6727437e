"""A Pi that can be switched off: whoever plays the system is told that somebody asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class SimulatedSwitch:
    """Tells ``listener``, in the thread that asks; where there is none, nothing comes of it."""

    def __init__(self) -> None:
        self.asked = False
        self.listener: Callable[[], object] | None = None

    def off(self) -> None:
        self.asked = True
        if self.listener is not None:
            self.listener()

    def stay_on(self) -> None:
        self.asked = False
