"""Files that people name: read as far as such a file may be long, and no further."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def read_at_most(path: Path, size: int) -> bytes:
    """What is in a file of at most so many bytes. Raises OSError, also where there is more: a device may never end."""
    with path.open("rb") as file:
        found = file.read(size + 1)
    if len(found) > size:
        raise OSError(
            errno.EFBIG, f"it is larger than the {size / 1e6:g} MB that it can have; is that the right file?", str(path)
        )
    return found
