"""A text that has no room on the display at once is shown part by part, and nothing of it is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.faces.german import GERMAN
from companion.faces.oled import render, screens
from companion.scenario import parse
from companion.scenario.player import perform
from companion.screens import SIZES

if TYPE_CHECKING:
    from companion.scenario.stage import Stage

LONG = (
    "The journal was damaged (row 3 of entries is torn). It was kept as companion-damaged-1.db; 120 entries are here."
)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_word_comes_in_its_turn(size: tuple[int, int]) -> None:
    first = render(screens.Note("", LONG), size)
    pictures = {render(screens.Note("", LONG), size, page=page).image.tobytes() for page in range(first.pages)}
    assert first.pages == len(pictures) > 1
    assert "".join(first.texts[1:]).replace(" ", "") == LONG.replace(" ", "")


def test_after_the_last_part_comes_the_first() -> None:
    first = render(screens.Note("", LONG), (128, 32))
    again = render(screens.Note("", LONG), (128, 32), page=first.pages)
    assert again.image.tobytes() == first.image.tobytes()


@pytest.mark.parametrize("part", [part for part, status in GERMAN.conditions if status == "absent"])
def test_what_to_do_about_a_trouble_is_told_whole_on_a_low_display(part: str) -> None:
    what, cure = GERMAN.conditions[part, "absent"]
    frame = render(screens.Unwell(what, cure), (128, 32), GERMAN)
    assert not any("…" in text for text in frame.texts)


def test_the_parts_follow_each_other_by_themselves_and_a_short_text_stands_still(stage: Stage) -> None:
    presses = "press\n" * 2
    setup = 'oled ssd1306 128x32\nlanguage de\ngame katz-schmaus Ada Ben\nfault disk full\ncommand {"do": "result"}\nwait 6s\n'
    perform(stage, parse(f'{setup}{presses}hold 700ms\nexpect oled contains "Speichern stockt"\nwait 1s', "x"), "x")
    began = stage.count("frames")
    perform(stage, parse("wait 10s", "x"), "x")
    assert stage.count("frames") - began == 4
    perform(stage, parse("press\nheal disk\nwait 20s", "x"), "x")
    began = stage.count("frames")
    perform(stage, parse("wait 60s", "x"), "x")
    assert stage.count("frames") == began
