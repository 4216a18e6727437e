"""Whatever happens in a game, what is seen of it can be read, in every language and on every display."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.faces.languages import LANGUAGES
from companion.faces.menu import Facts
from companion.faces.oled import render, screens
from companion.faces.oled.games import LOOKS, lookups
from companion.faces.oled.view import View, screen
from companion.faces.one_button import Menu, gesture
from companion.games import GAMES, AnyGame
from companion.screens import SIZES
from tests.faces.test_languages import ELLIPSIS, evenings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.faces.oled.screens import Screen
    from companion.faces.words import Words
    from companion.table.ledger import Ledger

HINTED = (screens.Choose, screens.Take, screens.Turn, screens.Worth)
"""What the next press shows stands small at their foot, and may be short: it is large a press later."""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_nothing_that_matters_is_cut_off(game: AnyGame, words: Words, size: tuple[int, int]) -> None:
    cut = set[str]()
    for ledger in evenings(game, moves=12):
        for shown in _seen(ledger, words):
            texts = render(shown, size, words).texts
            large = texts[:2] if isinstance(shown, HINTED) else texts
            cut |= {text for text in large if ELLIPSIS in text}
    assert cut == set()


def test_every_game_is_seen_in_its_own_way() -> None:
    assert set(LOOKS) == set(GAMES)


def _seen(ledger: Ledger, words: Words) -> Iterator[Screen]:
    """What is shown before the first press, and after each of four."""
    game, state = ledger.game, ledger.state
    table = Facts(
        prompt=game.prompt(state),
        on=True,
        over=state.over,
        turn=state.turn,
        players=state.players,
        lookups=lookups(game.name, words),
        words=words,
    )
    menu = Menu()
    for _ in range(5):
        yield screen(View(table=table, menu=menu, game=game.name, state=state, saved=True))
        menu, _ = gesture(menu, "press", table)
