"""Fat Cats told by taps: each player taps the own button once for each treat, and quiet ends the round."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Final

from companion.errors import Refusal
from companion.faces.oled import screens

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping, Sequence

    from companion.evening import Evening
    from companion.faces.one_button import Gesture
    from companion.showing import Showing
    from companion.table.ledger import Ledger

TREAT_GAME: Final = "fat-cats"

QUIET: Final = 1.5
"""Nobody has tapped for so long: what was counted is the round, s."""


@dataclass(frozen=True, slots=True)
class Taps:
    """Who has tapped how often.

    >>> str(Taps().tap("Ada", 1.0).tap("Cem", 1.2).tap("Ada", 1.4))
    'Ada 2, Cem 1'
    """

    by_name: Mapping[str, int] = field(default_factory=dict)
    stirred_at: float = -inf
    """When a button was last touched, s."""

    def tap(self, name: str, at: float) -> Taps:
        """One more treat for somebody."""
        return replace(self.stir(at), by_name={**self.by_name, name: self.by_name.get(name, 0) + 1})

    def stir(self, at: float) -> Taps:
        """A button was touched; whether by a finger is not known yet."""
        return replace(self, stirred_at=max(self.stirred_at, at))

    def renamed(self, before: Sequence[str], now: Sequence[str]) -> Taps:
        """The same taps, by the names that the same seats have now.

        >>> str(Taps().tap("Ada", 1.0).renamed(("Ada", "Ben"), ("Adele", "Ben")))
        'Adele 1'
        """
        names = dict(zip(before, now, strict=True))
        return replace(self, by_name={names[name]: times for name, times in self.by_name.items()})

    @property
    def due(self) -> float:
        """When it is the round unless somebody taps before, s; ``inf`` while nobody has."""
        return self.stirred_at + QUIET if self.by_name else inf

    @property
    def command(self) -> dict[str, object]:
        """The round, as a command."""
        return {"do": "round", "eat": {name: {"treats": times} for name, times in self.by_name.items()}}

    def __str__(self) -> str:
        return ", ".join(f"{name} {times}" for name, times in self.by_name.items())


class Treats:
    """Counts the taps of a round, shows what was counted, and enters it when all are quiet."""

    def __init__(
        self,
        evening: Evening,
        showing: Showing,
        loop: asyncio.AbstractEventLoop,
        refuse: Callable[[Refusal], None],
    ) -> None:
        self._evening = evening
        self._showing = showing
        self._loop = loop
        self._refuse = refuse
        self._taps = Taps()
        self._began: tuple[Ledger | None, int] = (None, 0)
        """The game and its revision at the first tap."""
        self._players: tuple[str, ...] = ()
        """What the seats were called at the last tap."""
        self._waiting: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Enter what was counted: nobody taps any more, and it would be lost."""
        if self.counting:
            self._enter()

    @property
    def counting(self) -> bool:
        """Whether there is something that is not entered yet."""
        return bool(self._taps.by_name)

    def stir(self, at: float) -> None:
        """A player's button was touched (s): if it is a finger, it is another treat of this round."""
        if self.counting:
            self._keep(self._taps.stir(at))

    def tap(self, ledger: Ledger, name: str, at: float) -> None:
        """One more treat for somebody, unless the rules would refuse such a round."""
        if self.counting and self._began[0] is not ledger:
            self._keep(Taps())
        taps = self._named_now(ledger).tap(name, at)
        try:
            ledger.game.apply(ledger.state, taps.command)
        except Refusal as refusal:
            self._refuse(refusal)
            return
        if not self.counting:
            self._began = ledger, ledger.revision
        self._players = ledger.state.players
        self._keep(taps)
        self._showing.say(screens.Note(self._showing.words.round_of_meals, str(taps)))

    def gesture(self, made: Gesture) -> None:
        """What was counted covers the question, so the button is meant for what people see: OK enters it, back drops it."""
        if made == "ok":
            self._enter()
        elif made == "back":
            self._showing.say(screens.Note(self._showing.words.undone, str(self._taps), "undone"))
            self._keep(Taps())

    def _named_now(self, ledger: Ledger) -> Taps:
        """What was counted, by the names that the players of this game have now."""
        return self._taps.renamed(self._players, ledger.state.players) if self.counting else self._taps

    def _keep(self, taps: Taps) -> None:
        """Go on counting, until it is quiet."""
        self._taps = taps
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._loop.call_at(taps.due, self._enter) if taps.by_name else None

    def _enter(self) -> None:
        """It is the round; one that somebody else has told meanwhile stands."""
        session, (ledger, seen) = self._evening.session, self._began
        if ledger is None or session.ledger is not ledger:
            self._keep(Taps())
            return
        taps = self._named_now(ledger)
        self._keep(Taps())
        if all(entry.command["do"] == "rename" for entry in ledger.entries[seen:]):
            # A button is a seat's, whatever its player is called by now.
            seen = ledger.revision
        try:
            session.submit(taps.command, source="button", seen=seen)
        except Refusal as refusal:
            self._refuse(refusal)
