"""The page on which a game begins: what its address tells is chosen already, and every tap leads to another address."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar
from urllib.parse import urlencode

import msgspec

from companion.faces.phone.markup import as_json, isolated
from companion.games.names import folded, proper
from companion.games.said import fill
from companion.games.strict import bad, short

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from companion.faces.menu import NewGame, Offer, Rule
    from companion.faces.phone.tongues import Tongue
    from companion.table.records import Summary

T = TypeVar("T")

PATH: Final = "/new"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What was chosen for a new game so far."""

    game: str
    players: tuple[str, ...] | None = None
    """In their seats' order; None: those who usually play."""
    options: Mapping[str, object] | None = None
    """None: those of last time."""
    first: str | None = None
    """Who begins; None: who usually does."""
    by_lot: bool = False
    typed: str = ""
    """A name that is to take the next seat."""

    @property
    def told(self) -> dict[str, str]:
        """What an address says of it behind its path; what was typed is seated by then."""
        told = {"game": self.game}
        if self.players is not None:
            told["players"] = as_json(self.players)
        if self.options is not None:
            told["options"] = as_json(self.options)
        if self.by_lot or self.first is not None:
            told["first"] = as_json(None if self.by_lot else self.first)
        return told

    @property
    def address(self) -> str:
        """Of the page on which this is chosen."""
        return f"{PATH}?{urlencode(self.told)}"


def read_wanted(told: Mapping[str, str]) -> Wanted:
    """What an address says behind its path. Raises Refusal bad-command."""
    by_lot = told.get("first") == "null"
    return Wanted(
        game=told["game"],
        players=_read(told, "players", tuple[str, ...]),
        options=_read(told, "options", dict[str, object]),
        first=None if by_lot else _read(told, "first", str),
        by_lot=by_lot,
        typed=told.get("name", ""),
    )


class Household(NamedTuple):
    """What a game can begin with."""

    offers: tuple[Offer, ...]
    lineups: tuple[tuple[str, ...], ...] = ()
    """Who played together, the last ones first."""
    people: tuple[str, ...] = ()
    """Names to pick from, the likeliest first."""
    rematch: NewGame | None = None
    """The same once more, after a game is over."""
    waiting: tuple[Summary, ...] = ()
    """Games that were put aside."""


class Link(NamedTuple):
    """What can be chosen with a tap: the address with it, and whether it is chosen already."""

    label: str
    address: str
    chosen: bool = False
    seat: int | None = None
    """Where somebody sits, counted from 1."""


class Seated(NamedTuple):
    """Who has a seat, and the addresses in which it is one earlier or later."""

    name: str
    earlier: str | None
    later: str | None


class RuleLinks(NamedTuple):
    """What a rule may be, a link each."""

    name: str
    now: str
    values: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """What the page shows of a game that is about to begin."""

    title: str
    line_up: Markup
    starts: Markup
    body: dict[str, object]
    """What is posted to begin it."""
    by_lot: bool
    short_of: str
    """Why it cannot begin yet; empty if it can."""
    people: tuple[Link, ...]
    seats: tuple[Seated, ...]
    starters: tuple[Link, ...]
    rules: tuple[RuleLinks, ...]
    hidden: tuple[tuple[str, str], ...]
    """What the form for a new name sends along."""
    typed: str
    """What was typed and is no name for this table; empty if it was, and has a seat now."""
    complaint: str


def beginning(wanted: Wanted, offer: Offer, household: Household, tongue: Tongue) -> Beginning:
    """What there is to choose for a game; ``offer`` is the game with the options that are wanted."""
    own, words = tongue.own, tongue.words
    players, complaint = _seated(wanted, offer, household, tongue)
    first = wanted.first if wanted.first in players else _usual_first(players, offer, household)
    now = replace(wanted, players=players, first=None if wanted.by_lot else wanted.first, typed="")
    options = dict(offer.options) if wanted.by_lot or first is None else {**offer.options, "first": first}
    enough = offer.fewest <= len(players) <= offer.most
    starts = words.by_lot if wanted.by_lot else fill(own.begins, {"name": first or ""})
    starters = [Link(name, replace(now, first=name, by_lot=False).address, name == first) for name in players]
    return Beginning(
        title=offer.title,
        line_up=isolated(", ".join(players) or own.nobody_yet, players),
        starts=isolated(starts, players),
        body={"game": offer.name, "players": list(players), "options": options},
        by_lot=wanted.by_lot,
        short_of="" if enough else fill(own.may_play, {"fewest": offer.fewest, "most": offer.most}),
        people=tuple(_people(now, players, household)),
        seats=tuple(_seats(now, players)),
        starters=(
            *(link._replace(chosen=link.chosen and not wanted.by_lot) for link in starters),
            Link(words.by_lot, replace(now, first=None, by_lot=True).address, wanted.by_lot),
        ),
        rules=tuple(_rule(rule, now) for rule in offer.rules),
        hidden=tuple(now.told.items()),
        typed=wanted.typed if complaint else "",
        complaint=complaint,
    )


def _seated(wanted: Wanted, offer: Offer, household: Household, tongue: Tongue) -> tuple[tuple[str, ...], str]:
    """Who sits at the table, and what is wrong with the name that was typed."""
    players = wanted.players
    if players is None:
        fits = range(offer.fewest, offer.most + 1)
        players = next((names for names in household.lineups if len(names) in fits), ())
    if not wanted.typed.strip():
        return players, ""
    try:
        name = proper(wanted.typed)
    except ValueError:
        return players, tongue.own.no_name
    other = next((player for player in players if folded(player) == folded(name)), None)
    if other is not None:
        return players, fill(tongue.own.sits_already, {"name": other})
    # Who is known is called as always, however it was typed.
    known = next((each for each in household.people if folded(each) == folded(name)), name)
    return (*players, known), ""


def _usual_first(players: tuple[str, ...], offer: Offer, household: Household) -> str | None:
    """Whose turn it is to begin: right after the same game with the same people, the next one's."""
    again = household.rematch
    if again is not None and again.game == offer.name and set(again.players) == set(players):
        return str(again.options["first"])
    return next(iter(players), None)


def _people(now: Wanted, players: tuple[str, ...], household: Household) -> Iterator[Link]:
    """Everybody who is known, always in the same place: a tap takes the next seat, another one gives it back."""
    known = {folded(name): name for name in reversed((*household.people, *players))}
    for name in sorted(known.values(), key=folded):
        mine = next((player for player in players if folded(player) == folded(name)), None)
        if mine is None:
            yield Link(name, replace(now, players=(*players, name)).address)
        else:
            others = tuple(player for player in players if player != mine)
            yield Link(mine, replace(now, players=others).address, chosen=True, seat=players.index(mine) + 1)


def _seats(now: Wanted, players: tuple[str, ...]) -> Iterator[Seated]:
    for seat, name in enumerate(players):
        earlier = _swapped(now, players, seat - 1) if seat else None
        later = _swapped(now, players, seat) if seat + 1 < len(players) else None
        yield Seated(name, earlier, later)


def _swapped(now: Wanted, players: tuple[str, ...], seat: int) -> str:
    """The address in which this seat and the next one have changed places."""
    others = (*players[:seat], players[seat + 1], players[seat], *players[seat + 2 :])
    return replace(now, players=others).address


def _rule(rule: Rule, now: Wanted) -> RuleLinks:
    links = (
        Link(value.label, replace(now, options=value.options).address, at == rule.at)
        for at, value in enumerate(rule.values)
    )
    return RuleLinks(rule.name, rule.now, tuple(links))


def _read(told: Mapping[str, str], name: str, kind: type[T]) -> T | None:
    if name not in told:
        return None
    try:
        return msgspec.convert(json.loads(told[name]), kind)
    except (ValueError, RecursionError, msgspec.ValidationError):
        raise bad(f"{name} behind the path is {short(told[name])}: take the page's own links") from None
