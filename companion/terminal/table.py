"""The table that is played at: keys become steps, steps are done on the stage, and all of it can be written down."""

from __future__ import annotations

from collections import deque
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from companion.broker import OFF
from companion.games import GAMES
from companion.scenario import breakages, parse, steps
from companion.scenario.acts import act
from companion.scenario.stage import Stage
from companion.scenario.steps import Cannot
from companion.scenario.writing import game_line
from companion.terminal.browsers import Browsers
from companion.terminal.keys import ESCAPE, QUIT, NoUse, Situation, find, name_of
from companion.terminal.pace import FRAME, PacedClock
from companion.terminal.plot import Trace
from companion.terminal.recorder import Recorder
from companion.terminal.view import InView, Lamp
from hardware import HardwareError, own_address

if TYPE_CHECKING:
    from PIL import Image

    from companion.config import Config
    from companion.daemon import Daemon
    from companion.games import State
    from companion.senses import Felt
    from companion.terminal.keys import Key, PageName
    from companion.wiring import Contact
    from hardware import Batch

FIRST_GAME: Final = "katz-schmaus"

WAITING: Final = 4
"""So many keys may wait for hands that are busy."""

DIM_BELOW: Final = 32
"""With less contrast than this the display sleeps."""

PINS: Final = ("gpio", "button-thread")
"""What is healed together."""


class Visitor(Protocol):
    """Who sits before the table."""

    def see(self, seen: InView) -> None:
        """Look at it."""

    def wait(self, seconds: float, *, for_key: bool) -> tuple[float, list[str]]:
        """Let time pass, or less if a key is pressed and waited for; returns how long it was (s), and the keys."""


class Table:
    """One evening, from the start of the companion to its end."""

    def __init__(
        self,
        visitor: Visitor,
        config: Config,
        folder: Path,
        known: tuple[str, ...],
        *,
        wall: float,
        port: int | None = None,
    ) -> None:
        """``known`` are those who sit here; ``wall`` is Unix time, s; ``port`` is where phones reach the table."""
        self.clock = PacedClock(self._live, wall)
        self.stage = Stage(folder, clock=self.clock, config=config, address=own_address)
        self.stage.heard = self._hear
        self.stage.port = port
        self._browsers = Browsers()
        self.stage.simulator = self._browsers
        self._visitor = visitor
        self._known = known
        self._recorder = Recorder(config)
        self._trace = Trace()
        self._page: PageName = "table"
        self._waiting: deque[Key] = deque()
        self._broken: list[str] = []
        self._line = self._said = ""
        self._seen_at = -FRAME
        self._leaves = False
        self._picture: tuple[tuple[object, ...], Image.Image] | None = None

    def play(self, record: Path | None) -> None:
        """Start the companion, with a game on, and do what keys say until somebody quits; then end it.

        What was done is written to ``record`` at the end. Raises StageError, OSError.
        """
        self._browsers.see(self._look(), None)
        self.stage.start()
        self._recorder.begin(self.clock.monotonic(), self.stage.daemon.session.ledger)
        if self.stage.daemon.session.ledger is None:
            self._do_lines(game_line(FIRST_GAME, self._known[: GAMES[FIRST_GAME].seats[-1]], {}))
        while not self._leaves:
            if self._waiting:
                self._do(self._waiting.popleft(), record)
            elif (order := self._browsers.next()) is not None:
                self._said = ""
                order.answer("" if self._perform(order.step) else self._said)
            else:
                self.clock.idle(FRAME)
        if record is not None:
            self.write(record)
        self.stage.stop()

    def leave(self) -> None:
        """End it: what is under way is brought to its end at once."""
        self._leaves = True
        self.clock.paced = False

    def write(self, path: Path) -> None:
        """Write down what was done so far, as a scenario. Raises OSError."""
        self.clock.sleep(self._recorder.due(self.clock.monotonic()))
        text = self._recorder.text(self.clock.monotonic(), self.stage.snapshot(), self.stage.daemon.health.troubles)
        path.write_text(text, encoding="utf-8")

    # What is typed.

    def _typed(self, typed: str) -> None:
        self._said = ""
        situation = self._situation()
        key = find(typed, self._page, situation)
        if typed == ESCAPE:
            self._page = "table"
        elif key is None:
            self._said = f"{name_of(typed)} does nothing here"
        elif key.opens is not None:
            self._page = "table" if self._page == key.opens else key.opens
        elif key.sends == QUIT:
            self.leave()
        elif key.hands and key in self._waiting:
            return  # It is held down.
        elif len(self._waiting) < WAITING:
            self._waiting.append(key)
        else:
            self._said = f"the hands are busy: {key.name} is left out"

    def _do(self, key: Key, record: Path | None) -> None:
        if key.lines is None:
            self._write_down(record or _free_name())
            return
        try:
            lines = key.lines(self._situation())
        except NoUse as why:
            self._said = f"{key.name}: {why}"
            return
        self._do_lines(*lines)

    def _do_lines(self, *lines: str) -> None:
        for step in parse("\n".join(lines), "the keys"):
            if not self._perform(step):
                return

    def _perform(self, step: steps.Step) -> bool:
        """Do a step as a scenario would, and note it; says whether it could be done."""
        self.clock.sleep(self._recorder.due(self.clock.monotonic()))
        began = self.clock.monotonic()
        self._line = step.source
        try:
            refusal = act(self.stage, step)
        except (Cannot, HardwareError) as failure:
            self._said = str(failure)
            return False
        self.stage.check()
        self._recorder.done(step.source, began, self.clock.monotonic(), refusal.code if refusal else None)
        self._note_fault(step)
        if refusal:
            self._said = refusal.message
        return refusal is None

    def _note_fault(self, step: steps.Step) -> None:
        match step:
            case breakages.Heal(what=part):
                healed = PINS if part in PINS else (part,)
                self._broken = [fault for fault in self._broken if fault.split()[1] not in healed]
            case breakages.Fault(seconds=None) | breakages.ButtonThreadDies():
                self._broken.append(step.source)

    def _write_down(self, path: Path) -> None:
        try:
            self.write(path)
        except OSError as error:
            self._said = f"{path}: {error.strerror}"
            return
        self._said = f"written: {path} ({self._recorder.steps} steps); play it: companion simulate {path}"

    # How time passes.

    def _live(self, seconds: float, for_key: bool) -> float:
        now = self.clock.monotonic()
        if now - self._seen_at >= FRAME * 0.99:
            self._seen_at = now
            seen = self._look()
            self._visitor.see(seen)
            self._browsers.see(seen, self._daemon)
        passed, typed = self._visitor.wait(seconds, for_key=for_key)
        for key in typed:
            self._typed(key)
        if self._daemon is not None and self._daemon.network.address_here is not None:
            # In virtual time a loop looks at its sockets only when it comes round.
            self._daemon.loop.call_soon_threadsafe(_look_round)
        return passed

    def _hear(self, batch: Batch, felt: list[Felt]) -> None:
        motion = self.stage.daemon.evening.motion
        self._trace.feel(batch, felt, tilt=motion.tilt, handled=motion.handled)

    # What there is to see.

    def _situation(self) -> Situation:
        stage, world = self.stage, self.stage.world
        state = _state(self._daemon)
        return Situation(
            in_hands=world.in_hands,
            angle=round(world.tilt_now, 1),
            bearing=round(world.bearing_now, 1),
            wiring=stage.config.wiring.name,
            closed=frozenset(contact.kind for contact in stage.config.wiring.contacts if self._is_closed(contact)),
            players=state.players if state else (),
            over=state is None or state.over,
            known=self._known,
            language=stage.config.table.language,
            height=stage.config.oled.height,
            broken=frozenset(self._broken),
        )

    def _look(self) -> InView:
        stage, daemon = self.stage, self._daemon
        pins, contacts = stage.config.pins, stage.config.wiring.contacts
        outputs = ("buzzer", pins.buzzer), ("light", pins.light)
        frame = daemon.front.showing.frame if daemon else None
        oled, level = stage.hardware.oled, stage.hardware.pins.level
        return InView(
            picture=self._pixels(),
            texts=frame.texts if frame and oled.lit else (),
            dimmed=oled.contrast < DIM_BELOW,
            outputs=tuple(Lamp(name, pin, level(pin)) for name, pin in outputs if pin is not None),
            contacts=tuple(Lamp(one.name, one.pin, self._is_closed(one)) for one in contacts if one.seat is None),
            players=tuple(self._is_closed(one) for one in contacts if one.seat is not None),
            game=_told(daemon),
            health=tuple(each.condition for each in daemon.health if each.condition != OFF) if daemon else (),
            situation=self._situation(),
            line=self._line,
            waiting=tuple(key.name for key in self._waiting),
            said=self._said,
            address=(daemon.network.address_here or "") if daemon else "",
            page=self._page,
            trace=self._trace,
            now=self.clock.monotonic(),
        )

    def _pixels(self) -> Image.Image:
        """The display's picture; computed only when something has reached it (2 ms each)."""
        oled = self.stage.hardware.oled
        state = (oled, oled.data_bytes, oled.lit, oled.inverted)
        if self._picture is None or self._picture[0] != state:
            self._picture = state, oled.picture()
        return self._picture[1]

    def _is_closed(self, contact: Contact) -> bool:
        return self.stage.hardware.pins.closed(f"GPIO{contact.pin}")

    @property
    def _daemon(self) -> Daemon | None:
        return self.stage.daemon if self.stage.ready else None


def _look_round() -> None:
    """Nothing but that the loop comes round."""


def _state(daemon: Daemon | None) -> State | None:
    ledger = daemon.session.ledger if daemon else None
    return ledger.state if ledger else None


def _told(daemon: Daemon | None) -> str:
    """How the game stands, in a line."""
    ledger = daemon.session.ledger if daemon else None
    if ledger is None:
        return "no game is on" if daemon else "the companion starts"
    state = ledger.state
    who = f" · {state.turn}'s turn" if state.turn else ""
    scores = "  ".join(f"{name} {score}" for name, score in state.scores.items())
    won = f" · {' and '.join(state.winners)} won" if state.winners else ""
    return f"{ledger.game.title} · {state.phase}{who}{won} · {scores}"


def _free_name() -> Path:
    """A file for a scenario that does not exist yet."""
    return next(path for number in count(1) if not (path := Path(f"evening-{number}.scenario")).exists())
