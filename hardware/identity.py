"""Which machine this is."""

from __future__ import annotations

import hmac
import platform
from contextlib import suppress
from pathlib import Path
from typing import Final

MACHINE_ID: Final = Path("/etc/machine-id")

_OURS: Final = b"cat-table-companion"


def own_identity(path: Path = MACHINE_ID) -> str:
    """12 hexadecimal digits that are this machine's, after every start.

    The machine's own number is to stay secret (machine-id(5)): it is hashed with a word of ours, so that nobody can tell
    it from what is made public. Where there is none, the host's name takes its place.
    """
    return _hashed(_OURS, path)


def simulated_identity() -> str:
    """As many digits for a simulated table on this machine, which may have a real one, too."""
    return _hashed(b"simulated " + _OURS, MACHINE_ID)


def _hashed(word: bytes, path: Path) -> str:
    number = ""
    with suppress(OSError, UnicodeDecodeError):
        number = path.read_text("ascii").strip()
    if len(number) != 32:
        number = platform.node()
    return hmac.digest(word, number.encode(), "sha256").hex()[:12]
