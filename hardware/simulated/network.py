"""A home network that may be away, come late, and give another address."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, Literal

from hardware.simulated.faults import Faults

if TYPE_CHECKING:
    from hardware.clock import Clock

USUAL: Final = "192.168.178.20"
"""As a router gives it."""


class SimulatedNetwork:
    """Where the machine is on its network; nothing is sent."""

    def __init__(self, clock: Clock) -> None:
        self.given = USUAL
        """The address that the router gives, while there is one."""
        self._faults: Faults[Literal["absent"]] = Faults(clock)

    def address(self) -> str | None:
        """The address by which others would reach it; None while there is no network."""
        return None if "absent" in self._faults else self.given

    def lose(self, seconds: float = inf) -> None:
        """Let there be none from now on, for so long."""
        self._faults.begin("absent", seconds)

    def heal(self) -> None:
        """Let it be there."""
        self._faults.end()
