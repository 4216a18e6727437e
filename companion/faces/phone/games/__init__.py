"""How each game is seen on the phone; a game that is missing here is seen as any game is."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from companion.faces.phone.games import fat_cats, fat_cats_track, katz_fatz, katz_schmaus, mad_cat
from companion.faces.phone.games.look import Look

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LOOKS", "PLAIN", "Look"]

PLAIN: Final = Look(lambda _seen, _tongue: (), lambda _seen, _name: ())
"""Of a game that shows nothing of its own."""

LOOKS: Final[Mapping[str, Look]] = MappingProxyType(
    {
        "katz-schmaus": Look(
            katz_schmaus.notes, katz_schmaus.tally, katz_schmaus.form, scores="tight", live=katz_schmaus.live
        ),
        "katz-fatz": Look(katz_fatz.notes, katz_fatz.tally, katz_fatz.form, scores="after"),
        "mad-cat-sad-cat": Look(mad_cat.notes, mad_cat.tally, mad_cat.form, scores="tight", foretold=mad_cat.foretold),
        "fat-cats": Look(
            fat_cats.notes,
            fat_cats.tally,
            fat_cats.form,
            fat_cats_track.picture,
            "none",
            fat_cats.foretold,
        ),
    }
)
