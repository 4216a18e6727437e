"""What was found when the journal was opened."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.games.said import said, together

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.table.records import Kept, Stored
    from companion.table.rescue import Rescued, Taken


@dataclass(frozen=True, slots=True)
class Opened:
    """What there is, and what became of what was damaged."""

    game: Stored | None = None
    """The game to go on with: the newest that is neither over nor put aside, else the last one that was played."""
    cut: bool = False
    """Whether the companion was not ended before: the plug was out, or it was killed."""
    newest: int = 0
    """The number of the newest game; 0 while there is none, or nothing could be read."""
    kept: Mapping[Kept, str] = field(default_factory=dict)
    """What is kept beside the games, as it was written; without what people never told, or could not be read."""
    available: bool = True
    """False while the file cannot be had: what is played is kept in memory and saved as soon as it can be."""
    put_aside: tuple[str, ...] = ()
    """Names of the files that were found damaged and kept."""
    salvaged: int = 0
    """Entries that the file had lost and that were brought back, or that a damaged file still gave."""
    lost: int | None = 0
    """Entries that are known to be gone; None if nobody can tell."""
    words: str = ""
    """For people; empty if there is nothing to say."""
    notice: str = ""
    """What stays wrong for as long as the companion runs; empty if nothing does."""

    def after(self, one: Opened) -> Opened:
        """The same as a second step, where ``one`` was found in the first: this one tells the game to go on with."""
        return replace(
            self,
            put_aside=one.put_aside + self.put_aside,
            salvaged=one.salvaged + self.salvaged,
            lost=None if one.lost is None or self.lost is None else one.lost + self.lost,
            words=together(one.words, self.words),
        )


def made_anew(rescued: Rescued, why: str) -> Opened:
    """A journal that was damaged is written anew from what could be rescued."""
    words = together(
        said("The journal was damaged ({why}).", why=why),
        said("It was kept as {file}.", file=rescued.kept_as) if rescued.kept_as else "",
        _here_again(rescued.entries),
        _gone(rescued),
    )
    return Opened(
        put_aside=(rescued.kept_as,) if rescued.kept_as else (),
        salvaged=rescued.salvaged,
        lost=rescued.lost,
        words=words,
    )


def without_log() -> Opened:
    """A journal has lost its log, and there is no good copy to tell what was in it."""
    words = said("The journal's log and its good copy are missing: what was entered last may be lost.")
    return Opened(lost=None, words=words)


def without_end_of_log() -> Opened:
    """A journal's log was cut short, and there is no good copy to tell what was at its end."""
    words = said("The journal's log was cut short, and its good copy is missing: what was entered last may be lost.")
    return Opened(lost=None, words=words)


def from_copy(taken: Taken) -> Opened:
    """A journal had lost what its good copy has."""
    if not taken.entries and not taken.lost:
        return Opened()
    back = said("The journal had lost {brought:entry|entries}: back from its good copy.", brought=taken.entries)
    return Opened(salvaged=taken.entries, lost=taken.lost, words=together(back, _lost(taken.lost)))


def from_damaged_copy(taken: Taken, why: str) -> Opened:
    """A journal took over what its copy still shows, which is damaged itself."""
    words = together(
        said("The journal's good copy was damaged ({why}).", why=why),
        said("It was kept as {file}.", file=taken.kept_as),
        _here_again(taken.entries),
        _lost(taken.lost),
    )
    return Opened(put_aside=(taken.kept_as,), salvaged=taken.entries, lost=taken.lost, words=words)


def _gone(rescued: Rescued) -> str:
    match rescued.lost:
        case None:
            return said("The last ones may be missing.") if rescued.entries else said("What was in it cannot be read.")
        case 0:
            return said("Nothing was lost.")
        case lost:
            return _lost(lost)


def _here_again(entries: int) -> str:
    return said("{entries:entry is|entries are} here again.", entries=entries) if entries else ""


def _lost(entries: int | None) -> str:
    return said("{lost:entry is|entries are} lost.", lost=entries) if entries else ""
