"""The pages on which the box itself is set."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.faces import setting
from companion.faces.languages import LANGUAGES
from companion.faces.menu import Adjust, Facts, Page
from companion.faces.one_button import Menu, gesture
from companion.faces.pages import AtHand
from companion.settings import Setting

NOW = Setting(sound=True, volume=80, brightness=160, language="en")
ACTIVE = Facts(setting=NOW)
PASSIVE = Facts(setting=NOW, has_volume=True)
SILENT = replace(ACTIVE, setting=Setting(sound=False, volume=80, brightness=255, language="de"))


@pytest.mark.parametrize(
    ("page", "table", "labels", "shown"),
    [
        pytest.param(setting.Sound(), ACTIVE, ["off", "on"], "on", id="an active buzzer"),
        pytest.param(setting.Sound(), SILENT, ["off", "on"], "off", id="switched off"),
        pytest.param(setting.Sound(), PASSIVE, ["off", "25%", "50%", "75%", "100%"], "75%", id="a piezo: the nearest"),
        pytest.param(setting.Brightness(), ACTIVE, ["1%", "25%", "50%", "75%", "100%"], "50%", id="brightness"),
        pytest.param(setting.Brightness(), SILENT, ["1%", "25%", "50%", "75%", "100%"], "100%", id="at its brightest"),
        pytest.param(setting.Language(), ACTIVE, ["English", "Deutsch"], "English", id="language"),
        pytest.param(setting.Language(), SILENT, ["English", "Deutsch"], "Deutsch", id="German"),
    ],
)
def test_what_is_set_is_shown_first(page: Page, table: Facts, labels: list[str], shown: str) -> None:
    listing = page.list(table)
    assert [item.label for item in listing.items] == labels
    assert listing.items[listing.start].label == shown


def test_a_hold_on_a_value_sets_it_and_closes_the_menu() -> None:
    menu = Menu(trail=((setting.Sound(), 2),))
    menu, action = gesture(menu, "ok", PASSIVE)
    assert action == Adjust({"sound": True, "volume": 50}, "sound", "50%")
    assert not menu.trail


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=list(LANGUAGES))
@pytest.mark.parametrize("over", [False, True])
def test_the_settings_are_the_last_thing_at_hand(words: object, over: bool) -> None:
    assert isinstance(words, type(ACTIVE.words))
    for troubles in (0, 1):
        items = AtHand().list(replace(ACTIVE, on=True, over=over, troubles=troubles, words=words)).items
        assert items[-1].label == words.settings
        assert items[-1].then == setting.Setting()


def test_a_table_that_has_nothing_to_set_does_not_offer_it() -> None:
    assert Facts().words.settings not in [item.label for item in AtHand().list(Facts(on=True)).items]
