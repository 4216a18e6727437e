"""What the owner has a name for: score pads, boards, and sets of house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta, Struct

from companion.faces.languages import LANGUAGES
from companion.games import GAMES
from companion.games.fat_cats.commands import MOST_CUSHIONS
from companion.games.katz_fatz.pad import Pad
from companion.games.names import folded, proper
from companion.games.strict import allowed, plain
from companion.sections import Allowed, WrongSetting, did_you_mean, keys_of, made, read, shown, spelled, written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.sections import Place


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A board of Fat Cats."""

    cushions: Annotated[int, Meta(ge=1, le=MOST_CUSHIONS, description=f"the crown's number, from 1 to {MOST_CUSHIONS}")]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of one game, to be chosen together; all others are as printed."""

    game: str
    options: dict[str, object] = {}
    """As in a game's header."""


NAMED_OPTIONS: Final[Mapping[tuple[str, str], str]] = {("katz-fatz", "pad"): "pads", ("fat-cats", "cushions"): "boards"}
"""The options of games whose values have names of their own, and the section where these stand."""

_SCALE: Final = 'the value beside each symbol, as in [5, 12, "?"], or single ones, as in { 9 = 35 }, from -200 to 200'
_NONE: Final = 'from -200 to 200, or "?", for who crossed off none'
_IN_WORDS: Final = {"toys": _SCALE, "splats": _SCALE, "no_toys": _NONE, "no_splats": _NONE}
OF_THE_MENU: Final = frozenset(
    folded(name) for words in LANGUAGES.values() for name in (words.as_printed, words.own_rules, words.another)
)
"""What stands beside the owner's names where one of them is chosen, whichever language people choose."""

PAD_KEYS: Final = {field.name: Allowed(field.type, _IN_WORDS[field.name]) for field in msgspec.structs.fields(Pad)}
BOARD_KEYS: Final = keys_of(Board)

_GAME: Final = Allowed(str, ", ".join(f'"{name}"' for name in GAMES), required=True)


def house_rule_keys(game: str) -> dict[str, Allowed]:
    """What may stand in a set of house rules of this game: all its options but who begins, and those with names."""
    fields = [one for one in msgspec.structs.fields(GAMES[game].options) if one.name != "first"]
    options = {
        one.name: Allowed(one.type, allowed(one.type)) for one in fields if (game, one.name) not in NAMED_OPTIONS
    }
    return {"game": _GAME, **options}


def value_of(one: Struct) -> object:
    """What a header has for a pad or a board."""
    return one.cushions if isinstance(one, Board) else plain(one)


def read_named(section: str, table: object) -> dict[str, Struct]:
    """What stands in a section by names. Raises WrongSetting."""
    if not isinstance(table, dict):
        wanted = f"holds a section for each name: write [{section}.NAME] on a line of its own"
        raise WrongSetting(f"{section} = {shown(section, table)}: {wanted}")
    found, seen = dict[str, Struct](), dict[str, str]()
    for name, inner in table.items():
        place = (section, name)
        try:
            kept = proper(name)
        except ValueError as error:
            raise WrongSetting(f"[{spelled(place)}] cannot be called so: {error}") from None
        if folded(kept) in OF_THE_MENU:
            raise WrongSetting(
                f"[{spelled(place)}] cannot be called so: the menu has this name for something of its own"
            )
        other = seen.setdefault(folded(kept), name)
        if other is not name:
            raise WrongSetting(f"[{spelled(place)}] and [{spelled((section, other))}] are the same name")
        if not isinstance(inner, dict):
            wanted = f"belongs to a name: write [{section}.NAME] above it"
            raise WrongSetting(f"[{section}] {spelled([name])} = {shown(name, inner)}: {wanted}")
        found[kept] = _READERS[section](place, inner)
    return found


def written_named(section: str, named: Mapping[str, Struct]) -> list[str]:
    """The lines of all that stands in a section by names."""
    return [line for name, one in named.items() for line in _written((section, name), one)]


def _read_pad(place: Place, table: Mapping[str, object]) -> Pad:
    pad = made(place, Pad, read(place, _unknown(table), PAD_KEYS))
    if pad == Pad():
        raise WrongSetting(
            f"[{spelled(place)}] tells no value: write those that are printed on it, as in toys = [5, 12]"
        )
    return pad


def _read_board(place: Place, table: Mapping[str, object]) -> Board:
    return made(place, Board, read(place, table, BOARD_KEYS))


def _read_house_rules(place: Place, table: Mapping[str, object]) -> HouseRules:
    here = spelled(place)
    game = read(place, {key: value for key, value in table.items() if key == "game"}, {"game": _GAME})["game"]
    if not isinstance(game, str) or game not in GAMES:
        hint = did_you_mean(str(game), GAMES)
        raise WrongSetting(f"[{here}] game = {shown('game', game)}: must be {_GAME.allowed}{hint}")
    keys = house_rule_keys(game)
    values = {key: value for key, value in read(place, table, keys).items() if key != "game"}
    made(place, GAMES[game].options, values)
    return HouseRules(game, {key: plain(value) for key, value in values.items()})


def _written(place: Place, one: Struct) -> list[str]:
    match one:
        case HouseRules():
            return written(place, {"game": one.game, **one.options}, house_rule_keys(one.game))
        case Pad():
            return written(place, msgspec.structs.asdict(one), PAD_KEYS)
    return written(place, msgspec.structs.asdict(one), BOARD_KEYS)


def _unknown(value: object) -> object:
    """What a table holds, with nothing where a question mark stands."""
    match value:
        case "?":
            return None
        case list():
            return [_unknown(item) for item in value]
        case dict():
            return {name: _unknown(item) for name, item in value.items()}
    return value


_READERS: Final[Mapping[str, Callable[[Place, Mapping[str, object]], Struct]]] = {
    "pads": _read_pad,
    "boards": _read_board,
    "house_rules": _read_house_rules,
}
