"""The rules of Katz Fatz."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec import UNSET

from companion.errors import Code, Refusal
from companion.games import corrections as paths
from companion.games.commands import Command, Player
from companion.games.corrections import Correction, Place
from companion.games.game import Game
from companion.games.katz_fatz.cards import Toy
from companion.games.katz_fatz.commands import (
    HOUSE_RULES,
    ROUNDS,
    Actions,
    CanPlay,
    ChoiceOrder,
    CountPile,
    Options,
    PadValue,
    Points,
    ReadOff,
    RoundOver,
    Score,
    Setup,
    Splats,
    TotalToys,
    ToyTo,
    TurnOrder,
    TurnOver,
    colours_in,
)
from companion.games.katz_fatz.counting import toy_points
from companion.games.katz_fatz.pad import Pad
from companion.games.katz_fatz.prompts import question, telling
from companion.games.katz_fatz.referee import AT_ONCE, answer, counted
from companion.games.katz_fatz.state import PAD, ROUND, Mark, Mended, State
from companion.games.katz_fatz.state import ReadOff as OnPad
from companion.games.said import said
from companion.games.state import Ended
from companion.games.strict import bad, plain, short

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.commands import Question
    from companion.games.corrections import Correctable
    from companion.games.prompt import Answer, Choice, Prompt


class KatzFatz(Game[State, Options]):
    """2 to 7 players (8 cards each, and one laid out more than they are, of 72); four rounds, scored in any order."""

    name = "katz-fatz"
    title = "Katz Fatz"
    seats = range(2, 8)
    options = Options
    house_rules = HOUSE_RULES
    verbs = (TurnOver, ToyTo, Score, ReadOff, PadValue)
    questions = (Setup, ChoiceOrder, TurnOrder, Actions, CanPlay, RoundOver, CountPile)
    corrections = (
        *(
            Correction(f"rounds.PLAYER.{number}", said("round {number}", number=number), Points | None)
            for number in range(1, ROUNDS + 1)
        ),
        Correction("toy_symbols.PLAYER", said("toys"), TotalToys),
        Correction("splats.PLAYER", said("splats"), Splats),
        Correction("dealer", said("dealer"), Player),
        Correction("toy", said("toy"), Toy | None),
        Correction("toy_holder", said("toy holder"), Player | None),
    )

    def opening(self, players: tuple[str, ...], options: Options, first: int) -> State:
        pad = options.pad or Pad()
        return State(
            players=players,
            options=msgspec.structs.replace(options, pad=pad),
            first=first,
            phase=ROUND,
            dealer=first,
            marks=((Mark(),) * ROUNDS,) * len(players),
            mended=(Mended(),) * len(players),
            pad=pad,
            read_off=(OnPad(),) * len(players),
        )

    def check(self, state: State, told: Command | Question) -> None:
        for colour in colours_in(told):
            if colour not in state.options.colours:
                raise bad(f"there is no colour {short(colour)}, only {', '.join(state.options.colours)}")

    def play(self, state: State, command: Command) -> State:
        match command:
            case TurnOver() | ToyTo():
                return _toy_told(state, command)
            case Score():
                return self._settled(_scored(state, command))
            case ReadOff():
                return self._settled(_read_off(state, command))
            case PadValue():
                return self._settled(_learnt(state, command))
        raise TypeError(f"{command} is no command of {self.title}")

    def lesson(self, state: State) -> dict[str, object]:
        """The printed values of the pad, as far as they were told: they are asked for once."""
        known = state.pad != Pad()
        return {"pad": plain(state.pad)} if known else {}

    def with_lesson(self, options: Mapping[str, object], lesson: Mapping[str, object]) -> Mapping[str, object]:
        """A pad of which some values were told in a game is still that pad."""
        known, learnt = options.get("pad"), lesson.get("pad")
        if known is None or learnt is None:
            return options
        same = msgspec.convert(learnt, Pad).goes_on_from(msgspec.convert(known, Pad))
        return {**options, "pad": learnt} if same else options

    def next_question(self, state: State) -> Prompt | None:
        """The oldest round that lacks a score is asked for first, whatever the table plays by now."""
        number = state.oldest_unscored
        if number is None or (number == state.round and state.phase == ROUND):
            return question(state)
        asked = question(replace(state, phase=ROUND, round=number))
        return asked and replace(asked, optional=False)

    def answer(self, state: State, question: Question) -> Answer:
        return answer(state, question)

    def at_hand(self, state: State) -> tuple[Choice, ...]:
        return telling(state)

    def correctable(self, state: State) -> tuple[Correctable, ...]:
        """The scores of rounds that have not begun are not offered, though they can be told."""
        later = {
            paths.spell(("rounds", name, str(number)))
            for name in state.players
            for number in range(state.round + 1, ROUNDS + 1)
        }
        return tuple(one for one in super().correctable(state) if one.path not in later)

    def departed(self, state: State, seat: int) -> State:
        if seat == state.table.holder:
            state = state.with_table(state.table._replace(holder=None))
        state = self._settled(state)
        # If the round waited for the dealer alone, the next one has another dealer by now.
        return replace(state, dealer=state.after(seat)[0]) if seat == state.dealer else state

    def returned(self, state: State, seat: int) -> State:
        del seat
        return self._settled(state)

    def corrected(self, state: State, changes: Mapping[Place, object]) -> State:
        known = [state.total(seat) is not None for seat in state.present]
        for place, value in changes.items():
            state = _set(state, place, value)
        if state.over:
            for seat, was_known in zip(state.present, known, strict=True):
                if was_known and state.total(seat) is None:
                    raise Refusal(
                        Code.ILLEGAL,
                        f"what the pad shows for {state.players[seat]} then is not known: `undo` the end, and tell `pad_value`",
                    )
            return state
        return self._settled(state)

    def value_at(self, state: State, place: Place) -> object:
        match place:
            case ("rounds", int(seat), str(number)):
                return state.marks[seat][int(number) - 1].points
            case ("toy_symbols", int(seat)):
                return state.symbols("toys", seat)
            case ("splats", int(seat)):
                return state.symbols("splats", seat)
            case ("dealer",):
                return state.dealer
            case ("toy",):
                return state.table.toy
            case ("toy_holder",):
                return state.table.holder
        raise TypeError(f"{place} is no place of {self.title}")

    def written(self, state: State, command: Command) -> frozenset[str]:
        match command:
            case TurnOver():
                return frozenset({"toy"})
            case ToyTo():
                return frozenset({"toy_holder"})
            case Score():
                name = state.players[state.seat_of(command.player)]
                number = state.round if command.round is UNSET else command.round
                written = (("rounds", name, str(number)), ("toy_symbols", name), ("splats", name))
                return frozenset(paths.spell(place) for place in written)
            case ReadOff():
                return frozenset({paths.spell(("pad", state.players[state.seat_of(command.player)]))})
            case PadValue():
                return frozenset({f"pad.{command.which}.{command.symbols}"})
        raise TypeError(f"{command} is no command of {self.title}")

    def own_view(self, state: State) -> dict[str, object]:
        seats = range(len(state.players))
        table = state.table
        beginning = state.phase == ROUND and len(state.unscored) == len(state.present)
        return {
            "rounds": state.by_name([mark.points for mark in row] for row in state.marks),
            "toy_symbols": state.by_name(state.symbols("toys", seat) for seat in seats),
            "splats": state.by_name(state.symbols("splats", seat) for seat in seats),
            "dealer": state.players[state.dealer],
            "toy": table.toy,
            "toy_holder": None if table.holder is None else state.players[table.holder],
            "totals": state.by_name(state.total(seat) for seat in seats),
            "last_count": None if state.last_count is None else state.last_count.as_dict(),
            "pad": msgspec.to_builtins(state.pad),
            "reminder": AT_ONCE if state.options.advanced and beginning else None,
        }

    def _settled(self, state: State) -> State:
        """The next round begins once all who are in have scored (katz-fatz:175); after the fourth the pad is read."""
        if state.alone:
            return state
        while state.phase == ROUND and not state.unscored and state.half_told is None:
            state = state.without_absent()
            if state.round == ROUNDS:
                state = replace(state, phase=PAD)
            else:
                state = replace(state, round=state.round + 1, dealer=state.after(state.dealer)[0])
        if state.phase == PAD and state.half_told is None and state.oldest_unscored is None and state.missing is None:
            return self.end(state, Ended.PLAYED)
        return state


def _toy_told(state: State, command: TurnOver | ToyTo) -> State:
    if state.phase != ROUND:
        raise Refusal(Code.NOT_NOW, "the rounds are over, and so are their toys: tell what the pad shows")
    if isinstance(command, TurnOver):
        return state.with_table(state.table._replace(toy=command.toy))
    holder = None if command.player is None else state.present_seat_of(command.player)
    return state.with_table(state.table._replace(holder=holder))


def _scored(state: State, score: Score) -> State:
    """A round on the pad, for the first time or again (katz-fatz:163-167)."""
    number = state.round if score.round is UNSET else score.round
    if number > state.round:
        raise Refusal(Code.NOT_NOW, f"round {number} has not begun: this is round {state.round}")
    seat = state.present_seat_of(score.player)
    toys = 0 if score.toys is UNSET else score.toys
    hand_colours = 0 if score.hand_colours is UNSET else score.hand_colours
    if score.points is not UNSET:
        return state.marked(seat, number, Mark(score.points, toys, hand_colours))
    toy = _toy_at_scoring(state, score, seat, number)
    if score.pile is not UNSET:
        found = counted(score.pile, score.hand, score.hand_colours, toy, state.options)
        mark = Mark(found.total, found.toy_symbols, found.hand_colours)
        state = replace(state, last_count=found)
    else:
        assert score.plus is not UNSET
        assert score.minus is not UNSET
        mark = Mark(score.plus - score.minus + toy_points(toy, hand_colours or 0), toys, hand_colours)
    if not -200 <= (mark.points or 0) <= 200:
        raise Refusal(Code.ILLEGAL, f"that makes {mark.points} points, but a round has at most 200")
    return state.marked(seat, number, mark)


def _toy_at_scoring(state: State, score: Score, seat: int, number: int) -> Toy | None:
    """The toy that a player had at the end of a round, as told in the score or before."""
    table = state.on_table[number - 1]
    has_toy = seat == table.holder if score.has_toy is UNSET else score.has_toy
    if has_toy and table.toy is None:
        name = state.players[seat]
        raise Refusal(
            Code.ILLEGAL, f"{name} has the toy of round {number}, but which is it? Tell `toy`, or give `points`"
        )
    return table.toy if has_toy else None


def _read_off(state: State, told: ReadOff) -> State:
    if state.phase != PAD:
        raise Refusal(Code.NOT_NOW, f"the pad is read after round {ROUNDS}: tell `pad_value` for everyone, or wait")
    seat = state.present_seat_of(told.player)
    old = state.read_off[seat]
    new = OnPad(
        old.toys if told.toys_value is UNSET else told.toys_value,
        old.splats if told.splats_value is UNSET else told.splats_value,
    )
    return replace(state, read_off=(*state.read_off[:seat], new, *state.read_off[seat + 1 :]))


def _learnt(state: State, told: PadValue) -> State:
    end = state.pad.end(told.which)
    if end is not None and told.symbols > end:
        raise Refusal(Code.ILLEGAL, f"the pad ends with {end} {told.which}: there is none with number {told.symbols}")
    return replace(state, pad=state.pad.learning(told.which, told.symbols, told.value))


def _set(state: State, place: Place, value: object) -> State:
    """The state with one value corrected."""
    match place, value:
        case ("rounds", int(seat), str(number)), int() | None:
            mark = state.marks[seat][int(number) - 1]
            return state.marked(seat, int(number), mark._replace(points=value, away=mark.away and value is None))
        case ("toy_symbols", int(seat)), int():
            return state.with_symbols("toys", seat, value)
        case ("splats", int(seat)), int():
            return state.with_symbols("splats", seat, value)
        case ("dealer",), int():
            state.check_present(value)
            return replace(state, dealer=value)
        case ("toy",), str() | None:
            return state.with_table(state.table._replace(toy=cast("Toy | None", value)))
        case ("toy_holder",), int() | None:
            if value is not None:
                state.check_present(value)
            return state.with_table(state.table._replace(holder=value))
    raise TypeError(f"{place} is no place of {KatzFatz.title}")
