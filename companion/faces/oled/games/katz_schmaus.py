"""How a game of Katz & Schmaus is seen: the box in the hands, calls, and what a turn brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces.oled import screens
from companion.faces.oled.moment import CALL_SHOWN, SETTLED_SHOWN
from companion.faces.pages import AtTable
from companion.faces.words import MINUS
from companion.games.katz_schmaus.state import CALLED, PLAYING, READY, REST
from companion.games.state import OVER

if TYPE_CHECKING:
    from companion.faces.oled.moment import Moment
    from companion.faces.words import Words
    from companion.games import Outcome


def now(moment: Moment) -> screens.Screen | None:
    """The screen of this moment; what passes by itself is shown while nobody has moved the cursor."""
    view, state, signs, words = moment.view, moment.state, moment.signs, moment.words
    done = moment.settled
    if done is not None and state.phase in (READY, OVER):
        return screens.Settled(done.player, done.amount, verdict(done, words), view.inferred, signs)
    if state.over:
        return None
    name, prompt = state.turn or "", view.table.prompt
    if state.phase == PLAYING and (view.table.answerable or not isinstance(moment.page, AtTable)):
        return moment.asked()
    if state.phase == PLAYING and not view.felt_at_all:
        return screens.Ready(name, _hint(moment), last_round=state.last_round, signs=signs)
    if state.phase == PLAYING:
        fresh = view.settled if view.since_settled < SETTLED_SHOWN else None
        last = fresh and screens.Settled(fresh.player, fresh.amount, "", view.inferred)
        return screens.Playing(name, *view.felt, signs, last)
    if state.phase == REST and view.call_open and moment.untouched:
        return screens.Ready(name, words.still_time, last_round=state.last_round, signs=signs)
    if state.phase == CALLED and isinstance(moment.page, AtTable):
        return _called(moment)
    if moment.item is None:
        hint = _hint(moment) if state.phase == READY or prompt is None else words.say(prompt.text)
        return screens.Ready(name, hint, state.scores.get(name), state.last_round, signs)
    return None


def _hint(moment: Moment) -> str:
    """What is to be done before the box is lifted, or instead; empty: nothing."""
    if moment.view.cat_away:
        return moment.words.put_back
    if moment.view.felt_at_all:
        return ""
    return moment.words.unfelt_knob if moment.signs.knob else moment.words.unfelt


def _called(moment: Moment) -> screens.Screen:
    """Who has called, with the evidence; then the question."""
    view, prompt = moment.view, moment.view.table.prompt
    if view.waits and prompt is not None and moment.passing:
        return screens.Waiting(moment.words.say(prompt.text), view.felt.tilt, view.felt.bearing, moment.signs)
    # Where the game asks for the verdict, its question concerns the caller.
    caller = prompt.player if prompt is not None else None
    if caller is not None and moment.untouched and view.since_call is not None and view.since_call < CALL_SHOWN:
        return screens.Called(caller, view.evidence, moment.signs)
    # What the box felt helps to say who called; what follows from that is decided by then.
    return moment.asked(light=True, evidence=view.evidence if caller is None else None)


def verdict(outcome: Outcome, words: Words) -> str:
    """How a turn ended, in a few words.

    >>> from companion.faces.words import ENGLISH
    >>> from companion.games import Outcome
    >>> verdict(Outcome("Ada", 3, caller="Ben", penalty=1), ENGLISH)
    'Ben: wrong call −1'
    """
    if outcome.caller is None:
        return words.nobody_called
    if outcome.caller == outcome.player:
        return words.right_call
    template = words.wrong_call_by if outcome.penalty else words.wrong_call_free
    return template.format(name=outcome.caller, minus=MINUS, penalty=outcome.penalty)
