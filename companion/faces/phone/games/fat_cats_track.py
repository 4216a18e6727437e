"""The way of the cushions as a picture: a snake of rows, with the cats on it and the last move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup, escape

from companion.games.fat_cats.state import State
from companion.games.fat_cats.track import CARPET
from companion.games.said import fill

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.faces.phone.seen import Seen
    from companion.faces.phone.tongues import Tongue

COLUMNS: Final = 8
"""On the narrowest phone, 320 px wide, a cushion of eight in a row is 34 px wide, and its number 11 px high."""

_CELL: Final = 40
_FOLD: Final = 16
_MOST_ROWS: Final = 8
"""Of a longer way, rows on which nothing happens are folded."""

_SHAPES: Final = (
    ('<circle r="15"/>', 6),
    ('<rect x="-14" y="-14" width="28" height="28" rx="4"/>', 6),
    ('<path d="M0-17L18 14H-18z"/>', 11),
    ('<path d="M0-18L18 0 0 18-18 0z"/>', 6),
    ('<path d="M-9-15H9L17 0 9 15H-9L-17 0z"/>', 6),
    ('<path d="M0 17L-18-14H18z"/>', 1),
)
"""A shape for each seat, as the colour is never the only sign; and where its letters stand."""

_CROWN: Final = '<path class="crown" d="M-12 8V-8L-5-1 0-11 5-1 12-8V8z"/>'


class Token(NamedTuple):
    """A cat as it is drawn."""

    seat: int
    letters: str

    def __html__(self) -> str:
        """Around the point 0, 0; 36 units wide."""
        shape, y = _SHAPES[self.seat]
        two = ' class="two"' if len(self.letters) > 1 else ""
        return f'<g class="cat cat{self.seat + 1}">{shape}<text y="{y}"{two}>{escape(self.letters)}</text></g>'


def tokens(names: Sequence[str]) -> list[Token]:
    """The cats of these players, each with its first letters, by which it can be told from the others.

    >>> [token.letters for token in tokens(["Ada", "Ben", "Bea", "Cem"])]
    ['A', 'Be', 'Be', 'C']
    >>> [token.letters for token in tokens(["Ben", "Bo"])]
    ['Be', 'Bo']
    """
    folded = [name[:1].casefold() for name in names]
    return [Token(seat, name[: 1 + (folded.count(folded[seat]) > 1)]) for seat, name in enumerate(names)]


def picture(seen: Seen, tongue: Tongue) -> Markup:
    """The carpet, the cushions and the cats as they stand now, and the cushions that the last cat counted."""
    state = seen.state
    assert isinstance(state, State)
    cats = tokens(state.players)
    path = _last_move(seen)
    crown = state.options.cushions
    here = [state.positions[seat] for seat in state.present]
    end = crown or (max(*here, *path, COLUMNS) // COLUMNS + 1) * COLUMNS
    places = dict(_places(end, {*here, *path, end}))
    height = max(y for _, y in places.values()) + _CELL // 2 + 4
    drawn = [*_way(places, crown), *_moved(path, places), *_cats(state, cats, places, path)]
    label = escape(_in_words(state, tongue))
    start = f'<svg class="track" viewBox="0 0 {COLUMNS * _CELL + 8} {height}" role="img" aria-label="{label}">'
    return Markup(start + "".join(drawn) + "</svg>")  # noqa: S704 - the letters and the label are escaped


def _places(end: int, busy: Iterable[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Where cushions lie that are drawn: rows from the left and from the right in turn; the carpet is above them."""
    rows = -(-end // COLUMNS)
    busy_rows = {(cushion - 1) // COLUMNS for cushion in busy if cushion > CARPET}
    y = _CELL // 2 + 4
    yield CARPET, (_CELL // 2 + 4, y)
    y += _CELL
    for row in range(rows):
        if rows > _MOST_ROWS and not busy_rows & {row - 1, row, row + 1}:
            continue
        if row and rows > _MOST_ROWS and not busy_rows & {row - 2, row - 1, row}:
            y += _FOLD
        for column in range(COLUMNS):
            cushion = row * COLUMNS + column + 1
            across = column if row % 2 == 0 else COLUMNS - 1 - column
            if cushion <= end:
                yield cushion, (across * _CELL + _CELL // 2 + 4, y)
        y += _CELL


def _way(places: dict[int, tuple[int, int]], crown: int | None) -> Iterator[str]:
    yield f'<rect class="carpet" x="4" y="4" width="{COLUMNS * _CELL}" height="{_CELL - 4}" rx="10"/>'
    for cushion, (x, y) in places.items():
        if cushion + 1 in places and cushion != CARPET:
            x2, y2 = places[cushion + 1]
            yield f'<path class="way" d="M{x} {y}L{x2} {y2}"/>'
    for cushion, (x, y) in places.items():
        if cushion == crown:
            yield f'<g transform="translate({x} {y})"><rect class="cushion last" x="-18" y="-18" width="36" height="36" rx="10"/>{_CROWN}</g>'
        elif cushion != CARPET:
            yield (
                f'<rect class="cushion" x="{x - 17}" y="{y - 17}" width="34" height="34" rx="10"/>'
                f'<text class="number" x="{x}" y="{y + 5}">{cushion}</text>'
            )


def _moved(path: Sequence[int], places: dict[int, tuple[int, int]]) -> Iterator[str]:
    """The last move: a dot on each cushion that was counted, none on those that were skipped."""
    points = [places[cushion] for cushion in path if cushion in places]
    if points:
        line = "L".join(f"{x} {y}" for x, y in points)
        yield f'<path class="moved" d="M{line}"/>'
        yield from (f'<circle class="counted" cx="{x}" cy="{y}" r="5"/>' for x, y in points[1:])


def _cats(
    state: State, cats: Sequence[Token], places: dict[int, tuple[int, int]], path: Sequence[int]
) -> Iterator[str]:
    for seat in state.present:
        cushion = state.positions[seat]
        x, y = places[cushion]
        if cushion == CARPET:
            x += seat * _CELL
        ring = '<circle class="ring" r="19"/>' if path and cushion == path[-1] and cushion != CARPET else ""
        yield f'<g transform="translate({x} {y})">{ring}{cats[seat].__html__()}</g>'


def _last_move(seen: Seen) -> tuple[int, ...]:
    """The cushions that the last cat counted, after the one that it came from where that is known."""
    state, ledger = seen.state, seen.ledger
    assert isinstance(state, State)
    if not state.path or not ledger.revision:
        return ()
    before = ledger.state_at(ledger.revision - 1)
    assert isinstance(before, State)
    came = (before.positions[seat] for seat in state.present if state.positions[seat] == state.path[-1])
    start = next(came, None)
    if start is None:
        return ()
    return state.path if start == state.path[-1] else (start, *state.path)


def _in_words(state: State, tongue: Tongue) -> str:
    own = tongue.own
    foremost_first = sorted(state.present, key=lambda seat: -state.positions[seat])
    told = [where(state, state.players[seat], state.positions[seat], tongue) for seat in foremost_first]
    if state.options.cushions is not None:
        told.append(fill(own.crown_at, {"cushions": state.options.cushions}))
    return ", ".join(told)


def where(state: State, name: str, cushion: int, tongue: Tongue) -> str:
    """Where somebody's cat is, in words."""
    own = tongue.own
    if cushion == CARPET:
        return fill(own.on_carpet, {"name": name})
    return fill(
        own.at_crown if cushion == state.options.cushions else own.on_cushion, {"name": name, "cushion": cushion}
    )
