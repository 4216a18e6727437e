"""What the daemon leaves out of all that its libraries would load."""

from __future__ import annotations

import sys
from typing import Final

LEFT_OUT: Final = (
    # OpenSSL, 7 MB: TLS, which the box speaks with nobody, and digests, of which Python has its own.
    *("ssl", "_hashlib"),
    # FreeType, 1.2 MB: all that the box draws is written in the display's own letters.
    "PIL._imagingft",
)
"""Some installations have none of it, so whoever asks for it can do without."""


def leave_out() -> None:
    """Have all libraries do as in a Python and a Pillow built without these, which saves 8 of 67 MB; before any is imported.

    What is None in ``sys.modules`` counts as not there (Python's reference, "The module cache").
    """
    for name in LEFT_OUT:
        sys.modules[name] = None  # type: ignore[assignment] # typeshed does not know of it
