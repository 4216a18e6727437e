"""What the table has to answer next in Katz & Schmaus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.katz_schmaus.commands import MOST
from companion.games.prompt import Choice, Prompt
from companion.games.said import said

if TYPE_CHECKING:
    from companion.games.katz_schmaus.state import State


def question(state: State) -> Prompt:
    """The prompt of a game that goes on; a usual turn needs no answer but the next lift, one that nobody told a result."""
    match state.phase:
        case "ready":
            return _ask_lift(state)
        case "playing":
            return Prompt(
                kind="wait",
                text=said("{name} plays", name=state.turn),
                player=state.turn,
                choices=(_SET_DOWN, _CALL, _VOID),
                default=0,
                optional=True,
            )
        case "rest":
            return _ask_result(state)
    return _ask_caller(state) if state.caller is None else _ask_verdict(state, state.caller)


_SET_DOWN: Final = Choice(said("Set down"), {"do": "set_down"})
_CALL: Final = Choice(said("Called!"), {"do": "call"})
_VOID: Final = Choice(said("No turn"), {"do": "void"})


def _ask_lift(state: State) -> Prompt:
    usual = state.options.treats
    other = MOST + 3 - usual
    taken = min(usual, state.supply)
    choices = [Choice(_lift(taken), {"do": "lift"}), Choice(f"{state.turn} +{taken}", {"do": "result"}), _CALL]
    if min(other, state.supply) != taken:
        choices.append(Choice(_lift(other), {"do": "lift", "treats": other}))
    return Prompt(
        kind="wait",
        text=said("{name} lifts the box", name=state.turn),
        player=state.turn,
        choices=tuple(choices),
        default=0,
        optional=True,
    )


def _lift(treats: int) -> str:
    return said("Lift, {treats:treat|treats}", treats=treats)


def _ask_result(state: State) -> Prompt:
    everything = Choice(f"{state.turn} +{state.on_board}", {"do": "result"})
    fewer = [
        Choice(f"{state.turn} +{in_box}", {"do": "result", "in_box": in_box})
        for in_box in range(state.on_board - 1, -1, -1)
        if state.options.left_on_board == "supply"
    ]
    return Prompt(
        kind="choose",
        text=said("Nobody called?"),
        player=state.turn,
        choices=(everything, *fewer, _CALL, _VOID),
        default=0,
        optional=True,
    )


def _ask_caller(state: State) -> Prompt:
    names = [state.players[seat] for seat in state.rivals]
    choices = tuple(Choice(name, {"do": "caller", "player": name}) for name in names)
    return Prompt(kind="choose", text=said("Who called?"), choices=choices, default=0)


def _ask_verdict(state: State, caller: int) -> Prompt:
    """Who gets how many, the likeliest first: who calls is mostly right, and most treats fall."""
    amounts = list(range(state.on_board, 0, -1))
    if state.unsaid and state.taking(MOST).on_board > state.on_board:
        amounts.append(MOST)
    names = (state.players[caller], state.players[state.on_turn])
    outcomes = [(name, in_box) for in_box in amounts for name in names] + [(names[1], 0)]
    choices = tuple(
        Choice(f"{name} +{in_box}", {"do": "result", "in_box": in_box, "to": name}) for name, in_box in outcomes
    )
    return Prompt(kind="choose", text=said("Who gets them?"), player=names[0], choices=choices, default=0)
