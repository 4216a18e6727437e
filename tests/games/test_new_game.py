"""A game more on the shelf: one class, one line, and all that games share works."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from companion.games import GAMES, Answer, Choice, Code, Ended, Prompt, Range, Refusal, read_header
from companion.games import state as common
from companion.games.commands import Command, Player, Question
from companion.games.corrections import Correction, Place
from companion.games.game import Game
from companion.table.ledger import Ledger
from tests.games.telling import of, refusal, seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Purrs = Annotated[int, Meta(ge=-9, le=9)]


class Options(common.Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rounds: Literal[1, 2] | None = None


class Purr(Command, frozen=True, tag="purr"):
    player: Player
    purrs: Purrs

    def named(self) -> Iterable[str]:
        return (self.player,)


class Sum(Question, frozen=True, tag="sum"):
    players: list[str]

    def named(self) -> Iterable[str]:
        return self.players


@dataclass(frozen=True, kw_only=True, slots=True)
class State(common.State):
    options: Options
    rounds: tuple[tuple[int | None, ...], ...]
    holder: int | None = None

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(sum(purrs or 0 for purrs in row) for row in self.rounds)

    def standing(self, seat: int) -> tuple[int, ...]:
        """Of equally many the holder of the cushion wins."""
        return (self.points[seat], int(self.over and seat == self.holder))


class PurringContest(Game[State, Options]):
    """Nobody is on turn, and players tell their purrs in any order."""

    name = "purring"
    title = "Purring Contest"
    seats = range(2, 8)
    options = Options
    verbs = (Purr,)
    questions = (Sum,)
    corrections = (
        *(Correction(f"rounds.PLAYER.{number}", f"round {number}", Purrs | None) for number in (1, 2)),
        Correction("holder", "cushion", Player | None),
        Correction("mood", "mood", Literal["good", "bad"] | None),
    )

    def opening(self, players: tuple[str, ...], options: Options, first: int) -> State:
        rounds = options.rounds or (2 if len(players) < 5 else 1)
        chosen = msgspec.structs.replace(options, rounds=rounds)
        empty = ((None,) * rounds,) * len(players)
        return State(players=players, options=chosen, first=first, phase="round", rounds=empty)

    def play(self, state: State, command: Command) -> State:
        assert isinstance(command, Purr)
        seat = state.seat_of(command.player)
        state = self.corrected(state, {("rounds", seat, str(state.round)): command.purrs})
        if any(state.rounds[seat][state.round - 1] is None for seat in state.present):
            return state
        return self.end(state, Ended.PLAYED) if state.round == state.options.rounds else replace(state, round=2)

    def next_question(self, state: State) -> Prompt:
        missing = [seat for seat in state.present if state.rounds[seat][state.round - 1] is None]
        name = state.players[missing[0]]
        return Prompt(
            kind="number", player=name, text="Purrs?", default=0, range=Range(-9, 9, of("purr", name), "purrs")
        )

    def own_view(self, state: State) -> dict[str, object]:
        return {"rounds": state.by_name(map(list, state.rounds))}

    def corrected(self, state: State, changes: Mapping[Place, object]) -> State:
        rows = [list(row) for row in state.rounds]
        for place, value in changes.items():
            match place, value:
                case ("rounds", int(seat), str(number)), int() | None:
                    rows[seat][int(number) - 1] = value
                case ("holder",), int() | None:
                    state = replace(state, holder=value)
        return replace(state, rounds=tuple(map(tuple, rows)))

    def value_at(self, state: State, place: Place) -> object:
        match place:
            case ("rounds", int(seat), str(number)):
                return state.rounds[seat][int(number) - 1]
        return state.holder if place == ("holder",) else None

    def written(self, state: State, command: Command) -> frozenset[str]:
        return frozenset({f"rounds.{state.players[state.seat_of(name)]}.{state.round}" for name in command.named()})

    def answer(self, state: State, question: Question) -> Answer:
        assert isinstance(question, Sum)
        return Answer(sum(state.points[state.seat_of(name)] for name in question.players), "all purrs together")


@pytest.fixture(name="ledger")
def _ledger(monkeypatch: pytest.MonkeyPatch) -> Ledger:
    monkeypatch.setitem(GAMES, "purring", PurringContest())
    return Ledger(read_header({"game": "purring", "players": ["Ada", "Ben", "Cem"], "options": {"first": "Ben"}}))


def purr(player: str, purrs: int) -> dict[str, object]:
    return of("purr", player, purrs=purrs)


def test_in_any_order_to_the_end(ledger: Ledger) -> None:
    for player, purrs in (("Cem", 3), ("Ada", -2), ("Ben", 1), ("Ben", 2), ("Ada", 0), ("Cem", 0)):
        ledger.submit(purr(player, purrs))
    found = seen(ledger)
    assert found["winners"] == ["Ben", "Cem"]
    assert found["ranks"] == {"Ada": 3, "Ben": 1, "Cem": 1}
    assert refusal(ledger, purr("Ada", 1)) == Code.OVER
    ledger.submit({"do": "correct", "set": {"holder": "Cem"}})
    assert seen(ledger)["winners"] == ["Cem"]
    assert seen(ledger)["ranks"] == {"Ada": 3, "Ben": 2, "Cem": 1}


def test_a_default_that_hangs_on_the_players(ledger: Ledger) -> None:
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
        "range": {"min": -9, "max": 9, "command": {"do": "purr", "player": "Ada"}, "field": "purrs"},
    }


def test_what_can_be_corrected(ledger: Ledger) -> None:
    lines = {line.path: line for line in ledger.game.correctable(ledger.state)}
    assert len(lines) == 3 * 2 + 2
    assert lines["rounds.Ada.2"][1:] == ("Ada: round 2", None, -9, 9, (None,))
    assert lines["holder"][1:] == ("cushion", None, None, None, ("Ada", "Ben", "Cem", None))
    assert lines["mood"].choices == ("bad", "good", None)
    ledger.submit({"do": "correct", "set": {"rounds.Ada.1": 4, "rounds.Ben.2": None, "holder": None}})
    assert seen(ledger)["scores"] == {"Ada": 4, "Ben": 0, "Cem": 0}
    for path, value in (("rounds.Ada.3", 1), ("rounds.Ada.1", 10), ("holder", 1), ("mood", "sulky")):
        assert refusal(ledger, {"do": "correct", "set": {path: value}}) == Code.BAD_COMMAND
    assert refusal(ledger, {"do": "correct", "set": {"holder": "Zoe"}}) == Code.UNKNOWN_PLAYER


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


def test_leaving_and_the_last_one(ledger: Ledger) -> None:
    ledger.submit(of("leave", "Ada"))
    ledger.submit(of("leave", "Ben"))
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert prompt.choices[-1] == Choice("Finish", {"do": "finish"})
    assert refusal(ledger, purr("Cem", 1)) == Code.NOT_NOW


def test_what_disturbs_what(ledger: Ledger) -> None:
    assert ledger.game.writes(ledger.state, purr("Ada", 1)) == {"rounds.Ada.1"}
