"""The box's own face: one button in; display, buzzer and light out."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from companion import sounds
from companion.errors import Refusal
from companion.faces import one_button
from companion.faces.brief import brief
from companion.faces.oled import Frame, render, screens, view
from companion.faces.words import ENGLISH
from companion.games import GAMES
from companion.senses import BACK_AFTER, Gesture, Gestures, Touch
from companion.table.box import CALL_OPEN
from hardware import Condition

if TYPE_CHECKING:
    import asyncio

    from companion.config import Config
    from companion.evening import Evening
    from companion.games import Prompt, State
    from companion.health import Health
    from companion.table.ledger import Entry
    from companion.table.storage import Opened
    from hardware import Batch, Edge, HardwareThread, Panel

ANIMATED: Final = 0.05
"""Between two pictures while something moves on the display, s."""

NOTE_SHOWN: Final = 2.0
"""How long a word about what was done or refused stays, s."""

ASLEEP_AFTER: Final = 600.0
"""Nobody has touched anything for so long: the display only shows a wandering paw, s (OLED pixels wear out)."""

STEP_ASLEEP: Final = 30.0
"""How long the paw stays in one place, s."""

DRAIN_AT_REST, DRAIN_IN_HANDS = 0.2, 0.04
"""How often the sensor's samples are fetched, s: at rest a lift must only be noticed within 0.4 s."""


STUCK: Final = Condition(
    "button",
    "degraded",
    "The button's contact is closed all the time.",
    "Is something lying on it, or does its wire touch ground?",
)


class Front:
    """Turns edges and samples into what the evening is told, and the evening into pictures and sounds."""

    def __init__(self, evening: Evening, hardware: HardwareThread, health: Health, config: Config) -> None:
        self.frame: Frame | None = None
        """The picture that was last given to the display."""
        self.stale = False
        """Whether something has changed since, and another picture is about to be drawn."""
        self._evening = evening
        self._hardware = hardware
        self._health = health
        self._config = config
        self._panel: Panel | None = None
        self._button = Gestures()
        self._menu = one_button.Menu()
        self._sounds = sounds.Sounds(self._buzz, silent=config.sound.silent)
        self._loop: asyncio.AbstractEventLoop
        self._drawing: asyncio.TimerHandle | None = None
        self._ticking: asyncio.TimerHandle | None = None
        self._drawn_at = -inf
        self._screen: screens.Screen | None = None
        self._started = False
        self._calling_at: float | None = None
        self._state: State | None = None
        self._seen: tuple[int | None, int] = (None, 0)
        """The game and the revision that were last looked at."""
        self._settled: view.Outcome | None = None
        self._settled_at = -inf
        self._note: screens.Note | None = None
        self._note_until = -inf
        self._resumed: str | None = None
        self._touched_at = 0.0
        self._presets: tuple[tuple[str, ...], ...] = ()

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Show the first picture."""
        self._loop = loop
        self._touched_at = loop.time()
        self._draw()

    def close(self) -> None:
        """Fall silent, and give the pins back."""
        for handle in (self._drawing, self._ticking):
            if handle is not None:
                handle.cancel()
        self._sounds.hush()
        if self._panel is not None:
            self._panel.close()
            self._panel = None

    def use_panel(self, panel: Panel) -> None:
        """The pins can be had now."""
        self._panel = panel
        self._button = Gestures(closed=panel.pressed())
        self._note_button()
        self._arm()
        self.refresh()

    def welcome(self, opened: Opened, lineups: tuple[tuple[str, ...], ...]) -> None:
        """The journal is open: show what was on, or who may play. ``lineups`` are those of past games."""
        self._started = True
        self._presets = lineups
        ledger = self._evening.session.ledger
        if ledger is not None and not ledger.state.over:
            self._resumed = self._last() or ""
        if opened.words:
            self._say(screens.Note("", opened.words))
        self.changed()

    # What comes in.

    def edge(self, edge: Edge) -> None:
        """The button's contact has changed."""
        self._take(self._button.feed(edge.t, closed=edge.closed))

    def feel(self, batch: Batch) -> None:
        """The box has been felt."""
        motion = self._evening.motion
        before = motion.handled
        felt = self._evening.feel(batch)
        if motion.handled != before:
            self._hardware.pace(DRAIN_IN_HANDS if motion.handled else DRAIN_AT_REST)
        if felt:
            self._touch()
            self._arm()
            if any(event.kind == "lifted" for event in felt):
                self._resumed = None
            self.refresh()

    def changed(self) -> None:
        """Something was entered, saved, or could not be."""
        session = self._evening.session
        ledger = session.ledger
        state = ledger.state if ledger else None
        game, seen = self._seen
        if ledger is not None and game == session.game_id and seen < ledger.revision:
            self._tell_of(ledger.entries[seen:], state)
        self._seen = (session.game_id, ledger.revision if ledger else 0)
        self._state = state
        self._menu = self._menu.current(self._table())
        self._arm()
        self.refresh()

    def refresh(self) -> None:
        """Draw anew, as soon as the last picture has had its time."""
        if not self.stale:
            self.stale = True
            self._draw_at(self._drawn_at + ANIMATED)

    def _draw_at(self, moment: float) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
        self._drawing = self._loop.call_at(max(moment, self._loop.time()), self._draw)

    # The button.

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
        self.refresh()

    def _note_button(self) -> None:
        if self._button.stuck:
            self._health.note(STUCK)
        elif self._panel is not None:
            for condition in self._panel.conditions:
                self._health.note(condition)

    def _tick(self) -> None:
        self._take(self._button.tick(self._loop.time()))

    def _touched(self, at: float) -> None:
        """The contact has closed for the first time: if it is a call, the display flashes before all else."""
        if self._evening.call_is_open(at):
            self._hardware.invert(True)
            self._sounds.play(sounds.CALL)
            self._calling_at = at

    def _withdraw(self) -> None:
        """It was a spike, no finger."""
        if self._calling_at is not None:
            self._calling_at = None
            self._sounds.hush()
            self._hardware.invert(self.frame is not None and self.frame.inverted)

    def _pressed(self, at: float) -> None:
        """It was a finger."""
        asleep = self._asleep is not None
        self._touch()
        if self._calling_at is None:
            if asleep or self._resumed is not None:
                # The first press only wakes the display, or closes the note about the plug.
                self._resumed = None
                self._button.swallow()
            return
        self._calling_at = None
        self._resumed = None
        self._button.swallow()
        try:
            self._evening.call(at)
        except Refusal as refusal:
            self._refuse(refusal.message)

    def _gesture(self, made: one_button.Gesture) -> None:
        self._touch()
        self._settled = None
        self._note_until = -inf
        self._menu, action = one_button.gesture(self._menu, made, self._table())
        try:
            self._carry_out(action)
        except Refusal as refusal:
            self._refuse(refusal.message)

    def _carry_out(self, action: one_button.Action | None) -> None:
        session = self._evening.session
        match action:
            case one_button.Submit(command=command):
                session.submit(command, source="button")
                if command.get("do") == "set_down":
                    self._evening.box.put_down_by_hand(self._loop.time())
                    self._arm()
            case one_button.Undo(what=what):
                session.submit({"do": "undo"}, source="button")
                self._say(screens.Note(ENGLISH.undone, what))
            case one_button.NewGame():
                header = {"game": action.game, "players": list(action.players), "options": dict(action.options)}
                session.new_game(header, source="button")
                self._presets = tuple(dict.fromkeys((action.players, *self._presets)))
            case one_button.Refused(why=why):
                self._refuse(why)

    def _refuse(self, why: str) -> None:
        self._sounds.play(sounds.REFUSED)
        self._say(screens.Note(ENGLISH.refused, why, refused=True))

    def _say(self, note: screens.Note) -> None:
        self._note = note
        self._note_until = self._loop.time() + NOTE_SHOWN
        self.refresh()

    def _touch(self) -> None:
        """Somebody is there."""
        self._touched_at = self._loop.time()

    # What goes out.

    def _buzz(self, on: bool) -> None:
        if self._panel is not None:
            self._panel.sound(on)

    def _arm(self) -> None:
        """Let the next edge sound the buzzer at once, exactly while it would be a call."""
        if self._panel is not None:
            is_open = self._evening.call_is_open(self._loop.time())
            self._panel.armed = is_open and not self._config.sound.silent
            self._panel.light(is_open)

    def _tell_of(self, entries: list[Entry], state: State | None) -> None:
        """Notice how a turn ended, and that the last round has begun."""
        before = self._state
        if before is None or state is None:
            return
        ends = [entry for entry in entries if entry.command.get("do") == "result"]
        if ends:
            caller = view.caller_of(before, ends[-1].command)
            self._settled = view.outcome(before, state, caller=caller, inferred=ends[-1].source == "inferred")
            self._settled_at = self._loop.time()
        if getattr(state, "final_round", False) and not getattr(before, "final_round", False):
            self._sounds.play(sounds.LAST_ROUND)

    @property
    def _asleep(self) -> int | None:
        idle = self._loop.time() - self._touched_at
        return int((idle - ASLEEP_AFTER) / STEP_ASLEEP) if idle >= ASLEEP_AFTER else None

    def _last(self) -> str | None:
        """What an undo would take back, in a few words."""
        decision = self._evening.session.last_decision()
        return brief(decision.command, decision.before.scores, decision.after.scores) if decision else None

    def _held(self, now: float) -> float | None:
        """How long the button has been held, if that is to mean anything, s."""
        return self._button.progress(now) * BACK_AFTER or None

    def _prompt(self) -> Prompt | None:
        ledger = self._evening.session.ledger
        return ledger.game.prompt(ledger.state) if ledger else None

    def _table(self) -> one_button.Table:
        ledger = self._evening.session.ledger
        known = self._config.table.players
        presets = self._presets or ((known,) if len(known) > 1 else ())
        offers = tuple(one_button.Offer(g.name, g.title, g.seats[0], g.seats[-1]) for g in GAMES.values())
        people = tuple(dict.fromkeys((*known, *(name for names in self._presets for name in names))))
        if ledger is None:
            return one_button.Table(games=offers, presets=presets, known=people, troubles=len(self._health.troubles))
        state = ledger.state
        last = self._last()
        return one_button.Table(
            prompt=self._prompt(),
            on=True,
            over=state.over,
            turn=state.turn,
            last=last,
            correctable=ledger.game.correctable(state),
            players=state.players,
            can_skip=not state.over and ledger.game.can_skip,
            troubles=len(self._health.troubles),
            games=offers,
            presets=presets,
            known=people,
        )

    def _view(self) -> view.View:
        evening, now = self._evening, self._loop.time()
        session, motion = evening.session, evening.motion
        ledger = session.ledger
        called = evening.phase == "called"
        evidence = evening.called_at - evening.moved_before_call
        troubles = self._health.troubles
        return view.View(
            table=self._table(),
            menu=self._menu,
            state=ledger.state if ledger else None,
            started=self._started,
            felt=view.Felt(motion.tilt, motion.bearing, now - motion.since) if motion.handled else view.Felt(),
            evidence=evidence if called and evening.sensor_ok and 0.0 <= evidence < inf else None,
            since_call=now - evening.called_at if called else None,
            call_open=evening.call_is_open(now),
            settled=self._settled,
            since_settled=now - self._settled_at,
            note=self._note if now < self._note_until else None,
            resumed=self._resumed,
            saved=session.is_saved if ledger else None,
            troubles=tuple(view.Trouble(trouble.why, trouble.cure) for trouble in troubles),
            held=self._held(now),
            asleep=self._asleep,
        )

    def _draw(self) -> None:
        """Draw what there is to see now; the display gets it only if it is another picture."""
        now = self._drawn_at = self._loop.time()
        self.stale = False
        self._arm()
        seen = view.screen(self._view())
        if seen != self._screen:
            self._screen = seen
            self.frame = render(seen)
            self._hardware.show(self.frame.image)
            if self._calling_at is None:
                self._hardware.invert(self.frame.inverted)
        again = min(self._changes_by_itself(now), default=inf)
        if again < inf:
            self._draw_at(max(again, now + ANIMATED))

    def _changes_by_itself(self, now: float) -> list[float]:
        """When the picture will be another one, though nobody does anything."""
        evening = self._evening
        moments = [
            self._note_until,
            self._settled_at + view.SETTLED_SHOWN,
            evening.called_at + view.CALL_SHOWN,
            evening.box.set_down_at + CALL_OPEN,
            self._touched_at + ASLEEP_AFTER,
        ]
        idle = self._asleep
        if idle is not None:
            moments.append(self._touched_at + ASLEEP_AFTER + (idle + 1) * STEP_ASLEEP)
        moving = evening.phase == "playing" and evening.motion.handled
        if moving or self._held(now) is not None:
            moments.append(now + ANIMATED)
        return [moment for moment in moments if moment > now]
