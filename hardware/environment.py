"""The Python environment that all of this runs in."""

from __future__ import annotations

import sys
from typing import Final

PIP: Final = f"{'sudo ' if sys.prefix.startswith('/opt/') else ''}{sys.prefix}/bin/pip"
"""What installs into it, as a shell takes it: the ``pip`` of a Pi's own Python is another one, and refuses to."""
