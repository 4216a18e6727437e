"""A game more on the shelf: one module, one line, and all that games share works."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.commands.play import play
from companion.faces.menu import Facts, Submit
from companion.faces.one_button import Menu, gesture
from companion.games import GAMES, Choice, Code, Game, Refusal, State
from tests.games.telling import of, refusal, seen, tell
from tests.games.template_game import PurringContest
from tests.playing import play as play_scenario

if TYPE_CHECKING:
    from companion.scenario.stage import Stage
    from companion.table.ledger import Ledger

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def _on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, PurringContest.name, PurringContest())


@pytest.fixture(name="ledger")
def _ledger() -> Ledger:
    return tell(game="purring-contest", first="Ben")


def purr(player: str, purrs: int) -> dict[str, object]:
    return of("purr", player, purrs=purrs)


def set_to(path: str, value: object) -> dict[str, object]:
    return {"do": "correct", "set": {path: value}}


def test_in_any_order_to_the_end(ledger: Ledger) -> None:
    for player, purrs in (("Cem", 3), ("Ada", -1), ("Ben", 1), ("Ben", 2), ("Ada", 0), ("Cem", 0)):
        ledger.submit(purr(player, purrs))
    found = seen(ledger)
    assert found["winners"] == ["Ben", "Cem"]
    assert found["ranks"] == {"Ada": 3, "Ben": 1, "Cem": 1}
    assert refusal(ledger, purr("Ada", 1)) == Code.OVER
    ledger.submit(set_to("holder", "Cem"))
    assert seen(ledger)["winners"] == ["Cem"]
    assert seen(ledger)["ranks"] == {"Ada": 3, "Ben": 2, "Cem": 1}


def test_all_options_are_shown(ledger: Ledger) -> None:
    assert seen(ledger)["options"] == {"rounds": 2, "first": "Ben"}


def test_no_turns_to_skip(ledger: Ledger) -> None:
    assert seen(ledger)["turn"] is None
    assert refusal(ledger, {"do": "skip", "turns": 1}) == Code.ILLEGAL


def test_a_number_that_is_asked_for(ledger: Ledger) -> None:
    assert seen(ledger)["prompt"] == {
        "kind": "number",
        "player": "Ada",
        "text": "Purrs?",
        "choices": [],
        "default": 0,
        "optional": False,
        "range": {"min": -1, "max": 9, "command": {"do": "purr", "player": "Ada"}, "field": "purrs"},
    }


def test_what_can_be_corrected(ledger: Ledger) -> None:
    lines = {line.path: line for line in ledger.game.correctable(ledger.state)}
    assert len(lines) == 3 * 2 + 1
    assert lines["rounds.Ada.2"][1:] == ("Ada: round 2", None, -1, 9, (None,))
    assert lines["holder"][1:] == ("cushion", None, None, None, ("Ada", "Ben", "Cem", None))
    ledger.submit({"do": "correct", "set": {"rounds.Ada.1": 4, "rounds.Ben.2": None, "holder": None}})
    assert seen(ledger)["scores"] == {"Ada": 4, "Ben": 0, "Cem": 0}
    for path, value in (("rounds.Ada.3", 1), ("rounds.Ada.1", 10), ("holder", 1), ("mood", "sulky")):
        assert refusal(ledger, set_to(path, value)) == Code.BAD_COMMAND
    assert refusal(ledger, set_to("holder", "Zoe")) == Code.UNKNOWN_PLAYER


def test_a_correction_may_be_the_last_number_that_was_missing(ledger: Ledger) -> None:
    names = ("Ada", "Ben", "Cem")
    ledger.submit({"do": "correct", "set": {f"rounds.{name}.2": 1 for name in names}})
    for name in names:
        ledger.submit(set_to(f"rounds.{name}.1", 1))
    assert ledger.state.over


def test_the_referee(ledger: Ledger) -> None:
    ledger.submit(purr("Ada", 4))
    game, state = ledger.game, ledger.state
    assert game.ask(state, {"ask": "sum", "players": ["Ada", "Ben"]}) == (4, "all purrs together")
    for question, code in (
        ({"ask": "product"}, Code.BAD_COMMAND),
        ({"ask": "sum"}, Code.BAD_COMMAND),
        ({"ask": "sum", "players": ["Zoe"]}, Code.UNKNOWN_PLAYER),
    ):
        with pytest.raises(Refusal) as refused:
            game.ask(state, question)
        assert refused.value.code == code


def test_a_round_does_not_wait_for_who_left(ledger: Ledger) -> None:
    for told in (purr("Ada", 1), purr("Ben", 2), of("leave", "Cem")):
        ledger.submit(told)
    assert ledger.state.round == 2
    assert refusal(ledger, purr("Cem", 1)) == Code.ILLEGAL


def test_leaving_and_the_last_one(ledger: Ledger) -> None:
    ledger.submit(of("leave", "Ada"))
    ledger.submit(of("leave", "Ben"))
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert prompt.choices[-1] == Choice("Finish", {"do": "finish"})
    assert refusal(ledger, purr("Cem", 1)) == Code.NOT_NOW


def test_what_disturbs_what(ledger: Ledger) -> None:
    assert ledger.game.writes(ledger.state, purr("Ada", 1)) == {"rounds.Ada.1"}
    assert ledger.game.writes(ledger.state, set_to("rounds.Ada.1", 2)) == {"rounds.Ada.1"}


def test_a_game_file_of_it_is_played(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    header = {"game": "purring-contest", "players": ["Ada", "Ben"], "options": {"rounds": 1}}
    file.write_text(
        "\n".join(map(json.dumps, [header, purr("Ada", 3), {"do": "undo"}, purr("Ada", 2), purr("Ben", 1)]))
    )
    out, err = io.StringIO(), io.StringIO()
    assert play(str(file), trace=False, table=False, keep_going=False, out=out, err=err) == 0
    assert json.loads(out.getvalue())["winners"] == ["Ada"]
    assert play(str(file), trace=False, table=True, keep_going=False, out=out, err=err) == 0
    assert "Purring Contest: over (played)" in out.getvalue()


def test_it_is_played_by_one_button(ledger: Ledger) -> None:
    chance, menu = Random(3), Menu()
    while prompt := ledger.game.prompt(ledger.state):
        table = Facts(prompt=prompt, on=True, players=ledger.state.players)
        for _ in range(chance.randrange(11)):
            menu, _ = gesture(menu, "press", table)
        menu, action = gesture(menu, "ok", table)
        assert isinstance(action, Submit)
        ledger.submit(action.command)
    assert ledger.state.ended == "played"


def test_its_rules_are_chosen_by_the_button(stage: Stage) -> None:
    play_scenario(stage, 'expect oled contains "which game?"')
    showing, words = stage.daemon.front.showing, set[str]()
    for _ in range(10):
        offer = showing.table.offer("purring-contest")
        (rule,) = offer.rules
        words.add(rule.label)
        showing.choose(offer.name, rule.then)
    assert words == {f"rounds: {number}" for number in range(1, 10)}
    assert showing.table.offer("purring-contest").options == {"rounds": 3}


def test_the_page_on_adding_a_game_shows_this_one() -> None:
    """All of the module stands on the page, in its order, and nothing else."""
    shown = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    module = Path(__file__).with_name("template_game.py").read_text("utf-8")
    assert [line for line in shown.splitlines() if line] == [line for line in module.splitlines() if line]


def test_the_page_names_what_there_is() -> None:
    """Each method in the table of what else a game may say, and in the text, is one of a game or its state."""
    named = set(re.findall(r"`(\w+)`", PAGE.partition("## The rules")[2].partition("## What it is called")[0]))
    others = {"Range", "players", "choices", "page", "corrections", "left", "return"}
    assert {name for name in named if not hasattr(Game, name) and not hasattr(State, name)} <= others
    assert {"settable", "corrected", "value_at", "written", "own_view", "skipped", "outcome"} <= named
