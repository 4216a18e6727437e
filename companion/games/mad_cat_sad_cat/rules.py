"""The rules of Mad Cat Sad Cat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from companion.errors import Code, Refusal
from companion.games import corrections as paths
from companion.games.commands import Command, Player, Question
from companion.games.corrections import Correction, Place
from companion.games.game import EVERYTHING, Game
from companion.games.mad_cat_sad_cat import turn
from companion.games.mad_cat_sad_cat.commands import (
    HOUSE_RULES,
    CanSetAside,
    Fail,
    Lock,
    Matches,
    Mooch,
    Odds,
    Options,
    PassDice,
    Roll,
    SetAside,
    Share,
    Take,
    Turn,
    Vps,
)
from companion.games.mad_cat_sad_cat.pots import CATPOT, POTS, SETUP, Pot
from companion.games.mad_cat_sad_cat.prompts import question
from companion.games.mad_cat_sad_cat.referee import answer
from companion.games.mad_cat_sad_cat.state import CLEANUP, ROLLING, State
from companion.games.outcome import Outcome
from companion.games.said import said
from companion.games.state import Ended

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.prompt import Answer, Prompt

_POT_AT: Final[dict[Place, Pot]] = {pot.path: pot for pot in POTS}


class MadCatSadCat(Game[State, Options]):
    """2 to 5 players (mad-cat-sad-cat:25, mad-cat-sad-cat:125-127)."""

    name = "mad-cat-sad-cat"
    title = "Mad Cat Sad Cat"
    seats = range(2, 6)
    options = Options
    house_rules = HOUSE_RULES
    verbs = (Lock, Take, Mooch, Fail, PassDice, Turn, Roll, SetAside)
    questions = (Matches, CanSetAside, Odds, Share)
    corrections = (
        Correction("vp.PLAYER", said("VPs"), Vps),
        Correction("turn", said("turn"), Player),
        *(Correction(paths.spell(pot.path), pot.label, Vps) for pot in (CATPOT, *POTS[:-1])),
    )

    def opening(self, players: tuple[str, ...], options: Options, first: int) -> State:
        none = (0,) * len(players)
        return State(
            players=players,
            options=options,
            first=first,
            phase=ROLLING,
            seat=first,
            vp=none,
            pots=SETUP,
            last_rounds=none,
        )

    def play(self, state: State, command: Command) -> State:
        if isinstance(command, Take | Fail) and state.phase == CLEANUP:
            raise Refusal(Code.NOT_NOW, f"{state.turn} has had the turn: say `pass_dice`, or `undo` how it ended")
        if isinstance(command, Lock | Roll | SetAside | Turn) and state.phase == CLEANUP:
            state = self._with_next_player(state)
        match command:
            case Lock():
                return turn.lock(state, command.kind)
            case Roll():
                return turn.roll(state, command.dice)
            case SetAside():
                return turn.set_aside(state, command.dice)
            case Take():
                return turn.take(state, command.card)
            case Fail():
                return turn.fail(state)
            case Mooch():
                return turn.mooch(state, command.card, [state.seat_of(name) for name in command.players])
            case Turn():
                return _whole(state, command)
            case PassDice():
                if state.phase != CLEANUP:
                    raise Refusal(Code.NOT_NOW, f"{state.turn} has the dice: say `take` or `fail` first")
                return self._passed(state)
        raise TypeError(f"{command} is no command of {self.title}")

    def outcome(self, before: State, command: Mapping[str, object], after: State) -> Outcome | None:
        del command
        if after.phase != CLEANUP or (before.phase, before.seat) == (after.phase, after.seat):
            return None
        seat = after.on_turn
        return Outcome(after.players[seat], after.vp[seat] - before.vp[seat])

    def next_question(self, state: State) -> Prompt:
        return question(state, after=self._passed(state) if state.phase == CLEANUP else None)

    def answer(self, state: State, question: Question) -> Answer:
        return answer(state, question)

    def skipped(self, state: State) -> State:
        return self._passed(state.turn_had())

    def departed(self, state: State, seat: int) -> State:
        return self._passed(state) if seat == state.seat else state

    def cleared(self, state: State) -> State:
        return state.picked_up()

    def corrected(self, state: State, changes: Mapping[Place, object]) -> State:
        vp = tuple(_number(changes, ("vp", seat), old) for seat, old in enumerate(state.vp))
        pots = state.pots.having({pot: _number(changes, pot.path, state.pots[pot]) for pot in POTS})
        seat = changes.get(("turn",))
        if isinstance(seat, int) and seat != state.seat:
            state = _moved_turn(state, seat)
        state = replace(state, vp=vp, pots=pots)
        if state.supply < 0:
            total = f"{sum(vp)} with the players and {pots.total} on the cards"
            raise Refusal(Code.ILLEGAL, f"{total} are more than the 160 VPs: set the other numbers with it")
        return turn.checked(state)

    def value_at(self, state: State, place: Place) -> object:
        match place:
            case ("vp", int(seat)):
                return state.vp[seat]
            case ("turn",):
                return state.seat
            case ("pots", *_):
                return state.pots[_POT_AT[place]]
        raise TypeError(f"{place} is no place of {self.title}")

    def written(self, state: State, command: Command) -> frozenset[str]:
        """What is different after it; who moves the turn on also has everybody pick up their mooch cards."""
        try:
            after = self.play(state, command)
        except Refusal:
            return EVERYTHING
        places: list[Place] = [pot.path for pot in POTS if state.pots[pot] != after.pots[pot]]
        seats = range(len(state.players))
        places += [("vp", seat) for seat in seats if state.vp[seat] != after.vp[seat]]
        new_lock = (state.seat, state.locked) != (after.seat, after.locked)
        places += [("mooch", seat) for seat in seats if new_lock or seat in state.mooched ^ after.mooched]
        if _progress(state) != _progress(after):
            places.append(("turn",))
        return frozenset(
            paths.spell(word if isinstance(word, str) else state.players[word] for word in place) for place in places
        )

    def own_view(self, state: State) -> dict[str, object]:
        return {
            "pots": state.pots.view(),
            "supply": state.supply,
            "vp": state.by_name(state.vp),
            "set_aside": list(state.set_aside),
            "locked": state.locked,
            "matches": list(state.matches),
            "takeable": state.takeable,
            "lock_ins": state.lock_ins,
            "final_turns": state.last_round,
        }

    def _with_next_player(self, state: State) -> State:
        """The dice are passed because the next turn begins; raises Refusal over where none does."""
        state = self._passed(state)
        if state.over:
            raise Refusal(Code.OVER, "this was the last turn: say `pass_dice`, which ends the game")
        return state

    def _passed(self, state: State) -> State:
        """The next player has the dice, or the game ends with this turn (mad-cat-sad-cat:109, 123-127)."""
        seat, new_round = state.after(state.on_turn)
        # One alone: the other of two has left on the last turn, which was the ongoing one all the same.
        if state.last_round and (len(state.present) in (1, 2, 4) or new_round):
            return self.end(state.picked_up(), Ended.PLAYED)
        return replace(state.picked_up(), seat=seat, round=state.round + new_round)


def _whole(state: State, whole: Turn) -> State:
    """A turn from the lock-in to the fail or the taken card, told at once."""
    if state.seat_of(whole.player) != state.seat:
        raise Refusal(Code.NOT_YOUR_TURN, f"{state.turn} is on turn, not {whole.player}: tell that turn first")
    if whole.kind is not UNSET:
        state = turn.lock(state, whole.kind)
    mooches = [(card, [state.seat_of(name) for name in names]) for card, names in whole.mooch]
    for card, seats in mooches:
        if card != CATPOT.card:
            state = turn.mooch(state, card, seats)
    state = turn.fail(state) if whole.take is UNSET else turn.take(state, whole.take)
    for card, seats in mooches:
        if card == CATPOT.card:
            state = turn.mooch(state, card, seats)
    return state


def _moved_turn(state: State, seat: int) -> State:
    """Another player is on turn, and the seats before have had their turn this round."""
    if state.seat is None:
        raise Refusal(Code.ILLEGAL, "the game is over, nobody is on turn: `undo` the end, or correct the VPs")
    state.check_present(seat)
    latest = list(state.last_rounds)
    old, new = state.place_of(state.seat), state.place_of(seat)
    for other in state.present:
        place = state.place_of(other)
        if old <= place < new:
            latest[other] = state.round
        elif new <= place <= old:
            latest[other] = min(latest[other], state.round - 1)
    return replace(state.picked_up(), seat=seat, last_rounds=tuple(latest))


def _progress(state: State) -> tuple[object, ...]:
    return state.seat, state.round, state.phase, state.locked, state.rolled, state.set_aside, state.failed


def _number(changes: Mapping[Place, object], place: Place, old: int) -> int:
    value = changes.get(place, old)
    return value if isinstance(value, int) else old
