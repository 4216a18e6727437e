"""The kinds of words that a scenario's line is made of, and what each of them means."""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Address
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from companion.games import GAMES, Code
from companion.health import COUNTED
from companion.scenario.words import NotReadable, halves, parsed, text
from hardware import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of words."""

    noun: str
    """As the reference names it."""
    such_as: str
    """As an error describes it."""
    read: Callable[[str], object]
    """The value of a word; raises NotReadable. A kind that gives pairs gives a tuple of (key, value)."""
    pairs: bool = False
    words: tuple[str, ...] = ()
    """All there are, where they can be counted."""


def choice(words: tuple[str, ...]) -> Kind:
    """One of a few words."""

    def read(raw: str) -> str:
        if raw not in words:
            raise NotReadable
        return raw

    return Kind("|".join(words), ", ".join(words), read, words=words)


def _word(raw: str) -> str:
    if not re.fullmatch(r"[\w-]+", raw):
        raise NotReadable
    return raw


def _name(raw: str) -> str:
    if "=" in raw and not raw.startswith('"'):
        raise NotReadable
    return text(raw)


def _nobody_or_name(raw: str) -> str | None:
    return None if raw == "null" else _name(raw)


def _object(raw: str) -> Mapping[str, object]:
    value = parsed(raw) if raw.startswith("{") else None
    if not isinstance(value, dict):
        raise NotReadable
    return value


def _value(raw: str) -> object:
    """JSON where it is JSON, else the bare word."""
    try:
        return parsed(raw)
    except NotReadable:
        if raw[0] in '"{[':
            raise
        return raw


def _path(raw: str) -> tuple[str, ...]:
    part = r'"(?:[^"\\]|\\.)*"|[^."]+'
    if not re.fullmatch(rf"(?:{part})(?:\.(?:{part}))*", raw):
        raise NotReadable(f'{raw} is no path: names are joined by dots, one with a dot or space in it as "A. B."')
    return tuple(text(found) for found in re.findall(part, raw))


def _pair(raw: str, read_value: Callable[[str], object]) -> tuple[tuple[str, object], ...]:
    key, equals, value = halves(raw)
    if not equals:
        raise NotReadable
    if not key or not value:
        raise NotReadable(f"nothing stands {'after' if key else 'before'} the = in {raw}")
    return ((text(key), read_value(value)),)


def _events(raw: str) -> tuple[tuple[str, object], ...]:
    pairs = _pair(raw, _whole)
    if pairs[0][0] not in EVENTS:
        raise NotReadable(f"the box feels no {pairs[0][0]}")
    return pairs


def _columns(raw: str) -> tuple[tuple[str, object], ...]:
    pairs = tuple(pair for part in raw.split(",") for pair in _pair(part, text))
    for key, _ in pairs:
        if key not in COLUMNS:
            raise NotReadable(f"{key} is none of our columns ({', '.join(COLUMNS)})")
    return pairs


_NUMBER: Final = r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))"
_SECONDS: Final = {"us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_ACCELERATIONS: Final = {"": 1.0, "m/s2": 1.0, "m/s²": 1.0, "g": GRAVITY}
_DEGREES: Final = {"": 1.0, "deg": 1.0, "°": 1.0}
_HERTZ: Final = {"": 1.0, "Hz": 1.0, "kHz": 1000.0}


_LONGEST_HOURS: Final = 1000
"""How long a step may take: each second of the simulated table is played."""

_MOST: Final = 10_000
"""How often something may be done in one step."""


def _quantity(units: Mapping[str, float], *, signed: bool = False) -> Callable[[str], float]:
    def read(raw: str) -> float:
        found = re.fullmatch(_NUMBER + r"(?P<unit>\D*)", raw, re.ASCII)
        if found is None:
            raise NotReadable
        number, unit = found["number"], found["unit"]
        if unit not in units:
            allowed = ", ".join(each for each in units if each and each not in ("µs", "μs"))
            missing = f"{unit} is no unit here" if unit else "the unit is missing"
            raise NotReadable(f"{raw}: {missing} ({allowed}), written without a space, as in {number}{_usual(units)}")
        if number.startswith("-") and not signed:
            raise NotReadable(f"{raw} is negative")
        return float(number) * units[unit]

    return read


def _usual(units: Mapping[str, float]) -> str:
    return next(unit for unit, factor in units.items() if unit and factor == 1.0)


def _duration(raw: str) -> float:
    value = _quantity(_SECONDS)(raw)
    if value > _LONGEST_HOURS * 3600.0:
        raise NotReadable(f"{raw} is longer than {_LONGEST_HOURS} h, the longest there is")
    return value


def _above_zero(read_quantity: Callable[[str], float]) -> Callable[[str], float]:
    def read(raw: str) -> float:
        value = read_quantity(raw)
        if value == 0.0:
            raise NotReadable(f"{raw} is not above 0")
        return value

    return read


def _whole(raw: str) -> int:
    if not re.fullmatch(r"\d{1,15}", raw, re.ASCII):
        raise NotReadable
    return int(raw)


def _signed_whole(raw: str) -> int:
    return -_whole(raw[1:]) if raw.startswith("-") else _whole(raw)


def _count(raw: str) -> int:
    value = _whole(raw)
    if value == 0:
        raise NotReadable("0 times is never")
    if value > _MOST:
        raise NotReadable(f"{raw} is too many: 1 to {_MOST} can be")
    return value


def _clicks(raw: str) -> int:
    value = _signed_whole(raw)
    if value == 0:
        raise NotReadable("0 clicks are no turn")
    if abs(value) > _MOST:
        raise NotReadable(f"{raw} is too many: {_MOST} either way can be")
    return value


def _register_value(low: int, high: int) -> Callable[[str], int]:
    def read(raw: str) -> int:
        if not re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", raw, re.ASCII):
            raise NotReadable
        value = int(raw, 16 if raw[:2].lower() == "0x" else 10)
        if not low <= value <= high:
            raise NotReadable(f"{raw} is not within 0x{low:02X} to 0x{high:02X}")
        return value

    return read


def _errno(raw: str) -> int:
    named = getattr(errno, raw, None) if re.fullmatch(r"E[A-Z0-9]+", raw) else None
    return named if isinstance(named, int) else _count(raw)


def _instant(raw: str) -> float:
    try:
        moment = datetime.fromisoformat(raw)
    except ValueError as error:
        raise NotReadable(f"{raw} is no such time: {error}") from error
    if moment.tzinfo is None:
        raise NotReadable(f"{raw} has no zone: write {raw}Z for UTC")
    return moment.timestamp()


def _ipv4(raw: str) -> str:
    try:
        return str(IPv4Address(raw))
    except ValueError as error:
        raise NotReadable from error


def _own_file(raw: str) -> str:
    file = text(raw)
    # A path would lead to real files outside the folder.
    if file != PurePath(file).name:
        raise NotReadable(f"{file} is no file of the table's folder itself")
    return file


def _picture(raw: str) -> str:
    file = text(raw)
    if not file.lower().endswith(".png"):
        raise NotReadable
    return file


def _code(raw: str) -> Code:
    try:
        return Code(raw)
    except ValueError as error:
        raise NotReadable from error


EVENTS: Final = ("lifted", "set_down", "knock")
COLUMNS: Final = ("t", "t_ms", "ax", "ay", "az", "gx", "gy", "gz")
REFUSALS: Final = tuple(code.value for code in Code)

_DURATION: Final = "a duration such as 80ms, 1.5s, 2min or 8h"
_ACCELERATION: Final = "an acceleration such as 0.4g or 3.9 (m/s²)"

KINDS: Final[Mapping[str, Kind]] = {
    "acceleration": Kind("ACCEL", _ACCELERATION, _quantity(_ACCELERATIONS)),
    "address": Kind("ADDRESS", "an I2C address such as 0x69", _register_value(0x08, 0x77)),
    "angle": Kind("ANGLE", "an angle in degrees such as 40 or -90", _quantity(_DEGREES, signed=True)),
    "axis": Kind("x|y|z", "x, y, z", lambda raw: choice(("x", "y", "z")).read(raw.lower()), words=("x", "y", "z")),
    "bearing": Kind("BEARING", "a bearing in degrees such as 90", _quantity(_DEGREES, signed=True)),
    "byte": Kind("BYTE", "a byte such as 0x70", _register_value(0x00, 0xFF)),
    "clicks": Kind("N", "a number of clicks such as 3, or -3 to the left", _clicks),
    "code": Kind("CODE", ", ".join(REFUSALS), _code, words=REFUSALS),
    "columns": Kind("OURS=THEIRS", "columns such as t_ms=timestamp,ax=aX", _columns, pairs=True),
    "count": Kind("N", "a number from 1", _count),
    "counter": Kind("COUNTER", ", ".join(COUNTED), choice(COUNTED).read, words=COUNTED),
    "duration": Kind("DURATION", _DURATION, _duration),
    "errno": Kind("ERRNO", "an error number such as 121 or EREMOTEIO", _errno),
    "events": Kind("EVENT=N", f"events such as {'=1 '.join(EVENTS)}=0", _events, pairs=True),
    "file": Kind("FILE", "a file", text),
    "frequency": Kind("FREQ", "a frequency such as 5Hz", _above_zero(_quantity(_HERTZ))),
    "game": Kind("GAME", ", ".join(GAMES), choice(tuple(GAMES)).read, words=tuple(GAMES)),
    "instant": Kind("TIME", "a time such as 1970-01-01T00:00:00Z", _instant),
    "ipv4": Kind("ADDRESS", "an address such as 192.168.178.21", _ipv4),
    "jump": Kind("+-DURATION", "a duration such as +1h or -2min", _quantity(_SECONDS, signed=True)),
    "name": Kind("PLAYER", 'a player such as Ada or "Anna Lena"', _name),
    "nobody-or-name": Kind("PLAYER", 'a player such as Ada or "Anna Lena", or null', _nobody_or_name),
    "object": Kind("{...}", 'a JSON object such as {"do": "undo"}', _object),
    "option": Kind("OPTION=VALUE", "options such as treats=4", lambda raw: _pair(raw, _value), pairs=True),
    "phase": Kind("PHASE", "a phase such as called", _word),
    "own-file": Kind("FILE", "a file such as journal.db", _own_file),
    "path": Kind("PATH", "a path such as bowls.Ada", _path),
    "picture": Kind("FILE", "a file that ends in .png", _picture),
    "score": Kind("PLAYER=N", "scores such as Ada=3", lambda raw: _pair(raw, _signed_whole), pairs=True),
    "signed-acceleration": Kind("ACCEL", _ACCELERATION, _quantity(_ACCELERATIONS, signed=True)),
    "some-duration": Kind("DURATION", _DURATION, _above_zero(_duration)),
    "text": Kind('"TEXT"', 'a text such as "+3"', text),
    "value": Kind("VALUE", "a value: JSON, or a bare word", _value),
    "whole": Kind("N", "a number from 0", _whole),
    "word": Kind("NAME", "a word", _word),
}  # fmt: skip
