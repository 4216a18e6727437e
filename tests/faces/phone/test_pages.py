"""The pages as they are written: nothing of what people type is markup, and every answer is accepted."""

from __future__ import annotations

import json
from datetime import UTC, timedelta, timezone
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.faces import phone
from companion.faces.phone import TONGUES, Reader, Seen
from companion.faces.phone.games import LOOKS
from companion.faces.trouble import Trouble
from companion.games import GAMES, AnyGame, Header, Refusal
from companion.games.names import LONGEST, proper
from companion.table.ledger import Ledger
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import NOON, seen
from tests.faces.test_languages import evenings
from tests.games.telling import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Draw = Callable[[Reader, Seen | None], str]

PAGES: dict[str, Draw] = {
    "table": phone.table,
    "tabletop": phone.tabletop,
    "history": phone.history,
    "amending": lambda reader, shown: phone.amending(reader, shown, 1),
    "counted": lambda reader, shown: phone.counted(reader, shown, None),
    "one number": lambda reader, shown: phone.counted(reader, shown, _first_path(shown)),
    "more": phone.more,
}

READERS = [
    pytest.param(Reader(tongue=tongue, touch=touch, zone=UTC), id=f"{code}{'' if touch else ', looking on'}")
    for code, tongue in TONGUES.items()
    for touch in (True, False)
]

EVIL = ("<img src=x onerror=alert(1)>", "\"'><script>x</script>", "{{ 7*7 }}", "&lt;b&gt;")

each_page = pytest.mark.parametrize("draw", PAGES.values(), ids=PAGES)


def _first_path(shown: Seen | None) -> str | None:
    return None if shown is None else shown.ledger.game.correctable(shown.state)[0].path


def called(names: tuple[str, ...], game: str = "katz-schmaus") -> Ledger:
    ledger = Ledger(Header(game, names, {}))
    if game == "katz-schmaus":
        ledger.submit({"do": "call", "player": names[1]}, source="phone", who=names[0], at=3.0, wall=NOON)
    return ledger


@each_page
@pytest.mark.parametrize("reader", READERS)
def test_names_are_text_wherever_they_stand(draw: Draw, reader: Reader) -> None:
    page, plain = (Reading(draw(reader, seen(called(names)))) for names in (EVIL, ("Ada", "Ben", "Cem", "Dora")))
    assert page.tags == plain.tags
    assert [sorted(element.attributes) for element in page.elements] == [
        sorted(element.attributes) for element in plain.elements
    ]


@given(st.lists(st.text(min_size=1, max_size=LONGEST), min_size=2, max_size=2))
def test_whatever_people_are_called_their_answers_name_them(names: list[str]) -> None:
    try:
        ledger = called(tuple(proper(name) for name in names))
    except (ValueError, Refusal):
        return
    page = Reading(phone.table(Reader(), seen(ledger)))
    assert all(name in page.text for name in ledger.state.players)
    for command in page.commands[1:]:
        if command["do"] != "undo":
            ledger.check(command)


@pytest.mark.parametrize("tongue", TONGUES.values(), ids=TONGUES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_question_has_a_form_whose_answers_are_the_games_own(
    game: AnyGame, tongue: phone.Tongue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.faces.phone.pages.LOOKS", {})
    for ledger in evenings(game, moves=25):
        prompt = ledger.game.prompt(ledger.state)
        if LOOKS[game.name].form(seen(ledger), Reader()) is not None:
            # It has a form of its own, and tests of that.
            continue
        page = Reading(phone.table(Reader(tongue=tongue), seen(ledger)))
        told = [command for command in page.commands if command["do"] not in ("undo", "redo")]
        if prompt is None:
            assert told == []
        elif prompt.range is None:
            # In their order, but for those that share a page.
            assert sorted(map(json.dumps, told)) == sorted(json.dumps(choice.command) for choice in prompt.choices)
        else:
            (form,) = (element for element in page.holding("data-command") if element.tag == "form")
            assert json.loads(form.attributes["data-command"]) == prompt.range.command
            (typed,) = (element for element in page.holding("data-kind"))
            assert json.loads(typed.attributes["data-path"]) == [prompt.range.field]
            low, high = (int(typed.attributes[name]) for name in ("data-low", "data-high"))
            assert (low, high) == (prompt.range.min, prompt.range.max)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_page_can_be_drawn_at_any_time_and_needs_nothing_from_outside(game: AnyGame) -> None:
    for count, ledger in enumerate(evenings(game, moves=12)):
        reader = Reader(tongue=list(TONGUES.values())[count % len(TONGUES)], zone=UTC)
        for draw in PAGES.values():
            page = Reading(draw(reader, seen(ledger)))
            assert not {"style", "onclick"} & {name for element in page.elements for name in element.attributes}
            assert "style" not in page.tags
            sources = [element.attributes.get("src") or element.attributes.get("href") for element in page.elements]
            assert all(source.startswith(("/", "#")) for source in sources if source)


@each_page
@pytest.mark.parametrize("reader", READERS)
def test_ids_are_unique_and_what_is_labelled_is_there(draw: Draw, reader: Reader) -> None:
    for game in GAMES:
        page = Reading(draw(reader, seen(called(("Ada", "Ben", "Cem"), game))))
        ids = [element.attributes["id"] for element in page.holding("id")]
        assert len(ids) == len(set(ids))
        for name in ("for", "aria-labelledby", "aria-describedby", "data-for"):
            assert {element.attributes[name] for element in page.holding(name)} <= set(ids)


@each_page
def test_without_a_game_every_page_says_so(draw: Draw) -> None:
    assert "Es läuft kein Spiel" in Reading(draw(Reader(tongue=TONGUES["de"]), None)).text


def _answers(reader: Reader, ledger: Ledger) -> Iterator[str]:
    for element in Reading(phone.table(reader, seen(ledger))).holding("data-command"):
        yield element.attributes.get("disabled", "enabled")


def test_who_looks_on_can_press_nothing() -> None:
    ledger = tell("lift")
    assert set(_answers(Reader(touch=False), ledger)) == {""}
    assert set(_answers(Reader(), ledger)) == {"enabled"}


def test_what_is_not_on_disk_yet_is_said() -> None:
    ledger = tell("lift")
    assert "not saved yet" in Reading(phone.table(Reader(), seen(ledger, saved=False))).text
    assert "not saved yet" not in Reading(phone.table(Reader(), seen(ledger))).text


def test_what_is_wrong_is_told_in_the_readers_language() -> None:
    reader = Reader(tongue=TONGUES["de"], troubles=(Trouble("sensor", "absent", "It is gone.", "Look."),))
    for shown in (seen(tell("lift")), None):
        assert "Bewegungssensor fehlt" in Reading(phone.table(reader, shown)).text


def test_a_name_from_right_to_left_leaves_the_number_where_it_stands() -> None:
    ledger = called(("Ada", "محمد"))
    ledger.submit({"do": "result", "to": "محمد"})
    page = phone.table(Reader(), seen(ledger))
    assert "<bdi>محمد</bdi> +3" in page


def test_the_history_tells_times_as_they_are_here() -> None:
    ledger = Ledger(Header("katz-schmaus", ("Ada", "Ben"), {}))
    ledger.submit({"do": "lift"}, source="phone", who="Ben", at=1.0, wall=NOON)
    page = Reading(phone.history(Reader(zone=timezone(timedelta(hours=2))), seen(ledger)))
    assert "16:13" in page.text and "by Ben" in page.text
    (time,) = page.holding("datetime")
    assert time.attributes["datetime"] == "2026-09-21T14:13:20Z"


def test_a_long_history_comes_in_pieces() -> None:
    ledger = tell(*[told for _ in range(30) for told in ("lift", "void")])
    page = Reading(phone.history(Reader(), seen(ledger)))
    older = [e.attributes["href"] for e in page.elements if "before=" in e.attributes.get("href", "")]
    assert older == ["/history?before=11"]
    rest = Reading(phone.history(Reader(), seen(ledger), before=11))
    assert rest.tags.count("li") == 10


def test_what_was_taken_back_stays_in_the_history() -> None:
    ledger = tell("lift", "call", "undo")
    page = Reading(phone.history(Reader(), seen(ledger)))
    assert page.tags.count("s") == 1 and "taken back" in page.text
    amendable = [e.attributes["href"] for e in page.elements if e.attributes.get("href", "").startswith("/history/")]
    assert amendable == ["/history/1"]
