"""The Python environment that all of this runs in, and what may be missing in it."""

from __future__ import annotations

import sys
from typing import Final

PIP: Final = f"{'sudo ' if sys.prefix.startswith('/opt/') else ''}{sys.prefix}/bin/pip"
"""What installs into it, as a shell takes it: the ``pip`` of a Pi's own Python is another one, and refuses to."""

LGPIO: Final = "'lgpio>=0.2.2'"
"""As a shell takes it: lgpio 0.0.0.2 is an empty wheel that pip may pick."""

GPIOD: Final = "'gpiod>=2.2.2,<3'"
"""Likewise; Adafruit's Blinka wants it on a Pi, and does not say so."""
