"""What the table has to answer next in Mad Cat Sad Cat; the likeliest answers come first."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from companion.games.mad_cat_sad_cat.dice import DICE, FACES, ICONS, KINDS, WILD, usable
from companion.games.mad_cat_sad_cat.pots import CATPOT, LABELS, Pot, fair_share
from companion.games.prompt import Choice, Prompt
from companion.games.said import said

if TYPE_CHECKING:
    from companion.games.mad_cat_sad_cat.dice import Card, Face, Kind
    from companion.games.mad_cat_sad_cat.state import State

LONGEST: Final = 12
"""As many sets of dice as one button steps through in 4 s; the others can be told die by die."""

_KINDS: Final[dict[Kind, str]] = {"mad": said("mad"), "sad": said("sad")}
_ALL_PAID: Final = 18
_OTHERS: Final[dict[Kind, str]] = {"mad": said("Sad"), "sad": said("Mad")}
"""What a lock-in fills: the other kind, and the catpot."""


def question(state: State, after: State | None) -> Prompt:
    """The prompt of a game that goes on; ``after`` is the game once the dice are passed, where they can be."""
    if after is not None:
        return _ask_next(state, after)
    if state.rolled:
        return _ask(state, said("{name} sets aside?", name=state.turn), _sets(state))
    if not state.locked and not state.set_aside:
        locks = [_lock(said("Mad"), "mad"), _lock(said("Sad"), "sad")]
        return _ask(state, said("{name}: mad or sad?", name=state.turn), [*locks, *_takes(state)])
    return _ask(state, _reminder(state) or said("{name} takes?", name=state.turn), [*_goes_on(state), *_mooches(state)])


def _ask(state: State, text: str, choices: list[Choice]) -> Prompt:
    return Prompt(kind="choose", text=text, player=state.turn, choices=tuple(choices), default=0)


def _ask_next(state: State, after: State) -> Prompt:
    """The next turn is begun right away, which passes the dice; a moocher may still come before it."""
    if after.over:
        text, player = said("The last turn is over"), state.turn
        first, last = [Choice(said("The end"), {"do": "pass_dice"})], list[Choice]()
    else:
        text, player = said("{name}: mad or sad?", name=after.turn), after.turn
        first = [_lock(said("{name}: {kind}", name=after.turn, kind=_KINDS[kind]), kind) for kind in KINDS]
        last = [Choice(said("Dice to {name}", name=after.turn), {"do": "pass_dice"})]
    choices = (*first, *_mooches(state), *last)
    return Prompt(kind="choose", text=text, player=player, choices=choices, default=0, optional=True)


def _reminder(state: State) -> str | None:
    """What is to be put on the cards after a lock-in, unless the companion is the bank."""
    if not state.locked or not state.paid or not state.options.chips:
        return None
    others = _OTHERS[state.locked]
    if state.paid == _ALL_PAID:
        return said("{kind}, catpot: 2 each", kind=others)
    return said("{kind}, catpot: {paid} in all", kind=others, paid=state.paid)


def _lock(label: str, kind: Kind) -> Choice:
    return Choice(label, {"do": "lock", "kind": kind})


def _takes(state: State) -> list[Choice]:
    """The cards to stop with, the richest first: those one rolls for."""
    cards = sorted(state.takeable.items(), key=lambda item: -item[1])
    return [
        Choice(said("{card} +{vps}", card=LABELS[card], vps=vps), {"do": "take", "card": card}) for card, vps in cards
    ]


def _goes_on(state: State) -> list[Choice]:
    """How a turn that has begun can go on."""
    choices = _takes(state)
    if state.four_wilds and not state.locked:
        fours = [(kind, state.pots[Pot("four", kind, "inner")]) for kind in KINDS]
        choices += [_lock(said("Four {kind} +{vps}", kind=_KINDS[kind], vps=vps), kind) for kind, vps in fours if vps]
    if len(state.set_aside) < DICE:
        if state.set_aside:
            choices += [_aside((face,)) for face in usable(FACES, state.locked)]
        if state.locked:
            choices.append(Choice(said("Fail"), {"do": "fail"}))
    return choices


def _sets(state: State) -> list[Choice]:
    """What can be set aside of a roll: the most of one icon first, and any die alone, so that all can be told."""
    dice = usable(state.rolled, state.locked)
    sets = {tuple(some) for size in range(1, len(dice) + 1) for some in combinations(sorted(dice), size)}
    likely = sorted((some for some in sets if _of_one_kind(some)), key=lambda some: _likeliness(state, some))
    alone = [some for some in likely if len(some) == 1]
    several = [some for some in likely if len(some) > 1]
    shown = {*alone, *several[: LONGEST - len(alone)]}
    return [_aside(some) for some in likely if some in shown]


def _aside(dice: tuple[Face, ...]) -> Choice:
    return Choice(said("Aside: {dice}", dice=" ".join(dice)), {"do": "set_aside", "dice": list(dice)})


def _of_one_kind(dice: tuple[Face, ...]) -> bool:
    return any(set(dice) <= {*icons, WILD} for icons in ICONS.values())


def _likeliness(state: State, dice: tuple[Face, ...]) -> tuple[int, int, tuple[Face, ...]]:
    """The most equal ones on the tray come first, with the fewest others."""
    count = Counter((*state.set_aside, *dice))
    wilds = count.pop(WILD, 0)
    return -wilds - max(count.values(), default=0), len(dice), dice


def _mooches(state: State) -> list[Choice]:
    """Who may have mooched: first the catpot after a fail, or what was taken; few before many, a page for each card."""
    rivals = [seat for seat in state.rivals if seat not in state.mooched]
    cards = sorted(state.moochable.items(), key=lambda item: item[0] not in (CATPOT.card, state.taken))
    return [choice for card, vps in cards for choice in _shares(state, rivals, card, vps)]


def _shares(state: State, rivals: list[int], card: Card, vps: int) -> list[Choice]:
    """All who may share a card so that each of them gets something."""
    pages = (said("{card} mooched", card=LABELS[card]),) if len(rivals) > 1 else ()
    found = list[Choice]()
    for size in range(1, min(len(rivals), vps) + 1):
        each, _ = fair_share(vps, size)
        for seats in combinations(rivals, size):
            names = [state.players[seat] for seat in seats]
            command: dict[str, object] = {"do": "mooch", "card": card, "players": names}
            label = said("{card} +{each}: {names}", card=LABELS[card], each=each, names=", ".join(names))
            found.append(Choice(label, command, pages))
    return found
