"""What is told, as bytes."""

from __future__ import annotations

import json


def encoded(told: object) -> bytes:
    """As JSON, UTF-8."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
