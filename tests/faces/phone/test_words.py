"""Every language of the phone page says all that English says, with the same parts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import fields as sentences

from companion.faces.languages import LANGUAGES
from companion.faces.phone import TONGUES, tongue_for
from companion.faces.phone.simulator import FAULTS
from companion.faces.phone.words import PHONE_ENGLISH, ClientWords, PhoneWords, SimulatorWords, WorkshopWords
from companion.games import GAMES
from companion.games.said import fields
from companion.health import COUNTED
from hardware.ports import Part, Status

FACE = Path(__file__).parents[3] / "companion" / "faces" / "phone"
OTHERS = [pytest.param(tongue.own, id=code) for code, tongue in TONGUES.items() if tongue.own is not PHONE_ENGLISH]

for_each_language = pytest.mark.parametrize("own", OTHERS)

ALIKE = {"not_told", "title"}

Words = PhoneWords | ClientWords | WorkshopWords | SimulatorWords


def parts(own: PhoneWords) -> tuple[Words, ...]:
    return own, own.client, own.workshop, own.simulator


def texts(words: Words) -> dict[str, str]:
    return {each.name: value for each in sentences(words) if isinstance(value := getattr(words, each.name), str)}


def test_the_page_speaks_every_language_of_the_box() -> None:
    assert set(TONGUES) == set(LANGUAGES)


@for_each_language
def test_every_sentence_is_translated_with_the_same_parts(own: PhoneWords) -> None:
    for english, other in zip(map(texts, parts(PHONE_ENGLISH)), map(texts, parts(own)), strict=True):
        assert {name for name in english if english[name] == other[name]} <= ALIKE
        assert {name: fields(text) for name, text in english.items()} == {
            name: fields(text) for name, text in other.items()
        }


@for_each_language
def test_every_source_part_and_question_has_its_words(own: PhoneWords) -> None:
    assert len(own.ranks) == len(PHONE_ENGLISH.ranks) == max(max(game.seats) for game in GAMES.values())
    assert set(own.sources) == set(PHONE_ENGLISH.sources)
    assert set(own.client.felt) == set(PHONE_ENGLISH.client.felt)
    assert set(own.workshop.counters) == set(PHONE_ENGLISH.workshop.counters) == set(COUNTED)
    assert set(own.workshop.parts) == set(PHONE_ENGLISH.workshop.parts) == set(get_args(Part))
    assert set(own.simulator.faults) == set(PHONE_ENGLISH.simulator.faults) == set(FAULTS)
    assert set(own.workshop.statuses) == set(PHONE_ENGLISH.workshop.statuses) == set(get_args(Status))
    asked = {str(kind.__struct_config__.tag) for game in GAMES.values() for kind in game.questions}
    assert asked - {"can-play", "count"} <= set(own.texts)


def test_no_sentence_is_said_nowhere() -> None:
    used = "".join(path.read_text() for path in FACE.rglob("*") if path.suffix in (".py", ".html", ".js"))
    for words, place in zip(
        parts(PHONE_ENGLISH), ("own", "words", r"own\.workshop", r"(own\.simulator|words)"), strict=True
    ):
        idle = [name for name in texts(words) if not re.search(rf"\b{place}\.{name}\b", used)]
        assert idle == []


@pytest.mark.parametrize(
    ("chosen", "accepted", "spoken"),
    [
        (None, "de-DE,de;q=0.9,en;q=0.8", "de"),
        (None, "en-GB", "en"),
        (None, "fr, es", "en"),
        (None, "de;q=0, en;q=0.5", "en"),
        (None, "de;q=x, *", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
    ],
)
def test_a_browser_is_answered_in_its_language(chosen: str | None, accepted: str, spoken: str) -> None:
    assert tongue_for(chosen, accepted).code == spoken
