"""The pages of the button's menu on which the box itself is set: sound, brightness, language, the code to join by; and
the one on which it is switched off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from companion.faces.languages import LANGUAGES
from companion.faces.menu import Adjust, Dismiss, Facts, Item, Listing, Renew, SwitchOff

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BRIGHTNESSES: Final = (1, 64, 128, 192, 255)
"""What can be chosen by the button, of 255."""

VOLUMES: Final = (25, 50, 75, 100)


class Setting(Struct, frozen=True):
    """What of the box can be set."""

    def list(self, table: Facts) -> Listing:
        words = table.words
        pages = [
            Item(words.sound, Sound()),
            Item(words.brightness, Brightness()),
            Item(words.language, Language()),
        ]
        if table.address is not None:
            pages.append(Item(words.new_code, NewCode()))
        pages.append(Item(words.switch_off, SwitchingOff()))
        return Listing(words.settings, tuple(pages))


class Sound(Struct, frozen=True):
    """Whether the buzzer is heard, and how loud it is where it can be loud and soft."""

    def list(self, table: Facts) -> Listing:
        words, setting = table.words, table.setting
        wanted: list[tuple[str, Mapping[str, object]]] = [(words.off, {"sound": False})]
        if table.has_volume:
            wanted += [(words.percent.format(number=each), {"sound": True, "volume": each}) for each in VOLUMES]
        else:
            wanted.append((words.on, {"sound": True}))
        start = 0
        if setting is not None and setting.sound:
            start = 1 + _nearest(VOLUMES, setting.volume) if table.has_volume else 1
        return _settable(words.sound, wanted, start)


class Brightness(Struct, frozen=True):
    """How bright the display is while people play."""

    def list(self, table: Facts) -> Listing:
        words = table.words
        shown = (words.percent.format(number=max(1, round(each / 255 * 100))) for each in BRIGHTNESSES)
        wanted = [(label, {"brightness": each}) for label, each in zip(shown, BRIGHTNESSES, strict=True)]
        start = 0 if table.setting is None else _nearest(BRIGHTNESSES, table.setting.brightness)
        return _settable(words.brightness, wanted, start)


class Language(Struct, frozen=True):
    """What the display speaks; each language is called by its own name."""

    def list(self, table: Facts) -> Listing:
        wanted = [(words.own_name, {"language": code}) for code, words in LANGUAGES.items()]
        start = 0 if table.setting is None else list(LANGUAGES).index(table.setting.language)
        return _settable(table.words.language, wanted, start)


class NewCode(Struct, frozen=True):
    """Whether all phones are to be sent away, as where somebody is not to write any more."""

    def list(self, table: Facts) -> Listing:
        words = table.words
        items = (Item(words.keep_code, Dismiss()), Item(words.renew_code, Renew()))
        return Listing(words.all_scan_anew, items)


class SwitchingOff(Struct, frozen=True):
    """Whether the Pi is to be switched off; the first item is not to, and a game that is on is named."""

    def list(self, table: Facts) -> Listing:
        words = table.words
        title = words.off_in_game if table.on and not table.over else words.off_now
        return Listing(title, (Item(words.stay_on, Dismiss()), Item(words.switch_off, SwitchOff())))


def _settable(title: str, wanted: Sequence[tuple[str, Mapping[str, object]]], start: int) -> Listing:
    return Listing(title, tuple(Item(label, Adjust(change, title, label)) for label, change in wanted), start)


def _nearest(values: Sequence[int], value: int) -> int:
    """Which of the values that can be chosen is the closest."""
    return min(range(len(values)), key=lambda at: abs(values[at] - value))
