"""Another journal takes the place of a folder's own in one step: if the power goes meanwhile, it has the one or the other.

That step is that ``journal.db`` leaves the folder, or that ``journal-restore.db`` comes into one that has none; there that
file is whole and synced. What was there is neither changed nor deleted: it moves to ``before-restore-1``, and what a cut
has left behind follows it at the next start, before anything is opened.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

from companion.table import files
from companion.table.folder import DRAFT, INCOMING, JOURNAL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_GOOD: Final = "journal-good.db"
_ASIDE: Final = "before-restore-"


def exchange(folder: Path) -> Path | None:
    """Have the draft, which is whole and synced, be the journal; returns where that is which was there. Raises OSError."""
    aside = _new_aside(folder) if _there(folder) else None
    _give_to_owner(folder)
    (folder / DRAFT).rename(folder / INCOMING)
    files.sync(folder)
    if aside is not None and os.path.lexists(folder / JOURNAL):
        _move([folder / JOURNAL], aside)
    end_exchange(folder)
    return aside


def end_exchange(folder: Path) -> None:
    """End an exchange that the power has cut, or forget it if it came to nothing. Raises OSError."""
    if (folder / DRAFT).exists():
        files.delete(folder / DRAFT)
    if not (folder / INCOMING).exists():
        return
    if os.path.lexists(folder / JOURNAL):
        files.delete(folder / INCOMING)
        return
    # The log must be gone before the new file has its name, as it would be taken for that one's; so must the good copy,
    # which has what the new one has not, and would be taken for the wiser.
    if left := _there(folder):
        aside = _newest_aside(folder)
        if aside is None or any(os.path.lexists(aside / path.name) for path in left):
            aside = _new_aside(folder)
        _move(left, aside)
    (folder / INCOMING).rename(folder / JOURNAL)
    files.sync(folder)


def _give_to_owner(folder: Path) -> None:
    """What root has made in a folder belongs to whose folder it is: the service could not write to it else."""
    if os.geteuid() == 0:
        owner = folder.stat()
        for path in folder.rglob("*"):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _there(folder: Path) -> list[Path]:
    """All that belongs to the journal and its good copy."""
    names = [files.beside(folder / name, end) for name in (JOURNAL, _GOOD) for end in ("", *files.ENDS)]
    return [path for path in names if os.path.lexists(path)]


def _move(paths: Sequence[Path], aside: Path) -> None:
    for path in paths:
        path.rename(aside / path.name)
    files.sync(aside)
    files.sync(aside.parent)


def _new_aside(folder: Path) -> Path:
    """A folder of its own for what was there."""
    aside = folder / f"{_ASIDE}{max(_numbers(folder), default=0) + 1}"
    aside.mkdir()
    files.sync(folder)
    return aside


def _newest_aside(folder: Path) -> Path | None:
    numbers = _numbers(folder)
    return folder / f"{_ASIDE}{max(numbers)}" if numbers else None


def _numbers(folder: Path) -> list[int]:
    names = [re.fullmatch(rf"{_ASIDE}([1-9]\d*)", path.name, re.ASCII) for path in folder.iterdir()]
    return [int(name[1]) for name in names if name]
