"""A phone can be shown every state of every game, in every language."""

from __future__ import annotations

from datetime import UTC
from itertools import cycle
from typing import TYPE_CHECKING

from companion.faces import phone
from companion.faces.phone import TONGUES, Reader, Seen
from tests.soak.evening import Broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.scenario.steps import Step
    from companion.table.ledger import Ledger
    from tests.soak.evening import Evening

PAGES: tuple[Callable[[Reader, Seen], str], ...] = (
    phone.table,
    phone.history,
    phone.more,
    phone.tabletop,
    lambda reader, seen: phone.counted(reader, seen, None),
    lambda reader, seen: phone.amending(reader, seen, max(1, len(seen.history))),
)


class Pages:
    """Draws another page after each entry."""

    def __init__(self) -> None:
        self._drawn: tuple[Ledger, int] | None = None
        self._next = cycle((page, Reader(tongue=tongue, zone=UTC)) for tongue in TONGUES.values() for page in PAGES)

    def before(self, evening: Evening, step: Step) -> None:
        del evening, step

    def after(self, evening: Evening, step: Step) -> None:
        del step
        session = evening.stage.daemon.session
        ledger, number = session.ledger, session.game_id
        if ledger is None or number is None or self._drawn == (ledger, ledger.revision):
            return
        self._drawn = ledger, ledger.revision
        page, reader = next(self._next)
        try:
            page(reader, Seen(number=number, ledger=ledger, history=tuple(session.history()), saved=session.is_saved))
        except Exception as error:
            raise Broken("page", f"{ledger.snapshot()} cannot be shown: {error!r}") from error
