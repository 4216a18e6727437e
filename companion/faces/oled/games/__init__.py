"""How each game is seen on the small display: by its name what it shows otherwise than any game would."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from companion.faces.oled.games import fat_cats, katz_fatz, katz_schmaus, mad_cat
from companion.faces.oled.games.look import Look, Lookup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.faces.words import Words

__all__ = ["LOOKS", "PLAIN", "Look", "Lookup", "lookups"]

PLAIN: Final = Look(lambda _: None)
"""Of a game that shows nothing of its own."""

LOOKS: Final[Mapping[str, Look]] = MappingProxyType(
    {
        "katz-schmaus": Look(katz_schmaus.now),
        "katz-fatz": Look(katz_fatz.now),
        "mad-cat-sad-cat": Look(mad_cat.now, (Lookup(lambda words: words.pots, mad_cat.pots),)),
        "fat-cats": Look(fat_cats.now, (Lookup(lambda words: words.way, fat_cats.track),)),
    }
)


def lookups(game: str, words: Words) -> tuple[str, ...]:
    """What the button can look up in a game after its scores, as it is called."""
    return tuple(lookup.label(words) for lookup in LOOKS.get(game, PLAIN).lookups)
