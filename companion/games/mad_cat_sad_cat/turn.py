"""What can happen in a turn of Mad Cat Sad Cat: each function gives the state after it, or raises Refusal illegal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.errors import Code, Refusal
from companion.games.mad_cat_sad_cat.dice import DICE, kind_of, usable
from companion.games.mad_cat_sad_cat.pots import CATPOT, fair_share
from companion.games.mad_cat_sad_cat.state import CLEANUP, ROLLING, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.mad_cat_sad_cat.dice import Card, Face, Kind


def lock(state: State, kind: Kind) -> State:
    """Somebody says which kind of cat was set aside first."""
    if state.locked:
        raise _illegal(f"{state.turn} is locked in on {state.locked} cats for the whole turn")
    if state.rolled and kind not in {kind_of([face]) for face in state.rolled}:
        raise _illegal(f"{' '.join(state.rolled)} were rolled, no {kind} cat among them: name the other kind")
    if state.set_aside and not state.rolled:
        if not state.four_wilds:
            raise _illegal("wild cats by themselves do not lock in: tell the next dice with `set_aside`")
        if not state.pots[replace(state, locked=kind).pot("four", "inner")]:
            raise _illegal(f"four wild cats cannot stop on {kind} cats: there are no VPs on their inner `four`")
    return _locked_in(state, kind)


def roll(state: State, dice: tuple[Face, ...]) -> State:
    """The dice as they fell; if none of them can be set aside, the turn is a fail (mad-cat-sad-cat:83)."""
    if state.rolled:
        raise _illegal(f"{' '.join(state.rolled)} were rolled: first tell what is set aside of them, with `set_aside`")
    left = DICE - len(state.set_aside)
    if len(dice) != left:
        raise _illegal(f"all {left} dice are rolled that are not set aside (mad-cat-sad-cat:47), not {len(dice)}")
    if not usable(dice, state.locked):
        return _failed(state)
    return replace(state, rolled=dice)


def set_aside(state: State, dice: tuple[Face, ...]) -> State:
    """Dice stay on the tray; the first cat among them locks in (mad-cat-sad-cat:59, MC-A2)."""
    kind = kind_of(dice)
    if kind and state.locked and kind != state.locked:
        raise _illegal(f"{state.turn} is locked in on {state.locked} cats: set aside only those and wild cats")
    if state.rolled and Counter(dice) - Counter(state.rolled):
        raise _illegal(f"{' '.join(dice)} are not among the rolled dice {' '.join(state.rolled)}")
    if len(state.set_aside) + len(dice) > DICE:
        raise _illegal(f"{len(state.set_aside)} of {DICE} dice are set aside already: {len(dice)} more are too many")
    state = replace(state, rolled=(), set_aside=state.set_aside + dice)
    if kind and not state.locked:
        state = _locked_in(state, kind)
    return checked(state)


def checked(state: State) -> State:
    """Five dice that let one take nothing are a fail by themselves (mad-cat-sad-cat:55, mad-cat-sad-cat:89)."""
    dead = state.phase == ROLLING and len(state.set_aside) == DICE and not state.takeable
    return _failed(state) if dead else state


def take(state: State, card: Card) -> State:
    """The player stops, and has all VPs of the inner card or of the catpot (mad-cat-sad-cat:97-99)."""
    takeable = state.takeable
    if state.rolled:
        raise _illegal(f"{' '.join(state.rolled)} were rolled: nobody stops before one of them is set aside")
    if card not in takeable:
        raise _illegal(f"{card} cannot be taken now: {_offer(takeable)}")
    vp = _paid_out(state, [state.on_turn], takeable[card])
    pots = state.pots.having({state.pot(card, "inner"): 0})
    return _cleaning_up(replace(state, vp=vp, pots=pots, taken=card))


def mooch(state: State, card: Card, seats: Sequence[int]) -> State:
    """Others reveal together, and share the outer card or the catpot (mad-cat-sad-cat:79, MC-A6)."""
    for seat in seats:
        if seat not in state.rivals:
            why = "has left" if seat in state.left else "is on turn"
            raise _illegal(f"{state.players[seat]} {why} and cannot mooch: name others")
        if seat in state.mooched:
            raise _illegal(f"{state.players[seat]} has mooched in this turn: each reveals one mooch card")
    moochable = state.moochable
    if not state.locked:
        raise _illegal("nobody mooches before the lock-in: say `lock` or `set_aside` first")
    if card not in moochable:
        catpot = "the catpot only after a fail, " if card == CATPOT.card else ""
        raise _illegal(f"{card} cannot be mooched now: {catpot}{_offer(moochable)}")
    each, rest = fair_share(moochable[card], len(seats))
    return replace(
        state,
        vp=_paid_out(state, seats, each),
        pots=state.pots.having({state.pot(card, "outer"): rest}),
        mooched=state.mooched.union(seats),
    )


def fail(state: State) -> State:
    """Of a roll that nobody told, no die can be set aside (mad-cat-sad-cat:83-85)."""
    if not state.locked:
        raise _illegal("before the lock-in any die can be set aside, so no roll fails: say `lock` first")
    if state.rolled:
        raise _illegal(f"of {' '.join(state.rolled)} something can be set aside: tell it with `set_aside`")
    if len(state.set_aside) == DICE and state.takeable:
        raise _illegal(f"five dice are set aside and are no fail: {_offer(state.takeable)}")
    return _failed(state)


def _locked_in(state: State, kind: Kind) -> State:
    """VPs come from the supply while there are some (mad-cat-sad-cat:61, MC-A7)."""
    pots = state.pots.locked_in(kind, state.supply)
    paid = pots.total - state.pots.total
    return replace(state, locked=kind, pots=pots, paid=paid, lock_ins=state.lock_ins + bool(paid))


def _failed(state: State) -> State:
    return _cleaning_up(replace(state, rolled=(), failed=True))


def _cleaning_up(state: State) -> State:
    """The turn is over but for the moochers."""
    return replace(state.turn_had(), phase=CLEANUP)


def _paid_out(state: State, seats: Sequence[int], each: int) -> tuple[int, ...]:
    return tuple(had + (each if seat in seats else 0) for seat, had in enumerate(state.vp))


def _offer(cards: dict[Card, int]) -> str:
    if not cards:
        return "there is nothing"
    return "there is " + ", ".join(f"{card} ({vps})" for card, vps in cards.items())


def _illegal(message: str) -> Refusal:
    return Refusal(Code.ILLEGAL, message)
