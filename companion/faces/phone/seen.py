"""What a page is drawn from: the table as it is, and who looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from companion.faces.phone.tongues import TONGUES, Tongue

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo

    from companion.games import Prompt, State
    from companion.table.history import Happened
    from companion.table.ledger import Ledger


Wish = Literal["dice", "odds"]

WISHES: Final[tuple[Wish, ...]] = get_args(Wish)


class Trouble(NamedTuple):
    """What is wrong with a part, and what to do; in English, as the health page has it."""

    part: str
    status: str
    why: str
    cure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who looks at a page."""

    tongue: Tongue = TONGUES["en"]
    touch: bool = True
    """Whether this phone may enter anything; without the table's token it may only look."""
    wishes: frozenset[Wish] = frozenset()
    """What this phone shows that others need not."""
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
    troubles: tuple[Trouble, ...] = ()

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
