"""What the display shows, and when its picture changes by itself."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Final

from companion.faces import one_button
from companion.faces.brief import brief
from companion.faces.languages import LANGUAGES
from companion.faces.oled import Frame, render, screens, view
from companion.faces.oled.games import lookups
from companion.offers import Offers
from companion.table.box import CALL_OPEN

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable, Mapping

    from companion.config import Config
    from companion.evening import Evening
    from companion.faces.words import Words
    from companion.games import Header, Outcome
    from companion.health import Health
    from companion.senses import Gestures, Progress, Turn
    from companion.settings import Settings
    from hardware import Condition, HardwareThread

ANIMATED: Final = 0.05
"""Between two pictures while something moves on the display, s."""

HAIR: Final = 1e-6
"""So much later than a change is due it is drawn, s: the difference of two times rounds, and may still be short of it."""

NOTE_SHOWN: Final = 2.0
"""How long a word about what was done or refused stays, s; where it takes several pictures, each of them."""

PAGE_SHOWN: Final = 2.5
"""How long each picture of a text stays that has no room on one, s: three short lines are read in that."""

INSTEAD: Final = (screens.Toy, screens.Settled, screens.Called, screens.Note)
"""What is shown for a while instead of a question and its answer."""

ASLEEP_AFTER: Final = 600.0
"""Nobody has touched anything for so long: the display only shows a wandering paw, s (OLED pixels wear out)."""

DIM: Final = 1
"""The display's contrast while it sleeps, of 255."""

STEP_ASLEEP: Final = 30.0
"""How long the paw stays in one place, s."""


class Showing:
    """Gathers what there is to see, and gives the display a picture only when it is another one."""

    def __init__(
        self,
        evening: Evening,
        hardware: HardwareThread,
        health: Health,
        config: Config,
        settings: Settings,
        loop: asyncio.AbstractEventLoop,
        shown: Callable[[], None],
        address: Callable[[], str | None],
    ) -> None:
        """``shown`` is called whenever there is another picture; ``address`` tells what a phone scans to join, if any can."""
        self._shown = shown
        self._address = address
        self.words = LANGUAGES[settings.now.language]
        self.frame: Frame | None = None
        """The picture that was last given to the display."""
        self.stale = False
        """Whether something has changed since, and another picture is about to be drawn."""
        self.flashing = False
        """Whether the display was turned round for a call that is not proved yet."""
        self.menu = one_button.Menu()
        """Where the button is."""
        self._started = False
        self._button: Gestures | None = None
        self._resumed: str | None = None
        self._opened = -inf
        """Since when the box was in hands as somebody pressed to see a question that waited."""
        self._table: one_button.Table | None = None
        """What the button can do; built anew only when something has changed."""
        self._evening = evening
        self._hardware = hardware
        self._health = health
        self.offers = Offers(config, evening.session)
        """What can be begun at this table."""
        self._knob = config.wiring.dial is not None
        self._settings = settings
        self._contrast = config.oled.contrast
        """What the display was last told."""
        self._loop = loop
        self._drawing: asyncio.TimerHandle | None = None
        self._drawn_at = -inf
        self._screen: tuple[screens.Screen, Words] | None = None
        self._began = -inf
        """Since when this screen is shown."""
        self._page = 0
        self._settled: Outcome | None = None
        self._inferred = False
        self._settled_at = -inf
        self._booked: view.Booked | None = None
        self._booked_at = -inf
        self._note: screens.Note | None = None
        self._notice: screens.Note | None = None
        """What people should know before they go on; it stays until somebody presses."""
        self._note_until = -inf
        self._touched_at = loop.time()

    def close(self) -> None:
        """Draw no more."""
        if self._drawing is not None:
            self._drawing.cancel()

    def opened(self, headers: Iterable[Header], words: str, *, resumed: bool) -> None:
        """The journal is open: show what was on, or what can be played.

        ``headers`` are those of the games before, the newest first; ``words`` is what people should know; ``resumed`` if
        a game was taken up.
        """
        self._started = True
        self.offers.remember(headers)
        ledger = self._evening.session.ledger
        if resumed and ledger is not None and not ledger.state.over:
            self._resumed = self._last_decision() or ""
            if self._evening.phase == "playing":
                # A press is a call now: nothing must be shown that asks for one.
                self.say(screens.Note(self.words.plug, self._resumed))
                self._resumed = None
        if words:
            self._notice = screens.Note("", self.words.say(words))
        self.refresh()

    def began(self, header: Header) -> None:
        """This is played now: it is offered first the next time."""
        self.offers.began(header)

    def choose(self, game: str, options: Mapping[str, object]) -> None:
        """The next game of this name is to have these options."""
        self.offers.choose(game, options)
        self.refresh()

    def set_anew(self) -> None:
        """Brightness or language may be set otherwise now."""
        self.words = LANGUAGES[self._settings.now.language]
        self.refresh()

    def follow(self, button: Gestures) -> None:
        """Show the ring of this button while it is held."""
        self._button = button

    def flash(self) -> None:
        """Turn the display round at once, before it is proved that somebody called."""
        self._hardware.invert(True)
        self.flashing = True

    def end_flash(self) -> None:
        """It is known now whether somebody called; the next picture says so."""
        self.flashing = False
        self.refresh()

    def wake(self) -> bool:
        """Somebody is there; True if that was all, as the display slept or told what had happened."""
        only_woke = self.asleep is not None or self._resumed is not None or self._notice is not None
        if self._question_waits and not only_woke:
            # The press opens the question; the next one goes on to another answer.
            self._opened = self._evening.motion.since
            only_woke = True
        # One press a page: what is wrong first, then the last entry before the plug was out.
        if self._notice is not None:
            self._notice = None
        else:
            self._resumed = None
        self.touch()
        return only_woke

    def gesture(self, made: one_button.Gesture) -> one_button.Action | None:
        """Let the button do in the menu what it means there; returns what is to be carried out."""
        menu, action = one_button.gesture(self.menu, made, self.table)
        self._look(menu)
        return action

    def push(self) -> one_button.Action | None:
        """Let a push of the knob choose what is shown; where that is no answer it only shows the question."""
        if not self._hides_the_question:
            return self.gesture("ok")
        self._look(one_button.look(self.menu, self.table))
        return None

    def turn(self, turned: Turn) -> None:
        """Let a click of the knob lead to what is beside; where no answer is shown, to the question."""
        if not self._hides_the_question:
            self._look(one_button.turn(self.menu, turned, self.table))
        elif turned.way < 0 and self._shows(screens.Toy):
            # Nobody has to answer yet, so the standing may be wanted.
            self._look(one_button.at_hand(self.menu, self.table))
        else:
            self._look(one_button.look(self.menu, self.table))

    def refresh(self) -> None:
        """Draw anew, as soon as the last picture has had its time."""
        self._table = None
        if not self.stale:
            self.stale = True
            self._draw_at(self._drawn_at + ANIMATED)

    def say(self, note: screens.Note) -> None:
        """Show a word about what was done or refused."""
        self._note = note
        self._note_until = self._loop.time() + NOTE_SHOWN
        self.refresh()

    def settle(self, outcome: Outcome, *, inferred: bool) -> None:
        """Show how a turn has ended; ``inferred`` if nobody said so."""
        self._settled, self._inferred = outcome, inferred
        self._settled_at = self._loop.time()
        self.refresh()

    def book(self, booked: view.Booked) -> None:
        """Show for a while what was entered."""
        self._booked, self._booked_at = booked, self._loop.time()
        self.refresh()

    def forget(self) -> None:
        """How the last turn ended was taken back, or set right: it is told no more."""
        self._settled = None

    def touch(self) -> None:
        """Somebody is there."""
        self._touched_at = self._loop.time()

    def lifted(self) -> None:
        """The box is in hands: the evening goes on."""
        self._resumed = None
        self.touch()

    @property
    def asleep(self) -> int | None:
        """How often the paw has moved since everybody left; None while somebody is there."""
        idle = self._loop.time() - self._touched_at
        return int((idle - ASLEEP_AFTER) / STEP_ASLEEP) if idle >= ASLEEP_AFTER else None

    @property
    def table(self) -> one_button.Table:
        """What the button can do now."""
        if self._table is None:
            self._table = self._new_table()
        return self._table

    @property
    def _hides_the_question(self) -> bool:
        """Whether there are answers and none of them is shown, so that nobody can have chosen one."""
        return self._shows(*INSTEAD) and bool(self.menu.listing(self.table).items)

    def _shows(self, *kinds: type[screens.Screen]) -> bool:
        return self._screen is not None and isinstance(self._screen[0], kinds)

    def _look(self, menu: one_button.Menu) -> None:
        """Show this page, and nothing that passes by itself instead."""
        self.touch()
        self._settled = None
        self._note_until = -inf
        self.menu = menu
        self.refresh()

    def _last_decision(self) -> str | None:
        """What an undo would take back, in a few words."""
        decision = self._evening.session.last_decision()
        if decision is None:
            return None
        return brief(decision.entry.command, decision.before.scores, decision.after.scores, self.words)

    def _new_table(self) -> one_button.Table:
        ledger = self._evening.session.ledger
        offers, words = self.offers, self.words
        table = one_button.Table(
            troubles=len(self._health.troubles),
            games=offers.listed(words),
            presets=offers.lineups,
            known=offers.people,
            setting=self._settings.now,
            has_volume=self._settings.has_volume,
            address=self._address(),
            words=words,
            knob=self._knob,
        )
        if ledger is None:
            return table
        game, state = ledger.game, ledger.state
        return replace(
            table,
            prompt=game.prompt(state),
            on=True,
            over=state.over,
            turn=state.turn,
            last=self._last_decision(),
            correctable=game.correctable(state),
            players=state.players,
            can_skip=not state.over and game.can_skip,
            lookups=lookups(game.name, words),
            rematch=offers.rematch(ledger) if state.over else None,
        )

    def _view(self, now: float) -> view.View:
        evening = self._evening
        session, motion = evening.session, evening.motion
        ledger = session.ledger
        return view.View(
            table=self.table,
            menu=self.menu,
            game=ledger.game.name if ledger else "",
            state=ledger.state if ledger else None,
            started=self._started,
            felt=view.Felt(motion.tilt, motion.bearing, now - motion.since) if motion.handled else view.Felt(),
            evidence=evening.evidence,
            since_call=now - evening.called_at if evening.phase == "called" else None,
            waits=self._question_waits,
            call_open=evening.call_is_open(now),
            settled=self._settled,
            inferred=self._inferred,
            since_settled=now - self._settled_at,
            booked=self._fresh(now),
            note=self._note if now < self._note_until else self._notice,
            resumed=self._resumed,
            saved=session.is_saved if ledger else None,
            troubles=tuple(self._trouble(condition) for condition in self._health.troubles),
            held=self._held(now),
            asleep=self.asleep,
        )

    @property
    def _question_waits(self) -> bool:
        """Whether the box was taken up again though it is still open who had called, or who was right."""
        evening = self._evening
        goes_on = evening.phase == "called" and evening.motion.handled and evening.motion.since > evening.called_at
        return goes_on and self._opened != evening.motion.since

    def _fresh(self, now: float) -> view.Booked | None:
        """What was entered last; nothing once the game has gone on, was taken back, or is another one."""
        ledger, last = self._evening.session.ledger, self._booked
        is_last = ledger is not None and last is not None and last.after is ledger.state
        return last if is_last and now < self._booked_at + view.BOOKED_SHOWN else None

    def _trouble(self, condition: Condition) -> view.Trouble:
        own = condition.why, condition.cure
        return view.Trouble(*self.words.conditions.get((condition.part, condition.status), own))

    def _held(self, now: float) -> Progress | None:
        """How far a hold of the button has come, if it is to mean anything."""
        return self._button.progress(now) if self._button else None

    def _draw_at(self, moment: float) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
        self._drawing = self._loop.call_at(max(moment, self._loop.time()), self._draw)

    def _draw(self) -> None:
        now = self._drawn_at = self._loop.time()
        self.stale = False
        self.menu = self.menu.current(self.table)
        seen = view.screen(self._view(now))
        is_new = (seen, self.words) != self._screen
        if is_new:
            self._screen, self._began = (seen, self.words), now
        page = int((now - self._began + HAIR) / PAGE_SHOWN)
        if is_new or (self.frame is not None and self.frame.pages > 1 and page != self._page):
            self._page = page
            self.frame = render(seen, self._hardware.oled_size, self.words, page)
            self._hardware.show(self.frame.image)
            self._shown()
        self._read_all_of_it(seen, now)
        if self.frame is not None and not self.flashing:
            self._hardware.invert(self.frame.inverted)
        bright = self._settings.now.brightness
        contrast = bright if self.asleep is None else min(bright, DIM)
        if contrast != self._contrast:
            self._contrast = contrast
            self._hardware.contrast(contrast)
        again = min(self._changes_by_itself(now), default=inf)
        if again < inf:
            self._draw_at(max(again, now + ANIMATED) + HAIR)

    def _read_all_of_it(self, seen: screens.Screen, now: float) -> None:
        """A word that takes several pictures stays until each of them was there."""
        pages = self.frame.pages if self.frame else 1
        if pages > 1 and isinstance(seen, screens.Note) and now < self._note_until:
            self._note_until = self._began + pages * PAGE_SHOWN

    def _changes_by_itself(self, now: float) -> list[float]:
        """When the picture will be another one, though nobody does anything."""
        evening, asleep = self._evening, self.asleep
        moments = [
            self._note_until,
            self._settled_at + view.SETTLED_SHOWN,
            self._booked_at + view.BOOKED_SHOWN,
            evening.called_at + view.CALL_SHOWN,
            evening.box.set_down_at + CALL_OPEN,
            self._touched_at + ASLEEP_AFTER + (0 if asleep is None else asleep + 1) * STEP_ASLEEP,
        ]
        if self.frame is not None and self.frame.pages > 1:
            moments.append(self._began + (self._page + 1) * PAGE_SHOWN)
        moving = evening.motion.handled and (evening.phase == "playing" or self._question_waits)
        if moving or self._held(now) is not None:
            moments.append(now + ANIMATED)
        return [moment for moment in moments if moment > now]
