"""The daemon: one loop that brings the parts together, each of which may fail and come back by itself."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from companion.errors import NotSaved
from companion.evening import Evening
from companion.front import Front
from companion.games import read_header
from companion.health import Health
from companion.notify import Notifier
from companion.table.journal import Journal
from companion.table.session import Session
from hardware import Batch, BusSettings, Condition, Counters, Edge, HardwareThread, Panel, Pins, PinsUnavailable

if TYPE_CHECKING:
    from pathlib import Path

    from companion.config import Config
    from hardware import Machine, ThreadEvent

log = logging.getLogger(__name__)

LOOK_AGAIN: Final = 5.0
"""How soon pins that could not be had are tried again, s."""

LOOKED_WITHIN: Final = 0.8
"""How long the start waits to know which hardware is there, s: the sensor's own start takes 0.45."""

TIDY_WITHIN: Final = 0.5
"""How long the display may take to go dark at the end, s; with the journal's share a stop takes less than 2."""

LINEUPS: Final = 20
"""How many past games are looked at for who plays together."""


class Daemon:
    """The companion at one table, on whatever machine it is given."""

    def __init__(self, machine: Machine, config: Config, folder: Path) -> None:
        self.clock = machine.clock
        self.config = config
        self.health = Health(machine.clock)
        self.session = Session(Journal(folder / "journal.db", machine), machine.clock, tell=self._on_session)
        self.evening = Evening(self.session)
        settings = BusSettings(
            bus=config.sensor.bus,
            sensor_address=config.sensor.address,
            sensor=config.sensor.enabled,
            oled_address=config.oled.address,
            oled=config.oled.enabled,
            rotate=config.oled.rotate,
            contrast=config.oled.contrast,
        )
        self.hardware = HardwareThread(machine, settings, self._from_hardware)
        self.front: Front
        self.ready = False
        """Whether the journal is open and the first picture is under way."""
        self.ended = False
        self.loop: asyncio.AbstractEventLoop
        self._machine = machine
        self._stop = asyncio.Event()
        self._looked = asyncio.Event()
        """Set when sensor and display were found, or were not."""
        self._unseen = {part for part, on in (("sensor", settings.sensor), ("oled", settings.oled)) if on}
        self._tasks: list[asyncio.Task[None]] = []
        self._notify = Notifier()

    @property
    def counters(self) -> Counter[str]:
        """All that is counted since the start, by name."""
        return self.health.counters + Counter(commits=self.session.commits)

    def stop(self) -> None:
        """Ask it to end, from any thread or signal handler."""
        with suppress(AttributeError, RuntimeError):  # not started yet, or ended already
            self.loop.call_soon_threadsafe(self._stop.set)

    async def serve(self) -> None:
        """Run until ``stop``; then save what is queued, leave the display tidy and return."""
        self.loop = asyncio.get_running_loop()
        try:
            await self._start()
            await self._stop.wait()
        except (Exception, asyncio.CancelledError):
            await self._end()
            raise
        await self._end()

    async def _start(self) -> None:
        self.front = Front(self.evening, self.hardware, self.health, self.config, self.loop)
        self.front.showing.refresh()
        self.hardware.start()
        self._tasks.append(asyncio.create_task(self._keep_panel()))
        opened = await self.session.open()
        self.evening.box.resume(self.evening.phase)
        self.front.welcome(opened, await self._lineups())
        with suppress(TimeoutError):
            await asyncio.wait_for(self._looked.wait(), LOOKED_WITHIN)
        self._notify.ready()
        self.ready = True
        self._tasks.append(asyncio.create_task(self._watch()))

    async def _end(self) -> None:
        self._notify.stopping()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.front.close()
        await self.session.close()
        self.hardware.stop(TIDY_WITHIN)
        self.ended = True

    async def _keep_panel(self) -> None:
        """Open the pins, and try again for as long as they cannot be had."""
        while True:
            try:
                wiring = self.config.wiring
                pins = Pins((wiring.button,), wiring.buzzer, wiring.light)
                panel = Panel(self._machine.pin_factory(wiring.pin_factory), pins, self._from_panel)
            except PinsUnavailable as failure:
                self.health.note(Condition("button", "absent", failure.why, failure.cure))
                self.front.showing.refresh()
                await asyncio.sleep(LOOK_AGAIN)
            else:
                self.front.use_panel(panel)
                return

    async def _lineups(self) -> tuple[tuple[str, ...], ...]:
        """Who played together before, the last ones first."""
        try:
            games = await self.session.games(LINEUPS)
        except NotSaved:
            return ()
        return tuple(dict.fromkeys(read_header(game.header).players for game in games))

    async def _watch(self) -> None:
        """Tell the service manager that all threads are alive: it restarts what hangs."""
        if self._notify.interval is None:
            return
        while self.hardware.alive and self.session.alive:
            self._notify.watchdog()
            await asyncio.sleep(self._notify.interval / 2)
        log.error("a thread has died; leaving the restart to the service manager")

    def _from_hardware(self, event: ThreadEvent) -> None:
        self.loop.call_soon_threadsafe(self._on_hardware, event)

    def _from_panel(self, edge: Edge) -> None:
        self.loop.call_soon_threadsafe(self.front.edge, edge)

    def _on_hardware(self, event: ThreadEvent) -> None:
        match event:
            case Batch():
                self.front.feel(event)
            case Condition():
                if event.part == "sensor":
                    self.evening.sensor_ok = event.status == "ok"
                self.health.note(event)
                self._unseen.discard(event.part)
                if not self._unseen:
                    self._looked.set()
                self.front.showing.refresh()
            case Counters():
                # Totals, not additions, which is what Counter.update would take them for.
                dict.update(self.health.counters, event.as_dict())

    def _on_session(self, session: Session) -> None:
        self.health.note(session.condition)
        self.front.changed()
