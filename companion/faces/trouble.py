"""How the box's parts are, and what is said of one that is not well."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from companion.faces.words import Words


class Trouble(NamedTuple):
    """What is wrong with a part, and what to do; in English, as the part itself says it."""

    part: str
    status: str
    why: str
    cure: str

    def told(self, words: Words) -> tuple[str, str]:
        """What is wrong and what to do, in a language; where that has no words for it, in the part's own."""
        return words.conditions.get((self.part, self.status), (self.why, self.cure))


class Part(NamedTuple):
    """How a part is, and since when."""

    trouble: Trouble
    """Its status is ``ok`` where nothing is wrong."""
    since: str | None
    """RFC 3339; None where the clock was not set."""
    seconds: float
