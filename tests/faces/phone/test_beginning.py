"""A new game by phone: what its page shows is in its address, and what it posts begins the game that it shows."""

from __future__ import annotations

import json
from datetime import UTC
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.faces import phone
from companion.faces.menu import NewGame, Offer, Rule, Value
from companion.faces.phone import TONGUES, Household, Reader, read_wanted
from companion.games import GAMES, Refusal, read_header
from companion.games.names import LONGEST
from companion.table.records import Summary
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import seen
from tests.faces.phone.test_pages import EVIL
from tests.games.telling import tell

if TYPE_CHECKING:
    from companion.faces.phone import Wanted

GHOST = Rule("ghost", "instead", (Value("instead", {}), Value("after", {"ghost": "after"})), 0)
FAT_CATS = Offer("fat-cats", "Fat Cats", 3, 6, {"cushions": 24}, (GHOST,))
SCHMAUS = Offer("katz-schmaus", "Katz & Schmaus", 2, 4)
HOME = Household((FAT_CATS, SCHMAUS), (("Ada", "Ben"), ("Ada", "Ben", "Cem")), ("Ada", "Ben", "Cem", "Dora"))


class Page:
    """The page at an address, and what can be tapped on it."""

    def __init__(self, address: str, offer: Offer = FAT_CATS, household: Household = HOME) -> None:
        self.wanted: Wanted = read_wanted(dict(parse_qsl(urlsplit(address).query, keep_blank_values=True)))
        self._offer, self._household = offer, household
        self.html = phone.new(Reader(), None, household, self.wanted, offer)
        self.reading = Reading(self.html)

    def tap(self, part: str) -> Page:
        (link,) = [each for each in self.reading.elements if each.attributes.get("id") == part]
        return Page(link.attributes["href"], self._offer, self._household)

    def type(self, name: str) -> Page:
        fields = [e.attributes for e in self.reading.elements if e.attributes.get("type") == "hidden"]
        told = {field["name"]: field["value"] for field in fields} | {"name": name}
        page = Page("/new?game=fat-cats", self._offer, self._household)
        page.wanted = read_wanted(told)
        page.html = phone.new(Reader(), None, self._household, page.wanted, self._offer)
        page.reading = Reading(page.html)
        return page

    @property
    def begin(self) -> dict[str, str]:
        (button,) = [each for each in self.reading.elements if each.attributes.get("id") == "begin"]
        return button.attributes

    @property
    def header(self) -> dict[str, object]:
        body: dict[str, object] = json.loads(self.begin["data-body"])
        return body

    @property
    def players(self) -> object:
        return self.header["players"]


def test_a_usual_game_is_begun_with_one_tap_on_its_page() -> None:
    page = Page("/new?game=fat-cats")
    assert page.header == {
        "game": "fat-cats",
        "players": ["Ada", "Ben", "Cem"],
        "options": {"cushions": 24, "first": "Ada"},
    }
    assert "disabled" not in page.begin
    assert Page("/new?game=katz-schmaus", SCHMAUS).players == ["Ada", "Ben"]


def test_a_tap_takes_the_next_seat_and_another_one_gives_it_back() -> None:
    page = Page("/new?game=fat-cats")
    assert page.tap("person4").players == ["Ada", "Ben", "Cem", "Dora"]
    assert page.tap("person1").players == ["Ben", "Cem"]
    assert page.tap("person1").tap("person1").players == ["Ben", "Cem", "Ada"]
    assert "disabled" in page.tap("person1").begin and "3 to 6 players" in page.tap("person1").reading.text


def test_seats_change_places_with_a_tap() -> None:
    page = Page("/new?game=fat-cats")
    assert page.tap("later1").players == ["Ben", "Ada", "Cem"]
    assert page.tap("earlier3").players == ["Ada", "Cem", "Ben"]


def test_who_begins_is_chosen_or_drawn_and_is_somebody_who_plays() -> None:
    page = Page("/new?game=fat-cats").tap("starter2")
    assert page.header["options"] == {"cushions": 24, "first": "Ben"}
    assert page.tap("person2").header["options"] == {"cushions": 24, "first": "Ada"}
    drawn = page.tap("starter4")
    assert drawn.header["options"] == {"cushions": 24}
    assert drawn.begin["data-post"] == "/api/games?first=by-lot"
    assert drawn.tap("person4").begin["data-post"] == "/api/games?first=by-lot"


def test_right_after_the_same_game_the_next_one_begins() -> None:
    again = NewGame("fat-cats", ("Ada", "Ben", "Cem"), {"first": "Ben"})
    page = Page("/new?game=fat-cats", household=HOME._replace(rematch=again))
    assert page.header["options"] == {"cushions": 24, "first": "Ben"}
    assert page.tap("person4").header["options"] == {"cushions": 24, "first": "Ada"}


def test_a_rule_is_what_its_link_says() -> None:
    assert Page("/new?game=fat-cats").tap("rule1-2").wanted.options == {"ghost": "after"}


@pytest.mark.parametrize(
    ("typed", "players", "complaint"),
    [
        ("Zoë", ["Ada", "Ben", "Cem", "Zoë"], ""),
        (" dora ", ["Ada", "Ben", "Cem", "Dora"], ""),
        ("ADA", ["Ada", "Ben", "Cem"], "Ada has a seat already."),
        ("\u200b", ["Ada", "Ben", "Cem"], "A name has 1 to 40 characters that can be seen."),
        ("x" * 41, ["Ada", "Ben", "Cem"], "A name has 1 to 40 characters that can be seen."),
        ("  ", ["Ada", "Ben", "Cem"], ""),
    ],
)
def test_a_name_that_is_typed_takes_a_seat_or_is_told_what_is_wrong(
    typed: str, players: list[str], complaint: str
) -> None:
    page = Page("/new?game=fat-cats").type(typed)
    assert page.players == players
    (field,) = [each.attributes for each in page.reading.elements if each.attributes.get("id") == "typed"]
    assert (complaint in page.reading.text) and (field["value"] == typed) == bool(complaint)
    assert ("aria-invalid" in field) == bool(complaint)


@settings(max_examples=40)  # a page is drawn for each
@given(st.lists(st.text(min_size=1, max_size=LONGEST), min_size=3, max_size=6))
def test_whatever_is_typed_what_can_begin_is_a_game(names: list[str]) -> None:
    page = Page("/new?game=fat-cats&players=[]")
    for name in names:
        page = page.type(name)
    if "disabled" not in page.begin:
        assert list(read_header(page.header).players) == page.players


def test_names_are_text() -> None:
    pages = [
        Page("/new?game=fat-cats", household=HOME._replace(lineups=(names,), people=names))
        for names in (EVIL, ("<1", "<2", "<3", "<4"))
    ]
    assert pages[0].reading.tags == pages[1].reading.tags
    assert pages[0].players == list(EVIL)


@pytest.mark.parametrize("told", ["players=x", "players=[1]", "options=[]", "options=" + "[" * 5000, "first=7"])
def test_an_address_that_nobody_was_given_is_refused(told: str) -> None:
    with pytest.raises(Refusal):
        Page(f"/new?game=fat-cats&{told}")


@pytest.mark.parametrize("tongue", TONGUES.values(), ids=TONGUES)
def test_while_a_game_is_on_it_is_put_aside_or_abandoned_first(tongue: phone.Tongue) -> None:
    page = Reading(phone.new(Reader(tongue=tongue), seen(tell("lift")), Household(())))
    posts = [each.attributes["data-post"] for each in page.holding("data-post")]
    assert posts == ["/api/games/7/put-aside"]
    assert page.commands == [{"do": "abandon"}]
    assert not [each for each in page.elements if each.attributes.get("id") == "begin"]


def test_a_rematch_stands_beside_the_result() -> None:
    ledger = tell("lift", "result", "finish")
    again = NewGame("katz-schmaus", ledger.state.players, {"treats": 3, "first": ledger.state.players[1]})
    page = Reading(phone.table(Reader(), seen(ledger), HOME._replace(rematch=again)))
    (button,) = page.holding("data-post")
    header = json.loads(button.attributes["data-body"])
    assert read_header(header).options["first"] == ledger.state.players[1]
    assert f"Again: {ledger.state.players[1]} begins" in page.text


def test_without_a_game_every_game_is_a_tap_away() -> None:
    home = Household(tuple(Offer(game.name, game.title, game.seats[0], game.seats[-1]) for game in GAMES.values()))
    for page in (phone.table(Reader(), None, home), phone.new(Reader(), None, home)):
        links = [each.attributes["href"] for each in Reading(page).elements if "href" in each.attributes]
        assert {f"/new?game={name}" for name in GAMES} <= set(links)


def test_a_game_put_aside_after_midnight_is_of_the_evening_before() -> None:
    header: dict[str, object] = {"game": "fat-cats", "players": ["Ada", "Ben", "Cem"]}
    aside = Summary(3, header, 5, "2026-12-01T01:30:00Z", 60.0, over=False, put_aside=True)
    page = Reading(phone.new(Reader(zone=UTC), None, HOME._replace(waiting=(aside,))))
    assert "30 November 2026 · Ada, Ben, Cem" in page.text
