"""The journal's files: how they are looked over at start, and what is done about a damaged one.

``journal.db``            every game; what is acknowledged is synced here
``journal-good.db``       the same a moment later, synced when the table is quiet (see ``good_copy``)
``before-restore-1/``      what was there when a backup was put back (see ``exchange``)
``journal-damaged-1.db``  a file that was found damaged, as it was found, byte for byte; never deleted
``journal-v3.db``         what is played while ``journal.db`` belongs to a newer version, which is not touched
``companion.lock``        who keeps the folder (see ``hold``)
"""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError, Refusal
from companion.games.said import said, together
from companion.table import database, files, merging, results
from companion.table.database import VERSION, Damaged, is_damage
from companion.table.exchange import end_exchange
from companion.table.folder import Folder
from companion.table.good_copy import GoodCopy
from companion.table.log_index import LogIndex
from companion.table.opened import Opened, made_anew, without_end_of_log, without_log
from companion.table.records import KEPT
from companion.table.rescue import replant, rescue
from companion.table.tally import Counting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from companion.table.people import Book
    from companion.table.records import Change, Chosen, Stored, Summary
    from companion.table.results import Past
    from companion.table.tally import Tally


LOG: Final = 1024 * 1024
"""How long the log is made before it is needed, bytes: 85 commits or more, as many as an evening has.

What is written over what a file has is on disk in one step. Where the file grows, its length must follow in the file
system's own journal, which a commit waits for as well: 0.2 instead of 0.1 ms on a laptop, and twice as much for a card.
"""

AT_CLOSE: Final = 50
"""So many games the good copy takes at the end, 2 ms each; where it lacks more, the next start goes on."""


class NotOpen(CompanionError, OSError):
    """The journal's file could not be had yet."""


class _Newer(Exception):
    """The file is of a newer version: another is taken."""

    def __init__(self, version: int) -> None:
        self.version = version


class Storage:
    """The files of one journal, to be used by one thread.

    Methods raise sqlite3.Error or OSError when the disk does not do what is asked; nothing is half done then.
    """

    def __init__(self, path: Path, open_database: Callable[[Path], sqlite3.Connection]) -> None:
        self._folder = Folder(path, open_database)
        self._db: sqlite3.Connection | None = None
        self._uprooted: sqlite3.Connection | None = None
        """What was open when its files lost their names: they go on for as long as it is not closed."""
        self._replanted = Opened()
        """What became of that, to be said with what is found next."""
        self._which: dict[Path, files.Which | None] = {}
        """The files that were opened, by the names they had then."""
        self._index: LogIndex | None = None
        self._copy = GoodCopy(self._folder)
        self._was_cut: bool | None = None
        """Whether the companion before was not ended; None: nobody has looked."""
        self._log_is_cut = False
        """Whether the log has lost what was committed to it."""
        self._run = 0
        self._changed = 0
        self._unlisted: deque[int] | None = None
        """Games that are over and not among the results yet; None: nobody has looked."""
        self._counting: Counting | None = None
        """Has counted what all games come to; None once one of them has ended otherwise."""
        self._waiting: tuple[Summary, ...] | None = None
        """The games that were put aside; None once that has changed, for of each all entries are read."""

    @property
    def is_open(self) -> bool:
        """Whether there is a file to write to."""
        return self._db is not None

    @property
    def is_uprooted(self) -> bool:
        """Whether its files have lost their names, and what they hold waits for ``open`` to write it anew."""
        return self._uprooted is not None

    @property
    def copy_wants_care(self) -> bool:
        """Whether ``tend_copy`` has something to do."""
        return self.is_open and self._copy.wants_care

    def closed_to_us(self) -> Path | None:
        """The folder or file of the journal that this user may not read and write; None if all is ours."""
        return self._folder.closed_to_us()

    def look(self) -> None:
        """Notice that the files were deleted, moved or replaced: no start would find what is put into them now.

        They stay open for what was acknowledged, but to be written to there is no journal before ``open`` has written
        it anew.
        """
        if self._db is not None and any(files.which(path) != found for path, found in self._which.items()):
            self._copy.drop()
            self._uprooted, self._db = self._db, None

    def open(self) -> Opened:
        """Look the files over, mend what can be mended, and say what there is."""
        self.drop()
        given = self._folder.given
        given.parent.mkdir(parents=True, exist_ok=True)
        cleared = self._folder.clear()
        end_exchange(self._folder)
        notice = self._choose_file(files.version_in_header(given))
        if self._was_cut is None:
            # SQLite takes its log away when the last connection is closed (sqlite.org/wal.html, section 2.2).
            self._was_cut = files.beside(self._folder.journal, "-wal").exists()
        try:
            self._replant()
            try:
                opened = self._open()
            except _Newer as newer:
                self.drop()
                notice = self._choose_file(newer.version)
                opened = self._open()
        except (sqlite3.Error, OSError, CompanionError):
            self.drop()
            raise
        # What is acknowledged lies first in the log, later in the file.
        written_to = self._folder.journal, files.beside(self._folder.journal, "-wal")
        self._which = {path: files.which(path) for path in written_to}
        opened, self._replanted = opened.after(self._replanted), Opened()
        words = together(*map(_told_of, cleared), notice, opened.words)
        return replace(opened, cut=self._was_cut, words=words, notice=notice)

    def write(self, change: Change) -> None:
        """Put a change on disk in one commit: when this returns it is synced. Doing it again does no harm.

        Raises sqlite3.IntegrityError where another entry has its place already.
        """
        if database.put_with_result(self._main(), change, self._run, self._changed + 1):
            self._count_anew(change.game)
        if change.put_aside or any(summary.id == change.game for summary in self._waiting or ()):
            self._waiting = None
        self._changed += 1
        self._copy.note_game(change.game)

    def keep(self, chosen: Chosen) -> None:
        """Put on disk what is kept beside the games: when this returns it is synced."""
        database.keep(self._main(), chosen.what, chosen.text)
        self._copy.note_kept()

    def set_clock(self, ahead: float) -> None:
        """Put on disk by how much Unix time is ahead of this run's own, s: when this returns it is synced."""
        database.set_clock(self._main(), self._run, ahead)
        self._copy.note_kept()
        self._unlisted, self._waiting = None, None

    def game(self, number: int) -> Stored | None:
        """A game with all its entries; None if there is no such game. Raises Damaged if they are not whole."""
        return database.game(self._main(), number)

    def games(self, before: int | None = None) -> Iterator[Summary]:
        """Games, the newest first, with numbers below ``before``; each is read when it is asked for."""
        return database.games(self._main(), before)

    def waiting(self) -> tuple[Summary, ...]:
        """Games that were put aside before their end, the newest first."""
        if self._waiting is None:
            self._waiting = tuple(database.waiting(self._main()))
        return self._waiting

    def renamed(self, games: Sequence[int]) -> set[int]:
        """Those of these games in which somebody may be called otherwise than at their beginning."""
        return database.renamed(self._main(), games)

    def past(self, before: int | None, limit: int) -> list[Past]:
        """Games that are over, the newest first, with numbers below ``before``."""
        return results.past(self._main(), before, limit)

    def players(self, games: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Who played these games, by their numbers; of one that is not over, or not listed yet, nothing."""
        return results.players(self._main(), games)

    def tally(self, book: Book) -> Tally | None:
        """What all games come to: who has played, and the records; None until one has asked often enough."""
        if self._counting is None or self._counting.book != book:
            self._counting = Counting(book)
        return self._counting.tally() if self._counting.go_on(self._main()) else None

    def table_of(self, spelled: Sequence[str]) -> int | None:
        """The newest game in which two of these names played together; None if there is none."""
        return results.table_of(self._main(), spelled)

    def list_one(self) -> bool:
        """Enter how a game ended of which that is not known, as after another version or a rescue; whether there was one.

        One that does not fit the rules any more is passed over until the next start.
        """
        if self._unlisted is None:
            self._unlisted = deque(results.missing(self._main()))
        if not self._unlisted:
            return False
        number = self._unlisted.popleft()
        with suppress(Damaged, Refusal):
            stored = database.game(self._main(), number)
            if stored is not None and (result := results.recount(stored)) is not None:
                database.enter_result(self._main(), number, result)
                self._count_anew(number)
        return True

    def tend_copy(self) -> bool:
        """Check the good copy, or let it take one thing that has changed; whether there is more of that to do."""
        self._copy.tend(self._main())
        return self.copy_wants_care

    def settle(self, *, game_ended: bool) -> None:
        """Let the good copy survive a power cut, too; after a game bring the journal's log into its file.

        The log itself keeps its length, or is given it: SQLite reads it up to where what it has written ends.
        """
        self._copy.sync()
        database.begin_use(self._main())
        if game_ended:
            self._main().execute("PRAGMA wal_checkpoint(RESTART)")
        with suppress(OSError):
            # Where there is no room left it grows as it is written, if it can.
            files.lengthen(files.beside(self._folder.journal, "-wal"), LOG)

    def close(self) -> None:
        """Bring the good copy up to date, where that takes a moment, and close all files."""
        with suppress(sqlite3.Error, OSError, CompanionError):
            for _ in range(AT_CLOSE):
                if self._copy.is_behind and self.is_open:
                    self.tend_copy()
        with suppress(sqlite3.Error, NotOpen):
            database.end_use(self._main())
        self.drop()
        self._forget_uprooted()

    def drop(self) -> None:
        """Close all files as they are."""
        self._copy.drop()
        self._counting, self._waiting = None, None
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None
        if self._uprooted is None:
            self.let_go()

    def let_go(self) -> None:
        """Give back the file that is open beside SQLite's own, of a database that is open no more."""
        if self._index is not None:
            self._index.close()
            self._index = None

    def _count_anew(self, game: int) -> None:
        """This game has ended otherwise: where it was counted, all are."""
        if self._counting is not None and self._counting.has(game):
            self._counting = None

    def _replant(self) -> None:
        """Write what has lost its names to files that have them."""
        if self._uprooted is None:
            return
        try:
            entries = sum((merging.promised(self._uprooted) or {}).values())
            kept = replant(self._folder, self._uprooted)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            gone = said(
                "The journal was taken away while it was in use, and cannot be read any more ({error}).",
                error=database.reason(error),
            )
            self._replanted = Opened(lost=None, words=gone)
        else:
            words = together(
                said("The journal was taken away while it was in use."),
                said("{entries:entry is|entries are} here again.", entries=entries),
                said("What lay in its place was kept as {kept}.", kept=kept) if kept else "",
            )
            self._replanted = Opened(put_aside=(kept,) if kept else (), salvaged=entries, words=words)
        self._forget_uprooted()

    def _forget_uprooted(self) -> None:
        if self._uprooted is not None:
            with suppress(sqlite3.Error):
                self._uprooted.close()
            self._uprooted = None
            self.let_go()

    def _open(self) -> Opened:
        self._folder.end_rescue()
        opened, game = Opened(), None
        trouble = self._folder.nothing_where_games_were()
        if not trouble:
            try:
                game = self._look_over()
            except (sqlite3.Error, Damaged) as error:
                if not is_damage(error):
                    raise
                trouble = database.reason(error)
        if trouble:
            self.drop()
            opened = made_anew(rescue(self._folder, log_is_cut=self._log_is_cut), trouble)
            game = self._look_over()
        if self._run == 0:
            is_missing = database.is_in_use(self._main()) and not self._was_cut
            if (is_missing or self._log_is_cut) and self._folder.identity_of_copy() != database.identity(self._main()):
                opened = (without_log() if is_missing else without_end_of_log()).after(opened)
            self._was_cut = self._was_cut or is_missing
        back = self._copy.give_back(self._main())
        opened = back.after(opened)
        if back.salvaged:
            game = database.resumed(self._main())
        newest, run, self._changed = (
            self._main()
            .execute("SELECT coalesce(max(id), 0), coalesce(max(run), 0), coalesce(max(changed), 0) FROM games")
            .fetchone()
        )
        self._run = run + 1
        kept = database.kept(self._main())
        self._unlisted, self._waiting = None, None
        return replace(opened, game=game, newest=newest, kept={what: kept[what] for what in KEPT if what in kept})

    def _main(self) -> sqlite3.Connection:
        if self._db is None:
            raise NotOpen(f"{self._folder.journal} could not be opened yet; it is tried again every few seconds")
        return self._db

    def _choose_file(self, version: int) -> str:
        """Leave a file of a newer version alone, and use one beside it: nothing of either is lost then. Says so."""
        self._folder = replace(self._folder, is_beside=database.is_newer(version))
        self._copy = GoodCopy(self._folder)
        if not self._folder.is_beside:
            return ""
        return said(
            "{given} was written by a newer version of the companion ({version}, this one knows {known}) and is left as "
            "it is; what is played now is kept in {journal}.",
            given=self._folder.given.name,
            version=version,
            known=VERSION,
            journal=self._folder.journal.name,
        )

    def _look_over(self) -> Stored | None:
        """Open the file, check it, and read the game to go on with. Raises Damaged, sqlite3.Error."""
        is_new = not self._folder.journal.exists()
        self._index = LogIndex(self._folder.journal)
        committed = self._index.committed()
        db = self._db = self._folder.connect(self._folder.journal, "FULL")
        self._log_is_cut = committed is not None and committed.has_lost(self._index.committed())
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if database.is_newer(version):
            raise _Newer(version)
        if version == 0 and not db.execute("SELECT 1 FROM sqlite_schema").fetchone():
            database.create(db, self._folder.identity_of_copy())
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if is_new:
            files.sync(self._folder.journal.parent)
        database.check(db)
        database.migrate(db)
        return database.resumed(db)


def _told_of(cleared: tuple[str, str]) -> str:
    name, kept = cleared
    return said("{name} was no file: it was kept as {kept}.", name=name, kept=kept)
