"""A box on a bench, all its parts within reach, and hands that do something with it in virtual time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.simulated import SimulatedMachine, VirtualClock, World

if TYPE_CHECKING:
    from collections.abc import Callable


class Bench(SimulatedMachine):
    """A box on a bench."""

    def __init__(self, hertz: int = 400_000) -> None:
        self.clock = VirtualClock()
        self.world = World(self.clock, 3)
        super().__init__(self.clock, self.world, hertz=hertz)
        self.world.follow(self.sensor.disturb)

    def meanwhile(self, *acts: Callable[[], object]) -> None:
        """Let somebody do one thing after the other, beside what the test does; each returns how long it takes, s."""

        def work() -> None:
            for act in acts:
                took = act()
                if isinstance(took, float):
                    self.clock.sleep(took)

        self.clock.start_thread(work, "hands")

    def pause(self, seconds: float) -> Callable[[], float]:
        """Do nothing for so long."""
        return lambda: seconds
