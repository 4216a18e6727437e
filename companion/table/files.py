"""Files and their names, as an SQLite database and its log have them."""

from __future__ import annotations

import errno
import os
import shutil
from itertools import count
from stat import S_ISREG
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

LOGS: Final = ("-wal", "-journal")
"""Ends of the files in which SQLite may keep a part of a database: what is new in it, or what is to be taken back."""

ENDS: Final = (*LOGS, "-shm")
"""Of all files that SQLite keeps beside a database."""

Which = tuple[int, int]
"""Device and inode of a file: two are the same only if these are."""


def version_in_header(path: Path) -> int:
    """``user_version`` as it stands in the file, without opening it as a database; 0 if it is none."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError:
        return 0
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        return 0
    return int.from_bytes(header[60:64], "big", signed=True)


def beside(path: Path, end: str) -> Path:
    """The file that SQLite keeps beside a database: its log ends in ``-wal``, its shared memory in ``-shm``."""
    return path.with_name(path.name + end)


def size(path: Path) -> int:
    """In bytes; 0 if there is no such file."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def which(path: Path) -> Which | None:
    """The file that lies under a name now; None if none does."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def cleared(path: Path) -> str:
    """Give a name free that something else than a file has, such as a folder; returns what that is called now.

    Empty where there was nothing of the kind: a link that leads nowhere may lead to a disk that is not in yet.
    """
    try:
        if S_ISREG(path.stat().st_mode):
            return ""
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
    kept = next(
        name for number in count(1) if not os.path.lexists(name := path.with_name(f"{path.name}-kept-{number}"))
    )
    path.rename(kept)
    sync(path.parent)
    return kept.name


def closed_to_us(path: Path) -> bool:
    """Whether a file or folder is there and may not be read and written by this user, on a disk that may be."""
    try:
        is_disk_closed = os.statvfs(path).f_flag & os.ST_RDONLY
    except OSError:
        return False
    return not is_disk_closed and not os.access(path, os.R_OK | os.W_OK)


def delete(path: Path) -> None:
    """Take a database away with all that belongs to it."""
    for end in ("", *ENDS):
        beside(path, end).unlink(missing_ok=True)


def duplicate(path: Path, target: Path) -> None:
    """Copy a database and its log over another, without opening it: that alone would change it."""
    delete(target)
    for end in ("", *LOGS):
        if size(beside(path, end)):
            shutil.copyfile(beside(path, end), beside(target, end))


def sync(path: Path) -> None:
    """Have what was written to a file or the names in a folder put on the card (fsync)."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def lengthen(path: Path, size: int) -> None:
    """Let a file take up at least so many bytes, zeros after what it has, and sync it. Raises OSError."""
    with path.open("r+b") as file:
        if (missing := size - file.seek(0, os.SEEK_END)) > 0:
            file.write(bytes(missing))
            file.flush()
            os.fsync(file.fileno())


def moved(path: Path, target: Path) -> bool:
    """Rename a file; whether there was one."""
    try:
        path.rename(target)
    except FileNotFoundError:
        return False
    return True


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Put data into the place of a file, wholly or not at all, also where the power goes meanwhile. Raises OSError."""
    draft = path.with_name(f"{path.name}.new")
    # Made anew, so that it is nobody else's to read at any moment.
    cleared(draft)
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync(path.parent)
