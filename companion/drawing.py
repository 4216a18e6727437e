"""The pace of the display: it gets a picture only when it is another one, and no sooner than it can follow."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from companion.faces.oled import Frame, render

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

    from companion.faces.oled import screens
    from companion.faces.words import Words
    from hardware import HardwareThread

ANIMATED: Final = 0.05
"""Between two pictures while something moves on the display, s."""

HAIR: Final = 1e-6
"""So much later than a change is due it is drawn, s: the difference of two times rounds, and may still be short of it."""

PAGE_SHOWN: Final = 2.5
"""How long each picture of a text stays that has no room on one, s: three short lines are read in that."""


class Sight(NamedTuple):
    """What there is to see at a moment."""

    screen: screens.Screen
    words: Words
    contrast: int
    """Of 255."""


class Scene(Protocol):
    """Whatever is drawn; all times in s, as the loop has them."""

    def look(self, now: float) -> Sight:
        """What there is to see now."""

    def takes_until(self, moment: float, now: float) -> None:
        """What is shown has no room on one picture; the last one of it will have been there until this moment."""

    def changes(self, now: float) -> Iterable[float]:
        """When there will be something else to see, though nobody does anything."""


class Drawing:
    """Draws a scene on the display, again and again."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, hardware: HardwareThread, contrast: int, shown: Callable[[], None]
    ) -> None:
        """``contrast`` is what the display has; ``shown`` is called whenever there is another picture."""
        self.frame: Frame | None = None
        """The picture that was last given to the display."""
        self.stale = False
        """Whether something has changed since, and another picture is about to be drawn."""
        self.flashing = False
        """Whether the display was turned round for a call that is not proved yet."""
        self._loop = loop
        self._hardware = hardware
        self._contrast = contrast
        self._shown = shown
        self._scene: Scene
        self._drawing: asyncio.TimerHandle | None = None
        self._drawn_at = -inf
        self._seen: tuple[screens.Screen, Words] | None = None
        self._began = -inf
        """Since when this screen is shown."""
        self._page = 0

    def follow(self, scene: Scene) -> None:
        """Draw this from now on."""
        self._scene = scene

    def close(self) -> None:
        """Draw no more."""
        if self._drawing is not None:
            self._drawing.cancel()

    @property
    def now(self) -> float:
        """The time of the pictures, s."""
        return self._loop.time()

    def shows(self, *kinds: type[screens.Screen]) -> bool:
        """Whether the display shows a screen of these kinds."""
        return self._seen is not None and isinstance(self._seen[0], kinds)

    def refresh(self) -> None:
        """Draw anew, as soon as the last picture has had its time."""
        if not self.stale:
            self.stale = True
            self._draw_at(self._drawn_at + ANIMATED)

    def flash(self) -> None:
        """Turn the display round at once."""
        self._hardware.invert(True)
        self.flashing = True

    def end_flash(self) -> None:
        """Let the next picture be turned as it is meant."""
        self.flashing = False
        self.refresh()

    def _draw_at(self, moment: float) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
        self._drawing = self._loop.call_at(max(moment, self._loop.time()), self._draw)

    def _draw(self) -> None:
        now = self._drawn_at = self._loop.time()
        self.stale = False
        sight = self._scene.look(now)
        frame = self._show(sight, now)
        if not self.flashing:
            self._hardware.invert(frame.inverted)
        if sight.contrast != self._contrast:
            self._contrast = sight.contrast
            self._hardware.contrast(sight.contrast)
        moments: list[float] = []
        if frame.pages > 1:
            self._scene.takes_until(self._began + frame.pages * PAGE_SHOWN, now)
            moments.append(self._began + (self._page + 1) * PAGE_SHOWN)
        moments += self._scene.changes(now)
        again = min((moment for moment in moments if moment > now), default=inf)
        if again < inf:
            self._draw_at(max(again, now + ANIMATED) + HAIR)

    def _show(self, sight: Sight, now: float) -> Frame:
        """Give the display this picture, unless it has it."""
        seen = sight.screen, sight.words
        is_new = seen != self._seen
        if is_new:
            self._seen, self._began = seen, now
        page = int((now - self._began + HAIR) / PAGE_SHOWN)
        if self.frame is None or is_new or (self.frame.pages > 1 and page != self._page):
            self._page = page
            self.frame = render(sight.screen, self._hardware.oled_size, sight.words, page)
            self._hardware.show(self.frame.image)
            self._shown()
        return self.frame
