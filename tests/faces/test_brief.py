"""An entry in a few words: every verb of every game has some, and they fit the display."""

from __future__ import annotations

import pytest

from companion.faces.brief import brief
from companion.faces.oled import render, screens
from companion.faces.words import ENGLISH
from companion.games import GAMES, AnyGame
from companion.games.commands import SHARED, Command

NOBODY_SCORED = {"Ada": 4, "Ben": 1}

WORDS: list[tuple[dict[str, object], str]] = [
    ({"do": "correct", "set": {"turn": "Ada"}}, "correction"),
    ({"do": "amend", "entry": 3, "with": {}}, "amendment"),
    ({"do": "skip", "turns": 1}, "skipped turn"),
    ({"do": "rename", "player": "Ada", "name": "Adele"}, "Ada is Adele"),
    ({"do": "leave", "player": "Ben"}, "Ben has left"),
    ({"do": "return", "player": "Ben"}, "Ben is back"),
    ({"do": "finish"}, "the end"),
    ({"do": "abandon"}, "the end"),
    # Katz & Schmaus
    ({"do": "lift"}, "lift"),
    ({"do": "set_down"}, "set down"),
    ({"do": "void"}, "no turn"),
    ({"do": "call"}, "call"),
    ({"do": "call", "player": "Ben"}, "Ben called"),
    ({"do": "caller", "player": "Ben"}, "Ben called"),
    ({"do": "result", "in_box": 0, "to": "Ada"}, "no treats"),
    # Katz Fatz
    ({"do": "toy", "toy": "scratching-tree"}, "toy: scratching tree"),
    ({"do": "toy_to", "player": "Ada"}, "toy to Ada"),
    ({"do": "toy_to", "player": None}, "toy to nobody"),
    ({"do": "score", "player": "Ada", "points": 0}, "Ada's score"),
    ({"do": "score", "player": "Ada", "pile": [], "hand": [["red"]]}, "Ada's score"),
    ({"do": "score", "player": "Ada", "round": 2, "points": -3, "toys": None, "hand_colours": None}, "Ada: −3"),
    ({"do": "score", "player": "Ada", "round": 2, "points": 5, "toys": 2, "hand_colours": None}, "Ada: 2 toys"),
    ({"do": "score", "player": "Ada", "round": 2, "points": 5, "toys": 2, "hand_colours": 3}, "Ada: 3 colours"),
    ({"do": "pad", "player": "Ada", "toys_value": 35}, "Ada's pad"),
    ({"do": "pad_value", "which": "splats", "symbols": 9, "value": -20}, "splats 9: −20"),
    # Mad Cat Sad Cat
    ({"do": "lock", "kind": "mad"}, "mad lock-in"),
    ({"do": "take", "card": "two-pairs"}, "two pairs taken"),
    ({"do": "mooch", "card": "full-house", "players": ["Ben"]}, "full house mooched"),
    ({"do": "fail"}, "fail"),
    ({"do": "pass_dice"}, "dice passed"),
    ({"do": "turn", "player": "Ada", "kind": "mad", "fail": True}, "Ada: fail"),
    ({"do": "roll", "dice": ["M1", "S2", "W", "M3", "M3"]}, "roll M1 S2 W M3 M3"),
    ({"do": "set_aside", "dice": ["M3", "M3"]}, "M3 M3 aside"),
    # Fat Cats
    ({"do": "round", "eat": {}}, "a round"),
    ({"do": "bowls", "bowls": {"Ada": "A", "Ben": "A"}}, "bowls"),
    ({"do": "eaters", "players": []}, "eating: nobody"),
    ({"do": "eaters", "players": ["Ada", "Ben"]}, "eating: Ada, Ben"),
    ({"do": "eat", "player": "Ada", "treats": 3, "ghost": True}, "Ada eats 3"),
    ({"do": "crown", "player": "Ada"}, "Ada: the crown"),
]


@pytest.mark.parametrize(("command", "words"), WORDS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_an_entry_said(command: dict[str, object], words: str) -> None:
    assert brief(command, NOBODY_SCORED, NOBODY_SCORED) == words


def test_where_scores_changed_they_say_it_and_whoever_gained_comes_first() -> None:
    command = {"do": "eat", "player": "Ben", "treats": 2, "ghost": True, "tray_to": "Ada"}
    assert brief(command, NOBODY_SCORED, {"Ada": 2, "Ben": 1}) == "Ada −2"
    assert brief({"do": "mooch"}, {"Ada": 4, "Ben": 1}, {"Ada": 0, "Ben": 5}) == "Ben +4, Ada −4"


def verb(command: type[Command]) -> str:
    return str(command.__struct_config__.tag)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_there_are_words_for_every_verb(game: AnyGame) -> None:
    verbs = {verb(command) for command in (*SHARED, *game.verbs)}
    assert verbs <= {command["do"] for command, _ in WORDS}
    assert ENGLISH.something not in {words for _, words in WORDS}


@pytest.mark.parametrize("words", sorted({words for _, words in WORDS}))
def test_all_of_it_can_be_read(words: str) -> None:
    for entry in (ENGLISH.undo, ENGLISH.last_entry):
        shown = screens.Choose("", (entry.format(entry=words),))
        assert render(shown).texts == (entry.format(entry=words),)
