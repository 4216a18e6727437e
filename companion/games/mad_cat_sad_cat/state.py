"""The state of a game of Mad Cat Sad Cat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.games import state as common
from companion.games.mad_cat_sad_cat.dice import CARDS, COMBINATIONS, WILD, Card, Face, Kind, matches
from companion.games.mad_cat_sad_cat.pots import CATPOT, VPS, Pot, Pots, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.mad_cat_sad_cat.commands import Options

ROLLING, CLEANUP = "rolling", "cleanup"


@dataclass(frozen=True, kw_only=True, slots=True)
class State(common.State):
    """VPs by seat and by card; what is neither here nor there is the supply."""

    options: Options
    vp: tuple[int, ...]
    pots: Pots
    lock_ins: int = 0
    """Those that were paid."""
    last_rounds: tuple[int, ...]
    """In which round each seat had its latest turn; 0: it had none."""

    # The ongoing turn.
    locked: Kind | None = None
    paid: int = 0
    """VPs that its lock-in put on the cards."""
    rolled: tuple[Face, ...] = ()
    """A roll of which nothing is set aside yet."""
    set_aside: tuple[Face, ...] = ()
    mooched: frozenset[int] = frozenset()
    """Who has revealed a mooch card."""
    taken: Card | None = None
    """What the player stopped with."""
    failed: bool = False

    @property
    def points(self) -> tuple[int, ...]:
        return self.vp

    def standing(self, seat: int) -> tuple[int, ...]:
        """At the end, of equally many VPs those with the latest turn win (mad-cat-sad-cat:129, MC-A13)."""
        if not self.over:
            return (self.vp[seat],)
        latest = self.last_rounds[seat]
        return (self.vp[seat], latest, self.place_of(seat) if latest else 0)

    @property
    def supply(self) -> int:
        return VPS - self.pots.total - sum(self.vp)

    @property
    def last_round(self) -> bool:
        """The supply is empty: with 2 or 4 players this is the last turn (mad-cat-sad-cat:125-127)."""
        return not self.supply

    @property
    def matches(self) -> tuple[Card, ...]:
        """The cards that the set-aside dice can be read as."""
        return matches(self.set_aside, ignore_wild_face=self.options.ignore_wild_face)

    @property
    def takeable(self) -> dict[Card, int]:
        """What the player may stop with now, and the VPs there (mad-cat-sad-cat:53, MC-A3)."""
        if self.phase != ROLLING or self.rolled:
            return {}
        # MC-A4: wild cats alone lock nobody in, so they take nothing but the catpot.
        cards = [card for card in CARDS if card in self._readable and (self.locked or card == CATPOT.card)]
        return {card: vps for card in cards if (vps := self.pots[self.pot(card, "inner")])}

    @property
    def moochable(self) -> dict[Card, int]:
        """For what mooch cards may be revealed now, and the VPs there (mad-cat-sad-cat:73, mad-cat-sad-cat:87-89)."""
        if not self.locked:
            return {}
        cards: list[Card] = [card for card in COMBINATIONS if card in self._readable]
        if self.failed:
            cards.insert(0, CATPOT.card)
        return {card: self.pots[self.pot(card, "outer")] for card in cards}

    @property
    def four_wilds(self) -> bool:
        """Whether one may stop with wild cats alone, by the house rule MC-A4."""
        return self.options.stop_on_four_wilds and self.set_aside == (WILD,) * 4

    @property
    def _readable(self) -> Sequence[Card]:
        """What the dice show as far as it was told: the dice themselves, the lock-in alone, or nothing."""
        if self.set_aside:
            return self.matches
        return COMBINATIONS if self.locked else (CATPOT.card,)

    def turn_had(self) -> State:
        """The turn of the player on turn counts as the latest of that seat."""
        latest = (self.round if seat == self.seat else old for seat, old in enumerate(self.last_rounds))
        return replace(self, last_rounds=tuple(latest))

    def picked_up(self) -> State:
        """Dice and mooch cards are back in the hands (mad-cat-sad-cat:107-109)."""
        return replace(
            self,
            phase=ROLLING,
            locked=None,
            paid=0,
            rolled=(),
            set_aside=(),
            mooched=frozenset(),
            taken=None,
            failed=False,
        )

    def pot(self, card: Card, side: Side) -> Pot:
        """Where the VPs for a combination of the locked kind lie, or the catpot."""
        return CATPOT if card == CATPOT.card else Pot(card, self.locked, side)
