"""Purring Contest: in each round every cat purrs once, and whose cats have purred most has won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from companion.games import Answer, Ended, Prompt, Range
from companion.games import state as common
from companion.games.commands import Command, Player, Question
from companion.games.corrections import Correction, Place, spell
from companion.games.game import Game
from companion.games.house_rules import HouseRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Purrs = Annotated[int, Meta(ge=-1, le=9)]
"""A hiss is −1."""


class Options(common.Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many rounds are played."""

    rounds: Annotated[int, Meta(ge=1, le=9)] = 2


class Purr(Command, frozen=True, tag="purr"):
    """A cat has purred so many times."""

    player: Player
    purrs: Purrs

    def named(self) -> Iterable[str]:
        return (self.player,)


class Sum(Question, frozen=True, tag="sum"):
    """How many purrs these players have together."""

    players: list[Player]

    def named(self) -> Iterable[str]:
        return self.players


@dataclass(frozen=True, kw_only=True, slots=True)
class State(common.State):
    """The purrs of each seat, a number for each round; None where they are not told yet."""

    options: Options
    rounds: tuple[tuple[int | None, ...], ...]
    holder: int | None = None
    """Who has the cushion."""

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(sum(purrs or 0 for purrs in row) for row in self.rounds)

    def standing(self, seat: int) -> tuple[int, ...]:
        """Of equally many purrs, those on the cushion win."""
        return (self.points[seat], int(self.over and seat == self.holder))

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats whose purrs of this round are missing."""
        return tuple(seat for seat in self.present if self.rounds[seat][self.round - 1] is None)


class PurringContest(Game[State, Options]):
    """2 to 7 players, who tell their purrs in any order."""

    name = "purring-contest"
    title = "Purring Contest"
    seats = range(2, 8)
    options = Options
    house_rules = (HouseRule("rounds", "rounds"),)
    verbs = (Purr,)
    questions = (Sum,)

    def opening(self, players: tuple[str, ...], options: Options, first: int) -> State:
        silence = (None,) * options.rounds
        return State(players=players, options=options, first=first, phase="round", rounds=(silence,) * len(players))

    def play(self, state: State, command: Command) -> State:
        assert isinstance(command, Purr)
        seat = state.present_seat_of(command.player)
        return self.corrected(state, {("rounds", seat, str(state.round)): command.purrs})

    def next_question(self, state: State) -> Prompt:
        name = state.players[state.silent[0]]
        asked = Range(-1, 9, {"do": "purr", "player": name}, "purrs")
        return Prompt(kind="number", text="Purrs?", player=name, range=asked, default=0)

    def departed(self, state: State, seat: int) -> State:
        """The round does not wait for who has left."""
        del seat
        return self._heard(state)

    def settable(self, state: State) -> tuple[Correction, ...]:
        numbers = range(1, state.options.rounds + 1)
        rounds = (Correction(f"rounds.PLAYER.{number}", f"round {number}", Purrs | None) for number in numbers)
        return (*rounds, Correction("holder", "cushion", Player | None))

    def corrected(self, state: State, changes: Mapping[Place, object]) -> State:
        rows = [list(row) for row in state.rounds]
        for place, value in changes.items():
            match place, value:
                case ("rounds", int(seat), str(number)), int() | None:
                    rows[seat][int(number) - 1] = value
                case ("holder",), int() | None:
                    state = replace(state, holder=value)
        return self._heard(replace(state, rounds=tuple(map(tuple, rows))))

    def value_at(self, state: State, place: Place) -> object:
        match place:
            case ("rounds", int(seat), str(number)):
                return state.rounds[seat][int(number) - 1]
            case ("holder",):
                return state.holder
        raise TypeError(f"{place} is no place of {self.title}")

    def written(self, state: State, command: Command) -> frozenset[str]:
        assert isinstance(command, Purr)
        name = state.players[state.seat_of(command.player)]
        return frozenset({spell(("rounds", name, str(state.round)))})

    def answer(self, state: State, question: Question) -> Answer:
        assert isinstance(question, Sum)
        return Answer(sum(state.points[state.seat_of(name)] for name in question.players), "all purrs together")

    def own_view(self, state: State) -> dict[str, object]:
        holder = None if state.holder is None else state.players[state.holder]
        return {"rounds": state.by_name(map(list, state.rounds)), "holder": holder}

    def _heard(self, state: State) -> State:
        """The next round, once all have purred; after the last the game is over."""
        while not (state.over or state.silent):
            if state.round == state.options.rounds:
                return self.end(state, Ended.PLAYED)
            state = replace(state, round=state.round + 1)
        return state
