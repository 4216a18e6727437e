"""Programs that live in processes of their own, and what the kernel knows of them."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.measuring.counting import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator


class Process(NamedTuple):
    """A process that serves phones, and what the kernel knows of it."""

    pid: int
    port: int
    token: str

    def ask(self, method: str, path: str, told: object = None) -> bytes:
        """What a phone is answered."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            body = None if told is None else json.dumps(told)
            line.request(method, path, body, {"Authorization": f"Bearer {self.token}"})
            response = line.getresponse()
            answer = response.read()
        assert response.status < 300, answer
        return answer

    def begin(self) -> str:
        """Begin a game; returns its path."""
        number = json.loads(self.ask("POST", "/api/games", {"game": "katz-schmaus", "players": ["Ada", "Ben", "Cem"]}))
        return f"/api/games/{number['id']}"

    def wakeups(self) -> int:
        """How often any of its threads has waited for something and gone on, since its start."""
        found = 0
        for status in Path(f"/proc/{self.pid}/task").glob("*/status"):
            (line,) = (line for line in status.read_text().splitlines() if line.startswith("voluntary_ctxt_switches"))
            found += int(line.split()[1])
        return found

    def cpu(self) -> float:
        """What it has computed since its start, s."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def memory(self) -> float:
        """What it has in memory, MB."""
        text = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        (line,) = (line for line in text.splitlines() if line.startswith("Rss:"))
        return int(line.split()[1]) / 1024


@contextmanager
def process(module: str, folder: Path, *arguments: str) -> Iterator[Process]:
    """A module that runs in a process of its own and prints its port, until it is told to end."""
    command = [sys.executable, "-m", module, str(folder), *arguments]
    environ = {**installed(), **_of_the_service()}
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            port = int(child.stdout.readline())
            token = folder / "token"
            yield Process(child.pid, port, token.read_text().strip() if token.exists() else "")
        finally:
            child.terminate()


def installed() -> dict[str, str]:
    """The environment of a program as pip leaves it: its code is compiled once, not again at each start."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _of_the_service() -> dict[str, str]:
    lines = (ROOT / "systemd" / "companion.service").read_text().splitlines()
    settings = [line.removeprefix("Environment=") for line in lines if line.startswith("Environment=")]
    return dict(setting.split("=", 1) for setting in settings)
