"""Mad Cat Sad Cat: five dice, seventeen pots of VPs, and moochers who share what lies under the others' luck."""

from companion.games.mad_cat_sad_cat.odds import advice, chances
from companion.games.mad_cat_sad_cat.pots import Pots
from companion.games.mad_cat_sad_cat.rules import MadCatSadCat

__all__ = ["MadCatSadCat", "Pots", "advice", "chances"]
