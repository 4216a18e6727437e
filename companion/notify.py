"""What a service manager is told: ready, alive, stopping (sd_notify(3))."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Ping = Callable[[Callable[[], None]], None]
"""Has a thread call something as soon as it comes round to it."""


class Notifier:
    """The way to the service manager that started this process; silent where none did."""

    def __init__(self, environ: Mapping[str, str] = os.environ, *, pid: int | None = None) -> None:
        # A leading @ stands for the zero byte of an abstract name.
        self._address = environ.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)
        self.interval = _watchdog_seconds(environ, os.getpid() if pid is None else pid)
        """How often a sign of life is wanted at the latest, s; None where nobody waits for one."""

    def ready(self) -> None:
        """The service is up."""
        self._send("READY=1")

    def watchdog(self) -> None:
        """A sign of life."""
        self._send("WATCHDOG=1")

    async def watch(self, *pings: Ping) -> None:
        """Give signs of life for as long as all these threads, and the loop, come round: who waits restarts what hangs."""
        if self.interval is None:
            return
        while True:
            self.watchdog()
            await asyncio.gather(*map(_came_round, pings))
            # A commit on a slow card may take seconds until the next sign.
            await asyncio.sleep(self.interval / 4)

    def stopping(self) -> None:
        """The service begins to end."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        # A manager that is gone or busy must never stop or delay a game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            line.sendto(message.encode(), self._address)


async def _came_round(ping: Ping) -> None:
    """Wait until a thread has answered."""
    loop, answered = asyncio.get_running_loop(), asyncio.Event()

    def answer() -> None:
        # At the end the loop may be gone already.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(answered.set)

    ping(answer)
    await answered.wait()


def _watchdog_seconds(environ: Mapping[str, str], pid: int) -> float | None:
    """From sd_watchdog_enabled(3): the variables may be meant for another process, which passed them on."""
    microseconds = environ.get("WATCHDOG_USEC", "")
    if environ.get("WATCHDOG_PID", str(pid)) != str(pid) or not microseconds.isdecimal():
        return None
    return int(microseconds) / 1e6 or None
