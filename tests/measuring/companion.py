"""A whole companion in real time: the unmodified daemon, on simulated chips."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from companion.lean import leave_out


def main() -> None:
    """Live on a folder; with ``hasty`` the bus takes no time, so that nobody waits for it, with ``bare`` there is none."""
    # As in the service. asyncio and all that needs it come later.
    leave_out()
    import asyncio

    from companion.config import Config, served_at
    from companion.daemon import Daemon
    from companion.schema import Oled, Sensor
    from companion.wiring import Wiring
    from hardware import SystemClock
    from hardware.simulated import SimulatedMachine, World

    class Hasty(SystemClock):
        def sleep(self, seconds: float) -> None:
            """Not at all."""

    clock = SystemClock()
    simulated = SimulatedMachine(clock, World(clock))
    if "hasty" in sys.argv[2:]:
        simulated.bus.clock = Hasty()
    chips = "bare" not in sys.argv[2:]
    config = Config(sensor=Sensor(enabled=chips), oled=Oled(enabled=chips), wiring=Wiring(pin_factory="mock"))
    daemon = Daemon(simulated.machine, served_at(config, 0), Path(sys.argv[1]))

    def tell(_topic: str) -> None:
        if daemon.network.address_here is not None and daemon.health.status("network") is not None:
            print(daemon.network.port, flush=True)
            daemon.followers.remove(tell)

    daemon.followers.add(tell)

    async def live() -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, daemon.stop)
        await daemon.serve()

    with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
        runner.run(live())


if __name__ == "__main__":
    main()
