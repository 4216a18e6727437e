"""What the referee of Katz Fatz answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from companion.errors import Code, Refusal
from companion.games.katz_fatz.cards import DECK, HAND, Card, Toy, different_colours, matches, neighbours
from companion.games.katz_fatz.commands import (
    Actions,
    CanPlay,
    ChoiceOrder,
    CountPile,
    Options,
    RoundOver,
    Setup,
    TurnOrder,
)
from companion.games.katz_fatz.counting import Count, count
from companion.games.prompt import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msgspec import UnsetType

    from companion.games.commands import Question
    from companion.games.katz_fatz.state import State

AT_ONCE: Final = "Begging, Cat Litter Visit and Toy Emergency on your start card work at once, on yourself"
"""What the advanced variant changes (katz-fatz:191)."""


def answer(state: State, question: Question) -> Answer:
    """The answer, and the rule it rests on; raises Refusal illegal for what cannot be."""
    for name in question.named():
        state.present_seat_of(name)
    match question:
        case Setup():
            return _setup(len(state.present))
        case ChoiceOrder():
            return _choice_order(state)
        case TurnOrder():
            return _turn_order(state)
        case Actions():
            return _actions(state, question)
        case CanPlay():
            return _can_play(state, question)
        case RoundOver():
            return _round_over(question)
        case CountPile():
            return _count(state, question)
    raise TypeError(f"{question} is no question of Katz Fatz")


def counted(
    pile: Sequence[Card],
    hand: Sequence[tuple[str, ...]] | UnsetType,
    colours: int | UnsetType | None,
    toy: Toy | None,
    rules: Options,
) -> Count:
    """The count of a pile; raises Refusal illegal where cards are too many, or lack the colours that matter."""
    cards = len(pile) + (0 if hand is UNSET else len(hand))
    if cards > DECK:
        raise Refusal(Code.ILLEGAL, f"{cards} cards in pile and hand are more than the {DECK} of the game")
    plain = next((place for place, card in enumerate(pile) if not card.colours), None)
    if toy == "scratching-tree" and plain is not None:
        raise Refusal(Code.ILLEGAL, f"the Scratching Tree compares colours: tell those of card {plain} too")
    if hand is not UNSET:
        colours = different_colours(hand)
    return count(pile, colours or 0, toy, rules)


def _setup(players: int) -> Answer:
    """Eight cards each, and one more laid out than there are players (katz-fatz:35-39)."""
    dealt, laid_out = HAND * players, players + 1
    stack = DECK - dealt - laid_out
    why = f"{HAND} cards for each of {players}, {laid_out} face up to choose from, the other {stack} are the stack"
    return Answer({"dealt": dealt, "laid_out": laid_out, "stack": stack}, why)


def _choice_order(state: State) -> Answer:
    """The dealer first, the others against the clock (katz-fatz:43)."""
    names = _around(state, state.dealer, -1)
    why = f"{names[0]} dealt and picks first"
    if len(names) > 1:
        why += ", the others follow against the clock"
    return Answer(names, f"{why}; advanced: {AT_ONCE}" if state.options.advanced else why)


def _turn_order(state: State) -> Answer:
    """The one to the left of the dealer first, then clockwise (katz-fatz:49, katz-fatz:69)."""
    dealer, *others = _around(state, state.dealer, 1)
    if not others:
        return Answer([dealer], f"{dealer}, who dealt, is the only one who is in")
    return Answer([*others, dealer], f"{others[0]} sits to the left of {dealer}, who dealt; then clockwise")


def _around(state: State, seat: int, step: int) -> list[str]:
    count = len(state.players)
    seats = ((seat + step * number) % count for number in range(count))
    return [state.players[each] for each in seats if each not in state.left]


def _actions(state: State, question: Actions) -> Answer:
    name = state.players[state.seat_of(question.player)]
    match _toy_of(state, question.player):
        case "armchair":
            return Answer(1, f"{name} has the Armchair: one action (katz-fatz:121)")
        case "ultra-laser":
            return Answer(3, f"{name} has the Ultra-Laser: three actions, all of them must be taken (katz-fatz:129)")
    return Answer(2, "a turn is two actions, and none may be left out (katz-fatz:51)")


def _can_play(state: State, question: CanPlay) -> Answer:
    name, toy = state.players[state.seat_of(question.player)], _toy_of(state, question.player)
    card, top = question.card, question.top
    if question.mouse and toy != "fabric-mouse":
        raise Refusal(Code.ILLEGAL, f"{name} does not have the Fabric Mouse: tell `toy` and `toy_to` first")
    if top is None:
        return Answer(True, "any card may be placed where no card lies (katz-fatz:61)")
    if question.mouse:
        return Answer(True, "the Fabric Mouse, given back, lets you ignore the conditions (katz-fatz:149)")
    if matches(card, top):
        return Answer(True, "the cards share the number or a colour (katz-fatz:57-59)")
    if toy == "magic-string" and neighbours(card, top):
        return Answer(True, "with the Magic String the numbers may differ by 1 (katz-fatz:141)")
    if not card.colours or not top.colours:
        raise Refusal(Code.ILLEGAL, "the numbers do not match, so it hangs on the colours: tell those of both cards")
    return Answer(False, "the cards share neither the number nor a colour (katz-fatz:57)")


def _round_over(question: RoundOver) -> Answer:
    cards = sum(question.hands.values()) + question.stack
    if cards > DECK:
        raise Refusal(Code.ILLEGAL, f"{cards} cards in hands and stack are more than the {DECK} of the game")
    empty = [name for name, held in question.hands.items() if not held]
    if empty:
        return Answer(True, f"{empty[0]} has no cards left (katz-fatz:161)")
    if not question.stack:
        return Answer(True, "no cards are left in the stack (katz-fatz:161)")
    return Answer(False, "everyone has cards, and so has the stack")


def _count(state: State, question: CountPile) -> Answer:
    rules = question.options.over(state.options)
    found = counted(question.pile, question.hand, question.hand_colours, question.toy, rules)
    why = f"{found.plus} plus and {found.minus} minus"
    if found.toy_points:
        why += f", and {found.toy_points} for the toy"
    if found.dropped is not None:
        why += f"; {found.dropped} is not scored"
    return Answer(found.as_dict(), why)


def _toy_of(state: State, name: str) -> Toy | None:
    """The toy that a player has now."""
    return state.table.toy if state.table.holder == state.seat_of(name) else None
