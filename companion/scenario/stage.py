"""The stage of a scenario: a simulated table in virtual time, and the lives of the daemon on it."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from smbus2 import i2c_msg

from companion.config import Config, changed, served_at
from companion.daemon import Daemon
from companion.errors import CompanionError, Refusal
from hardware.simulated import Harm, PowerCut, SimulatedDisk, SimulatedMachine, VirtualClock, World, spoil

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from pathlib import Path

    from companion.faces.web.simulator import Simulator
    from companion.senses import Felt
    from companion.wiring import WiringName
    from hardware import Batch, OledChip

T = TypeVar("T")

SETTLED_WITHIN: Final = 1.5
"""How long the senses may take to know whether the box lies, s."""

READY_WITHIN: Final = 20.0
"""How long a start may take, s, before the stage gives it up."""

TOLD_TO_STOP, UNMOUNTED = 0.2, 2.0
"""How long the system takes to end the daemon once it was asked to switch off, and then to end itself, s."""

DARK: Final = bytes((0x00, 0xAE))
"""The control byte of a command, and the display's command to go dark."""

FLASH: Final = bytes((0x00, 0xA7))
"""The control byte of a command, and the display's command to turn black and white over."""

ANSWER_WITHIN: Final = 60.0
"""How long a command may wait for the disk, s."""


class StageError(CompanionError, RuntimeError):
    """The daemon did not do what every scenario needs: start, answer, stop."""


class Stage:
    """Everything around one daemon: the thread that makes it is the world outside."""

    def __init__(
        self,
        folder: Path,
        *,
        clock: VirtualClock | None = None,
        config: Config | None = None,
        seed: int = 1,
        address: Callable[[], str | None] | None = None,
    ) -> None:
        """``address`` is asked where phones are real ones, on a real network."""
        self.folder = folder
        self.clock = clock or VirtualClock()
        self.world = World(self.clock, seed)
        self.disk = SimulatedDisk(self.clock, folder)
        self.hardware = SimulatedMachine(
            self.clock, self.world, open_database=self.disk.open_database, seed=seed, address=address
        )
        self.world.follow(self.hardware.sensor.disturb)
        self.hardware.switch.listener = lambda: self.clock.start_thread(self._switch_off, "the system")
        self.is_off = False
        """Whether the Pi was switched off, and its plug may be pulled."""
        self.config = config or Config()
        self.port: int | None = None
        """Where the table is served, whatever the settings say: nowhere, unless somebody says otherwise."""
        self._alone = False
        self.spoils: list[tuple[str, Harm]] = []
        """What the card does to files of the table's folder before the next start."""
        self.simulator: Simulator | None = None
        """Who handles the box for browsers."""
        self._build_as_configured()
        self.starts = 0
        self.refusal: Refusal | None = None
        """What the last command was answered with, if it was refused."""
        self.pressed_at: float | None = None
        """When the button's contact closed last, s, monotonic."""
        self._daemon: Daemon | None = None
        self._failure: BaseException | None = None
        self._felt: Counter[str] = Counter()
        self.heard: Callable[[Batch, list[Felt]], None] = lambda _batch, _felt: None
        """Told of every batch that a daemon gets, and of what it felt in it."""

    @property
    def ready(self) -> bool:
        """Whether a daemon runs and is ready."""
        return self._daemon is not None and self._daemon.ready and not self.is_off

    @property
    def daemon(self) -> Daemon:
        """The daemon that runs now. Raises StageError if none does."""
        if self._daemon is None:
            raise StageError("the daemon was not started yet")
        return self._daemon

    def serve(self) -> None:
        """Serve the table to this machine alone, at any port that is free, from the next start on; no broker hears of it."""
        if self.port is None:
            self.port, self._alone = 0, True
            self.config = changed(self.config, {("web", "host"): "127.0.0.1"})

    def ensure_started(self) -> None:
        """Start the daemon, if it was not yet."""
        if self._daemon is None:
            self.start()

    def wire(self, name: WiringName) -> None:
        """Wire another set of contacts from the next start on; a cat that has a stand stands on it."""
        self.config = changed(self.config, {("wiring", "name"): name})
        self._stand_the_cat()

    def wire_interrupt(self, pin: int) -> None:
        """Wire the sensor's pin INT, which the daemon knows of from its next start on."""
        self.config = changed(self.config, {("sensor", "interrupt"): pin})
        self.hardware.wire_interrupt(pin)

    def build_in(self, chip: OledChip, size: tuple[int, int], rotate: Literal[0, 2] = 0) -> None:
        """Build another display in, which the daemon knows of from its next start on. Raises ValueError."""
        self.config = changed(
            self.config, {("oled", "chip"): chip, ("oled", "height"): size[1], ("oled", "rotate"): rotate}
        )
        self.hardware.build_in(chip, size, turned=rotate == 2)

    def _build_as_configured(self) -> None:
        """Let chips and contacts be where the settings say."""
        sensor, oled = self.config.sensor, self.config.oled
        self.hardware.bus.chips = {sensor.address: self.hardware.sensor, oled.address: self.hardware.oled}
        self.hardware.build_in(oled.chip, oled.size, turned=oled.rotate == 2)
        self.hardware.wire_interrupt(sensor.interrupt)
        self._stand_the_cat()

    def _stand_the_cat(self) -> None:
        for contact in self.config.wiring.contacts:
            if contact.rests_closed:
                self.hardware.pins.drive(contact.pin, closed=True)

    def close(self) -> None:
        """End everything, whatever state it is in."""
        if self._daemon is not None:
            self.clock.cut_power()
            self.disk.let_go()
            self._daemon = None

    def count(self, name: str) -> int:
        """A counter of the daemon that runs now, by its name."""
        return self.daemon.counters[name]

    def snapshot(self) -> dict[str, object] | None:
        """The state of the game that is on, as a phone would get it."""
        ledger = self.daemon.session.ledger
        return ledger.snapshot() if ledger else None

    def buzzed_at(self) -> float | None:
        """When the buzzer first sounded since the last press, s, monotonic."""
        pin = self.config.pins.buzzer
        levels = [] if pin is None else self.hardware.pins.history(pin)
        return self._first(level.t for level in levels if level.high)

    def flashed_at(self) -> float | None:
        """When the display was first told to turn round since the last press, s, monotonic."""
        log = self.hardware.bus.log
        return self._first(transfer.t for transfer in log if transfer.sent == FLASH)

    def _first(self, moments: Iterable[float]) -> float | None:
        pressed = self.pressed_at
        return next((moment for moment in moments if pressed is not None and moment >= pressed), None)

    @property
    def felt(self) -> Counter[str]:
        """Motion events since the scenario began, over all lives."""
        return self._felt + (self._daemon.evening.felt if self._daemon else Counter())

    def start(self) -> None:
        """Start the daemon and wait until it is ready."""
        self.starts += 1
        self.is_off = False
        self._failure = None
        for name, harm in self.spoils:
            spoil(self.folder / name, harm)
        self.spoils.clear()
        config = served_at(self.config, self.port)
        if self._alone:
            config = changed(config, {("mqtt", "host"): ""})
        daemon = self._daemon = Daemon(self.hardware.machine, config, self.folder, self.simulator)
        daemon.evening.add_listener(self.heard)
        self.clock.start_thread(lambda: self._live(daemon), "daemon")
        self._advance_until(lambda: daemon.ready, READY_WITHIN, "the daemon is not ready")
        # Nobody is at the table before the box has lain there for a moment.
        deadline = self.clock.monotonic() + SETTLED_WITHIN
        while daemon.evening.sensor_ok and not daemon.evening.motion.settled and self.clock.monotonic() < deadline:
            self.clock.sleep(0.01)

    def stop(self) -> None:
        """End the daemon as a service manager does."""
        daemon = self._daemon
        if daemon is None:
            return
        daemon.stop()
        self._advance_until(lambda: daemon.ended, READY_WITHIN, "the daemon does not stop")
        # A process that ends takes its threads along, also one that waits for a slow disk, and holds no files.
        self.clock.cut_power()
        self.disk.let_go()
        self._bury(daemon)

    def restart(self) -> None:
        """Stop it, if it runs, and start it again."""
        self.ensure_started()
        self.stop()
        self.start()

    def cut_power(self) -> None:
        """Pull the plug: killed without warning, unsynced writes lost, chips reset; then started again."""
        self.ensure_started()
        daemon = self.daemon
        self.clock.cut_power()
        self._bury(daemon)
        self.disk.cut()
        self.hardware.cut_power()
        self.start()

    def ask(self, what: Callable[[Daemon], Awaitable[T]]) -> T:
        """Let the daemon's loop do something, and wait for the answer."""
        daemon = self.daemon
        future: asyncio.Future[T] | None = None

        async def answer() -> T:
            return await what(daemon)

        def begin() -> None:
            nonlocal future
            future = asyncio.ensure_future(answer())

        daemon.loop.call_soon_threadsafe(begin)
        self._advance_until(lambda: future is not None and future.done(), ANSWER_WITHIN, "no answer from the daemon")
        assert future is not None
        return future.result()

    def _live(self, daemon: Daemon) -> None:
        loop = self.clock.new_event_loop()
        loop.set_exception_handler(self._failed)
        try:
            loop.run_until_complete(daemon.serve())
        except PowerCut:
            # What was going on is simply gone; nobody is left to be told.
            loop.set_exception_handler(lambda _loop, _context: None)
            raise
        except Exception as failure:  # noqa: BLE001 - told by whoever waits for the daemon
            self._failure = failure
        finally:
            loop.close()

    def _failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something in the loop raised, and nobody waits for it."""
        self._failure = self._failure or context.get("exception") or RuntimeError(context["message"])

    def check(self) -> None:
        """Raise StageError if anything in the daemon has failed."""
        if self._failure is not None:
            raise StageError(f"the daemon failed with {self._failure!r}") from self._failure

    def _switch_off(self) -> None:
        """What the system does when it is asked to: it ends the daemon, unmounts its card and darkens the display."""
        daemon = self.daemon
        self.clock.sleep(TOLD_TO_STOP)
        daemon.stop()
        while not daemon.ended:
            self.clock.sleep(0.05)
        self.clock.sleep(UNMOUNTED)
        with suppress(OSError):
            self.hardware.bus.i2c_rdwr(i2c_msg.write(self.config.oled.address, DARK))
        self.is_off = True

    def _bury(self, daemon: Daemon) -> None:
        self._felt += daemon.evening.felt
        self._daemon = None

    def _advance_until(self, done: Callable[[], bool], within: float, complaint: str) -> None:
        deadline = self.clock.monotonic() + within
        self.clock.settle()
        while not done():
            if self._failure is not None:
                raise StageError(f"{complaint}: it failed with {self._failure!r}") from self._failure
            if self.clock.monotonic() >= deadline:
                raise StageError(f"{complaint} after {within:g} s")
            self.clock.sleep(0.005)
