"""How long a start takes, and what many past games add to it."""

from __future__ import annotations

import re
import resource
import socket
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from tests.measuring.counting import ROOT
from tests.measuring.living import Process, installed
from tests.measuring.past import GAMES, journal_with
from tests.measuring.row import AtMost, Figures, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

STARTS: Final = 9
STOCK_STACK: Final = "import gpiozero, busio, adafruit_mpu6050, smbus2, luma.oled.device, aiohttp.web, os; os._exit(0)"
"""What a program for the same box and page imports before its first own line; its end is not counted."""
COMPANION: Final = "from companion.command_line import main; main()"
CONFIG: Final = '[wiring]\npin_factory = "mock"\n[web]\nenabled = false\n'
"""aiohttp is loaded once the box is ready: without it nothing goes on while what was computed is read."""


@contextmanager
def _started(folder: Path, *by: str) -> Iterator[int]:
    """A companion that has just told a service manager READY, by its process; then it is ended."""
    address = folder / "notify"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(str(address))
        manager.settimeout(120.0)
        command = [*by, sys.executable, "-c", COMPANION, "run", "--data", str(folder), "--config", f"{folder}/config"]
        environ = {**installed(), "NOTIFY_SOCKET": str(address)}
        with subprocess.Popen(command, cwd=ROOT, env=environ, stderr=subprocess.DEVNULL) as child:
            assert manager.recv(64) == b"READY=1"
            yield child.pid
            child.terminate()
    address.unlink()


def _ready(folder: Path) -> float:
    """What is computed from the call to READY, s."""
    with _started(folder) as pid:
        return Process(pid, 0, "").cpu()


def _imported(_folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", STOCK_STACK], check=True, cwd=ROOT, env=installed())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _beside(games: int, other: Callable[[Path], float], other_games: int = 0) -> Figures:
    """A start with so many past games, and something else by turns with it: the medians, s."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as here, tempfile.TemporaryDirectory() as there:
        folders = Path(here), Path(there)
        for folder, past in zip(folders, (games, other_games), strict=True):
            _prepare(folder, past)
        pairs = [(_ready(folders[0]), other(folders[1])) for _ in range(STARTS)]
    return Figures(*(median(column) for column in zip(*pairs, strict=True)))


def _counted() -> Figures:
    """The same in instructions, which are nearly alike each time; the end is counted too, a hundredth of it."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        _prepare(folder, 1)
        ours, stock = folder / "ours", folder / "stock"
        with _started(folder, *_counting(ours)):
            pass
        subprocess.run(
            [*_counting(stock), sys.executable, "-c", STOCK_STACK],
            check=True,
            cwd=ROOT,
            env=installed(),
            stderr=subprocess.DEVNULL,
        )
        return Figures(*(float(_total(out)) for out in (ours, stock)))


def _prepare(folder: Path, games: int) -> None:
    (folder / "config").write_text(CONFIG)
    journal_with(folder, games)
    # Whatever has changed is compiled now, and counts in no start.
    _ready(folder)


def _counting(out: Path) -> Sequence[str]:
    # Unlike callgrind it needs no more than ten times as long.
    return ("valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={out}")


def _total(file: Path) -> int:
    found = re.search(r"^summary: (\d+)", file.read_text(), re.MULTILINE)
    assert found is not None, f"{file} has no total"
    return int(found[1])


ROWS: Final = (
    Row(
        "ready",
        "from the call to READY, without the chips: CPU time",
        "importing gpiozero, Adafruit's and luma's drivers, and aiohttp",
        "s",
        AtMost(1.5),
        lambda: _beside(1, _imported),
    ),
    Row("ready-code", "the same in instructions", "the same", "instructions", AtMost(1.5), _counted),
    Row(
        "ready-past",
        f"the same CPU time with {GAMES:,} past games",
        "with one",
        "s",
        None,
        lambda: _beside(GAMES, _ready, 1),
    ),
)
