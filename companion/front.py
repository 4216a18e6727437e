"""The box's own face: button, cat figure and players' buttons in; display, buzzer and light out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import sounds
from companion.arming import Arming
from companion.caller import Caller
from companion.contact_health import contact_health
from companion.contacts import Contacts
from companion.deeds import Deeds
from companion.denial import Denial
from companion.errors import Refusal
from companion.evening import BOX_GAME
from companion.faces.oled import screens
from companion.faces.pages import Unfelt
from companion.faces.setting import SwitchingOff
from companion.games.katz_schmaus.state import CALLED, PLAYING, READY, REST
from companion.games.said import said
from companion.players import Owners, answer
from companion.senses import BACK_AFTER, Spin
from companion.telling import telling
from companion.treats import TREAT_GAME, Treats

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Collection
    from random import Random

    from companion.evening import Evening, News
    from companion.faces import one_button
    from companion.health import Health
    from companion.senses import Click, Gesture, Touch
    from companion.settings import Settings
    from companion.showing import Showing
    from companion.telling import Move
    from companion.wiring import Contact, Wiring
    from hardware import Batch, Edge, HardwareThread, Panel

DRAIN_AT_REST, DRAIN_IN_HANDS = 0.2, 0.04
"""How often the sensor's samples are fetched, s: at rest a lift must only be noticed within 0.4 s."""


class Front:
    """Turns edges and samples into what the evening is told, and the evening into pictures and sounds."""

    def __init__(
        self,
        evening: Evening,
        showing: Showing,
        hardware: HardwareThread,
        health: Health,
        wiring: Wiring,
        settings: Settings,
        loop: asyncio.AbstractEventLoop,
        chance: Random,
        renew: Callable[[], None],
        switch_off: Callable[[], None],
    ) -> None:
        """``renew`` has another code made for phones to join by: ``renewed`` or ``not_renewed`` follows.

        ``switch_off`` has the machine switched off: ``goes_off`` follows, or ``stays_on``.
        """
        self.showing = showing
        self._evening = evening
        self._hardware = hardware
        self._health = health
        self._panel: Panel | None = None
        self._settings = settings
        self._sounds = sounds.Sounds(self._buzz, lambda: settings.silent)
        self._owners = Owners(wiring, evening.session)
        self._knob = wiring.dial is not None
        self._button = wiring.contacts[0]
        self._contacts = Contacts(loop, wiring, self._take, self._turned, self._taken)
        self._spin = Spin()
        self._undecided: Contact | None = None
        """What is pressed while nobody feels the box, as long as it may be the call or lead to the answers."""
        self._only_woke = False
        """Whether the hand that turns the knob has woken the display, and is to do no more."""
        self._was_felt = False
        """Whether the sensor felt the box when somebody last looked."""
        self._denial = Denial(showing, self._sounds)
        self._deeds = Deeds(evening, showing, settings, self._denial, chance, renew, switch_off)
        self._caller = Caller(evening, showing, self._owners, self._sounds, self._denial)
        self._arming = Arming(evening, self._owners, settings, loop)
        self._treats = Treats(evening, showing, loop, self._denial.refuse)
        self.showing.follow(self._contacts[self._button])
        settings.follow(self._set_anew)

    async def calls_decided(self) -> None:
        """Wait until it is known whether those who touch a contact just now call."""
        await self._caller.decided()

    def close(self) -> None:
        """Fall silent, and give the pins back."""
        self.showing.close()
        self._contacts.close()
        self._treats.close()
        self._arming.close()
        if self._panel is not None:
            self._panel.close()
            self._panel = None

    def use_panel(self, panel: Panel) -> None:
        """The pins can be had now."""
        self._panel = panel
        self._contacts.use_panel(panel)
        self.showing.follow(self._contacts[self._button])
        self._note_button()
        self._arming.use_panel(panel)

    # What comes in.

    def edge(self, edge: Edge) -> None:
        """A contact has changed."""
        was_deaf = self._contacts.deaf
        self._contacts.edge(edge)
        if was_deaf:
            self._note_button()

    def listen(self) -> None:
        """Look at the contacts: their edges may not be told."""
        self._contacts.listen()

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
                self.showing.goes_on()
            self.refresh()

    def told(self, news: News) -> None:
        """Something was entered or saved, or another game lies on the table."""
        if news.entries:
            self.showing.goes_on()
        if news.ledger is not None:
            for entry in news.entries:
                self._tell(telling(entry, news.ledger, self.showing.words))
            if news.is_another:
                self.showing.began(news.ledger)
        self.refresh()

    def refresh(self) -> None:
        """Something was felt, or a part is otherwise than before."""
        was_felt, self._was_felt = self._was_felt, self._evening.sensor_ok
        if was_felt and not self._was_felt and self._evening.phase is not None:
            words = self.showing.words
            self.showing.say(screens.Note(words.not_felt, words.unfelt_knob if self._knob else words.unfelt))
        self._arming.refresh()
        self._note_button()

    def renewed(self) -> None:
        """Phones join by another code now."""
        words = self.showing.words
        self.showing.say(screens.Note(words.new_code, words.scan_anew, "done"))

    def not_renewed(self) -> None:
        """The old code holds: the new one could not be kept."""
        self._denial.say(self.showing.words.code_not_saved)

    def goes_off(self) -> None:
        """The machine is being switched off."""
        words = self.showing.words
        self._sounds.hush()
        self.showing.part(screens.Note(words.good_night, words.pull_when_dark, "done"))

    def stays_on(self) -> None:
        """It was not."""
        self.showing.part(None)
        self._denial.say(self.showing.words.stays_on)

    # What is touched.

    def _take(self, contact: Contact, event: Touch | Gesture) -> None:
        if self.showing.parting:
            return
        match event.kind:
            case "touched":
                self._deeds.touched()
                # A long hold of the button takes the count back: until then it is not quiet.
                self._treats.stir(event.at + BACK_AFTER if contact == self._button else event.at)
                self._caller.touch(contact, event.at)
            case "withdrawn":
                self._caller.withdraw(contact)
            case "pressed":
                self._health.counters["presses"] += 1
                self._pressed(contact, event.at)
            case "press" | "ok" | "back":
                if contact in self._caller:
                    self._told_apart(contact, event.kind)
                elif contact == self._button:
                    self._gesture(event.kind)
            case "off":
                if contact == self._button:
                    self._ask_whether_off()
            case "stuck" | "freed":
                self._caller.withdraw(contact)
                self._note_button()

    def _taken(self) -> None:
        # The panel sounds at every edge while a press is a call; that this one was none only turned out here.
        self._sounds.settle()
        if self._contacts.deaf:
            self._note_button()
        else:
            self.showing.refresh()

    def _note_button(self) -> None:
        stuck = self._contacts.stuck
        self.showing.cat_away = any(contact.kind == "cat" for contact in stuck) and self._cat_is_missed
        condition = contact_health(stuck, deaf=self._contacts.deaf, cat_away=self.showing.cat_away)
        if condition is not None:
            self._health.note(condition)
        elif self._panel is not None:
            for condition in self._panel.conditions:
                self._health.note(condition)
        self.showing.refresh()

    @property
    def _cat_is_missed(self) -> bool:
        """Whether the figure has to stand on its switch: not once it was grabbed, nor in a game without calls."""
        ledger = self._evening.session.ledger
        return ledger is None or self._evening.phase in (READY, PLAYING, REST)

    def _pressed(self, contact: Contact, at: float) -> None:
        """It was a finger, or the cat is in somebody's hand."""
        only_woke = self.showing.wake()
        if contact in self._caller and contact == self._button and self._evening.unfelt and not self._knob:
            # Without a sensor nobody sees the box move: how long it is held tells the call from the answer.
            self._undecided = contact
            return
        if contact in self._caller:
            self._contacts[contact].swallow()
            self._caller.prove(contact)
        elif contact == self._button:
            late = self._evening.phase == CALLED and self._caller.together(at)
            if late:
                self._caller.deny(at)
            if late or only_woke:
                self._contacts[contact].swallow(but_off=True)
        elif contact.seat is None:
            self._caller.deny(at)
        else:
            self._player_pressed(self._owners.name(contact), at)

    def _ask_whether_off(self) -> None:
        """The button is held so long that switching off is meant, not what that hold meant on its way."""
        self._deeds.held_on()
        self.showing.open(SwitchingOff())
        self._arming.refresh()

    def decide(self) -> None:
        """Somebody says something while it is open what a press means: it came first, and is the call."""
        contact, self._undecided = self._undecided, None
        if contact is not None and contact in self._caller:
            self._contacts[contact].swallow()
            self._caller.prove(contact)

    def _told_apart(self, contact: Contact, made: one_button.Gesture) -> None:
        self._undecided = None
        if self._caller.tell_apart(contact, made):
            if made == "ok":
                self.showing.open(Unfelt())
            else:
                self._gesture(made)
            self._arming.refresh()

    def _turned(self, click: Click) -> None:
        """The knob was turned: that is no press, and while a press can only be a call nothing can be chosen."""
        turned = self._spin.feed(click)
        if turned.fresh:
            self._only_woke = self.showing.wake()
        # In a turn that nobody feels a click leads to the answers, and a push there chooses one.
        chooses = self._evening.unfelt or not self._evening.call_is_open(click.at)
        if not self._only_woke and chooses:
            self.showing.turn(turned)
            self._arming.refresh()

    def _player_pressed(self, name: str | None, at: float) -> None:
        """A player's button was pressed when it is no call."""
        ledger = self._evening.session.ledger
        if ledger is None or name is None:
            self._denial.say(self.showing.words.nobodys_button)
        elif ledger.header.game == TREAT_GAME:
            self._treats.tap(ledger, name, at)
        elif not self._caller.together(at) and (command := answer(ledger.game.prompt(ledger.state), name)):
            try:
                self._evening.session.submit(command, source="button", who=name, at=at)
            except Refusal as refusal:
                self._denial.refuse(refusal)
        elif name == ledger.state.turn and self._evening.call_is_open(at):
            self._denial.say(self.showing.words.say(said("{name} plays", name=name)))
        elif ledger.header.game == BOX_GAME:
            self._caller.deny(at)
        else:
            self._denial.say(self.showing.words.nothing_here)

    # What the button means.

    def _gesture(self, made: one_button.Gesture) -> None:
        if self._treats.counting:
            self._treats.gesture(made)
            return
        try:
            self._deeds.do(self.showing.push() if self._knob and made == "ok" else self.showing.gesture(made))
            self._arming.refresh()
        except Refusal as refusal:
            self._denial.refuse(refusal)

    # What goes out.

    def _buzz(self, hertz: float | None) -> None:
        if self._panel is not None:
            self._panel.sound(hertz, self._settings.now.volume)

    def _set_anew(self, wanted: Collection[str]) -> None:
        """Something is set otherwise now."""
        if self._settings.silent:
            self._sounds.hush()
        elif "sound" in wanted or "volume" in wanted:
            self._sounds.play(sounds.CHOSEN)
        self._arming.refresh()
        self.showing.refresh()

    def _tell(self, told: Move | screens.Note) -> None:
        """Tell what was entered, how a turn ended, and that the last round has begun."""
        if isinstance(told, screens.Note):
            self.showing.forget()
            self.showing.say(told)
            return
        self.showing.book(told.booked)
        if told.called_by_phone:
            self._sounds.play(sounds.CALL)
        if told.outcome is not None:
            self.showing.settle(told.outcome, inferred=told.inferred)
        if told.begins_last_round:
            self._sounds.play(sounds.LAST_ROUND)
