"""What was acknowledged is on disk after every start, in order; what nobody told is not."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from companion.scenario.steps import PowerCut, Restart
from tests.soak.evening import Broken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.scenario.steps import Step
    from companion.table.ledger import Entry
    from tests.soak.evening import Evening

BY_ITSELF = ("sensor", "inferred")
"""What may be entered while a companion ends or starts: the box may be in hands."""


class Told(NamedTuple):
    """An entry as it was told."""

    command: str
    source: str


class Records:
    """Remembers all games, and compares them with the journal at every start."""

    def __init__(self) -> None:
        self._told: dict[int, list[Told]] = {}
        """All that was entered in a game, by its number."""
        self._saved: dict[int, int] = {}
        """How many of these entries were acknowledged."""
        self._goes_on: int | None = None
        """The game that is to go on after a start."""

    def before(self, evening: Evening, step: Step) -> None:
        del step
        session = evening.stage.daemon.session
        ledger = session.ledger
        self._follow(evening)
        self._goes_on = session.game_id if ledger and session.is_saved and not ledger.state.over else None

    def after(self, evening: Evening, step: Step) -> None:
        if isinstance(step, Restart | PowerCut):
            self.look_over(evening)
            number = evening.stage.daemon.session.game_id
            if self._goes_on is not None and number != self._goes_on:
                raise Broken("taken up", f"game {self._goes_on} was on, and now {number} is")
        self._follow(evening)

    def look_over(self, evening: Evening) -> None:
        """Compare the journal and look at its good copy. Raises Broken."""
        if damaged := sorted(path.name for path in evening.folder.glob("journal-damaged*")):
            raise Broken("damage", f"nobody broke a file, and there are {damaged}")
        with _copy_of(evening.folder) as folder:
            for name in ("journal.db", "journal-good.db"):
                with closing(sqlite3.connect(folder / name)) as db:
                    found = db.execute("PRAGMA integrity_check").fetchall()
                if found != [("ok",)]:
                    raise Broken("integrity", f"{name}: {found}")
            kept = _read(folder / "journal.db")
        for number, saved in self._saved.items():
            self._compare(number, kept.get(number, []), saved)

    def _follow(self, evening: Evening) -> None:
        session = evening.stage.daemon.session
        ledger, number = session.ledger, session.game_id
        # Below 0 is the number of a game that is on no disk yet.
        if ledger is None or number is None or number < 0 or session.saved_revision < 0:
            return
        told = self._told.setdefault(number, [])
        told += [_told(entry) for entry in ledger.entries[len(told) :]]
        self._saved[number] = session.saved_revision

    def _compare(self, number: int, kept: list[Told], saved: int) -> None:
        told = self._told[number]
        if kept[:saved] != told[:saved]:
            raise Broken("lost", f"of game {number} was acknowledged {told[:saved]}, kept is {kept}")
        for at, entry in enumerate(kept[saved:], saved):
            if told[at : at + 1] != [entry] and entry.source not in BY_ITSELF:
                raise Broken("invented", f"entry {at + 1} of game {number} is {entry}, told was {told[at : at + 1]}")
        # What was not acknowledged may be gone, and what is kept now is as good as acknowledged.
        self._told[number], self._saved[number] = list(kept), len(kept)


def _told(entry: Entry) -> Told:
    return Told(json.dumps(entry.command, separators=(",", ":")), entry.source)


@contextmanager
def _copy_of(folder: Path) -> Iterator[Path]:
    """The databases as they lie there now, for looking: another connection to them would have a hand in them."""
    with TemporaryDirectory(prefix="soak-") as name:
        copy = Path(name)
        for path in folder.glob("journal*.db*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, copy)
        yield copy


def _read(path: Path) -> dict[int, list[Told]]:
    """The entries of all games, by their number."""
    kept: dict[int, list[Told]] = {}
    with closing(sqlite3.connect(path)) as db:
        for number, command, source in db.execute(
            "SELECT game, command, source FROM entries WHERE revision > 0 ORDER BY game, revision"
        ):
            kept.setdefault(number, []).append(Told(command, source))
    return kept
