"""The rules of Katz & Schmaus."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import UNSET, Meta, convert

from companion.errors import Code, Refusal
from companion.games import corrections as paths
from companion.games.commands import Command, Player
from companion.games.corrections import Correction, Place
from companion.games.game import Game
from companion.games.katz_schmaus.commands import HOUSE_RULES, MOST, Call, Caller, Lift, Options, Result, SetDown, Void
from companion.games.katz_schmaus.prompts import question
from companion.games.katz_schmaus.state import CALLED, PLAYING, READY, REST, TREATS, State
from companion.games.outcome import Outcome
from companion.games.said import said
from companion.games.state import Ended

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.prompt import Prompt

GOAL: Final = 9
"""Who has so many treats makes this round the last (katz-schmaus:70)."""


class KatzSchmaus(Game[State, Options]):
    """2 to 4 players; the box feels the lift, the button is the cat figure."""

    name = "katz-schmaus"
    title = "Katz & Schmaus"
    seats = range(2, 5)
    options = Options
    house_rules = HOUSE_RULES
    verbs = (Lift, SetDown, Void, Call, Caller, Result)
    corrections = (
        Correction("bowls.PLAYER", said("bowl"), Annotated[int, Meta(ge=0, le=TREATS)]),
        Correction("turn", said("turn"), Player),
    )

    def opening(self, players: tuple[str, ...], options: Options, first: int) -> State:
        empty = (0,) * len(players)
        return State(players=players, options=options, first=first, phase=READY, seat=first, bowls=empty, turns=empty)

    def play(self, state: State, command: Command) -> State:
        match command:
            case Lift():
                return _lifted(state, command)
            case SetDown():
                return replace(state, phase=REST) if state.phase == PLAYING else state
            case Void():
                if state.phase not in (PLAYING, REST):
                    raise Refusal(Code.NOT_NOW, f"in {state.phase} there is no handling of the box to take back")
                return state.board_cleared()
            case Call():
                return _called(state, command)
            case Caller():
                if state.phase != CALLED:
                    raise Refusal(Code.NOT_NOW, "nobody has called: say `call` first")
                return replace(state, caller=_rival(state, command.player))
            case Result():
                return self._settled(state, command)
        raise TypeError(f"{command} is no command of {self.title}")

    def implied(self, state: State, command: Mapping[str, object]) -> dict[str, object] | None:
        """The next lift settles a turn without a call (katz-schmaus:64)."""
        lifted = command.get("do") == "lift" and command.get("again", False) is False
        if lifted and state.phase == REST and state.options.auto_settle and not state.alone:
            return {"do": "result"}
        return None

    def outcome(self, before: State, command: Mapping[str, object], after: State) -> Outcome | None:
        if command.get("do") != "result":
            return None
        seat = _caller_of(before, convert(command, Result, str_keys=True))
        caller = None if seat is None else before.players[seat]
        change = {name: after.scores[name] - before.scores[name] for name in before.players}
        player = next((name for name in before.players if change[name] > 0), before.players[before.on_turn])
        return Outcome(player, change[player], caller, -min(0, change[caller]) if caller else 0)

    def next_question(self, state: State) -> Prompt:
        return question(state)

    def skipped(self, state: State) -> State:
        return self._ended_turn(state, {})

    def departed(self, state: State, seat: int) -> State:
        if seat == state.seat:
            return self._next(state.board_cleared())
        if state.phase == CALLED and state.caller is None:
            return replace(state, caller=_only_rival(state))
        # Who called and then left is asked for again: it need not have been the one who is left.
        return replace(state, caller=None) if seat == state.caller else state

    def cleared(self, state: State) -> State:
        return state.board_cleared()

    def corrected(self, state: State, changes: Mapping[Place, object]) -> State:
        bowls, reached = list(state.bowls), state.reached
        for seat, old in enumerate(state.bowls):
            new = changes.get(("bowls", seat))
            if isinstance(new, int) and new != old:
                bowls[seat] = new
                reached = reached | {seat} if new >= GOAL else reached - {seat}
        turn = changes.get(("turn",))
        if isinstance(turn, int) and turn != state.seat:
            state = _moved_turn(state, turn)
        state = replace(state, bowls=tuple(bowls), reached=reached)
        if state.supply < 0:
            total = f"{sum(bowls)} in the bowls and {state.on_board} on the board"
            raise Refusal(Code.ILLEGAL, f"{total} are more than the {TREATS} treats: set the other bowls with it")
        if state.phase == READY and not state.supply:
            return self._next(state.turn_had())
        return state

    def value_at(self, state: State, place: Place) -> object:
        match place:
            case ("bowls", int(seat)):
                return state.bowls[seat]
            case ("turn",):
                return state.seat
        raise TypeError(f"{place} is no place of {self.title}")

    def written(self, state: State, command: Command) -> frozenset[str]:
        match command:
            case Lift() | SetDown():
                # What the box feels never disturbs a person; of two people who say the same, one was quicker.
                return frozenset({str(command.__struct_config__.tag)})
            case Result():
                seats = {state.seat, state.caller, *(state.seat_of(name) for name in command.named())}
                bowls = (paths.spell(("bowls", state.players[seat])) for seat in seats if seat is not None)
                return frozenset({"turn", *bowls})
        return frozenset({"turn"})

    def own_view(self, state: State) -> dict[str, object]:
        return {
            "bowls": state.by_name(state.bowls),
            "supply": state.supply,
            "on_board": state.on_board,
            "caller": None if state.caller is None else state.players[state.caller],
            "final_round": state.last_round,
            "turns": state.by_name(state.turns),
        }

    def _settled(self, state: State, result: Result) -> State:
        """What is in the box goes to one bowl (katz-schmaus:58-64), and the next player is on turn."""
        if state.phase == READY:
            state = state.taking(MOST if result.in_box == MOST else state.options.treats)
        elif state.unsaid and result.in_box == MOST:
            state = state.taking(MOST)
        caller = _caller_of(state, result)
        if caller is None and state.phase == CALLED:
            raise Refusal(Code.NOT_NOW, "it is called, but by whom? Say `caller` first, or name the `caller` in it")
        taken = state.on_board
        in_box = taken if result.in_box is UNSET else result.in_box
        if in_box > taken:
            raise Refusal(
                Code.ILLEGAL, f"{in_box} treats cannot be in the box, {taken} were taken: say {taken} or less"
            )
        if caller is not None:
            return self._ended_turn(state, _verdict(state, result, caller, in_box))
        if result.correct is not UNSET:
            raise Refusal(
                Code.ILLEGAL, "nobody called, so `correct` has no meaning: leave it out, or name the `caller`"
            )
        # katz-schmaus:64, and KS-A3 for what still lies on the board.
        gain = taken if state.options.left_on_board == "player" else in_box
        return self._ended_turn(state, {state.on_turn: gain})

    def _ended_turn(self, state: State, gains: Mapping[int, int]) -> State:
        """The turn counts, and the next player is on turn (katz-schmaus:66)."""
        bowls = tuple(bowl + gains.get(seat, 0) for seat, bowl in enumerate(state.bowls))
        full = frozenset(seat for seat, bowl in enumerate(bowls) if bowl >= GOAL)
        # KS-A5: 9 reached stays 9 reached, even if one is returned later.
        reached = state.reached | full if state.options.latch else full
        return self._next(replace(state.board_cleared().turn_had(), bowls=bowls, reached=reached))

    def _next(self, state: State) -> State:
        """The next player is on turn, or the round was the last (katz-schmaus:70)."""
        while True:
            seat, new_round = state.after(state.on_turn)
            if new_round and state.last_round:
                return self.end(state, Ended.PLAYED)
            state = replace(state, seat=seat, round=state.round + new_round)
            if state.supply:
                return state
            # KS-A1: no turn without treats. Somebody has 9 by then, so the end of the round ends this.
            state = state.turn_had()


def _lifted(state: State, lift: Lift) -> State:
    if state.phase == READY:
        treats = state.options.treats if lift.treats is UNSET else lift.treats
        return replace(state.taking(treats), phase=PLAYING)
    return replace(state, phase=PLAYING) if state.phase == REST else state


def _called(state: State, call: Call) -> State:
    if state.phase == CALLED:
        raise Refusal(Code.NOT_NOW, "it is called already: mend the `caller`, or give the `result`")
    if state.phase == READY:
        state = replace(state.taking(state.options.treats), unsaid=True)
    caller = _only_rival(state) if call.player is UNSET else _rival(state, call.player)
    return replace(state, phase=CALLED, caller=caller)


def _only_rival(state: State) -> int | None:
    """Who must have called where nobody else can have."""
    return state.rivals[0] if len(state.rivals) == 1 else None


def _rival(state: State, name: str) -> int:
    """The seat of somebody who may call; raises Refusal illegal."""
    seat = state.seat_of(name)
    if seat in state.rivals:
        return seat
    why = "has left" if seat in state.left else "is on turn"
    raise Refusal(Code.ILLEGAL, f"{state.players[seat]} {why} and cannot call: name one of the others")


def _caller_of(state: State, result: Result) -> int | None:
    """Who called, as the result tells it or as it was told before."""
    if result.caller is not UNSET:
        return _rival(state, result.caller)
    if result.to is not UNSET and state.seat_of(result.to) != state.seat:
        return _rival(state, result.to)
    return state.caller


def _verdict(state: State, result: Result, caller: int, in_box: int) -> dict[int, int]:
    """What the bowls gain or lose after a call (katz-schmaus:60-62)."""
    player, who = state.on_turn, state.players[caller]
    if result.to is not UNSET:
        to = state.seat_of(result.to)
    elif result.correct is not UNSET:
        to = player if result.correct else caller
    else:
        raise Refusal(Code.ILLEGAL, f"{who} called: say who gets the treats with `to`, or give `correct`")
    if to not in (player, caller):
        raise Refusal(Code.ILLEGAL, f"after {who} called, the treats go to {who} or {state.turn}: name one of them")
    if to == player:
        # KS-A2: of an empty bowl nothing is returned.
        return {player: in_box, caller: -1 if state.bowls[caller] else 0}
    if not in_box:
        raise Refusal(Code.ILLEGAL, f"with no treat in the box none lies wrong: {who} called in vain")
    return {caller: in_box}


def _moved_turn(state: State, seat: int) -> State:
    """Another player is on turn, and the seats before have had their turn this round."""
    if state.seat is None:
        raise Refusal(Code.ILLEGAL, "the game is over, nobody is on turn: `undo` the end, or correct the bowls")
    state.check_present(seat)
    old, new = state.place_of(state.seat), state.place_of(seat)
    turns = list(state.turns)
    for other in state.present:
        place = state.place_of(other)
        turns[other] = max(0, turns[other] + (old <= place < new) - (new <= place < old))
    return replace(state.board_cleared(), seat=seat, turns=tuple(turns))
