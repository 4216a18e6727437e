"""Texts as HTML: what people wrote stays text, and a name keeps its own direction."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from collections.abc import Iterable


def isolated(text: str, names: Iterable[str]) -> Markup:
    """A text with the players' names in ``bdi``: a name from right to left leaves "+3" where it stands.

    >>> isolated("Ada +3, <i>", ["Ada", "A"])
    Markup('<bdi>Ada</bdi> +3, &lt;i&gt;')
    """
    longest_first = sorted(names, key=len, reverse=True)
    if not longest_first:
        return Markup("") + text
    pattern = "|".join(re.escape(name) for name in longest_first)
    # A name inside a word is none: "Ada" in "Adaption".
    pieces = re.split(rf"(?<!\w)({pattern})(?!\w)", text)
    parts = (Markup("<bdi>{}</bdi>").format(piece) if at % 2 else escape(piece) for at, piece in enumerate(pieces))
    return Markup("").join(parts)


def as_json(value: object) -> str:
    """A value for a ``data-`` attribute; the template escapes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
