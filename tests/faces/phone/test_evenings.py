"""Past games, their people and their picture, as they are drawn."""

from __future__ import annotations

import json
from datetime import UTC, timedelta, timezone
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.faces import phone
from companion.faces.phone import TONGUES, Reader
from companion.faces.phone.evenings import evenings
from companion.faces.phone.plot import WIDTH, mark, plot
from companion.games import GAMES, AnyGame, Header
from companion.games.names import LONGEST
from companion.games.state import Ended
from companion.table.ledger import Ledger
from companion.table.people import Book, read_told
from tests.faces.phone.past import HOUR, past, tally
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import NOON, seen
from tests.faces.phone.test_pages import EVIL
from tests.faces.test_languages import evenings as told_evenings
from tests.games.telling import tell

READER = Reader(zone=UTC)
PLAIN = ("Ada", "Ben", "Cem", "Dora")
LIST = [
    past(9, {"Ada": 3, "Ben": 5}, begun=NOON + 13 * HOUR),
    past(8, {"Ada": 3, "Ben": 5}, begun=NOON + 11 * HOUR, ended=Ended.SHORT),
    past(7, {"Ada": 3, "Ben": 5}, begun=NOON, length=20.0),
    past(6, {"Ada": 3, "Ben": 5}, begun=None),
    past(5, {"Ada": 3, "Ben": 5}, begun=NOON - 24 * HOUR, ended=Ended.ABANDONED),
]


def links(html: str) -> list[str]:
    return [each.attributes["href"] for each in Reading(html).elements if each.tag == "a"]


def test_games_stand_under_their_evening_which_ends_at_five_in_the_morning() -> None:
    found = evenings(LIST, Book(), READER)
    assert [(one.title, [game.number for game in one.games]) for one in found] == [
        ("21 September 2026", [9, 8, 7]),
        ("An evening without a clock", [6]),
        ("20 September 2026", [5]),
    ]
    two_hours_on = evenings(LIST, Book(), Reader(tongue=TONGUES["de"], zone=timezone(timedelta(hours=2))))
    assert [one.title for one in two_hours_on][:2] == ["22. September 2026", "21. September 2026"]


def test_a_game_in_the_list_tells_who_was_how_good_and_how_it_ended() -> None:
    page = Reading(phone.past_games(READER, None, LIST, Book().rename("ben", "Benjamin")))
    text = " ".join(page.text.split())
    assert "★ Benjamin 5 Ada 3" in text
    assert "(ended early)" in text and "(abandoned)" in text
    assert "03:13 · 40 min" in text and "14:13" in text
    assert text.count("★") == 4


def test_a_list_comes_in_pieces() -> None:
    many = [past(number, {"Ada": 1, "Ben": 2}) for number in range(60, 39, -1)]
    assert len(many) == phone.PAST_GAMES + 1
    assert "/evenings?before=41" in links(phone.past_games(READER, None, many, Book()))
    assert not [each for each in links(phone.past_games(READER, None, many[:-1], Book())) if "before" in each]


@pytest.mark.parametrize("tongue", TONGUES.values(), ids=TONGUES)
def test_names_are_text_on_all_of_it(tongue: phone.Tongue) -> None:
    def pages(names: tuple[str, ...]) -> list[Reading]:
        reader = Reader(tongue=tongue, zone=UTC)
        ledger = Ledger(Header("katz-schmaus", names, {}))
        ledger.submit({"do": "call", "player": names[1]}, source="phone", who=names[0], at=3.0, wall=NOON)
        ledger.submit({"do": "finish"}, source="phone", at=4.0, wall=NOON)
        scores = {name: at for at, name in enumerate(names)}
        return [
            Reading(phone.past_games(reader, None, [past(1, scores)], Book())),
            Reading(phone.past_game(reader, None, seen(ledger), fits=True)),
            Reading(phone.people(reader, None, tally(*names))),
        ]

    for evil, plain in zip(pages(EVIL), pages(PLAIN), strict=True):
        assert evil.tags == plain.tags
        assert [sorted(one.attributes) for one in evil.elements] == [sorted(one.attributes) for one in plain.elements]
        ids = [element.attributes["id"] for element in evil.holding("id")]
        assert len(ids) == len(set(ids))
        assert not {"style", "onclick"} & {name for element in evil.elements for name in element.attributes}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_table_beside_the_drawing_ends_with_the_scores_and_the_drawing_has_all_of_it(game: AnyGame) -> None:
    for ledger in told_evenings(game, moves=25):
        drawn = plot(ledger)
        assert drawn.rounds[-1][1] == ledger.state.points
        assert [number for number, _ in drawn.rounds] == sorted({number for number, _ in drawn.rounds})
        for line in drawn.lines:
            points = [tuple(map(float, pair.split(","))) for pair in line.points.split()]
            assert len(points) == len(drawn.rounds)
            assert all(0 < x < WIDTH and 0 < y < 200 for x, y in points)
        page = Reading(phone.past_game(READER, None, seen(ledger), fits=True))
        assert page.tags.count("polyline") == len(ledger.state.players)
        assert page.tags.count("td") == len(drawn.rounds) * len(ledger.state.players)


def test_no_two_seats_have_the_same_mark() -> None:
    assert len({mark(seat, 8.0, 8.0) for seat in range(7)}) == 7


def test_an_amended_entry_is_drawn_as_it_counts() -> None:
    ledger = tell(
        "lift",
        {"do": "result", "to": "Ada"},
        "lift",
        "result",
        {"do": "amend", "entry": 2, "with": {"do": "result", "in_box": 1, "to": "Ada"}},
    )
    assert plot(ledger).rounds[-1][1] == ledger.state.points


def test_all_that_can_be_told_of_people_is_understood() -> None:
    page = Reading(phone.people(READER, None, tally(*PLAIN)))
    told = [json.loads(each.attributes["data-body"]) for each in page.holding("data-body")]
    assert {each["do"] for each in told} == {"rename", "separate", "hide", "show"}
    for each in told:
        read_told({**each, "name": "Zoë"} if each["do"] == "rename" else each)
    looking_on = Reading(phone.people(Reader(touch=False), None, tally(*PLAIN)))
    assert not looking_on.holding("data-post") and "Dora" in looking_on.text


def test_records_are_said_in_words() -> None:
    text = " ".join(Reading(phone.people(READER, None, tally(*PLAIN))).text.split())
    for told in ("Most in Fat Cats 31, Ada", "Closest Fat Cats Ben, by the rule for ties", "Ben, 4 wins in a row"):
        assert told in text


@pytest.mark.parametrize("count", [1, 2, 5, 8, 40])
@pytest.mark.parametrize("language", TONGUES)
def test_the_picture_is_one_that_messengers_show_whole(count: int, language: str) -> None:
    games = [past(number, {"Ada": number, "Ben": 5, "W" * 40: -3}) for number in range(count, 0, -1)]
    (evening,) = evenings(games, Book(), Reader(tongue=TONGUES[language], zone=UTC))
    body = phone.poster(evening, language)
    image = Image.open(BytesIO(body))
    assert image.size == (1080, 1350)
    assert 2_000 < len(body) < 60_000


@settings(max_examples=20)  # each draws 1.5 million pixels
@given(st.lists(st.text(min_size=1, max_size=LONGEST), min_size=2, max_size=5, unique=True))
def test_whatever_people_are_called_there_is_a_picture(names: list[str]) -> None:
    games = [past(1, {name: at for at, name in enumerate(names)}, game="a game of later", ended=Ended.ABANDONED)]
    (evening,) = evenings(games, Book(), READER)
    assert phone.poster(evening, "en").startswith(b"\x89PNG")
