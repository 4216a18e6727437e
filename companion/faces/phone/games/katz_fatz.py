"""How a game of Katz Fatz is seen on the phone: a form for each player's score, the toy, and the pad."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, get_args

from companion.faces.phone.question import question
from companion.faces.words import written
from companion.games.katz_fatz.cards import Toy, Value
from companion.games.katz_fatz.commands import ROUNDS, Actions
from companion.games.katz_fatz.referee import answer
from companion.games.katz_fatz.state import PAD, ROUND, State
from companion.games.said import fill

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.faces.phone.seen import Reader, Seen
    from companion.faces.phone.tongues import Tongue
    from companion.games.katz_fatz.counting import Count
    from companion.games.katz_fatz.pad import Which
    from companion.games.katz_fatz.state import Mark


class Sheet(NamedTuple):
    """One player's form for the round that is scored."""

    name: str
    seat: int
    mark: Mark
    has_toy: bool
    told: str
    """Toys and colours in a few words; empty while the score is not told."""


class Known(NamedTuple):
    """What the pad prints beside a symbol, as far as that was told."""

    symbols: int
    value: int


class Counted(NamedTuple):
    """The last pile that was counted card by card."""

    title: str
    """Whose it was, and of which round."""
    how: Count


def notes(seen: Seen, tongue: Tongue) -> tuple[str, ...]:
    """Which round of how many, and who deals."""
    state, words = seen.state, tongue.words
    assert isinstance(state, State)
    return (
        fill(words.round_of, {"number": state.round, "rounds": ROUNDS}),
        fill(words.deals, {"name": state.players[state.dealer]}),
    )


def tally(seen: Seen, name: str) -> tuple[str, ...]:
    """The points of the round that was scored last."""
    state = seen.state
    assert isinstance(state, State)
    scored = [number for number, mark in enumerate(state.marks[state.seat_of(name)], 1) if mark.points is not None]
    return ("rounds", name, str(max(scored, default=state.round)))


def form(seen: Seen, reader: Reader) -> Mapping[str, object] | None:
    """Everybody's score at once, or the pad's values one by one; at the end the whole pad."""
    state, tongue = seen.state, reader.tongue
    assert isinstance(state, State)
    if state.alone and not state.over:
        return None
    number = _scored_now(state)
    is_pad_read = state.phase == PAD and state.oldest_unscored is None and state.half_told is None
    asked = question(seen, tongue) if is_pad_read else None
    toy, holder = state.on_table[number - 1]
    return {
        "number": number,
        "sheets": () if state.over else tuple(_sheets(state, number, tongue)),
        "value": asked,
        "needed_by": None if asked is None or seen.prompt is None else seen.prompt.player,
        "known": {which: _known(state, which) for which in ("toys", "splats")},
        "is_round": state.phase == ROUND,
        "toy": toy,
        "holder": None if holder is None else state.players[holder],
        "toys": get_args(Toy),
        "present": [state.players[seat] for seat in state.present],
        "actions": "" if holder is None else _actions(state, holder, tongue),
        "card_values": sorted(get_args(Value)),
        "colours": state.options.colours,
        "reminds": seen.view["reminder"] is not None,
        "rows": tuple(_rows(state, tongue)),
        "last_count": _last_count(seen, state, tongue),
    }


def _scored_now(state: State) -> int:
    """The round whose scores are asked for: the oldest that lacks one."""
    half = state.half_told
    return state.oldest_unscored or (half[1] if half else state.round)


def _sheets(state: State, number: int, tongue: Tongue) -> Iterator[Sheet]:
    for seat in state.present:
        mark = state.marks[seat][number - 1]
        told = "" if mark.points is None else _told(mark, tongue)
        yield Sheet(state.players[seat], seat, mark, seat == state.on_table[number - 1].holder, told)


def _told(mark: Mark, tongue: Tongue) -> str:
    """Toys and colours of a score; what is still to be counted is a dash.

    >>> from companion.faces.phone.tongues import TONGUES
    >>> from companion.games.katz_fatz.state import Mark
    >>> _told(Mark(-12, 2, None), TONGUES["en"])
    '2 toys, –'
    """
    own = tongue.own
    toys = own.not_told if mark.toys is None else fill(own.toys_told, {"toys": mark.toys})
    colours = own.not_told if mark.splats is None else fill(own.colours_told, {"colours": mark.splats})
    return f"{toys}, {colours}"


def _known(state: State, which: Which) -> tuple[Known, ...]:
    """The values of the pad up to as many symbols as anybody has."""
    most = max((state.symbols(which, seat) for seat in state.present), default=0)
    values = ((symbols, state.pad.value(which, symbols)) for symbols in range(most + 1))
    return tuple(Known(symbols, value) for symbols, value in values if value is not None)


def _actions(state: State, holder: int, tongue: Tongue) -> str:
    """How many actions the toy gives its holder; empty where it is two, as everybody has."""
    actions = answer(state, Actions(player=state.players[holder])).answer
    return "" if actions == 2 else fill(tongue.words.actions, {"actions": actions})


def _rows(state: State, tongue: Tongue) -> Iterator[tuple[str, list[str]]]:
    """The pad, row by row: the rounds, then toys and colours with what they are worth, then the totals."""
    own, words, seats = tongue.own, tongue.words, range(len(state.players))
    for number in range(ROUNDS):
        points = (state.marks[seat][number].points for seat in seats)
        yield str(number + 1), [own.not_told if each is None else written(each) for each in points]
    symbols: tuple[tuple[Which, str], ...] = (("toys", words.counted_toys), ("splats", own.colours))
    for which, title in symbols:
        yield title, [_worth(state, which, seat, own.not_told) for seat in seats]
    totals = (state.total(seat) for seat in seats)
    yield own.client.total, [own.not_told if each is None else written(each) for each in totals]


def _worth(state: State, which: Which, seat: int, dash: str) -> str:
    """How many symbols were collected, and once the rounds are over what they are worth."""
    collected = str(state.symbols(which, seat))
    if state.phase == ROUND:
        return collected
    value = state.final_value(which, seat)
    return f"{collected} → {dash if value is None else written(value)}"


def _last_count(seen: Seen, state: State, tongue: Tongue) -> Counted | None:
    """Whose pile was counted last: the last score by cards among the entries that count."""
    if state.last_count is None:
        return None
    for revision, told in reversed(seen.ledger.standing().items()):
        if told["do"] == "score" and "pile" in told:
            before = seen.ledger.state_at(revision - 1)
            name = state.players[before.seat_of(str(told["player"]))]
            title = fill(tongue.own.last_counted, {"name": name, "round": told.get("round", before.round)})
            return Counted(title, state.last_count)
    return None
