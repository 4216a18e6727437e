"""A display that is well shows what was drawn, and what was drawn is what there is to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PIL import ImageChops

from companion.drawing import ANIMATED
from companion.faces.oled import render
from tests.soak.evening import Broken

if TYPE_CHECKING:
    from companion.scenario.stage import Stage
    from companion.scenario.steps import Step
    from tests.soak.evening import Evening
    from tests.soak.troubles import Troubles

DRAWN_WITHIN: Final = 1.0
"""The bus may take so long to bring a healthy display up to date, s: a whole frame takes 0.1 at 100 kHz."""

ALL_PAGES: Final = 60
"""Texts of one picture turn their pages by themselves: those of 2, 3, 4 and 5 pages begin together again after so many."""


class Pictures:
    """Compares the pixels in the chip's memory with the picture, and the picture with the table."""

    def __init__(self, troubles: Troubles) -> None:
        self._troubles = troubles

    def before(self, evening: Evening, step: Step) -> None:
        del evening, step

    def after(self, evening: Evening, step: Step) -> None:
        del step
        stage = evening.stage
        if not self._troubles.well("oled", evening.now, evening.began):
            return
        if not evening.wait_until(lambda: _is_shown(stage), DRAWN_WITHIN):
            raise Broken("pixels", f"{_texts(stage)} was drawn, and is not what the display shows")
        if not evening.wait_until(lambda: _is_up_to_date(stage), DRAWN_WITHIN):
            raise Broken("picture", f"{_texts(stage)} is shown, and is not what there is to see")


def _is_shown(stage: Stage) -> bool:
    frame = stage.daemon.front.showing.frame
    ram = stage.hardware.oled.ram_image()
    if frame is None or frame.image.size != ram.size:
        return False
    return ImageChops.logical_xor(frame.image, ram).getbbox() is None


def _is_up_to_date(stage: Stage) -> bool:
    showing = stage.daemon.front.showing
    now = stage.clock.monotonic()
    if stage.daemon.evening.motion.handled or now + ANIMATED in showing.changes(now):
        # What moves is another picture every 50 ms.
        return True
    frame = showing.frame
    if showing.stale or frame is None:
        return False
    sight = showing.look(now)
    pages = (render(sight.screen, frame.image.size, sight.words, page) for page in range(ALL_PAGES))
    return any(page == frame for page in pages)


def _texts(stage: Stage) -> tuple[str, ...]:
    frame = stage.daemon.front.showing.frame
    return frame.texts if frame else ()
