"""The daemon: brings the parts together in one loop; each of them may fail, and comes back by itself."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from companion import conditions, pins
from companion.broker import OFF, Broker
from companion.choices import Choices
from companion.drawing import Drawing
from companion.errors import NotSaved
from companion.evening import Evening
from companion.faces.web.served import Device, Entrance, Served, Upkeep
from companion.followers import Followers
from companion.front import Front
from companion.games import read_header
from companion.games.said import together
from companion.health import COUNTED, Health
from companion.lately import LATELY
from companion.network import Network
from companion.notify import Notifier
from companion.offers import Offers
from companion.settings import Settings
from companion.showing import Showing
from companion.switching import Switching
from companion.table.folder import JOURNAL
from companion.table.journal import Journal
from companion.table.session import Session
from companion.tables import Tables
from companion.tasks import Tasks
from hardware import Batch, Condition, Counters, HardwareThread

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from companion.config import Config
    from companion.faces.phone import LiveBox
    from companion.faces.web.simulator import Simulator
    from companion.games import Header
    from companion.table.opened import Opened
    from hardware import Edge, Machine, ThreadEvent

LISTEN_EVERY: Final = 2.0
"""How often the button's level is compared with what its edges said, s: gpiozero's thread may have died. It is with each
look at the sensor too."""

LISTEN_WITHOUT_SENSOR: Final = 0.075
"""The same where there is none, s: a tap of 120 ms is then seen twice, which makes it one, at 13 looks a second."""

LOOK_AFTER_EVERY: Final = 1.0
"""How often the clock is looked at, and what was too soon to be written down, s."""

LOOKED_WITHIN: Final = 2.5
"""How long the start waits to know which hardware is there, s: the sensor's own start takes 0.45, a bus that
is held down answers after 1."""

TIDY_WITHIN: Final = 0.5
"""How long the display may take to go dark at the end, s; with the journal's share a stop takes less than 2."""

RECALLED: Final = 20
"""How many past games are looked at for who plays together, and by which rules."""


class Daemon:
    """The companion at one table, on whatever machine it is given."""

    def __init__(self, machine: Machine, config: Config, folder: Path, simulator: Simulator | None = None) -> None:
        """``simulator`` handles the box for browsers; nobody does on a real table."""
        self.clock = machine.clock
        self.config = config
        self.followers = Followers()
        self.health = Health(machine.clock, self._on_health)
        journal = Journal(folder / JOURNAL, machine)
        self.session = Session(
            journal,
            machine.clock,
            tell=self._on_session,
            opened=self._on_opened,
            foregoing=self._on_command,
        )
        self.tables = Tables(folder)
        self.evening = Evening(
            self.session,
            self.tables.usuals,
            looked_at=lambda: self.front.showing.looked_at,
            stirred=partial(self.followers.tell, "box"),
        )
        self.settings = Settings(config, self.session.door)
        settings = config.bus
        self.hardware = HardwareThread(machine, settings, self._from_hardware)
        self.front: Front
        self.table = Served(
            session=self.session,
            followers=self.followers,
            settings=self.settings,
            offers=lambda: self.front.showing.offers,
            chance=machine.chance,
            device=Device(
                frame=lambda: self.front.showing.frame,
                feels=self._box,
                sensing=self.evening,
                calls_decided=self._calls_decided,
                tables=self.tables.listed,
                measure=self._measure,
                simulator=simulator,
            ),
            upkeep=Upkeep(
                parts=lambda: self.health.parts,
                troubles=lambda: self.health.troubles,
                counters=self._counted,
                log=lambda: LATELY.lines,
            ),
            entrance=Entrance(address=lambda: self.network.address, renew=self._renew_token),
        )
        """What the network's face sees."""
        self.network = Network(config.web, folder, self.table, machine, self.health.note)
        self.broker = Broker(config.mqtt, machine.identity(), self.table, self.health.note)
        self.ready = False
        """Whether the journal is open and the first picture is under way."""
        self.ended = False
        self.loop: asyncio.AbstractEventLoop
        self._machine = machine
        self._log_began = LATELY.count
        self._serving = self._asked_to_stop = False
        self._stop = asyncio.Event()
        self._looked = asyncio.Event()
        """Set when sensor and display were found, or were not."""
        self._unseen = {part for part, on in (("sensor", settings.sensor), ("oled", settings.oled)) if on}
        if not self._unseen:
            self._looked.set()
        self._tasks = Tasks()
        self._switching = Switching(machine, self._tasks)
        self._notify = Notifier()

    @property
    def counters(self) -> Counter[str]:
        """All that is counted since the start, by name."""
        log_lines = LATELY.count - self._log_began
        return self.health.counters + Counter(commits=self.session.door.commits, log_lines=log_lines)

    def stop(self) -> None:
        """Ask it to end, from any thread or signal handler."""
        self._asked_to_stop = True
        if self._serving:
            self._in_loop(self._stop.set)

    async def serve(self) -> None:
        """Run until ``stop``; then save what is queued, leave the display tidy and return."""
        self.loop = asyncio.get_running_loop()
        self._serving = True
        if self._asked_to_stop:
            self._stop.set()
        self.front = self._new_front()
        self.settings.follow(lambda _: self.followers.tell("settings"))
        starting = self._tasks.begin(self._start(), "the start")
        try:
            # A disk that hangs must not keep it from ending.
            await asyncio.wait(
                {starting, self._tasks.begin(self._stop.wait(), "stop")}, return_when=asyncio.FIRST_COMPLETED
            )
            if starting.done():
                starting.result()
                await self._stop.wait()
        except (Exception, asyncio.CancelledError):
            # No `finally`: a loop that is thrown away at a power cut closes this, and nothing may be waited for then.
            await self._end()
            raise
        await self._end()

    async def _start(self) -> None:
        self.front.showing.refresh()
        self.hardware.start()
        self._tasks.begin(self._use_panel(), "the button")
        await self.session.open()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._looked.wait(), LOOKED_WITHIN)
        self._notify.ready()
        self.ready = True
        self._tasks.again(self._listen, "listening to the button")
        self._tasks.again(self._look_after, "looking after the parts")
        self._tasks.begin(self._notify.watch(self.hardware.ping, self.session.door.ping), "the watchdog")
        if self.config.web.enabled:
            self._tasks.begin(self.network.run(), "the network")
        if self.config.mqtt.host:
            self._tasks.begin(self.broker.run(), "the broker")
        else:
            self.health.note(OFF)

    def _new_front(self) -> Front:
        """The box's own face, put together."""
        config = self.config
        offers, knob = Offers(config, self.session), config.wiring.dial is not None
        choices = Choices(self.evening, self.health, offers, self.settings, lambda: self.network.address, knob=knob)
        drawing = Drawing(self.loop, self.hardware, config.oled.contrast, partial(self.followers.tell, "screen"))
        return Front(
            self.evening,
            Showing(self.evening, self.health, self.settings, choices, drawing),
            self.hardware,
            self.health,
            config.wiring,
            self.settings,
            self.loop,
            self._machine.chance,
            self._renew_by_button,
            lambda: self._switching.off(self.front),
        )

    async def _end(self) -> None:
        self._notify.stopping()
        await self._tasks.end()
        async with AsyncExitStack() as stack:
            # From the last to the first, and whatever one part does at its end, the others end too: nobody can press
            # any more, then what was entered is saved, then the display goes dark.
            stack.callback(setattr, self, "ended", True)
            # What is on the display tells when the plug may be pulled: the system darkens it last of all.
            stack.callback(self.hardware.stop, TIDY_WITHIN, dark=not self._switching.goes_off)
            stack.push_async_callback(self._save_and_part)
            stack.callback(self.broker.close)
            stack.callback(self.front.close)

    async def _save_and_part(self) -> None:
        """Together: phones that wait for the disk are answered as what they told is saved."""
        for ended in await asyncio.gather(self.network.close(), self.session.close(), return_exceptions=True):
            if isinstance(ended, BaseException):
                raise ended

    async def _take_up(self, opened: Opened) -> None:
        """The journal was opened, or it is known why not: go on with what it has."""
        words = together(opened.words, self.settings.take_up(opened.kept.get("settings")))
        self.front.showing.opened(await self._headers(), words, opened)

    async def _headers(self) -> list[Header]:
        """What was played before, the newest first."""
        session = self.session
        try:
            games = await session.lessons.recall(RECALLED)
            players = await session.archive.players(games)
        except NotSaved:
            return []
        # What is on tells by itself who plays it.
        return [
            msgspec.structs.replace(read_header(game.header), players=players[game.id])
            for game in games
            if game.id != session.game_id
        ]

    async def _use_panel(self) -> None:
        self.front.use_panel(
            await pins.opened(self._machine, self.config, self._from_panel, self.hardware.moved, self.health.note)
        )

    def _listen(self) -> float:
        """Look at the button's level: its edges may not be told. Samples that come do so too."""
        self.front.listen()
        return LISTEN_EVERY if self.evening.sensor_ok else LISTEN_WITHOUT_SENSOR

    def _look_after(self) -> float:
        """What nothing else notices: a clock that is set at last, and what was too soon to be written down."""
        self.health.note(conditions.clock(self.clock.wall()))
        self.session.look_at_clock()
        self.health.catch_up()
        return LOOK_AFTER_EVERY

    async def _renew_token(self) -> None:
        """Send all phones away. Raises NotSaved."""
        await self.network.renew_token()
        # Pages that are open look again, and find that they may only look.
        self.followers.tell("settings")

    async def _measure(self, name: object) -> Mapping[str, object]:
        """Keep what is usual on this table. Raises Refusal, NotSaved."""
        measured = await self.tables.measure(name, self.evening, self.clock.wall())
        # Pages that are open look again.
        self.followers.tell("settings")
        return measured

    def _renew_by_button(self) -> None:
        """The same, as somebody at the box wants it, who is told what became of it."""

        async def renew() -> None:
            try:
                await self._renew_token()
            except NotSaved:
                self.front.not_renewed()
            else:
                self.front.renewed()

        self._tasks.begin(renew(), "the new code")

    def _from_hardware(self, event: ThreadEvent) -> None:
        self._in_loop(self._on_hardware, event)

    def _from_panel(self, edge: Edge) -> None:
        self._in_loop(self.front.edge, edge)

    def _in_loop(self, work: Callable[..., None], *arguments: object) -> None:
        """From another thread: let the loop do something; at the end it may be gone already."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(work, *arguments)

    def _on_hardware(self, event: ThreadEvent) -> None:
        match event:
            case Batch():
                self.front.feel(event)
            case Condition():
                if event.part == "sensor":
                    self.evening.sense(ok=event.status == "ok")
                self.health.note(event)
                self._unseen.discard(event.part)
                if not self._unseen:
                    self._looked.set()
                self.front.refresh()
            case Counters():
                # Totals, not additions, which is what Counter.update would take them for.
                dict.update(self.health.counters, event.as_dict())

    def _on_opened(self, opened: Opened) -> None:
        self._tasks.begin(self._take_up(opened), "taking up the journal")

    def _on_session(self, session: Session) -> None:
        self.health.note(session.door.condition)
        self.front.told(self.evening.follow())
        self.followers.tell("state")
        if self.evening.phase is not None:
            self.followers.tell("box")

    def _on_command(self) -> None:
        self.front.decide()

    def _on_health(self) -> None:
        self.front.showing.refresh()
        self.followers.tell("health")

    async def _calls_decided(self) -> None:
        await self.front.calls_decided()

    def _box(self) -> LiveBox | None:
        # Whoever asks for it has the phones' pages loaded, whose templates take longer than all else of the start.
        from companion.live import live

        return live(self.evening, self.loop.time())

    def _counted(self) -> dict[str, int]:
        counters = self.counters
        return {name: counters[name] for name in COUNTED}
