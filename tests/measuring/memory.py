"""What the program keeps in memory; ``python -m tests.measuring.memory`` tells what of it is whose."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.measuring.counting import ROOT
from tests.measuring.living import installed, process
from tests.measuring.row import Figures, Row, spelled

PHONES: Final = 2
STEPS: Final = {
    "Python itself": "pass",
    "asyncio": "import asyncio",
    "gpiozero": "import gpiozero",
    "Adafruit's driver": "import adafruit_mpu6050",
    "Pillow and luma": "import luma.oled.device",
    "msgspec": "import msgspec.inspect",
    "the companion without its phones": "import companion.daemon",
    "aiohttp": "import aiohttp.web",
    "jinja2": "import jinja2",
    "the phones' pages": "import companion.faces.web.server",
}
"""What is imported, one after the other."""

_RSS: Final = """
import re
def told():
    print(re.search(r"VmRSS:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


def _memory() -> Figures:
    """With a game on, its chips, and phones that show its page and listen."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, ExitStack() as stack:
        companion = stack.enter_context(process("tests.measuring.companion", Path(folder)))
        companion.begin()
        for _ in range(PHONES):
            companion.ask("GET", "/")
            line = stack.enter_context(socket.create_connection(("127.0.0.1", companion.port)))
            line.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(3.0)
        found = companion.memory()
    return Figures(found, _told(["import asyncio, aiohttp.web"])[0])


def main() -> None:
    """Print what each step of importing adds."""
    found = _told([*STEPS.values()], lean=True)
    for name, before, now in zip(STEPS, [0.0, *found], found, strict=False):
        print(f"{name:36} {spelled(now - before, 'MB')}")


def _told(steps: list[str], *, lean: bool = False) -> list[float]:
    code = (
        _RSS
        + "from companion.lean import leave_out\nleave_out()\n" * lean
        + "".join(f"{step}\ntold()\n" for step in steps)
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, cwd=ROOT, env=installed(), stdout=subprocess.PIPE, text=True)
    return [int(line) / 1024 for line in done.stdout.split()]


ROWS: Final = (
    Row(
        "memory",
        "memory (RSS), a game on, sensor and display there, two phones",
        "aiohttp alone",
        "MB",
        None,
        _memory,
    ),
)


if __name__ == "__main__":
    main()
