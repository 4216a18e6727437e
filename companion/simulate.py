"""A table on the terminal: the daemon on simulated hardware, the OLED live, and keys for button and hands."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import termios
import tty
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from companion.daemon import Daemon
from companion.games import Refusal
from hardware import SystemClock
from hardware.simulated import ImpossibleMovement, SimulatedMachine, World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from PIL import Image

    from companion.config import Config
    from hardware import Clock

FRAME: Final = 0.05
"""How often the terminal looks at the display, s."""

PRESS, OK, BACK = 0.12, 0.8, 1.7
"""How long the button is held for each of its three meanings, s."""

LEAN: Final = 25.0
"""How far an arrow key tilts the box, degrees."""

KEYS: Final = (
    ("l", "lift the box; set it down"),
    ("arrows", "tilt it; 0: level"),
    ("space", "the button: next, or the CALL"),
    ("o", "hold it: OK"),
    ("b", "hold it longer: back, undo"),
    ("s t", "shake it, turn it"),
    ("e k", "empty it, knock on the table"),
    ("q", "quit"),
)

CAT_KEY: Final = ("c", "grab the cat, put it back")
PLAYER_KEYS: Final = ("1 2 ...", "the players' own buttons")

SMALLEST: Final = (66, 24)
"""The columns and lines that the display and the keys need."""

BRAILLE: Final = 0x2800
DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def simulate(config: Config, folder: Path | None, header: Mapping[str, object] | None) -> int:
    """Run until ``q``, Ctrl-C or SIGTERM; with ``header`` a game is on at once, unless one is resumed.

    Without a folder the evening is forgotten at the end.
    """
    with ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-")))
        clock = SystemClock()
        with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
            return runner.run(_Table(clock, config, folder, header).run())


def braille(picture: Image.Image) -> Text:
    """A picture as text, two by four pixels a character; lit pixels are dots."""
    pixels = picture.load()
    assert pixels is not None
    lines = []
    for top in range(0, picture.height, 4):
        line = ""
        for left in range(0, picture.width, 2):
            dots = sum(DOTS[y][x] for y in range(4) for x in range(2) if pixels[left + x, top + y])
            line += chr(BRAILLE + dots)
        lines.append(line)
    return Text("\n".join(lines), style="bright_cyan on black")


def blocks(picture: Image.Image) -> Text:
    """A picture as text, one by two pixels a character: larger and crisper than braille."""
    pixels = picture.load()
    assert pixels is not None
    lines = [
        "".join(" ▀▄█"[bool(pixels[x, y]) + 2 * bool(pixels[x, y + 1])] for x in range(picture.width))
        for y in range(0, picture.height, 2)
    ]
    return Text("\n".join(lines), style="bright_cyan on black")


class _Table:
    def __init__(self, clock: Clock, config: Config, folder: Path, header: Mapping[str, object] | None) -> None:
        self.world = World(clock)
        self.hardware = SimulatedMachine(clock, self.world)
        self.hardware.build_in(config.oled.chip, config.oled.size, turned=config.oled.rotate == 2)
        self.daemon = Daemon(self.hardware.machine, config, folder)
        self.header = header
        self.said = ""
        self._wiring = config.wiring
        self._keys = list(KEYS)
        self._hands: dict[str, Callable[[], object]] = {
            "l": self._lift_or_set_down,
            "0": lambda: self.world.tilt(0.0, 0.5),
            "\x1b[C": lambda: self.world.tilt(LEAN, 0.6, 0.0),
            "\x1b[A": lambda: self.world.tilt(LEAN, 0.6, 90.0),
            "\x1b[D": lambda: self.world.tilt(LEAN, 0.6, 180.0),
            "\x1b[B": lambda: self.world.tilt(LEAN, 0.6, 270.0),
            "s": lambda: self.world.shake(4.0, 6.0, 1.5),
            "t": lambda: self.world.turn(90.0, 0.8),
            "e": self.world.empty,
            "k": lambda: self.world.knock(4.0, 0.1),
            " ": lambda: self._press(PRESS),
            "o": lambda: self._press(OK),
            "b": lambda: self._press(BACK),
            "q": self.daemon.stop,
            "\x03": self.daemon.stop,
        }
        self._wire()

    async def run(self) -> int:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self.daemon.stop)
        serving = asyncio.create_task(self.daemon.serve())
        with ExitStack() as stack:
            if sys.stdin.isatty() and sys.stdout.isatty():
                stack.enter_context(_raw_keys(sys.stdin))
                loop.add_reader(sys.stdin, self._read_keys)
                stack.callback(loop.remove_reader, sys.stdin)
                live = stack.enter_context(Live(console=Console(), screen=True, auto_refresh=False))
            else:
                live = None
                print("no terminal here: the table runs without keys; Ctrl-C ends it", flush=True)
            await self._begin(serving)
            looked: object = None
            while not serving.done():
                if live is not None and self._looks() != looked:
                    looked = self._looks()
                    live.update(self._view(live.console), refresh=True)
                await asyncio.wait([serving], timeout=FRAME)
        await serving
        return 0

    async def _begin(self, serving: asyncio.Task[None]) -> None:
        while not self.daemon.ready and not serving.done():
            await asyncio.wait([serving], timeout=0.01)
        if self.header is not None and self.daemon.ready and self.daemon.session.ledger is None:
            self.daemon.session.new_game(self.header, source="file")

    def _looks(self) -> tuple[object, ...]:
        """All that decides what the terminal shows: it is written anew only when that has changed."""
        picture = self.hardware.oled.picture()
        return (os.get_terminal_size(), picture.tobytes(), self._state())

    def _state(self) -> str:
        hands = "in the hands" if self.world.in_hands else "on the table"
        buzzer = "  ♪ BZZZ" if self.hardware.pins.level(self.daemon.config.wiring.buzzer) else ""
        return f" The box is {hands}, tilted by {self.world.tilt_now:.0f}°.{buzzer}  {self.said}"

    def _view(self, console: Console) -> Group:
        columns, lines = SMALLEST
        if console.width < columns or console.height < lines:
            small = f"This window is too small: {columns} columns and {lines} lines are needed. q quits."
            return Group(Text(small))
        picture = self.hardware.oled.picture()
        large = console.width >= picture.width + 4 and console.height >= picture.height // 2 + 8
        # Two columns of keys, so that all of them fit below the display in a terminal of 24 lines.
        keys = Text(no_wrap=True)
        half = (len(self._keys) + 1) // 2
        for left, right in zip_longest(self._keys[:half], self._keys[half:], fillvalue=("", "")):
            for (key, meaning), width in ((left, 30), (right, 0)):
                keys.append(f"{key:>7} ", style="bold")
                keys.append(meaning.ljust(width))
            keys.append("\n")
        keys.rstrip()
        state = Text(self._state(), no_wrap=True, overflow="ellipsis")
        return Group(Panel(blocks(picture) if large else braille(picture), expand=False, padding=0), state, keys)

    def _read_keys(self) -> None:
        typed = os.read(sys.stdin.fileno(), 64).decode(errors="ignore")
        while typed:
            length = 3 if typed.startswith("\x1b[") else 1
            key, typed = typed[:length], typed[length:]
            action = self._hands.get(key)
            self.said = ""
            if action is None:
                self.said = f"{key!r} does nothing"
                continue
            try:
                action()
            except (ImpossibleMovement, Refusal) as failure:
                self.said = str(failure)

    def _lift_or_set_down(self) -> None:
        if self.world.in_hands:
            self.world.set_down()
        else:
            self.world.lift()

    def _press(self, seconds: float, contact: str = "button") -> None:
        loop, pin = asyncio.get_running_loop(), self._wiring.contacts[contact]
        if self.hardware.pins.closed(f"GPIO{pin}"):
            self.said = "a finger is on that button still"
            return
        self.hardware.pins.drive(pin, closed=True)
        loop.call_later(seconds, lambda: self.hardware.pins.drive(pin, closed=False))

    def _wire(self) -> None:
        """Give the contacts of the wiring their keys, and let the cat stand on its stand."""
        if self._wiring.name == "cat-stand":
            self._grab_or_put_back()
            self._keys.insert(-1, CAT_KEY)
            self._hands["c"] = self._grab_or_put_back
        elif self._wiring.name == "a-button-each":
            self._keys.insert(-1, PLAYER_KEYS)
            for seat in range(1, len(self._wiring.players) + 1):
                self._hands[str(seat)] = partial(self._press, PRESS, f"player {seat}")

    def _grab_or_put_back(self) -> None:
        pins, cat = self.hardware.pins, self._wiring.cat
        pins.drive(cat, closed=not pins.closed(f"GPIO{cat}"))


@contextmanager
def _raw_keys(terminal: TextIO) -> Iterator[None]:
    """Let keys through one by one, and give the terminal back as it was."""
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
