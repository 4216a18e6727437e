"""What there is to see at the box: the evening, the menu, and what passes by itself, brought together for the display."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from companion.drawing import ANIMATED, Sight
from companion.faces.oled import screens, view
from companion.games.katz_schmaus.state import CALLED, PLAYING
from companion.idle import Idle
from companion.passing import Passing
from companion.table.box import CALL_OPEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.choices import Choices
    from companion.drawing import Drawing
    from companion.evening import Evening
    from companion.faces import one_button
    from companion.faces.menu import Action, Facts, Page
    from companion.faces.oled import Frame
    from companion.faces.words import Words
    from companion.games import Header, Outcome
    from companion.health import Health
    from companion.offers import Offers
    from companion.senses import Gestures, Progress, Turn
    from companion.settings import Settings
    from companion.table.ledger import Ledger
    from companion.table.opened import Opened

INSTEAD: Final = (screens.Toy, screens.Settled, screens.Called, screens.Note)
"""What is shown for a while instead of a question and its answer."""

DIM: Final = 1
"""The display's contrast while it sleeps, of 255."""


class Showing:
    """Gathers what there is to see, and has it drawn when it has changed."""

    def __init__(
        self, evening: Evening, health: Health, settings: Settings, choices: Choices, drawing: Drawing
    ) -> None:
        self._evening = evening
        self._health = health
        self._settings = settings
        self._choices = choices
        self._drawing = drawing
        self._passing = Passing()
        self._idle = Idle(drawing.now)
        self.cat_away = False
        """Whether the cat figure is missed on its stand."""
        self._started = False
        self._waits_for_journal = False
        self._has_chosen = False
        """Whether somebody has found out since the start how an answer is given."""
        self._button: Gestures | None = None
        self._opened = -inf
        """Since when the box was in hands as somebody pressed to see a question that waited."""
        drawing.follow(self)

    @property
    def words(self) -> Words:
        """The table's language."""
        return self._choices.words

    @property
    def offers(self) -> Offers:
        """What can be begun at this table."""
        return self._choices.offers

    @property
    def frame(self) -> Frame | None:
        """The picture that was last given to the display."""
        return self._drawing.frame

    @property
    def stale(self) -> bool:
        """Whether something has changed since, and another picture is about to be drawn."""
        return self._drawing.stale

    @property
    def flashing(self) -> bool:
        """Whether the display was turned round for a call that is not proved yet."""
        return self._drawing.flashing

    @property
    def asleep(self) -> int | None:
        """How often the paw has moved since everybody left; None while somebody is there."""
        return self._idle.steps(self._drawing.now)

    @property
    def looked_at(self) -> bool:
        """Whether somebody has opened the box's menu."""
        return self._choices.opened

    @property
    def menu(self) -> one_button.Menu:
        """Where the button is."""
        return self._choices.menu

    @property
    def table(self) -> Facts:
        """What the button can do now."""
        return self._choices.table

    def close(self) -> None:
        """Draw no more."""
        self._drawing.close()

    def opened(self, headers: Iterable[Header], words: str, found: Opened) -> None:
        """The journal is open, or cannot be had yet: show what was on, or what can be played.

        ``headers`` are those of the games before, the newest first; ``words`` is what people should know.
        """
        self._started = True
        self.offers.remember(headers)
        ledger = self._evening.session.ledger
        if found.game is not None and ledger is not None and not ledger.state.over:
            stood = screens.Resume(self._choices.last_decision() or "", cut=found.cut)
            if self._evening.phase == PLAYING:
                # A press is a call now: nothing must be shown that asks for one.
                self.say(screens.Note(self.words.was_off(cut=found.cut), stood.entry))
            else:
                self._passing.resumed = stood
        if words or self._waits_for_journal:
            # That nothing is saved yet is told until it is.
            self._passing.notice = screens.Note("", self.words.say(words)) if words else None
        self._waits_for_journal = not found.available
        self.refresh()

    def began(self, ledger: Ledger) -> None:
        """This is played now: it is offered first the next time."""
        self.offers.began(ledger)

    def choose(self, game: str, options: Mapping[str, object]) -> None:
        """The next game of this name is to have these options."""
        self.offers.choose(game, options)
        self.refresh()

    def follow(self, button: Gestures) -> None:
        """Show the ring of this button while it is held."""
        self._button = button

    def flash(self) -> None:
        """Turn the display round at once, before it is proved that somebody called."""
        self._drawing.flash()

    def end_flash(self) -> None:
        """It is known now whether somebody called; the next picture says so."""
        self._choices.refresh()
        self._drawing.end_flash()

    def wake(self) -> bool:
        """Somebody is there; True if that was all, as the display slept or told what had happened."""
        only_woke = self.asleep is not None or self._passing.wants_a_press
        if self._question_waits and not only_woke:
            # The press opens the question; the next one goes on to another answer.
            self._opened = self._evening.motion.since
            only_woke = True
        self._passing.dismiss()
        self.touch()
        return only_woke

    def gesture(self, made: one_button.Gesture) -> Action | None:
        """Let the button do in the menu what it means there; returns what is to be carried out."""
        self._has_chosen = self._has_chosen or made == "ok"
        action = self._choices.gesture(made)
        self._make_way()
        return action

    def open(self, page: Page) -> None:
        """Show a page of the menu over the question."""
        self._choices.open(page)
        self._make_way()

    def push(self) -> Action | None:
        """Let a push of the knob choose what is shown; where that is no answer it only shows the question."""
        if not self._hides_the_question:
            return self.gesture("ok")
        self._choices.look()
        self._make_way()
        return None

    def turn(self, turned: Turn) -> None:
        """Let a click of the knob lead to what is beside; where no answer is shown, to the question."""
        if not self._hides_the_question:
            self._choices.turn(turned)
        elif turned.way < 0 and self._drawing.shows(screens.Toy):
            # Nobody has to answer yet, so the standing may be wanted.
            self._choices.look_at_hand()
        else:
            self._choices.look()
        self._make_way()

    def refresh(self) -> None:
        """Something has changed: draw anew, as soon as the last picture has had its time."""
        self._choices.refresh()
        self._drawing.refresh()

    def say(self, note: screens.Note) -> None:
        """Show a word about what was done or refused."""
        self._passing.say(note, self._drawing.now)
        self.refresh()

    def part(self, note: screens.Note | None) -> None:
        """Show the last word before the box goes off, whatever happens; None: it stays on after all."""
        self._passing.parting = note
        self.touch()
        self.refresh()

    @property
    def parting(self) -> bool:
        """Whether the box is about to go off."""
        return self._passing.parting is not None

    def settle(self, outcome: Outcome, *, inferred: bool) -> None:
        """Show how a turn has ended; ``inferred`` if nobody said so."""
        self._passing.settle(outcome, self._drawing.now, inferred=inferred)
        self.refresh()

    def book(self, booked: view.LastEntry) -> None:
        """Show for a while what was entered."""
        self._passing.book(booked, self._drawing.now)
        self.refresh()

    def forget(self) -> None:
        """How the last turn ended was taken back, or set right: it is told no more."""
        self._passing.forget()

    def touch(self) -> None:
        """Somebody is there."""
        self._idle.since = self._drawing.now

    def goes_on(self) -> None:
        """The box is in hands, or something was entered: where the game stood is told no more."""
        self._passing.resumed = None
        self.touch()

    def look(self, now: float) -> Sight:
        """What there is to see now (s)."""
        self._choices.catch_up(call_open=self._evening.call_is_open(now))
        bright = self._settings.now.brightness
        contrast = bright if self._idle.steps(now) is None else min(bright, DIM)
        return Sight(view.screen(self._view(now)), self.words, contrast)

    def takes_until(self, moment: float, now: float) -> None:
        """A word that takes several pictures stays until each of them was there (s)."""
        if self._drawing.shows(screens.Note):
            self._passing.keep_note_until(moment, now)

    def changes(self, now: float) -> Iterable[float]:
        """When there will be something else to see, though nobody does anything, s."""
        evening = self._evening
        yield from self._passing.ends
        yield evening.called_at + view.CALL_SHOWN
        yield evening.box.set_down_at + CALL_OPEN
        yield self._idle.next_step(now)
        moving = evening.motion.handled and (evening.phase == PLAYING or self._question_waits)
        if moving or self._held(now) is not None:
            yield now + ANIMATED

    @property
    def _hides_the_question(self) -> bool:
        """Whether there are answers and none of them is shown, so that nobody can have chosen one."""
        return self._drawing.shows(*INSTEAD) and self._choices.asked

    def _make_way(self) -> None:
        """Show the menu, and nothing that passes by itself instead."""
        self.touch()
        self._passing.make_way()
        self.refresh()

    def _view(self, now: float) -> view.View:
        evening, passing = self._evening, self._passing
        session, motion = evening.session, evening.motion
        ledger = session.ledger
        state = ledger.state if ledger else None
        return view.View(
            table=self.table,
            menu=self.menu,
            game=ledger.game.name if ledger else "",
            state=state,
            started=self._started,
            felt=view.Felt(motion.tilt, motion.bearing, now - motion.since) if motion.handled else view.Felt(),
            evidence=evening.evidence,
            since_call=now - evening.called_at if evening.phase == CALLED else None,
            waits=self._question_waits,
            felt_at_all=evening.sensor_ok,
            cat_away=self.cat_away,
            call_open=evening.call_is_open(now),
            settled=passing.settled,
            inferred=passing.inferred,
            since_settled=now - passing.settled_at,
            booked=passing.booked(now, state),
            note=passing.note(now),
            resumed=passing.resumed,
            saved=session.is_saved if ledger else None,
            troubles=self._health.troubles,
            held=self._held(now),
            hint=not self._has_chosen,
            asleep=self._idle.steps(now),
        )

    @property
    def _question_waits(self) -> bool:
        """Whether the box was taken up again though it is still open who had called, or who was right."""
        evening = self._evening
        goes_on = evening.phase == CALLED and evening.motion.handled and evening.motion.since > evening.called_at
        return goes_on and self._opened != evening.motion.since

    def _held(self, now: float) -> Progress | None:
        """How far a hold of the button has come, if it is to mean anything."""
        return self._button.progress(now) if self._button else None
