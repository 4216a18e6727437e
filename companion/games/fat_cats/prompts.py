"""What the table has to answer next in Fat Cats.

A round is asked in two steps, as the table plays it. First who ate: every set of players that bowls can leave alone,
the likeliest first; with six players there are 42, and pages lead to them. Then, for each in the order of their moves,
how many treats: from +1 upwards, so that people press once for each further treat. A range of 1 to 20 would be entered
as tens and ones, one hold more for each eater.
"""

from __future__ import annotations

from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from companion.games.fat_cats.bowls import likeliest, ways
from companion.games.fat_cats.commands import MOST_TREATS
from companion.games.prompt import Choice, Prompt
from companion.games.said import said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.fat_cats.state import State

USUAL: Final = range(1, 9)
"""The treats that stand on the first page; a ghost is offered with as many."""

FEW: Final = 4
"""So many treats come before the page of a ghost, if there can be one: behind all eight it took 2 to 3 s longer to reach."""

MORE: Final = range(9, MOST_TREATS + 1)

ONE_PAGE: Final = 6
"""Of more answers pairs and threes have a page each, and so has, on that, who comes first among them. With six players
and blind bowls one button answers in 2.3 s in the middle and 4.2 s at most; on one page each it was 2.7 and 7.5 s."""

_ROOM: Final = 40
"""A label of several names has so many characters: on the display two lines in which each name can be read."""


def question(state: State) -> Prompt:
    """The prompt of a game that goes on."""
    return _ask_treats(state) if state.eaters else _ask_eaters(state)


def _ask_eaters(state: State) -> Prompt:
    names = [state.players[seat] for seat in state.present]
    sets = likeliest(len(names))
    pages = {2: said("Two"), 3: said("Three")} if len(sets) > ONE_PAGE else {}
    alike = [list(same) for _, same in groupby(sets, key=len)]
    choices = list[Choice]()
    for group in sorted(alike, key=lambda group: -_likelihood(group, len(names), paged=len(group[0]) in pages)):
        page = pages.get(len(group[0]))
        for places, deeper in _paged(group, names) if page else ((places, ()) for places in group):
            eat = [names[place] for place in places]
            label = said("Everybody") if len(eat) == len(names) else _label(eat)
            choices.append(Choice(label, {"do": "eaters", "players": eat}, (page, *deeper) if page else ()))
    return Prompt(kind="choose", text=said("Who ate?"), choices=tuple(choices), default=0)


def _likelihood(group: Sequence[tuple[int, ...]], players: int, *, paged: bool) -> int:
    """How likely an answer of the first page is: that of one set, or of all those that share a page."""
    return ways(len(group[0]), players) * (len(group) if paged else 1)


def _paged(
    sets: Sequence[tuple[int, ...]], names: Sequence[str], depth: int = 0
) -> Iterator[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Each set with the pages that lead to it: of many, those that begin with the same players share one."""
    if len(sets) <= ONE_PAGE:
        yield from ((places, ()) for places in sets)
        return
    for _, alike in groupby(sets, key=itemgetter(depth)):
        group = list(alike)
        page = f"{_label([names[place] for place in group[0][: depth + 1]])} ..."
        for places, deeper in _paged(group, names, depth + 1):
            yield places, (page, *deeper) if len(group) > 1 else ()


def _ask_treats(state: State) -> Prompt:
    name = state.players[state.eaters[0]]
    more = said("+{low} to +{high}", low=MORE[0], high=MORE[-1])
    few, many = USUAL[:FEW], USUAL[FEW:]
    choices = chain(
        _plain(name, few),
        _ghost(state, name),
        _plain(name, many),
        _crown(state, name),
        _trays(state, name),
        _plain(name, MORE, more),
    )
    return Prompt(kind="choose", text=said("{name} eats", name=name), player=name, choices=tuple(choices), default=0)


def _plain(name: str, treats: range, *pages: str) -> Iterator[Choice]:
    return (Choice(f"+{number}", {"do": "eat", "player": name, "treats": number}, pages) for number in treats)


def _crown(state: State, name: str) -> Iterator[Choice]:
    if state.options.cushions is None:
        yield Choice(said("The crown!"), {"do": "crown", "player": name})


def _ghost(state: State, name: str) -> Iterator[Choice]:
    """A ghost, which moves the cat back.

    While blue cards lie in the stack, the four above them are blue, and have no ghosts (fat-cats:55, FC-A6).
    """
    if state.blue_left:
        return
    for number in USUAL:
        alone = {"do": "eat", "player": name, "treats": number, "ghost": True}
        yield Choice(said("Ghost −{number}", number=number), alone, (said("Ghost"),))


def _trays(state: State, name: str) -> Iterator[Choice]:
    """Those to whom a ghost can be passed on a tray."""
    seat = state.eaters[0]
    if state.blue_left or not state.trays[seat]:
        return
    for other in (state.players[other] for other in state.present if other != seat):
        page = said("Tray to {name}", name=other)
        for number in USUAL:
            passed = {"do": "eat", "player": name, "treats": number, "ghost": True, "tray_to": other}
            yield Choice(said("Tray to {name} −{number}", name=other, number=number), passed, (page,))


def _label(names: Sequence[str]) -> str:
    """Who eats, in a few words.

    >>> _label(["Ada", "Ben"])
    'Ada, Ben'
    >>> _label(["Johann Wolfgang von Goethe", "Friedrich Schiller"])
    'Johann Wo…on Goethe, Friedrich Schiller'
    """
    if not names:
        return said("Nobody")
    label = ", ".join(names)
    if len(label) <= _ROOM or len(names) < 2:
        return label
    room = (_ROOM - 2 * (len(names) - 1)) // len(names)
    return ", ".join(_cut(name, room) for name in names)


def _cut(name: str, room: int) -> str:
    """A name with its middle left out: those of one family begin or end differently."""
    half = (room - 1) // 2
    return name if len(name) <= room else f"{name[:half].rstrip()}…{name[-half:].lstrip()}"
