"""What a page is drawn from: the table as it is, and who looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from companion.faces.phone.tongues import TONGUES, Tongue

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo

    from companion.faces.trouble import Trouble
    from companion.games import Prompt, State
    from companion.table.history import Happened
    from companion.table.ledger import Ledger


Wish = Literal["dice", "odds"]

WISHES: Final[tuple[Wish, ...]] = get_args(Wish)


class LiveBox(NamedTuple):
    """What the box of Katz & Schmaus feels, and what that means for a call."""

    felt: bool
    """Whether there is a sensor that tells; what follows of motion is worth nothing without."""
    in_hands: bool
    tilt: float
    """Degrees from how it lay."""
    bearing: float
    """Where to, degrees: 0 is right, 90 away from whoever reads the display."""
    seconds: float | None
    """Since it was lifted, or put down; None as long as nobody knows."""
    call_open: bool
    """Whether a call counts now."""
    closes_in: float | None
    """For so long yet, s; None where nothing but somebody's doing ends it."""
    before_call: float | None
    """How long the box had not moved when the call came, s; None without a call, or where nobody can tell."""
    after_call: float | None
    """And how long it moved on after it, s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who looks at a page."""

    tongue: Tongue = TONGUES["en"]
    touch: bool = True
    """Whether this phone may enter anything; without the table's token it may only look."""
    owner: str | None = None
    """Whose phone it is, if somebody said so; the name need not be one of those who play."""
    wishes: frozenset[Wish] = frozenset()
    """What this phone shows that others need not."""
    simulated: bool = False
    """Whether the table is a simulated one, which has a page to handle the box on."""
    troubles: tuple[Trouble, ...] = ()
    """What is wrong with the box, which everybody is told, also while no game is on."""
    zone: tzinfo | None = None
    """In which times are shown; None: that of the box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A game on the table."""

    number: int
    """Of the game, as the interface for scripts counts them."""
    ledger: Ledger
    history: tuple[Happened, ...] = ()
    """Newest last; only needed where it is shown."""
    saved: bool = True
    """Whether all of it is on disk."""
    box: LiveBox | None = None
    """None in a game without one."""

    @property
    def state(self) -> State:
        return self.ledger.state

    @property
    def prompt(self) -> Prompt | None:
        return self.ledger.game.prompt(self.state)

    @property
    def view(self) -> Mapping[str, object]:
        """The game's own part of what there is to see."""
        return self.ledger.game.view(self.state)
