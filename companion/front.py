"""The box's own face: one button in; display, buzzer and light out."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from companion import sounds
from companion.errors import Refusal
from companion.faces import one_button
from companion.faces.languages import LANGUAGES
from companion.faces.oled import screens
from companion.senses import Gesture, Gestures, Touch
from companion.showing import Showing
from companion.table.box import CALL_OPEN
from hardware import Condition

if TYPE_CHECKING:
    import asyncio

    from companion.config import Config
    from companion.evening import Evening
    from companion.health import Health
    from companion.table.ledger import Entry, Ledger
    from hardware import Batch, Edge, HardwareThread, Panel

DRAIN_AT_REST, DRAIN_IN_HANDS = 0.2, 0.04
"""How often the sensor's samples are fetched, s: at rest a lift must only be noticed within 0.4 s."""

STUCK: Final = Condition(
    "button",
    "degraded",
    "The button's contact is closed all the time.",
    "Is something lying on it, or does its wire touch ground?",
)
DEAF: Final = Condition(
    "button",
    "degraded",
    "The button's edges are not heard; it is read, a moment late.",
    "Pull the plug and put it in again when the game is over.",
)

UNDER_WAY: Final = 0.03
"""An edge that was told late may be on its way for so long, s."""


class Front:
    """Turns edges and samples into what the evening is told, and the evening into pictures and sounds."""

    def __init__(
        self,
        evening: Evening,
        hardware: HardwareThread,
        health: Health,
        config: Config,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.showing = Showing(evening, hardware, health, config.table.players, LANGUAGES[config.table.language], loop)
        self._evening = evening
        self._hardware = hardware
        self._health = health
        self._loop = loop
        self._panel: Panel | None = None
        self._silent = config.sound.silent
        self._sounds = sounds.Sounds(self._buzz, silent=self._silent)
        self.deaf = False
        """Whether the button moved without its edges being told; until one is told again."""
        self._missed_at = inf
        """Since when the contact is otherwise than its edges said, s, monotonic."""
        self._ticking: asyncio.TimerHandle | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._seen: tuple[int | None, int] = (None, 0)
        """The game and the revision that were last looked at."""
        self._follow(Gestures())

    def close(self) -> None:
        """Fall silent, and give the pins back."""
        self.showing.close()
        for timer in (self._ticking, self._closing):
            if timer is not None:
                timer.cancel()
        if self._panel is not None:
            self._panel.close()
            self._panel = None

    def use_panel(self, panel: Panel) -> None:
        """The pins can be had now."""
        self._panel = panel
        self._follow(Gestures(closed=panel.pressed()))
        self._note_button()
        self._arm()

    # What comes in.

    def edge(self, edge: Edge) -> None:
        """The button's contact has changed."""
        if self.deaf:
            self.deaf = False
            self._note_button()
        self._take(self._button.feed(edge.t, closed=edge.closed))

    def listen(self) -> None:
        """Compare the contact with what its edges said; what they did not say is taken in a moment late.

        gpiozero's thread may have died, and with some pin factories nothing but a new process brings it back.
        """
        now = self._loop.time()
        if self._panel is None or self._panel.pressed() == self._button.closed:
            self._missed_at = inf
        elif now - self._missed_at < UNDER_WAY:
            self._missed_at = min(self._missed_at, now)
        else:
            self._missed_at = inf
            self.deaf = True
            self._note_button()
            self._take(self._button.feed(now, closed=not self._button.closed))

    def feel(self, batch: Batch) -> None:
        """The box has been felt."""
        self.listen()
        motion = self._evening.motion
        was_handled = motion.handled
        felt = self._evening.feel(batch)
        if motion.handled != was_handled:
            self._hardware.pace(DRAIN_IN_HANDS if motion.handled else DRAIN_AT_REST)
        if felt:
            self.showing.touch()
            if any(event.kind == "lifted" for event in felt):
                self.showing.lifted()
            self.changed()

    def changed(self) -> None:
        """Something was entered, saved or felt, or a part is otherwise than before."""
        session = self._evening.session
        ledger = session.ledger
        game, seen = self._seen
        if ledger is not None and game == session.game_id and seen < ledger.revision:
            entries = ledger.entries[seen:]
            self._evening.entered(entries)
            self._tell_of(entries, ledger)
        self._seen = (session.game_id, ledger.revision if ledger else 0)
        self._arm()
        self.showing.refresh()

    # The button.

    def _follow(self, button: Gestures) -> None:
        self._button = button
        self.showing.follow(button)

    def _take(self, made: list[Touch | Gesture]) -> None:
        for event in made:
            match event.kind:
                case "touched":
                    self._touched(event.at)
                case "withdrawn":
                    self._withdraw()
                case "pressed":
                    self._health.counters["presses"] += 1
                    self._pressed(event.at)
                case "press" | "ok" | "back":
                    self._gesture(event.kind)
                case "stuck" | "freed":
                    self._note_button()
        if self._ticking is not None:
            self._ticking.cancel()
        due = self._button.due
        self._ticking = self._loop.call_at(due, self._tick) if due < inf else None
        # The panel sounds at every edge while a press is a call; that this one was none only turned out here.
        self._sounds.settle()
        self.showing.refresh()

    def _tick(self) -> None:
        self._take(self._button.tick(self._loop.time()))

    def _note_button(self) -> None:
        if self._button.stuck:
            self._health.note(STUCK)
        elif self.deaf:
            self._health.note(DEAF)
        elif self._panel is not None:
            for condition in self._panel.conditions:
                self._health.note(condition)
        self.showing.refresh()

    def _touched(self, at: float) -> None:
        """The contact has closed for the first time: if it is a call, the display flashes before all else."""
        if self._evening.call_is_open(at):
            self.showing.flash()
            self._sounds.play(sounds.CALL)

    def _withdraw(self) -> None:
        """It was a spike, no finger."""
        if self.showing.flashing:
            self.showing.end_flash()
            self._sounds.hush()

    def _pressed(self, at: float) -> None:
        """It was a finger."""
        only_woke = self.showing.wake()
        if not self.showing.flashing:
            if only_woke:
                self._button.swallow()
            return
        self.showing.end_flash()
        self._button.swallow()
        try:
            self._evening.session.submit({"do": "call"}, source="button", at=at)
        except Refusal as refusal:
            self._refuse(refusal)

    def _gesture(self, made: one_button.Gesture) -> None:
        try:
            self._carry_out(self.showing.gesture(made))
        except Refusal as refusal:
            self._refuse(refusal)

    def _carry_out(self, action: one_button.Action | None) -> None:
        session = self._evening.session
        match action:
            case one_button.Submit(command=command):
                session.submit(command, source="button")
            case one_button.Undo(what=what):
                session.submit({"do": "undo"}, source="button")
                self.showing.say(screens.Note(self.showing.words.undone, what))
            case one_button.NewGame():
                header = {"game": action.game, "players": list(action.players), "options": dict(action.options)}
                session.new_game(header, source="button")
                self.showing.played_by(action.players)
            case one_button.Refused(why=why):
                self._deny(why)

    def _refuse(self, refusal: Refusal) -> None:
        self._deny(self.showing.words.refusals.get(refusal.code, refusal.message))

    def _deny(self, why: str) -> None:
        self._sounds.play(sounds.REFUSED)
        self.showing.say(screens.Note(self.showing.words.refused, why, refused=True))

    # What goes out.

    def _buzz(self, on: bool) -> None:
        if self._panel is not None:
            self._panel.sound(on)

    def _arm(self) -> None:
        """Let the next edge sound the buzzer at once, exactly while it would be a call."""
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
        now = self._loop.time()
        is_open = self._evening.call_is_open(now)
        if self._panel is not None:
            self._panel.armed = is_open and not self._silent
            self._panel.light(is_open)
        closes = self._evening.box.set_down_at + CALL_OPEN
        if is_open and closes > now:
            self._closing = self._loop.call_at(closes, self._arm)

    def _tell_of(self, entries: list[Entry], ledger: Ledger) -> None:
        """Notice how a turn ended, and that the last round has begun."""
        for entry in entries:
            before, after = ledger.state_at(entry.revision - 1), ledger.state_at(entry.revision)
            outcome = ledger.game.outcome(before, entry.command, after)
            if outcome is not None:
                self.showing.settle(outcome, inferred=entry.source == "inferred")
            if after.last_round and not before.last_round:
                self._sounds.play(sounds.LAST_ROUND)
