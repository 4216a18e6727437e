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

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.table.folder import Folder

_ASIDE: Final = "before-restore-"


def exchange(folder: Folder) -> Path | None:
    """Have the draft, which is whole and synced, be the journal; returns where that is which was there. Raises OSError."""
    place = folder.given.parent
    aside = _new_aside(place) if folder.holds() else None
    _give_to_owner(place)
    folder.draft.rename(folder.incoming)
    files.sync(place)
    if aside is not None and os.path.lexists(folder.given):
        _move([folder.given], aside)
    end_exchange(folder)
    return aside


def end_exchange(folder: Folder) -> None:
    """End an exchange that the power has cut, or forget it if it came to nothing. Raises OSError."""
    if folder.draft.exists():
        files.delete(folder.draft)
    if not folder.incoming.exists():
        return
    if os.path.lexists(folder.given):
        files.delete(folder.incoming)
        return
    place = folder.given.parent
    # The log must be gone before the new file has its name, as it would be taken for that one's; so must the good copy,
    # which has what the new one has not, and would be taken for the wiser.
    if left := folder.holds():
        aside = _newest_aside(place)
        if aside is None or any(os.path.lexists(aside / path.name) for path in left):
            aside = _new_aside(place)
        _move(left, aside)
    folder.incoming.rename(folder.given)
    files.sync(place)


def _give_to_owner(place: Path) -> None:
    """What root has made in a folder belongs to whose folder it is: the service could not write to it else."""
    if os.geteuid() == 0:
        owner = place.stat()
        for path in place.rglob("*"):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _move(paths: Sequence[Path], aside: Path) -> None:
    for path in paths:
        path.rename(aside / path.name)
    files.sync(aside)
    files.sync(aside.parent)


def _new_aside(place: Path) -> Path:
    """A folder of its own for what was there."""
    aside = place / f"{_ASIDE}{max(_numbers(place), default=0) + 1}"
    aside.mkdir()
    files.sync(place)
    return aside


def _newest_aside(place: Path) -> Path | None:
    numbers = _numbers(place)
    return place / f"{_ASIDE}{max(numbers)}" if numbers else None


def _numbers(place: Path) -> list[int]:
    names = [re.fullmatch(rf"{_ASIDE}([1-9]\d*)", path.name, re.ASCII) for path in place.iterdir()]
    return [int(name[1]) for name in names if name]
