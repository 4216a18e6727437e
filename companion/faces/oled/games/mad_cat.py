"""How a game of Mad Cat Sad Cat is seen: whose turn it is, which cards can be taken, what lies on all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.faces.menu import Submit
from companion.faces.oled import screens
from companion.games.mad_cat_sad_cat.dice import COMBINATIONS
from companion.games.mad_cat_sad_cat.pots import CATPOT, Pot
from companion.games.mad_cat_sad_cat.state import CLEANUP, ROLLING, State

if TYPE_CHECKING:
    from companion.faces.oled.moment import Moment
    from companion.games import Outcome


def now(moment: Moment) -> screens.Screen | None:
    """The result of a turn, then whose turn is next; once locked in, the cards that can be taken."""
    state = moment.state
    assert isinstance(state, State)
    done, prompt = moment.settled, moment.view.table.prompt
    if done is not None and state.phase != ROLLING:
        return screens.Settled(done.player, done.amount, _verdict(state, done, moment), signs=moment.signs)
    if state.over or state.alone or prompt is None:
        return None
    if moment.untouched and (state.phase == CLEANUP or not (state.locked or state.rolled or state.set_aside)):
        return screens.Turn(
            prompt.player or "", _short(moment, 0), _short(moment, 1), _note(state, moment), moment.signs
        )
    last = moment.view.booked
    if last is not None and last.command["do"] == "mooch":
        moment = replace(moment, listing=moment.listing._replace(title=f"✓ {moment.booked}"))
    light = state.phase == ROLLING and state.locked == "mad"
    if moment.command.get("do") == "take":
        return _taking(state, moment, light=light)
    return moment.asked(light=light)


def pots(moment: Moment) -> screens.Screen:
    """What lies on all cat cards."""
    state = moment.state
    assert isinstance(state, State)
    on = state.pots
    rows = tuple(
        (
            on[Pot(card, "mad", "inner")],
            on[Pot(card, "mad", "outer")],
            on[Pot(card, "sad", "inner")],
            on[Pot(card, "sad", "outer")],
        )
        for card in COMBINATIONS
    )
    return screens.Pots(rows, on[CATPOT], state.supply, moment.signs)


def _note(state: State, moment: Moment) -> str:
    """What is to be known before a turn; after one what was mooched of it."""
    if state.phase == CLEANUP and state.mooched and moment.booked:
        return f"✓ {moment.booked}"
    return moment.words.last_turns if state.last_round else moment.words.supply.format(vps=state.supply)


def _taking(state: State, moment: Moment, *, light: bool) -> screens.Screen:
    """What there is to go for while the dice still roll, then each card with what lies on it."""
    if moment.untouched and len(state.takeable) > 1:
        return _worth(state, moment, light=light)
    card = str(moment.command.get("card"))
    vps = next((vps for takeable, vps in state.takeable.items() if takeable == card), None)
    if vps is None:
        return moment.asked(light=light)
    title, words = moment.listing.title, moment.words
    return screens.Take(title, words.word(card), vps, moment.labels, moment.at, light, moment.signs)


def _worth(state: State, moment: Moment, *, light: bool) -> screens.Worth:
    pots = sorted((screens.Pot(card, vps) for card, vps in state.takeable.items()), key=lambda pot: -pot.vps)
    return screens.Worth(
        moment.listing.title, tuple(pots), moment.answer, moment.following, light=light, signs=moment.signs
    )


def _short(moment: Moment, step: int) -> str:
    """What a hold answers, or the press after it, without the name that stands above in large letters."""
    items = moment.listing.items
    item = items[(moment.at + step) % len(items)]
    command = item.then.command if isinstance(item.then, Submit) else {}
    return moment.words.word(str(command["kind"])) if command.get("do") == "lock" else item.label


def _verdict(state: State, done: Outcome, moment: Moment) -> str:
    if state.taken is not None and not state.failed and done.player == state.turn:
        return moment.words.word(state.taken)
    return moment.words.fail if state.failed else ""
