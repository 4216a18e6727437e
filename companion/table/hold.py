"""One companion keeps a folder of games: a second one is told, and waits.

The kernel holds the lock for the process and lets go of it however that ends, so nothing is ever left to clear away.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from companion.table import files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK: Final = "companion.lock"
"""Says who keeps the folder that it lies in; it means nothing by itself, and may be there though nobody does."""


class FolderTaken(CompanionError, BlockingIOError):
    """Another companion keeps the folder."""

    def __init__(self, folder: Path, keeper: str) -> None:
        super().__init__(
            f"another companion{keeper} keeps the games in {folder}: end it first "
            "(if it is the service: sudo systemctl stop companion), or name another folder with --data"
        )
        self.keeper = keeper
        """Its process, as " (pid 812)"; empty if that cannot be told."""


def refuse_taken(folder: Path) -> None:
    """Raise FolderTaken if another process keeps a folder; changes nothing, and makes no folder."""
    with held_still(folder):
        pass


@contextmanager
def held_still(folder: Path) -> Iterator[None]:
    """Let nobody take a folder meanwhile, as far as that can be told. Raises FolderTaken if somebody keeps it."""
    try:
        # Without waiting: what has its name may be no file.
        lock = os.open(folder / LOCK, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        # Nobody was here yet; or it cannot be told, and the journal says what is wrong.
        yield
        return
    try:
        # Shared: two that only look do not take each other for its keeper.
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        keeper = _keeper(lock)
        os.close(lock)
        raise FolderTaken(folder, keeper) from None
    try:
        yield
    finally:
        os.close(lock)


class Hold:
    """The lock on one folder; one thread takes it and lets it go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / LOCK
        self._lock: int | None = None
        self._which: files.Which | None = None

    def take(self) -> None:
        """Keep the folder, which is made if it is missing; costs one look if it is kept already.

        Where somebody has taken the lock's file or its folder away, it is taken anew: it keeps nobody out any more.
        Raises FolderTaken, OSError.
        """
        if self._lock is not None and files.which(self._file) == self._which:
            return
        self.let_go()
        self._folder.mkdir(parents=True, exist_ok=True)
        files.cleared(self._file)
        lock = _opened(self._file)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            keeper = _keeper(lock)
            os.close(lock)
            raise FolderTaken(self._folder, keeper) from None
        except OSError:
            os.close(lock)
            raise
        # The number is a help for people: on a full disk the lock holds without it.
        with suppress(OSError):
            os.ftruncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        self._lock, self._which = lock, files.which(self._file)

    def let_go(self) -> None:
        """Let another companion have the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except PermissionError:
        # Somebody else's, who ran a companion here: it can be locked all the same.
        return os.open(path, os.O_RDONLY)


def _keeper(lock: int) -> str:
    number = os.pread(lock, 20, 0).decode(errors="replace").strip()
    return f" (pid {number})" if number.isdecimal() else ""
