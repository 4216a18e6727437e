"""A simulated table that is served, at the pace of people: its thread is the one that a terminal would have."""

from __future__ import annotations

import re
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from companion.config import Config
from companion.terminal.table import Table
from tests.web.house import LONG, Phone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.terminal.view import InView


AnyHouse = TypeVar("AnyHouse", bound="SimulatedHouse")


@contextmanager
def running(house: AnyHouse) -> Iterator[AnyHouse]:
    """One that is ended whatever happens: its thread would keep the tests from ending."""
    try:
        house.start()
        yield house
    finally:
        house.stop()


class SimulatedHouse:
    """One evening at a simulated table, which somebody handles from a browser."""

    def __init__(self, folder: Path, config: Config | None = None) -> None:
        self.port = 0
        self.token = ""
        self._config = config or Config()
        self._folder = folder
        self._found = threading.Event()
        self._leaves = False
        self._thread = threading.Thread(target=self._live)

    def see(self, seen: InView) -> None:
        found = re.search(r"http://localhost:(\d+)/j/(\w+)", seen.address)
        if found:
            self.port, self.token = int(found[1]), found[2].upper()
            self._found.set()

    def wait(self, seconds: float, *, for_key: bool) -> tuple[float, list[str]]:  # noqa: ARG002 - no key but the last
        time.sleep(seconds)
        return seconds, ["q"] if self._leaves else []

    def start(self) -> None:
        self._thread.start()
        assert self._found.wait(LONG)

    def stop(self) -> None:
        self._leaves = True
        self._thread.join(LONG)
        assert not self._thread.is_alive()

    @property
    def phone(self) -> Phone:
        """A phone that has joined."""
        return Phone(self.port, self.token)

    @property
    def stranger(self) -> Phone:
        """A phone that has not."""
        return Phone(self.port)

    def _live(self) -> None:
        Table(self, self._config, self._folder, ("Ada", "Ben", "Cem"), wall=1_790_000_000.0, port=0).play(None)
