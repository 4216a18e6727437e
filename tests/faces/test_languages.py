"""Every language says all that English says: with the same parts, in the room that there is."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, get_args

import pytest
from msgspec.structs import fields as sentences

from companion.faces.beginning import Games
from companion.faces.brief import brief
from companion.faces.languages import LANGUAGES
from companion.faces.menu import Action, Facts, Listing, NewGame, Page
from companion.faces.oled import render, screens
from companion.faces.pages import AtHand, AtTable
from companion.faces.words import ENGLISH, Words
from companion.games import GAMES, AnyGame, Code, Header, Refusal
from companion.games.house_rules import values
from companion.games.katz_fatz.cards import Toy
from companion.games.katz_fatz.pad import Which
from companion.games.mad_cat_sad_cat.dice import Card, Kind
from companion.games.mad_cat_sad_cat.pots import Side
from companion.games.said import Said, fields, said
from companion.screens import examples
from companion.table.ledger import Ledger
from hardware.ports import Part
from tests.faces.test_brief import NOBODY_SCORED
from tests.faces.test_brief import WORDS as ENTRIES

if TYPE_CHECKING:
    from collections.abc import Iterator

HOUSE = Path(__file__).parents[2] / "companion"
SOURCES = sorted([*(HOUSE / "games").rglob("*.py"), *(HOUSE / "table").rglob("*.py"), HOUSE / "settings.py"])
CODES = {code for kind in (Toy, Which, Card, Kind, Side) for code in get_args(kind)} | {
    code
    for game in GAMES.values()
    for rule in game.house_rules
    for code in values(game.options, rule.option)
    if isinstance(code, str)
}
"""The games' own words as they stand in commands and options."""

PEOPLE = ("Anna", "Jonas", "Mia", "Paul", "Emil", "Lena", "Ben")
ELLIPSIS = "…"
OTHERS = [pytest.param(words, id=name) for name, words in LANGUAGES.items() if words is not ENGLISH]

for_each_language = pytest.mark.parametrize("words", OTHERS)


def templates() -> set[str]:
    """All that stands in a `said(...)` in the sources of the games, the table and the settings."""
    calls = (node for path in SOURCES for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    said_there = (call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "said")
    return {first.value for first in said_there if isinstance(first, ast.Constant) and isinstance(first.value, str)}


TEMPLATES = templates()


def evenings(game: AnyGame, moves: int = 60) -> Iterator[Ledger]:
    """Games of every number of players, each as it is after every answer that chance gives."""
    for count in game.seats:
        chance = Random(count)
        ledger = Ledger(Header(game.name, PEOPLE[:count], {}))
        for _ in range(moves):
            yield ledger
            prompt = game.prompt(ledger.state)
            if prompt is None:
                break
            if prompt.range is not None:
                number = chance.randint(max(0, prompt.range.min), min(12, prompt.range.max))
                command = {**prompt.range.command, prompt.range.field: number}
            else:
                command = chance.choice(prompt.choices).command
            try:
                ledger.submit(command)
            except Refusal:
                ledger.submit({"do": "leave", "player": ledger.state.players[-1]})


def texts(ledger: Ledger) -> Iterator[str]:
    """All that a game says now."""
    prompt = ledger.game.prompt(ledger.state)
    if prompt is not None:
        yield prompt.text
        for choice in prompt.choices:
            yield from (choice.label, *choice.pages)
    for one in ledger.game.correctable(ledger.state):
        yield one.label
        yield from (value for value in one.choices if value is not None)


def is_said(text: str, words: Words) -> bool:
    """Whether a text is told in this language; names, numbers and single letters are in every one."""
    if isinstance(text, Said):
        own = text.template in words.texts or len(text) < 2
        return own and all(is_said(part, words) for part in text.parts.values() if isinstance(part, str))
    for name in PEOPLE:
        text = text.replace(name, "")
    return re.search(r"[a-z]", text) is None


def table(ledger: Ledger, words: Words) -> Facts:
    game, state = ledger.game, ledger.state
    return Facts(
        prompt=game.prompt(state),
        on=True,
        over=state.over,
        turn=state.turn,
        last="Anna +3",
        correctable=game.correctable(state),
        players=state.players,
        can_skip=game.can_skip,
        troubles=1,
        rematch=NewGame(game.name, state.players, {"first": state.players[0]}) if state.over else None,
        words=words,
    )


def listings(page: Page, at: Facts, depth: int = 2) -> Iterator[Listing]:
    """A page, and those that it leads to."""
    listing = page.list(at)
    yield listing
    if depth and not isinstance(page, Games):
        for item in listing.items:
            if not isinstance(item.then, Action):
                yield from listings(item.then, at, depth - 1)


def cut(screen: screens.Screen, words: Words) -> list[str]:
    """What of a screen has no room."""
    return [text for text in render(screen, words=words).texts if ELLIPSIS in text]


@for_each_language
def test_every_template_is_translated_and_nothing_else(words: Words) -> None:
    assert (TEMPLATES | CODES) ^ set(words.texts) == set()


@for_each_language
def test_every_translation_has_the_same_parts(words: Words) -> None:
    wrong = [english for english, own in words.texts.items() if fields(english) != fields(own)]
    for one in sentences(Words):
        english, own = getattr(ENGLISH, one.name), getattr(words, one.name)
        if isinstance(english, str) and fields(english) != fields(own):
            wrong.append(one.name)
    assert wrong == []


def test_no_sentence_of_the_faces_is_said_nowhere() -> None:
    used = "".join(path.read_text() for path in HOUSE.rglob("*") if path.suffix in (".py", ".html"))
    names = [one.name for one in sentences(Words)]
    assert [name for name in names if not re.search(rf"\b(words|self)\.{name}\b", used)] == []


@for_each_language
def test_every_sentence_of_the_faces_is_translated(words: Words) -> None:
    same = [one.name for one in sentences(Words) if getattr(ENGLISH, one.name) == getattr(words, one.name)]
    assert same == ["points", "pad_value"]


@for_each_language
def test_every_refusal_and_every_trouble_has_its_words(words: Words) -> None:
    assert set(words.refusals) == {*Code}
    assert set(words.conditions) == {(part, status) for part in get_args(Part) for status in ("absent", "degraded")}


@for_each_language
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_whatever_a_game_says_is_said(game: AnyGame, words: Words) -> None:
    english = {text for ledger in evenings(game) for text in texts(ledger) if not is_said(text, words)}
    assert english == set()


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_all_that_the_button_leads_to_can_be_read(game: AnyGame, name: str) -> None:
    words, seen = LANGUAGES[name], set[tuple[str, str]]()
    for ledger in evenings(game, moves=10):
        for page in (AtTable(), AtHand()):
            for listing in listings(page, table(ledger, words)):
                seen |= {(listing.title, item.label) for item in listing.items}
    titles, labels = ({pair[at] for pair in seen} for at in (0, 1))
    assert [text for title in titles for text in cut(screens.Choose(title, ("1",)), words)] == []
    assert [text for label in labels for text in cut(screens.Choose("", (label,)), words)] == []


@for_each_language
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry[1])
def test_every_entry_can_be_read(entry: tuple[dict[str, object], str], words: Words) -> None:
    told = brief(entry[0], NOBODY_SCORED, NOBODY_SCORED, words)
    assert told != words.something
    for template in (words.undo, words.last_entry):
        assert cut(screens.Choose("", (template.format(entry=told),)), words) == []


@for_each_language
def test_no_screen_has_less_room_than_in_english(words: Words) -> None:
    for key, screen in examples(words).items():
        assert len(cut(screen, words)) <= len(cut(examples(ENGLISH)[key], ENGLISH)), key
    for code, sentence in words.refusals.items():
        assert cut(screens.Note(words.refused, sentence, mark="refused"), words) == [], code
    for what, cure in words.conditions.values():
        assert cut(screens.Unwell(what, cure), words) == []
    for hint in (words.still_time, words.put_back, words.unfelt, words.unfelt_knob):
        assert cut(screens.Ready("Ada", hint), words) == []


def test_german_counts() -> None:
    german = LANGUAGES["de"]
    lift = [said("Lift, {treats:treat|treats}", treats=treats) for treats in (1, 3)]
    assert lift == ["Lift, 1 treat", "Lift, 3 treats"]
    assert [german.say(text) for text in lift] == ["Anheben, 1 Leckerbissen", "Anheben, 3 Leckerbissen"]
    score = {"do": "score", "player": "Ada", "points": 3, "toys": 1, "hand_colours": None}
    assert [brief({**score, "toys": toys}, {}, {}, german) for toys in (1, 2)] == [
        "Ada: 1 Spielzeug",
        "Ada: 2 Spielzeuge",
    ]


def test_a_player_whose_name_is_a_word_of_the_game_keeps_it() -> None:
    ledger = Ledger(Header("katz-schmaus", ("Four", "Mad"), {}))
    listing = AtHand().list(table(ledger, LANGUAGES["de"]))
    assert "Four auslassen" in [item.label for item in listing.items]
    ledger.submit({"do": "lift"})
    ledger.submit({"do": "set_down"})
    assert AtTable().list(table(ledger, LANGUAGES["de"])).items[0].label == "Four +3"


def test_a_text_that_nobody_has_translated_is_said_in_english() -> None:
    assert LANGUAGES["de"].say(said("{name} sneezes", name="Ada")) == "Ada sneezes"
