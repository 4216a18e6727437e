"""From a screen to its picture, with the signs in its corners; what a screen looks like its painter knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageChops

from companion.faces.oled import icons, screens
from companion.faces.oled.canvas import Area, Canvas
from companion.faces.oled.painters import paint
from companion.faces.words import ENGLISH, Words

if TYPE_CHECKING:
    from companion.senses import Progress


class Frame(NamedTuple):
    """A screen, drawn."""

    image: Image.Image
    """Mode ``1``; as it goes into the display's memory."""
    texts: tuple[str, ...]
    """What can be read on it; a name that had to be cut stands here as drawn and whole."""
    pages: int = 1
    """On how many pictures all of it is; this is one of them."""
    inverted: bool = False
    """Shown dark on light, by the controller's own command: three bytes instead of all 1,024."""

    def seen(self) -> Image.Image:
        """As people see it."""
        lit = Image.new("1", self.image.size, 1)
        return ImageChops.logical_xor(self.image, lit) if self.inverted else self.image


def render(screen: screens.Screen, size: tuple[int, int] = (128, 64), words: Words = ENGLISH, page: int = 0) -> Frame:
    """Draw a screen for a display of ``size`` pixels, 128 wide, 64 or 32 high.

    A text that has no room at once has several pages; any number means one of them.
    """
    held = None if isinstance(screen, screens.Asleep) else screen.signs.held
    canvas = Canvas(size, words, page, ring=held is not None)
    paint(screen, canvas)
    if not isinstance(screen, screens.Asleep):
        # Where text reaches into the corner, the signs stand one below the other at the edge.
        _signs(canvas, screen.signs, stacked=canvas.height < 48 or isinstance(screen, _IN_THE_CORNER))
    return Frame(canvas.image, tuple(canvas.texts), canvas.pages, _is_light(screen))


_IN_THE_CORNER: Final = screens.Scores | screens.Pots | screens.Track | screens.Eating | screens.Moved | screens.Count


def _is_light(screen: screens.Screen) -> bool:
    """A call, and what belongs to it; mad cats."""
    match screen:
        case screens.Called():
            return True
        case screens.Choose() | screens.Number() | screens.Take() | screens.Worth():
            return screen.light
    return False


def _signs(canvas: Canvas, signs: screens.Signs, *, stacked: bool) -> None:
    x = canvas.width - icons.PAW.width
    if signs.saved is not None:
        canvas.icon(icons.PAW if signs.saved else icons.UNSAVED, x, 0)
    if signs.trouble:
        canvas.icon(icons.WARNING, *((x, 11) if stacked else (x - 13, 0)))
    if signs.held is not None:
        _ring(canvas, signs.held)


def _ring(canvas: Canvas, held: Progress) -> None:
    """A disc fills until letting go means OK; then a ring round it fills until it means back."""
    side = 21
    left, top = canvas.width - side, canvas.height - side
    canvas.clear(Area(left - 1, top - 1, canvas.width, canvas.height))
    inner = (left + 3, top + 3, left + side - 4, top + side - 4)
    outer = (left, top, left + side - 1, top + side - 1)
    canvas.draw.ellipse(inner, outline=1)
    canvas.draw.pieslice(inner, -90, -90 + 360 * held.ok, fill=1)
    if held.ok >= 1.0:
        canvas.draw.arc(outer, -90, -90 + 360 * held.back, fill=1, width=2)
        icon = icons.BACK if held.back >= 1.0 else icons.TICK
        canvas.icon(icon, left + (side - icon.width) // 2, top + (side - len(icon.bits)) // 2, lit=0)
