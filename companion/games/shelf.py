"""The games on the shelf; a new one is a module and a line here."""

from __future__ import annotations

from typing import Any, Final

from companion.games.fat_cats import FatCats
from companion.games.game import Game
from companion.games.katz_fatz import KatzFatz
from companion.games.katz_schmaus import KatzSchmaus
from companion.games.mad_cat_sad_cat import MadCatSadCat

# Any: a shelf holds games over different states.
AnyGame = Game[Any, Any]

GAMES: Final[dict[str, AnyGame]] = {game.name: game for game in (KatzSchmaus(), KatzFatz(), MadCatSadCat(), FatCats())}
