"""How long a start takes, and what many past games add to it."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.measuring.counting import ROOT
from tests.measuring.living import Process
from tests.measuring.past import GAMES, journal_with
from tests.measuring.row import AtMost, Figures, Row

if TYPE_CHECKING:
    from collections.abc import Callable

STARTS: Final = 5
STOCK_STACK: Final = "import gpiozero, busio, adafruit_mpu6050, smbus2, luma.oled.device, aiohttp.web"
"""What a program for the same box and page imports before its first own line."""
COMPANION: Final = "from companion.command_line import main; main()"
CONFIG: Final = '[wiring]\npin_factory = "mock"\n[web]\nport = 0\n'


def _ready(folder: Path) -> float:
    """What is computed from the call to READY, as a service manager is told, s."""
    address = folder / "notify"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(str(address))
        manager.settimeout(60.0)
        command = [sys.executable, "-c", COMPANION, "run", "--data", str(folder), "--config", str(folder / "config")]
        environ = {**os.environ, "NOTIFY_SOCKET": str(address)}
        with subprocess.Popen(command, cwd=ROOT, env=environ, stderr=subprocess.DEVNULL) as child:
            assert manager.recv(64) == b"READY=1"
            took = Process(child.pid, 0, "").cpu()
            child.terminate()
    address.unlink()
    return took


def _imported(_folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", STOCK_STACK], check=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _beside(games: int, other: Callable[[Path], float], other_games: int = 0) -> Figures:
    """A start with so many past games, and something else by turns with it: of each the quickest, s."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as here, tempfile.TemporaryDirectory() as there:
        folders = Path(here), Path(there)
        for folder, past in zip(folders, (games, other_games), strict=True):
            (folder / "config").write_text(CONFIG)
            journal_with(folder, past)
        pairs = [(_ready(folders[0]), other(folders[1])) for _ in range(STARTS)]
    return Figures(*(min(column) for column in zip(*pairs, strict=True)))


ROWS: Final = (
    Row(
        "ready",
        "from the call to READY, without the chips: CPU time",
        "importing gpiozero, Adafruit's and luma's drivers, and aiohttp",
        "s",
        AtMost(1.5),
        lambda: _beside(1, _imported),
    ),
    Row(
        "ready-past",
        f"the same with {GAMES:,} past games",
        "with one",
        "s",
        None,
        lambda: _beside(GAMES, _ready, 1),
    ),
)
