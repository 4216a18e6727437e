"""How a game of Fat Cats is seen on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, get_args

from companion.faces.phone.games.fat_cats_track import Token, tokens
from companion.faces.phone.markup import isolated
from companion.games.corrections import spell
from companion.games.fat_cats.commands import Letter
from companion.games.fat_cats.state import BOWLS, State
from companion.games.said import fill

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.faces.phone.seen import Reader, Seen
    from companion.faces.phone.tongues import Tongue
    from companion.games import AnyGame
    from companion.games import State as AnyState


class Cat(NamedTuple):
    """A row of the form: a cat, and what it may eat."""

    seat: int
    name: str
    token: Token
    position: int
    path: str
    """What ``correct`` sets when it sits elsewhere on the table."""
    trays: int
    trays_to: tuple[str, ...]
    """To whom a ghost can be passed."""
    lying: str
    """The bowl that cannot be chosen; empty where none lies."""


def notes(seen: Seen, tongue: Tongue) -> tuple[str, ...]:
    """How far it is to the crown, where that is counted."""
    state, own = seen.state, tongue.own
    assert isinstance(state, State)
    cushions = state.options.cushions
    return () if cushions is None else (fill(own.crown_at, {"cushions": cushions}),)


def tally(seen: Seen, name: str) -> tuple[str, ...]:
    """The cushion."""
    del seen
    return ("positions", name)


def form(seen: Seen, reader: Reader) -> Mapping[str, object] | None:
    """A round in one go: who ate how much. Once it is told who eats, each cat is asked for by itself."""
    state, tongue, prompt = seen.state, reader.tongue, seen.prompt
    assert isinstance(state, State)
    if prompt is None or state.phase != BOWLS:
        return None
    return {
        "text": isolated(tongue.words.say(prompt.text), state.players),
        "cats": list(_cats(state)),
        "counted": state.options.cushions is not None,
        # While blue cards lie in the stack, the four above them are blue, and have no ghosts (FC-A6).
        "ghosts": not state.blue_left,
        "letters": get_args(Letter),
        "round": state.round,
    }


def foretold(seen: Seen, command: Mapping[str, object], after: AnyState, tongue: Tongue) -> str:
    """Who eats, or who moves in which order from where to where."""
    before = seen.state
    assert isinstance(before, State)
    assert isinstance(after, State)
    eat = command.get("eat")
    if command["do"] == "bowls":
        names = ", ".join(after.players[seat] for seat in after.eaters)
        return fill(tongue.words.eaters, {"names": names or tongue.words.none})
    assert isinstance(eat, dict)
    return "; ".join(_moves(seen.ledger.game, before, eat, tongue)) or tongue.words.none


def _cats(state: State) -> Iterator[Cat]:
    cats = tokens(state.players)
    for seat in state.present:
        name = state.players[seat]
        others = tuple(state.players[other] for other in state.present if other != seat)
        yield Cat(
            seat,
            name,
            cats[seat],
            state.positions[seat],
            spell(("positions", name)),
            state.trays[seat],
            others if state.trays[seat] else (),
            state.lying[seat] or "",
        )


def _moves(game: AnyGame, state: State, eat: Mapping[str, Mapping[str, object]], tongue: Tongue) -> Iterator[str]:
    """Every cat that moves, one after the other as the rules have it."""
    queued = game.apply(state, {"do": "eaters", "players": list(eat)})
    assert isinstance(queued, State)
    state = queued
    while state.eaters and not state.over:
        name = state.players[state.eaters[0]]
        moved = game.apply(state, {"do": "eat", "player": name, **eat[name]})
        assert isinstance(moved, State)
        for seat, cushion in enumerate(moved.positions):
            if cushion != state.positions[seat]:
                places = {"name": moved.players[seat], "start": state.positions[seat], "end": cushion}
                at_crown = cushion == moved.options.cushions
                yield fill(tongue.own.to_crown if at_crown else tongue.own.from_to, places)
        state = moved
