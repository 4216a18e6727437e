"""What SQLite's index of a log says of it: how much was committed, also of a log that has lost its end since.

It lies beside the log (``-shm``) and is told of a commit once that is synced, so it is never ahead of what was
acknowledged; the kernel writes it to the card within half a minute. Its form: sqlite.org/walformat.html, section 2.1.
"""

from __future__ import annotations

import os
import struct
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.table import files

if TYPE_CHECKING:
    from pathlib import Path

_HEADER: Final = struct.Struct("=3I?BH2I2I8s2I")
"""In the machine's own order of bytes; it stands there twice."""


class Committed(NamedTuple):
    """What was committed to a log."""

    salts: bytes
    """Those of the log; each time it is begun anew they are others."""
    frames: int
    """Pages."""

    def has_lost(self, found: Committed | None) -> bool:
        """Whether the log has had more than what was ``found`` in it when it was opened.

        Of one that is empty, or begins with no log's header, that is only likely: the power may have gone just when it
        was emptied.
        """
        return found is not None and found.salts in (self.salts, _NONE) and found.frames < self.frames


_NONE: Final = bytes(8)
"""The salts of a log that has none."""


class LogIndex:
    """A database's index, to be looked at before the database is opened and after that.

    It is closed after the database: whoever closes a file lets go of all locks that the process has on it (fcntl(2)),
    SQLite's own, too. Another program would then take the database for one that nobody has open, and empty an index
    that is in use (sqlite.org/howtocorrupt.html, section 2.2).
    """

    def __init__(self, path: Path) -> None:
        """That of the database at ``path``; nothing is said where there is none."""
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(files.beside(path, "-shm"), os.O_RDONLY)

    def committed(self) -> Committed | None:
        """What it says of the log; None if that is nothing, as after an orderly end."""
        if self._file is None:
            return None
        try:
            header = os.pread(self._file, 2 * _HEADER.size, 0)
        except OSError:
            return None
        one, other = header[: _HEADER.size], header[_HEADER.size :]
        if len(one) < _HEADER.size or one != other:
            return None
        _, _, _, is_there, _, _, frames, _, _, _, salts, *sums = _HEADER.unpack(one)
        return Committed(salts, frames) if is_there and sums == _sums(one[:-8]) else None

    def close(self) -> None:
        """Look at it no more."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _sums(data: bytes) -> list[int]:
    first = second = 0
    for one, other in struct.iter_unpack("=2I", data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return [first, second]
