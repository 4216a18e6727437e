"""How each screen is drawn: a module for those of every game, and one for each game's own."""

from companion.faces.oled.layout import paint
from companion.faces.oled.painters import fat_cats, joining, katz_fatz, katz_schmaus, mad_cat, shared

__all__ = ["fat_cats", "joining", "katz_fatz", "katz_schmaus", "mad_cat", "paint", "shared"]
