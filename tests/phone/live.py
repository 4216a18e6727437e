"""A simulated table for pictures of what only a script shows: real pages of it, at which one turn was played."""

from __future__ import annotations

import logging
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Event
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from companion.config import Config, changed
from companion.faces.web import tokens
from companion.lately import LATELY
from companion.schema import Web
from companion.terminal.table import Table
from tests.faces.phone.seeing import NOON
from tests.phone.hands import Hands
from tests.web.house import LONG
from tests.web.simulated import SimulatedHouse, running

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from playwright.sync_api import Browser, Page

    from companion.terminal.view import InView
    from hardware import Clock

PLAYERS: Final = ("Ada", "Ben", "Cem", "Dora")
QUIET: Final = 20.0
"""How long the box lies still before the turn, s: longer than the plot reaches back, and enough to measure its table."""
TABLES: Final = {"en": "kitchen table", "de": "Küchentisch"}
"""Where it lies."""
ENTRIES: Final = 4
"""In the game after the turn: lifted, set down, counted, lifted again."""
BETWEEN_LOOKS: Final = 0.002
"""How long a table at which time stands still waits before it looks at its sockets again, s."""


@contextmanager
def played(browser: Browser, languages: Iterable[str]) -> Iterator[Mapping[str, Mapping[str, Page]]]:
    """Of a table in each language workshop and simulator, by name, as somebody sees them who had them open in a turn."""
    with ExitStack() as evening:
        houses = {language: evening.enter_context(_house(language)) for language in languages}
        with _log_of(houses.values()):
            for house in houses.values():
                house.handle("fault sensor unplugged for 1s")
                house.let_pass(QUIET)
        yield {language: evening.enter_context(_seen(browser, house, language)) for language, house in houses.items()}


@contextmanager
def _house(language: str) -> Iterator[_StillHouse]:
    with TemporaryDirectory() as folder, running(_StillHouse(Path(folder), language)) as house:
        yield house


@contextmanager
def _log_of(houses: Iterable[_StillHouse]) -> Iterator[None]:
    """Let something stand in the log, by a table's own time; as it is the whole process's, all tables show the same."""
    clock = next(iter(houses)).clock

    def is_first(record: logging.LogRecord) -> bool:
        record.created = clock.wall()
        return not LATELY.lines

    LATELY.addFilter(is_first)
    logging.getLogger().addHandler(LATELY)
    yield
    logging.getLogger().removeHandler(LATELY)
    LATELY.removeFilter(is_first)


@contextmanager
def _seen(browser: Browser, house: _StillHouse, language: str) -> Iterator[Mapping[str, Page]]:
    hands = Hands(browser, house, language=language)
    hands.spoilt = True
    # Nothing comes from a table that stands still: on its pages time stands still, too.
    hands.context.clock.set_fixed_time(NOON)
    measured = house.phone.post("/api/tables", {"table": TABLES[language]})
    assert measured.status == 200, measured
    shown = {name: hands.context.new_page() for name in ("workshop", "simulator")}
    for name, page in shown.items():
        with page.expect_response(lambda answer: "/api/events" in answer.url):
            page.goto(f"{hands.address}/{name}")
    _play(house)
    for page in shown.values():
        expect(page.locator(".booked")).to_have_attribute("data-revision", str(ENTRIES))
    # Each page hears of this after all else: when it looks for it, it has drawn what it was told before.
    with ExitStack() as looks:
        for name, page in shown.items():
            looks.enter_context(page.expect_response(f"**/{name}"))
        assert house.phone.post("/api/settings", {"brightness": 255}).status == 200
    expect(shown["workshop"].get_by_role("button", name="100", pressed=True)).to_be_visible()
    yield shown
    hands.close()


def _play(house: _StillHouse) -> None:
    """Ada has had her turn, somebody has put a glass on the table, and Ben has the box in his hands."""
    house.handle("lift")
    house.handle("tilt 40 towards 0 over 900ms")
    house.let_pass(1.0)
    house.handle("set-down")
    house.let_pass(2.7)
    house.handle("knock 1.5 100ms")
    house.let_pass(0.8)
    house.handle("lift")
    house.handle("tilt 30 towards 180 over 600ms")
    house.let_pass(0.6)


class _StillHouse(SimulatedHouse):
    """Time passes only while hands are at work, and as long as it is told to: so the same is seen however busy the
    machine is."""

    def __init__(self, folder: Path, language: str) -> None:
        super().__init__(folder, changed(Config(), {("table", "language"): language}))
        self._table: Table
        self._waits = SimpleQueue[float]()
        self._left = 0.0
        self._passed = Event()

    def start(self) -> None:
        tokens.keep(self._folder, "CATSHAVEFOURPAWS")
        super().start()
        # Which port was free here is nobody's business: shown is the one of a table at home.
        self._table.stage.daemon.network.port = Web().port

    def see(self, seen: InView) -> None:
        # Shown from then on is an address at which nobody is.
        if not self._found.is_set():
            super().see(seen)

    def wait(self, seconds: float, *, for_key: bool) -> tuple[float, list[str]]:
        if self._leaves or not for_key:
            return seconds, ["q"] if self._leaves else []
        if not self._left:
            try:
                self._left = self._waits.get(timeout=BETWEEN_LOOKS)
            except Empty:
                return 0.0, []
        passed = min(seconds, self._left)
        self._left -= passed
        if not self._left:
            self._passed.set()
        return passed, []

    def let_pass(self, seconds: float) -> None:
        """Wait until so much of the table's time has passed, s."""
        self._passed.clear()
        self._waits.put(seconds)
        assert self._passed.wait(LONG)

    def handle(self, step: str) -> None:
        """Do a step, and wait until it is done."""
        answer = self.phone.post("/api/simulator/steps", {"step": step})
        assert answer.status == 200, answer

    @property
    def clock(self) -> Clock:
        """The table's own."""
        return self._table.clock

    def _live(self) -> None:
        table = self._table = Table(self, self._config, self._folder, PLAYERS, wall=NOON, port=0)
        hardware = table.stage.hardware
        hardware.machine = replace(hardware.machine, address=hardware.network.address)
        table.play(None)
