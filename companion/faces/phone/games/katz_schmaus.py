"""How a game of Katz & Schmaus is seen on the phone: the box as it moves, the call, and who gets how many."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.errors import Refusal
from companion.faces.phone.markup import isolated
from companion.faces.phone.question import Button, question
from companion.faces.words import MINUS
from companion.games.katz_schmaus.commands import MOST
from companion.games.katz_schmaus.state import CALLED, PLAYING, READY, REST, State
from companion.games.said import fill

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from companion.faces.phone.question import Group
    from companion.faces.phone.seen import LiveBox, Reader, Seen
    from companion.faces.phone.tongues import Tongue


class Side(NamedTuple):
    """One of the two who may get the treats after a call."""

    title: Markup
    """Who it is."""
    verdict: str
    """What it means that they get them."""
    buttons: tuple[Button, ...]
    """How many, the most first."""


def notes(seen: Seen, tongue: Tongue) -> tuple[str, ...]:
    """What lies on the board and is left in the lid, and the last round."""
    state, words = seen.state, tongue.words
    assert isinstance(state, State)
    told = [fill(words.supply, {"vps": state.supply})]
    if state.on_board:
        told.insert(0, fill(tongue.own.on_board, {"treats": state.on_board}))
    if state.last_round:
        told.append(words.last_round)
    return tuple(told)


def tally(seen: Seen, name: str) -> tuple[str, ...]:
    """What lies in the bowl."""
    del seen
    return ("bowls", name)


def form(seen: Seen, reader: Reader) -> Mapping[str, object] | None:
    """The question without the call, which has a place of its own; after a call who gets how many."""
    state, tongue = seen.state, reader.tongue
    assert isinstance(state, State)
    asked = question(seen, tongue)
    if asked is None or state.alone:
        return None
    is_verdict = state.phase == CALLED and state.caller is not None
    return {
        "text": asked.text,
        "waits": asked.waits,
        "groups": () if is_verdict else tuple(_without_call(asked.groups)) if _is_open(seen) else asked.groups,
        "sides": tuple(_sides(seen, state, tongue)) if is_verdict else (),
        "others": tuple(_other_callers(state)) if is_verdict else (),
        "taken": tuple(_taken(seen, state)),
    }


def live(seen: Seen, tongue: Tongue) -> Mapping[str, object] | None:
    """The box and the call; None once the game is over."""
    state = seen.state
    assert isinstance(state, State)
    if state.over or state.alone:
        return None
    names = state.players
    caller = None if state.caller is None else names[state.caller]
    return {
        "felt": seen.box is None or seen.box.felt,
        "in_hands": state.phase == PLAYING,
        "is_open": _is_open(seen),
        "turn": state.turn,
        "rivals": [names[seat] for seat in state.rivals],
        "called": "" if caller is None else fill(tongue.words.caller, {"name": caller}),
        "is_called": state.phase == CALLED,
        "evidence": evidence(seen.box, tongue),
        "too_late": state.phase == REST and not _is_open(seen),
    }


def evidence(box: LiveBox | None, tongue: Tongue) -> str:
    """How the box moved before and after the call, as far as anybody can tell.

    >>> from companion.faces.phone.seen import LiveBox
    >>> from companion.faces.phone.tongues import TONGUES
    >>> evidence(LiveBox(True, True, 3.0, 90.0, 4.0, False, None, 0.4, 1.2), TONGUES["en"])
    '0.4 s after a wobble; it moved on for 1.2 s'
    """
    if box is None or box.before_call is None:
        return ""
    own, words = tongue.own, tongue.words
    told = (
        words.while_moving
        if box.before_call < 0.1
        else fill(words.after_wobble, {"seconds": words.tenths(box.before_call)})
    )
    if not box.after_call:
        return told
    return f"{told}; {fill(own.moved_on, {'seconds': words.tenths(box.after_call)})}"


def _is_open(seen: Seen) -> bool:
    """Whether a call counts now: the box knows for how long, else it does while it is in the hands."""
    return seen.state.phase == PLAYING if seen.box is None else seen.box.call_open


def _without_call(groups: tuple[Group, ...]) -> Iterator[Group]:
    for group in groups:
        yield group._replace(buttons=tuple(button for button in group.buttons if button.command["do"] != "call"))


def _sides(seen: Seen, state: State, tongue: Tongue) -> Iterator[Side]:
    """The caller, and the player on turn, each with every number of treats that the game offers (katz-schmaus:58-62)."""
    words, prompt = tongue.words, seen.prompt
    assert prompt is not None
    assert state.caller is not None
    wrong = words.wrong_call_by if state.bowls[state.caller] else words.wrong_call_free
    caller = state.players[state.caller]
    verdicts = {
        caller: words.right_call,
        str(state.turn): wrong.format(name=caller, minus=MINUS, penalty=1),
    }
    for name, verdict in verdicts.items():
        told = [choice.command for choice in prompt.choices if choice.command["to"] == name]
        buttons = tuple(
            Button(isolated(f"+{command['in_box']}", ()), command, prompt.choices[0].command == command)
            for command in sorted(told, key=lambda command: -int(str(command["in_box"])))
        )
        yield Side(isolated(name, state.players), verdict, buttons)


def _other_callers(state: State) -> Iterator[Button]:
    """Who it may have been instead."""
    for seat in state.rivals:
        if seat != state.caller:
            name = state.players[seat]
            yield Button(isolated(name, state.players), {"do": "caller", "player": name})


def _taken(seen: Seen, state: State) -> Iterator[Button]:
    """Three treats or four: the lift of this turn amended, where nobody told how many were taken (KS-A9)."""
    if state.phase == READY:
        return
    lifted = next(
        (
            revision
            for revision, told in reversed(seen.ledger.standing().items())
            if told["do"] == "lift" and seen.ledger.state_at(revision - 1).phase == READY
        ),
        None,
    )
    if lifted is None:
        return
    for treats in (MOST - 1, MOST):
        command: dict[str, object] = {"do": "amend", "entry": lifted, "with": {"do": "lift", "treats": treats}}
        try:
            seen.ledger.check(command)
        except Refusal:
            continue
        yield Button(isolated(str(treats), ()), command, state.on_board == treats)
