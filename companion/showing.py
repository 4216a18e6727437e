"""What the display shows, and when its picture changes by itself."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from companion.faces import one_button
from companion.faces.brief import brief
from companion.faces.oled import Frame, render, screens, view
from companion.games import GAMES
from companion.senses import BACK_AFTER
from companion.table.box import CALL_OPEN

if TYPE_CHECKING:
    import asyncio

    from companion.config import Config
    from companion.evening import Evening
    from companion.health import Health
    from companion.senses import Gestures
    from hardware import HardwareThread

ANIMATED: Final = 0.05
"""Between two pictures while something moves on the display, s."""

NOTE_SHOWN: Final = 2.0
"""How long a word about what was done or refused stays, s."""

ASLEEP_AFTER: Final = 600.0
"""Nobody has touched anything for so long: the display only shows a wandering paw, s (OLED pixels wear out)."""

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
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.frame: Frame | None = None
        """The picture that was last given to the display."""
        self.stale = False
        """Whether something has changed since, and another picture is about to be drawn."""
        self.started = False
        """Whether the journal is open."""
        self.menu = one_button.Menu()
        self.button: Gestures | None = None
        """Whose ring is shown while it is held."""
        self.flashing = False
        """Whether the display was turned round for a call that is not proved yet: it is left so."""
        self.resumed: str | None = None
        """The last entry before the plug was out, in a few words, until somebody does something."""
        self.lineups: tuple[tuple[str, ...], ...] = ()
        """Who played together before, the last ones first."""
        self._evening = evening
        self._hardware = hardware
        self._health = health
        self._known = config.table.players
        self._loop = loop
        self._drawing: asyncio.TimerHandle | None = None
        self._drawn_at = -inf
        self._screen: screens.Screen | None = None
        self._settled: view.Outcome | None = None
        self._settled_at = -inf
        self._note: screens.Note | None = None
        self._note_until = -inf
        self._touched_at = loop.time()

    def close(self) -> None:
        """Draw no more."""
        if self._drawing is not None:
            self._drawing.cancel()

    def refresh(self) -> None:
        """Draw anew, as soon as the last picture has had its time."""
        if not self.stale:
            self.stale = True
            self._draw_at(self._drawn_at + ANIMATED)

    def say(self, note: screens.Note) -> None:
        """Show a word about what was done or refused."""
        self._note = note
        self._note_until = self._loop.time() + NOTE_SHOWN
        self.refresh()

    def settle(self, outcome: view.Outcome | None) -> None:
        """Show how a turn has ended."""
        self._settled = outcome
        self._settled_at = self._loop.time()
        self.refresh()

    def clear_news(self) -> None:
        """Somebody has seen what was said last."""
        self._settled = None
        self._note_until = -inf

    def touch(self) -> None:
        """Somebody is there."""
        self._touched_at = self._loop.time()

    @property
    def asleep(self) -> int | None:
        """How often the paw has moved since everybody left; None while somebody is there."""
        idle = self._loop.time() - self._touched_at
        return int((idle - ASLEEP_AFTER) / STEP_ASLEEP) if idle >= ASLEEP_AFTER else None

    def last_decision(self) -> str | None:
        """What an undo would take back, in a few words."""
        decision = self._evening.session.last_decision()
        return brief(decision.command, decision.before.scores, decision.after.scores) if decision else None

    def table(self) -> one_button.Table:
        """What the button can do now."""
        ledger = self._evening.session.ledger
        presets = self.lineups or ((self._known,) if len(self._known) > 1 else ())
        offers = tuple(
            one_button.Offer(game.name, game.title, game.seats[0], game.seats[-1]) for game in GAMES.values()
        )
        people = tuple(dict.fromkeys((*self._known, *(name for names in self.lineups for name in names))))
        troubles = len(self._health.troubles)
        if ledger is None:
            return one_button.Table(games=offers, presets=presets, known=people, troubles=troubles)
        game, state = ledger.game, ledger.state
        return one_button.Table(
            prompt=game.prompt(state),
            on=True,
            over=state.over,
            turn=state.turn,
            last=self.last_decision(),
            correctable=game.correctable(state),
            players=state.players,
            can_skip=not state.over and game.can_skip,
            troubles=troubles,
            games=offers,
            presets=presets,
            known=people,
        )

    def _view(self, now: float) -> view.View:
        evening = self._evening
        session, motion = evening.session, evening.motion
        ledger = session.ledger
        called = evening.phase == "called"
        evidence = evening.called_at - evening.moved_before_call
        return view.View(
            table=self.table(),
            menu=self.menu,
            state=ledger.state if ledger else None,
            started=self.started,
            felt=view.Felt(motion.tilt, motion.bearing, now - motion.since) if motion.handled else view.Felt(),
            evidence=evidence if called and evening.sensor_ok and 0.0 <= evidence < inf else None,
            since_call=now - evening.called_at if called else None,
            call_open=evening.call_is_open(now),
            settled=self._settled,
            since_settled=now - self._settled_at,
            note=self._note if now < self._note_until else None,
            resumed=self.resumed,
            saved=session.is_saved if ledger else None,
            troubles=tuple(view.Trouble(trouble.why, trouble.cure) for trouble in self._health.troubles),
            held=self._held(now),
            asleep=self.asleep,
        )

    def _held(self, now: float) -> float | None:
        """How long the button has been held, if that is to mean anything, s."""
        return self.button.progress(now) * BACK_AFTER or None if self.button else None

    def _draw_at(self, moment: float) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
        self._drawing = self._loop.call_at(max(moment, self._loop.time()), self._draw)

    def _draw(self) -> None:
        now = self._drawn_at = self._loop.time()
        self.stale = False
        self.menu = self.menu.current(self.table())
        seen = view.screen(self._view(now))
        if seen != self._screen:
            self._screen = seen
            self.frame = render(seen)
            self._hardware.show(self.frame.image)
        if self.frame is not None and not self.flashing:
            self._hardware.invert(self.frame.inverted)
        again = min(self._changes_by_itself(now), default=inf)
        if again < inf:
            self._draw_at(max(again, now + ANIMATED))

    def _changes_by_itself(self, now: float) -> list[float]:
        """When the picture will be another one, though nobody does anything."""
        evening, asleep = self._evening, self.asleep
        moments = [
            self._note_until,
            self._settled_at + view.SETTLED_SHOWN,
            evening.called_at + view.CALL_SHOWN,
            evening.box.set_down_at + CALL_OPEN,
            self._touched_at + ASLEEP_AFTER + (0 if asleep is None else asleep + 1) * STEP_ASLEEP,
        ]
        moving = evening.phase == "playing" and evening.motion.handled
        if moving or self._held(now) is not None:
            moments.append(now + ANIMATED)
        return [moment for moment in moments if moment > now]
