"""Fat Cats: cats that eat their way to the cushion with the crown, and the ghosts behind some of the meals."""

from companion.games.fat_cats.rules import FatCats

__all__ = ["FatCats"]
