"""The box's own face: button, cat figure and players' buttons in; display, buzzer and light out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion import sounds
from companion.calls import Calls, Grab
from companion.contacts import Contacts
from companion.errors import Code, Refusal
from companion.evening import BOX_GAME
from companion.faces import one_button
from companion.faces.brief import brief
from companion.faces.oled import screens
from companion.faces.oled.view import Booked
from companion.games.said import fill, said
from companion.players import BUTTON, Owners, answer
from companion.senses import BACK_AFTER, Click, Spin
from companion.showing import Showing
from companion.table.box import CALL_OPEN
from companion.treats import TREAT_GAME, Treats
from hardware import Condition

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from random import Random

    from companion.config import Config
    from companion.evening import Evening, News
    from companion.games import State
    from companion.health import Health
    from companion.senses import Gesture, Touch
    from companion.settings import Settings
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

AWAY: Final = Condition(
    "button",
    "degraded",
    "The cat is not on its stand.",
    "Put it back; until then the button is the call.",
)

JUST_NOW: Final = 1.0
"""Who calls so soon after somebody else was only the slower one, s."""

TOGETHER: Final = 0.2
"""Sooner after a call nobody answers who it was, s: whoever presses then wanted to call, too, and was late."""


_RARE: Final = ("undo", "redo", "correct", "amend", "skip", "rename", "leave", "return")
"""What is no move of the game, and therefore told in a word of its own."""


class Front:
    """Turns edges and samples into what the evening is told, and the evening into pictures and sounds."""

    def __init__(
        self,
        evening: Evening,
        hardware: HardwareThread,
        health: Health,
        config: Config,
        settings: Settings,
        loop: asyncio.AbstractEventLoop,
        chance: Random,
        shown: Callable[[], None],
        address: Callable[[], str | None],
    ) -> None:
        self.showing = Showing(evening, hardware, health, config, settings, loop, shown, address)
        self._evening = evening
        self._hardware = hardware
        self._health = health
        self._loop = loop
        self._chance = chance
        self._panel: Panel | None = None
        self._settings = settings
        self._sounds = sounds.Sounds(self._buzz, lambda: settings.silent)
        self._owners = Owners(config.wiring, evening.session)
        self._knob = config.wiring.dial is not None
        self._contacts = Contacts(loop, self._owners.resting, self._take, self._taken, config.wiring.dial)
        self._spin = Spin()
        self._only_woke = False
        """Whether the hand that turns the knob has woken the display, and is to do no more."""
        self._calls = Calls()
        self._treats = Treats(evening, self.showing, loop, self._refuse)
        self._closing: asyncio.TimerHandle | None = None
        self.showing.follow(self._contacts[BUTTON])
        settings.follow(self._set_anew)

    def close(self) -> None:
        """Fall silent, and give the pins back."""
        self.showing.close()
        self._contacts.close()
        self._treats.close()
        if self._closing is not None:
            self._closing.cancel()
        if self._panel is not None:
            self._panel.close()
            self._panel = None

    def use_panel(self, panel: Panel) -> None:
        """The pins can be had now."""
        self._panel = panel
        self._contacts.use_panel(panel)
        self.showing.follow(self._contacts[BUTTON])
        self._note_button()
        self._arm()

    @property
    def deaf(self) -> bool:
        """Whether a contact moved without its edges being told; until one is told again."""
        return self._contacts.deaf

    # What comes in.

    def edge(self, edge: Edge) -> None:
        """A contact has changed."""
        was_deaf = self.deaf
        self._contacts.edge(edge)
        if was_deaf:
            self._note_button()

    def listen(self) -> None:
        """Look at the contacts: their edges may not be told."""
        was_deaf = self.deaf
        self._contacts.listen()
        if self.deaf and not was_deaf:
            self._note_button()

    def feel(self, batch: Batch) -> None:
        """The box has been felt."""
        self.listen()
        motion = self._evening.motion
        was_handled = motion.handled
        felt = self._evening.feel(batch)
        if motion.handled != was_handled:
            self._hardware.pace(DRAIN_IN_HANDS if motion.handled else DRAIN_AT_REST)
        if felt or motion.handled:
            self.showing.touch()
        if felt:
            # Of a game without the box it says nothing: that the plug was out is to be read first.
            if self._evening.phase is not None and any(event.kind == "lifted" for event in felt):
                self.showing.lifted()
            self.refresh()

    def told(self, news: News) -> None:
        """Something was entered or saved, or another game lies on the table."""
        if news.ledger is not None:
            self._tell_of(news.entries, news.ledger)
        if news.began is not None:
            self.showing.began(news.began)
        self.refresh()

    def refresh(self) -> None:
        """Something was felt, or a part is otherwise than before."""
        self._arm()
        self._note_button()

    # What is touched.

    def _take(self, number: int, event: Touch | Gesture | Click) -> None:
        if isinstance(event, Click):
            self._turned(event)
            return
        match event.kind:
            case "touched":
                self._touched(number, event.at)
            case "withdrawn":
                self._call(self._calls.withdraw(number))
            case "pressed":
                self._health.counters["presses"] += 1
                self._pressed(number, event.at)
            case "press" | "ok" | "back":
                if number == BUTTON:
                    self._gesture(event.kind)
            case "stuck" | "freed":
                self._note_button()

    def _taken(self) -> None:
        # The panel sounds at every edge while a press is a call; that this one was none only turned out here.
        self._sounds.settle()
        self.showing.refresh()

    def _note_button(self) -> None:
        stuck = self._contacts.stuck
        buttons = [number for number in stuck if not self._owners.resting[number]]
        if buttons:
            seat = self._owners.seat(buttons[0])
            why = STUCK.why if seat is None else f"The contact of player {seat + 1}'s button is closed all the time."
            self._health.note(replace(STUCK, why=why))
        elif self.deaf:
            self._health.note(DEAF)
        elif stuck and self._cat_is_missed:
            self._health.note(AWAY)
        elif self._panel is not None:
            for condition in self._panel.conditions:
                self._health.note(condition)
        self.showing.refresh()

    @property
    def _cat_is_missed(self) -> bool:
        """Whether the figure has to stand on its switch: not once it was grabbed, nor in a game without calls."""
        ledger = self._evening.session.ledger
        return ledger is None or self._evening.phase in ("ready", "playing", "rest")

    def _touched(self, number: int, at: float) -> None:
        """A contact was moved for the first time: if it is a call, the display flashes before all else."""
        # A long hold of the button takes the count back: until then it is not quiet.
        self._treats.stir(at + BACK_AFTER if number == BUTTON else at)
        if self._owners.may_call(number) and self._evening.call_is_open(at):
            if not self._calls:
                self.showing.flash()
                self._sounds.play(sounds.CALL)
            self._calls.touch(Grab(number, at))

    def _pressed(self, number: int, at: float) -> None:
        """It was a finger, or the cat is in somebody's hand."""
        only_woke = self.showing.wake()
        if number in self._calls:
            self._contacts[number].swallow()
            self._call(self._calls.prove(number))
        elif number == BUTTON:
            late = self._evening.phase == "called" and at - self._evening.called_at < TOGETHER
            if late:
                self._no_call(at)
            if late or only_woke:
                self._contacts[number].swallow()
        elif self._owners.seat(number) is None:
            self._no_call(at)
        else:
            self._player_pressed(self._owners.name(number), at)

    def _turned(self, click: Click) -> None:
        """The knob was turned: that is no press, and while a press is a call nothing can be chosen."""
        turned = self._spin.feed(click)
        if turned.fresh:
            self._only_woke = self.showing.wake()
        if not self._only_woke and not self._evening.call_is_open(click.at):
            self.showing.turn(turned)

    def _call(self, grabs: list[Grab]) -> None:
        """Enter calls that are certain; after the first the ledger refuses the others, who were late."""
        if not self._calls and self.showing.flashing:
            self.showing.end_flash()
            if not grabs:
                self._sounds.hush()
        for contact, at in grabs:
            name = self._owners.name(contact)
            command: dict[str, object] = {"do": "call"} if name is None else {"do": "call", "player": name}
            try:
                self._evening.session.submit(command, source="button", who=name, at=at)
            except Refusal as refusal:
                if refusal.code is Code.NOT_NOW:
                    self._no_call(at)
                else:
                    self._refuse(refusal)

    def _no_call(self, at: float) -> None:
        """Say why it is no call."""
        words, late = self.showing.words, at - self._evening.called_at
        match self._evening.phase:
            case "called" if 0.0 <= late < JUST_NOW:
                # No sound: it would cut off that of the call.
                told = words.late.format(late=max(1, round(late * 1000)))
                self.showing.say(screens.Note(self._who_called(), told))
            case "called":
                self._deny(self._who_called())
            case "ready":
                self._deny(words.lift)
            case "rest":
                self._deny(words.too_late)
            case _:
                self._deny(words.nothing_to_call)

    def _who_called(self) -> str:
        ledger, words = self._evening.session.ledger, self.showing.words
        seen = ledger.snapshot()["state"] if ledger else None
        caller = seen["caller"] if isinstance(seen, dict) else None
        return fill(words.caller, {"name": caller}) if caller else words.who_called

    def _player_pressed(self, name: str | None, at: float) -> None:
        """A player's button was pressed when it is no call."""
        ledger = self._evening.session.ledger
        if ledger is None or name is None:
            self._deny(self.showing.words.nobodys_button)
        elif ledger.header.game == TREAT_GAME:
            self._treats.tap(ledger, name, at)
        elif at - self._evening.called_at >= TOGETHER and (command := answer(ledger.game.prompt(ledger.state), name)):
            try:
                self._evening.session.submit(command, source="button", who=name, at=at)
            except Refusal as refusal:
                self._refuse(refusal)
        elif name == ledger.state.turn and self._evening.call_is_open(at):
            self._deny(self.showing.words.say(said("{name} plays", name=name)))
        elif ledger.header.game == BOX_GAME:
            self._no_call(at)
        else:
            self._deny(self.showing.words.nothing_here)

    # What the button means.

    def _gesture(self, made: one_button.Gesture) -> None:
        if self._treats.counting:
            self._treats.gesture(made)
            return
        try:
            self._carry_out(self.showing.push() if self._knob and made == "ok" else self.showing.gesture(made))
        except Refusal as refusal:
            self._refuse(refusal)

    def _carry_out(self, action: one_button.Action | None) -> None:
        session = self._evening.session
        match action:
            case one_button.Submit(command=command):
                session.submit(command, source="button")
            case one_button.Undo(what=what):
                session.submit({"do": "undo"}, source="button")
                self.showing.say(screens.Note(self.showing.words.undone, what, "undone"))
            case one_button.NewGame():
                self._begin(action)
            case one_button.Choose(game=game, options=options):
                self.showing.choose(game, options)
            case one_button.Adjust(wanted=wanted, title=title, label=label):
                self._settings.change(wanted)
                self.showing.say(screens.Note(title, label))
                if "sound" in wanted:
                    self._sounds.play(sounds.CHOSEN)
            case one_button.Refused(why=why):
                self._deny(why)

    def _begin(self, new: one_button.NewGame) -> None:
        options = {**new.options, "first": self._chance.choice(new.players)} if new.by_lot else dict(new.options)
        header = {"game": new.game, "players": list(new.players), "options": options}
        self._evening.session.new_game(header, source="button")
        if new.by_lot:
            self.showing.say(screens.Note("", self.showing.words.drawn.format(name=options["first"])))

    def _refuse(self, refusal: Refusal) -> None:
        self._deny(self.showing.words.refusals.get(refusal.code, refusal.message))

    def _deny(self, why: str) -> None:
        self._sounds.play(sounds.REFUSED)
        self.showing.say(screens.Note(self.showing.words.refused, why, mark="refused"))

    # What goes out.

    def _buzz(self, hertz: float | None) -> None:
        if self._panel is not None:
            self._panel.sound(hertz, self._settings.now.volume)

    def _set_anew(self) -> None:
        """Something is set otherwise now."""
        if self._settings.silent:
            self._sounds.hush()
        self._arm()
        self.showing.set_anew()

    def _arm(self) -> None:
        """Let the next edge sound the buzzer at once, exactly while it would be a call."""
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
        now = self._loop.time()
        is_open = self._evening.call_is_open(now)
        if self._panel is not None:
            strokes = self._owners.grabs if is_open and not self._settings.silent else frozenset()
            self._panel.arm(strokes, sounds.CALL[0].hertz, self._settings.now.volume)
            self._panel.light(is_open)
        closes = self._evening.box.set_down_at + CALL_OPEN
        if is_open and closes > now:
            self._closing = self._loop.call_at(closes, self._arm)

    def _tell_of(self, entries: tuple[Entry, ...], ledger: Ledger) -> None:
        """Tell what was entered, how a turn ended, and that the last round has begun."""
        for entry in entries:
            before, after = ledger.state_at(entry.revision - 1), ledger.state_at(entry.revision)
            if entry.command["do"] in _RARE:
                self._tell_what_is_rare(entry, before, after)
                continue
            self.showing.book(Booked(entry.command, before, after))
            outcome = ledger.game.outcome(before, entry.command, after)
            if outcome is not None:
                self.showing.settle(outcome, inferred=entry.source == "inferred")
            if after.last_round and not before.last_round:
                self._sounds.play(sounds.LAST_ROUND)

    def _tell_what_is_rare(self, entry: Entry, before: State, after: State) -> None:
        words, verb = self.showing.words, entry.command["do"]
        self.showing.forget()
        if verb == "undo":
            # Taken back is what made the difference the other way round. A hold of the button has a better word for it.
            self.showing.say(
                screens.Note(words.undone, brief({"do": "undo"}, after.scores, before.scores, words), "undone")
            )
        else:
            title = words.redone if verb == "redo" else words.noted
            self.showing.say(screens.Note(title, brief(entry.command, before.scores, after.scores, words), "done"))
