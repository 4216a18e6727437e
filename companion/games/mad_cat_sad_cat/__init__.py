"""Mad Cat Sad Cat: five dice, seventeen pots of VPs, and moochers who share what lies under the others' luck."""

from companion.games.mad_cat_sad_cat.commands import Odds, read_pots
from companion.games.mad_cat_sad_cat.odds import advice, chances
from companion.games.mad_cat_sad_cat.pots import Pots
from companion.games.mad_cat_sad_cat.rules import MadCatSadCat

__all__ = ["MadCatSadCat", "Odds", "Pots", "advice", "chances", "read_pots"]
