"""The terminal itself: its size, its keys, and what is written on it."""

from __future__ import annotations

import os
import re
import select
import signal
import termios
import time
import tty
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final, TextIO

from rich.console import Console
from rich.live import Live

from companion.terminal.keys import QUIT
from companion.terminal.view import view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.text import Text

    from companion.terminal.view import InView

PLOT_EVERY: Final = 0.1
"""How often the plot is drawn anew while nothing else changes, s."""

BEHIND: Final = 0.25
"""If the machine is slower than time by more than this, time waits for it, s."""

_KEY: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", re.DOTALL)


class Window:
    """A terminal in front of somebody."""

    def __init__(self, console: Console, live: Live, keys: TextIO) -> None:
        self._console = console
        self._live = live
        self._keys = keys
        self._next = time.monotonic()
        """When the time that was asked for is over, s, monotonic."""
        self._seen: tuple[InView, tuple[int, int]] | None = None
        self._drawn_at = self._end = 0.0
        self._text: Text | None = None

    def see(self, seen: InView) -> None:
        """Draw the table, where it looks otherwise than before; the plot at most ten times a second."""
        size = self._console.size
        looks = seen, (size.width, size.height)
        end = seen.trace.end(seen.now)
        if looks == self._seen and (end == self._end or seen.now - self._drawn_at < PLOT_EVERY):
            return
        self._seen, self._end, self._drawn_at = looks, end, seen.now
        text = view(seen, *looks[1])
        if text != self._text:
            self._text = text
            self._live.update(text, refresh=True)

    def wait(self, seconds: float, *, for_key: bool) -> tuple[float, list[str]]:
        """Let time pass as it does."""
        began = self._next
        self._next = max(began + seconds, time.monotonic() - BEHIND)
        typed: list[str] = []
        left = 1.0
        while left > 0.0:
            # Looked at once even where no time is left: a machine that is too slow still hears a key.
            left = max(0.0, self._next - time.monotonic())
            if select.select([self._keys], [], [], left)[0]:
                typed += self._read()
                if for_key:
                    self._next = max(began, min(self._next, time.monotonic()))
                    break
        return min(seconds, self._next - began), typed

    def _read(self) -> list[str]:
        try:
            read = os.read(self._keys.fileno(), 256)
        except OSError:
            read = b""
        # Whoever closes the window does not come back.
        return _split(read.decode(errors="ignore")) if read else [QUIT]


class Nobody:
    """Nobody looks, nobody types: the table runs on, and what is said is written down."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._said = ""

    def see(self, seen: InView) -> None:
        """Write a line if there is another one."""
        if seen.said != self._said:
            self._said = seen.said
            print(seen.said, file=self._out, flush=True)

    def wait(self, seconds: float, *, for_key: bool) -> tuple[float, list[str]]:  # noqa: ARG002 - no key comes
        """Let time pass as it does."""
        time.sleep(seconds)
        return seconds, []


@contextmanager
def opened(keys: TextIO, out: TextIO) -> Iterator[Window | Nobody]:
    """The terminal, given back as it was; nobody where there is none."""
    if not (keys.isatty() and out.isatty()):
        yield Nobody(out)
        return
    with ExitStack() as stack:
        before = termios.tcgetattr(keys)
        stack.callback(termios.tcsetattr, keys, termios.TCSADRAIN, before)
        tty.setcbreak(keys)
        console = Console(file=out, highlight=False)
        live = stack.enter_context(Live(console=console, screen=True, auto_refresh=False))
        yield Window(console, live, keys)


@contextmanager
def ended_by_signals(leave: Callable[[], None]) -> Iterator[None]:
    """Leave in good order at Ctrl-C, a service manager's stop, or when the window is closed."""
    before = {
        number: signal.signal(number, lambda _number, _frame: leave())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _split(text: str) -> list[str]:
    """The keys in what was read; arrows come as three characters, in one of two ways."""
    return [re.sub(r"^\x1bO(?=[A-D]$)", "\x1b[", key) for key in _KEY.findall(text)]
