"""What the daemon leaves out of all that its libraries would load."""

from __future__ import annotations

import sys
from typing import Final

OPENSSL: Final = ("ssl", "_hashlib")
"""The ways to it: TLS, which the box speaks with nobody, and digests, of which Python has its own."""


def leave_out_openssl() -> None:
    """Have asyncio, aiohttp and hashlib do as in a Python built without it, which saves 7 of 67 MB; before any is imported.

    What is None in ``sys.modules`` counts as not there (Python's reference, "The module cache").
    """
    for name in OPENSSL:
        sys.modules[name] = None  # type: ignore[assignment] # typeshed does not know of it
