"""What it costs to listen for a button on a real kernel, with each pin factory that is installed."""

from __future__ import annotations

import os
import statistics
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from hardware import Edge, Panel, Pins, real_machine
from tests.hardware.header import KernelHeader

if TYPE_CHECKING:
    from collections.abc import Callable

PINS: Final = Pins(buttons=(17,), buzzer=27, light=22)
WATCHED: Final = 10.0
"""s."""
PRESSES: Final = 200


def main() -> int:
    os.chdir("/run")  # lgpio makes a pipe
    print("| pin factory | wake-ups a second | CPU for each second | from edge to panel: half within, 99 % within |")
    print("| --- | --- | --- | --- |")
    with KernelHeader() as header:
        # lgpio is the last: it leaves threads behind.
        for name in filter(find_spec, ("gpiod", "lgpio")):
            told: SimpleQueue[float] = SimpleQueue()

            def tell(edge: Edge, put: Callable[[float], None] = told.put) -> None:
                put(time.monotonic() - edge.t)

            panel = Panel(real_machine().pin_factory(name), PINS, tell)
            # The first press starts what it needs.
            header.drive(17, closed=True)
            told.get()
            before = wakeups(), time.process_time()
            time.sleep(WATCHED)
            woken, worked = wakeups() - before[0], time.process_time() - before[1]
            late = []
            for number in range(PRESSES):
                header.drive(17, closed=bool(number % 2))
                late.append(told.get())
            panel.close()
            half, most = statistics.median(late), statistics.quantiles(late, n=100)[-1]
            print(
                f"| {name} | {woken / WATCHED:.0f} | {1e3 * worked / WATCHED:.1f} ms | {1e3 * half:.1f}, {1e3 * most:.1f} ms |"
            )
    return 0


def wakeups() -> int:
    """How often threads of this process have been given the processor, but for the one that asks."""
    mine = str(os.getpid())
    others = [each for each in Path("/proc/self/task").iterdir() if each.name != mine]
    lines = (line for thread in others for line in (thread / "status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)


if __name__ == "__main__":
    sys.exit(main())
