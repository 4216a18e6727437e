"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# No test depends on how fast the machine is.
settings.register_profile("companion", deadline=None, print_blob=True)
settings.load_profile("companion")
