"""How the box says no: with a sound, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces.oled import screens
from companion.sounds import REFUSED

if TYPE_CHECKING:
    from companion.errors import Refusal
    from companion.showing import Showing
    from companion.sounds import Sounds


class Denial:
    """Says no to whoever pressed."""

    def __init__(self, showing: Showing, sounds: Sounds) -> None:
        self._showing = showing
        self._sounds = sounds

    def say(self, why: str) -> None:
        """Say why nothing comes of a press."""
        self._sounds.play(REFUSED)
        self._showing.say(screens.Note(self._showing.words.refused, why, mark="refused"))

    def refuse(self, refusal: Refusal) -> None:
        """Say why a command was refused, in the table's language where it has a word for it."""
        self.say(self._showing.words.refusals.get(refusal.code, refusal.message))
