"""The keys: each is told, each says what it does in the room that it has."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from companion.games import GAMES
from companion.scenario import parse
from companion.terminal.keys import PAGES, Key, PageName, Situation, find, keys, name_of
from companion.terminal.view import KEY_WIDTH
from companion.wiring import WiringName

REFERENCE = Path(__file__).parents[2] / "docs" / "reference.md"
SECTION = REFERENCE.read_text().partition("\n## The simulated table\n")[2].partition("\n## ")[0]
ALL = [key for page in PAGES.values() for key in page]
SEATED = Situation(wiring="a-button-each", players=tuple("ABCDEFG"), known=tuple("ABCDEFG"), angle=20.0, over=False)


@pytest.mark.parametrize("key", [key for key in ALL if key.says], ids=lambda key: key.says)
def test_the_reference_tells_of_it(key: Key) -> None:
    lines = key.lines(Situation(angle=20.0, known=tuple("ABCDEFG"))) if key.lines and not key.wiring else ()
    told = [row for row in SECTION.splitlines() if key.says in row]
    assert told
    assert all(line.split()[0] in told[0] for line in lines)


@pytest.mark.parametrize("key", [key for key in ALL if key.says], ids=lambda key: key.says)
def test_its_words_fit_into_a_column(key: Key) -> None:
    signs = 7 + (2 if key.is_on else 0)
    assert signs + len(key.says) < KEY_WIDTH[0]
    assert signs + len(key.short) < KEY_WIDTH[1]


@pytest.mark.parametrize("key", [key for key in ALL if key.lines], ids=lambda key: f"{key.name} {key.short}")
def test_it_is_steps_of_the_language(key: Key) -> None:
    assert key.lines is not None
    assert parse("\n".join(key.lines(SEATED)), "keys")


@pytest.mark.parametrize("wiring", get_args(WiringName))
@pytest.mark.parametrize("page", PAGES)
def test_no_two_mean_different_things_on_one_page(page: PageName, wiring: WiringName) -> None:
    sent = Counter(key.sends for key in keys(page, Situation(wiring=wiring)))
    assert sent.most_common(1)[0][1] == 1


def test_a_page_hides_only_the_players_buttons() -> None:
    for page in ("faults", "games"):
        hidden = {key.sends for key in PAGES[page]} & {key.sends for key in PAGES["table"]}
        assert hidden <= set("1234567")


def test_every_game_and_wiring_can_be_chosen() -> None:
    lines = [line for key in PAGES["games"] if key.lines for line in key.lines(SEATED)]
    assert {line.split()[1] for line in lines if line.startswith("game ")} == set(GAMES)
    assert {line.split()[1] for line in lines if line.startswith("wiring ")} == set(get_args(WiringName))


def test_what_is_open_is_found_before_what_is_behind_it() -> None:
    behind = find("1", "table", SEATED)
    above = find("1", "faults", SEATED)
    assert behind is not None
    assert above is not None
    assert (behind.short, above.short) == ("", "sensor unplugged")
    assert find(" ", "faults", SEATED) == find(" ", "table", SEATED)


@pytest.mark.parametrize(("typed", "name"), [(" ", "space"), ("\x1b[A", "↑"), ("x", "x"), ("\x01", "\\x01")])
def test_a_key_is_called_as_people_call_it(typed: str, name: str) -> None:
    assert name_of(typed) == name
