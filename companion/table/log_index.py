"""What SQLite's index of a log says of it: how much was committed, also of a log that has lost its end since.

It lies beside the log (``-shm``) and is told of a commit once that is synced, so it is never ahead of what was
acknowledged; the kernel writes it to the card within half a minute. Its form: sqlite.org/walformat.html, section 2.1.
"""

from __future__ import annotations

import struct
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


def committed(path: Path) -> Committed | None:
    """What a database's index says of its log; None if nothing does, as after an orderly end."""
    try:
        with files.beside(path, "-shm").open("rb") as file:
            one, other = file.read(_HEADER.size), file.read(_HEADER.size)
    except OSError:
        return None
    if len(one) < _HEADER.size or one != other:
        return None
    _, _, _, is_there, _, _, frames, _, _, _, salts, *sums = _HEADER.unpack(one)
    return Committed(salts, frames) if is_there and sums == _sums(one[:-8]) else None


def _sums(data: bytes) -> list[int]:
    first = second = 0
    for one, other in struct.iter_unpack("=2I", data):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return [first, second]
