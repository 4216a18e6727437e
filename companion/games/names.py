"""What players may be called, and when two names are the same."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST: Final = 40

# Marks of direction, which nobody types and a paste may bring: unseen, they would turn all that stands beside the name.
_UNSEEN: Final = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])

# Control characters, halves of surrogate pairs, and the two separators that start a new line or paragraph.
_CONTROL: Final = {"Cc", "Cs", "Zl", "Zp"}


def tidy(name: str) -> str:
    r"""A name as it is kept and compared: composed (NFC), trimmed, and without marks of direction.

    >>> tidy("  Zoe\u0308 ") == tidy("\u202eZoë\u200e") == "Zoë"
    True
    """
    return unicodedata.normalize("NFC", name.translate(_UNSEEN)).strip()


def folded(name: str) -> str:
    r"""What two names have in common that people would mix up: nobody sees a joiner, a soft hyphen, or how an emoji is drawn.

    >>> folded("STRASSE") == folded("Straße") == folded("Stra\u00adsse\u200b")
    True
    """
    seen = "".join(
        each for each in tidy(name) if unicodedata.category(each) != "Cf" and not "\ufe00" <= each <= "\ufe0f"
    )
    return tidy(seen).casefold()


def named_once(names: Iterable[str]) -> None:
    """Raise ValueError, with a sentence, where a player is named twice.

    >>> named_once(["Ada", "Ben"])
    """
    seen = set[str]()
    for name in map(tidy, names):
        if name in seen:
            raise ValueError(f"{name[:LONGEST]} is named twice: name each player once")
        seen.add(name)


def proper(name: str) -> str:
    """A name, tidied; raises ValueError with a sentence when nobody can be called so.

    >>> proper("Ada ")
    'Ada'
    """
    kept = tidy(name)
    kinds = [unicodedata.category(character) for character in kept]
    if not _CONTROL.isdisjoint(kinds):
        raise ValueError("a name has no control characters or line breaks")
    if not 1 <= len(kept) <= LONGEST:
        raise ValueError(f"a name has 1 to {LONGEST} characters, this one {len(kept)}")
    if all(kind == "Cf" or kind.startswith("Z") for kind in kinds):
        raise ValueError("a name has at least one character that can be seen")
    return kept
