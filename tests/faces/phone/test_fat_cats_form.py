"""A round of Fat Cats on the phone: a row for each cat, what the round would do, and the way as a picture."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.faces import phone
from companion.faces.phone import TONGUES, Reader
from companion.games import GAMES, Refusal
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import seen
from tests.faces.test_languages import evenings
from tests.games.telling import Told, tell

GAME = "fat-cats"
NO_BLUE: Told = {"do": "correct", "set": {"cards.blue_left": 0}}
BEN_AHEAD: Told = {"do": "round", "eat": {"Ben": {"treats": 2}}}


def table(*told: Told, tongue: str = "en", players: str = "Ada Ben Cem", **options: object) -> Reading:
    ledger = tell(*told, game=GAME, players=players, **options)
    return Reading(phone.table(Reader(tongue=TONGUES[tongue]), seen(ledger)))


def track(page: Reading) -> str:
    """The text alternative of the picture."""
    (picture,) = (each for each in page.elements if each.attributes.get("class") == "track")
    return picture.attributes["aria-label"]


def test_who_eats_nothing_is_simply_left_out() -> None:
    page = table()
    (form,) = (each for each in page.elements if each.attributes.get("class") == "round")
    assert json.loads(form.attributes["data-command"]) == {"do": "round", "eat": {}}
    treats = [each for each in page.holding("data-kind") if each.attributes["data-kind"] == "number"]
    paths = [json.loads(each.attributes["data-path"]) for each in treats]
    assert paths == [["eat", name, "treats"] for name in ("Ada", "Ben", "Cem")]
    assert not any("required" in each.attributes for each in treats)


def test_once_it_is_told_who_eats_each_is_asked_for() -> None:
    page = table({"do": "eaters", "players": ["Cem"]})
    assert {"do": "eat", "player": "Cem", "treats": 3} in page.commands


@pytest.mark.parametrize(
    ("told", "passers"),
    [
        ((), set()),
        ((NO_BLUE,), {"Ada", "Ben", "Cem"}),
        ((NO_BLUE, {"do": "correct", "set": {"trays.Ada": 0, "trays.Ben": 2}}), {"Ben", "Cem"}),
        ((NO_BLUE, {"do": "leave", "player": "Cem"}), {"Ada", "Ben"}),
    ],
    ids=["blue cards have no ghosts", "all have trays", "Ada has none", "Cem has left"],
)
def test_ghosts_are_passed_on_by_those_who_have_a_tray(told: tuple[Told, ...], passers: set[str]) -> None:
    page = table(*told)
    found = [each.attributes for each in page.holding("data-kind") if each.attributes["data-kind"] == "fields"]
    assert {json.loads(each["data-path"])[1] for each in found if "tray_to" in each["value"]} == passers


def test_a_bowl_that_lies_cannot_be_chosen_again() -> None:
    page = table({"do": "bowls", "bowls": {"Ada": "B", "Ben": "B", "Cem": "B"}})
    letters = [each.attributes for each in page.holding("data-kind") if each.attributes["data-kind"] == "choice"]
    assert [each["id"] for each in letters if "disabled" in each] == ["bowl1B", "bowl2B", "bowl3B"]


def test_the_crown_can_be_told_only_where_cushions_are_not_counted() -> None:
    crown = {"do": "crown", "player": "Ben"}
    assert crown in table().commands
    assert crown not in table(cushions=30).commands


@pytest.mark.parametrize(
    ("eat", "told"),
    [
        ({"Cem": {"treats": 2}, "Ada": {"treats": 3}}, "Ada 0 → 4; Cem 0 → 3"),
        ({"Ben": {"treats": 3}, "Ada": {"treats": 2}}, "Ada 0 → 3; Ben 2 → 6"),
        ({"Ben": {"treats": 2, "ghost": True}}, "Ben 2 → 0"),
        ({"Ada": {"treats": 1, "ghost": True, "tray_to": "Ben"}}, "Ben 2 → 1"),
        ({"Ada": {"treats": 20}, "Ben": {"treats": 1}}, "Ada 0 → crown!"),
    ],
    ids=["clockwise on the carpet", "hindmost first", "a ghost", "a ghost with a tray", "the crown ends it"],
)
def test_what_a_round_would_do_is_told_before(eat: dict[str, object], told: str) -> None:
    ledger = tell(BEN_AHEAD, game=GAME, cushions=20)
    assert phone.foretold(Reader(), seen(ledger), {"do": "round", "eat": eat}) == told
    assert ledger.revision == 1


def test_what_cannot_be_is_said_before_it_is_told() -> None:
    ledger = tell({"do": "correct", "set": {"trays.Ada": 0, "trays.Ben": 2}}, game=GAME)
    meal = {"treats": 1, "ghost": True, "tray_to": "Ben"}
    with pytest.raises(Refusal, match="no silver tray"):
        phone.foretold(Reader(), seen(ledger), {"do": "round", "eat": {"Ada": meal}})


def test_bowls_say_who_would_eat() -> None:
    command: dict[str, object] = {"do": "bowls", "bowls": {"Ada": "A", "Ben": "B", "Cem": "B"}}
    assert phone.foretold(Reader(), seen(tell(game=GAME)), command) == "eating: Ada"


@pytest.mark.parametrize(
    ("tongue", "told"),
    [
        ("en", "Ben on 2, Ada on the carpet, Cem on the carpet, crown at 30"),
        ("de", "Ben auf 2, Ada auf dem Teppich, Cem auf dem Teppich, Krone bei 30"),
    ],
)
def test_the_picture_is_told_to_those_who_do_not_see_it(tongue: str, told: str) -> None:
    assert track(table(BEN_AHEAD, tongue=tongue, cushions=30)) == told


def test_the_last_move_shows_what_was_counted_and_what_was_skipped() -> None:
    page = table(BEN_AHEAD, {"do": "round", "eat": {"Ada": {"treats": 3}}}, cushions=30)
    # From the carpet over 1, 3 and 4: on 2 sits Ben.
    (line,) = (each.attributes["d"] for each in page.elements if each.attributes.get("class") == "moved")
    assert len(re.findall("L", line)) == 3
    assert sum(each.attributes.get("class") == "counted" for each in page.elements) == 3


@given(st.lists(st.integers(0, 999), min_size=3, max_size=3), st.one_of(st.none(), st.integers(1, 999)))
def test_however_long_the_way_is_every_cat_is_on_it(cushions: list[int], crown: int | None) -> None:
    places = [min(cushion, crown or 999) for cushion in cushions]
    try:
        ledger = tell(
            {
                "do": "correct",
                "set": dict(zip(("positions.Ada", "positions.Ben", "positions.Cem"), places, strict=True)),
            },
            game=GAME,
            cushions=crown,
        )
    except Refusal:
        return
    page = Reading(phone.table(Reader(), seen(ledger)))
    cats = [each for each in page.elements if each.attributes.get("class", "").startswith("cat cat")]
    tokens_in_rows = 0 if ledger.state.over else 3
    assert len(cats) == 3 + tokens_in_rows
    rects = sum(each.attributes.get("class") == "cushion" for each in page.elements)
    assert rects <= 8 * 3 * 4


def test_the_form_is_there_in_every_round_and_its_buttons_are_accepted() -> None:
    for ledger in evenings(GAMES[GAME], moves=12):
        page = Reading(phone.table(Reader(), seen(ledger)))
        forms = [json.loads(each.attributes["data-command"]) for each in page.elements if each.tag == "form"]
        prompt = ledger.game.prompt(ledger.state)
        assert ({"do": "round", "eat": {}} in forms) == (prompt is not None and ledger.state.phase == "bowls")
        for told in page.commands:
            if told not in forms and told["do"] not in ("undo", "redo"):
                ledger.check(told)
