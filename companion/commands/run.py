"""``companion run``: the daemon, on the hardware that is there."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from typing import TYPE_CHECKING

from companion.commands import where
from companion.lately import LATELY
from companion.lean import leave_out
from companion.repeats import Repeats

if TYPE_CHECKING:
    import argparse

    from companion.followers import Topic


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """Serve until a signal comes. Does not return then."""
    from companion.table.hold import refuse_taken

    config, folder = where.told(given)
    # The service manager's journal adds the time.
    stamp = "" if "JOURNAL_STREAM" in os.environ else "%(asctime)s "
    logging.basicConfig(level=logging.INFO, format=stamp + "%(levelname)s %(name)s: %(message)s")
    log = logging.getLogger()
    log.addHandler(LATELY)
    refuse_taken(folder)
    # Before any that would load it.
    leave_out()
    # What is loaded now stays for good: to look through all of it for garbage, now and again later, would hold up a press
    # for 30 to 90 ms, on a Pi Zero ten times as long.
    gc.disable()
    import asyncio

    from companion.daemon import Daemon
    from hardware import real_machine

    machine = real_machine()
    for handler in log.handlers:
        handler.addFilter(Repeats(machine.clock.monotonic))
    daemon = Daemon(machine, config, folder)
    gc.freeze()
    gc.enable()

    def spare(_topic: Topic) -> None:
        """What phones are served with is loaded last, and stays too."""
        if daemon.network.port is not None:
            gc.freeze()
            daemon.followers.remove(spare)

    daemon.followers.add(spare)

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, daemon.stop)
        await daemon.serve()

    with asyncio.Runner(loop_factory=machine.clock.new_event_loop) as runner:
        runner.run(serve())
    # All is saved and closed. To take a program of this size apart costs 0.17 s here, 1.5 s on a Pi Zero 2: whoever ends
    # it has 2 s, and so has the plug.
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
