"""Whatever the referee is asked, whoever is in, and however far the game is: an answer, or a refusal in words."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.games import GAMES, Answer, Refusal, read_header
from companion.table.ledger import Ledger
from tests.games.telling import of, refusal

if TYPE_CHECKING:
    from companion.games import Correctable

CARD = {"value": -5, "colours": ["red"]}
PILE = [CARD, {"value": 3, "colours": ["red", "blue"], "trick": "cuddling"}]


def _question(verb: str, **fields: object) -> dict[str, object]:
    return {"ask": verb, **fields}


def _of_dice(verb: str) -> list[dict[str, object]]:
    return [_question(verb, dice=dice) for dice in ([], ["W"] * 5, ["M1", "S1"])]


ASKED: dict[str, list[dict[str, object]]] = {
    "katz-schmaus": [],
    "katz-fatz": [
        _question("setup"),
        _question("choice-order"),
        _question("turn-order"),
        *[_question("actions", player=name) for name in ("Ada", "Cem", "Zoe")],
        *[_question("can-play", player="Ben", card=CARD, top=top) for top in (None, CARD, {"value": 3})],
        _question("can-play", player="Ben", card=CARD, top=CARD, mouse=True),
        _question("round-over", hands={}, stack=0),
        _question("round-over", hands={"Ada": 0}, stack=1),
        _question("round-over", hands={"Ada": 9, "Ben": 72}, stack=0),
        _question("count", pile=[]),
        _question("count", pile=PILE, toy="scratching-tree"),
        _question("count", pile=PILE, toy="scratching-tree", options={"tree_cuddle": False}),
        _question("count", pile=[{"value": 3}], toy="scratching-tree"),
    ],
    "mad-cat-sad-cat": [
        *_of_dice("matches"),
        *_of_dice("can-set-aside"),
        _question("odds", kind="mad", dice=["S1"]),
        _question("odds", dice=["W"] * 4, target="five"),
        _question("share", vps=0, moochers=4),
    ],
    "fat-cats": [
        *[_question("move", player=name, treats=20) for name in ("Ada", "Cem")],
        *[_question("move", player=name, treats=20, back=True) for name in ("Ada", "Cem")],
        *[_question("order", players=names) for names in ([], ["Ada"], ["Ben", "Cem", "Ada"])],
    ],
}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", GAMES)
def test_every_question_at_every_time(game: str, seed: int) -> None:
    chance = Random(seed)
    ledger = Ledger(read_header({"game": game, "players": ["Ada", "Ben", "Cem"]}))
    for _ in range(60):
        for question in ASKED[game]:
            ask(ledger, question)
        refusal(ledger, _next(ledger, chance))


@pytest.mark.parametrize("game", GAMES)
def test_every_question_with_one_player_in(game: str) -> None:
    for only in ("Ada", "Ben", "Cem"):
        ledger = Ledger(read_header({"game": game, "players": ["Ada", "Ben", "Cem"]}))
        for name in {"Ada", "Ben", "Cem"} - {only}:
            ledger.submit(of("leave", name))
        for question in ASKED[game]:
            ask(ledger, question)


@pytest.mark.parametrize("game", GAMES)
def test_what_no_place_holds_is_no_number(game: str) -> None:
    ledger = Ledger(read_header({"game": game, "players": ["Ada", "Ben", "Cem"]}))
    for place in (("supply",), ("cards", "green_left"), ("pots", "glad")):
        with pytest.raises((TypeError, KeyError)):
            ledger.game.value_at(ledger.state, place)


def ask(ledger: Ledger, question: dict[str, object]) -> None:
    try:
        answer = ledger.game.ask(ledger.state, question)
    except Refusal as refused:
        assert " " in refused.message
    else:
        assert isinstance(answer, Answer)
        assert answer.why


def _next(ledger: Ledger, chance: Random) -> dict[str, object]:
    """Mostly an answer to the prompt, sometimes what comes between."""
    prompt = ledger.game.prompt(ledger.state)
    if prompt is None:
        return {"do": "undo", "to": chance.randrange(ledger.revision)}
    if chance.random() < 0.2:
        return of(chance.choice(["leave", "return"]), chance.choice(["Ada", "Ben", "Cem"]))
    if chance.random() < 0.1:
        return {
            "do": "correct",
            "set": dict([_corrected(chance.choice(ledger.game.correctable(ledger.state)), chance)]),
        }
    if prompt.range:
        least, most, command, field = prompt.range
        return {**command, field: chance.randint(least, most)}
    return chance.choice(prompt.choices).command


def _corrected(line: Correctable, chance: Random) -> tuple[str, object]:
    if line.minimum is None or line.maximum is None:
        return line.path, chance.choice(line.choices)
    return line.path, chance.choice([line.minimum, line.maximum, *line.choices])
