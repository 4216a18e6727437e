"""The page of whoever looks after the box: its parts, display and sensor, its settings, log and code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup

from companion.faces import menu, setting
from companion.faces.phone.dates import day_of
from companion.faces.phone.pages import page
from companion.games.said import fill

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.faces.phone.seen import Reader, Seen
    from companion.faces.trouble import Part
    from companion.settings import Setting

LISTED: Final = 20
"""Lines of the log that are shown."""


class Logged(NamedTuple):
    """A line of the log."""

    when: str | None
    """RFC 3339; None where the clock was not set."""
    level: str
    text: str


class Shown(NamedTuple):
    """A part, as people read of it."""

    part: str
    status: str
    name: str
    how: str
    why: str
    cure: str
    exactly: str
    """What the part itself says, in English; empty where that stands there already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What lies on the workshop's bench."""

    parts: Sequence[Part]
    counters: Mapping[str, int]
    setting: Setting
    has_volume: bool
    tables: Sequence[tuple[str, str | None]]
    """Those that the box was measured on, and when, RFC 3339; None where the clock was not set."""
    log: Sequence[Logged]
    """The newest last."""
    version: str
    address: str | None
    """What a phone scans to join, for those who may write."""
    texts: Sequence[str]
    """What the display says."""
    size: tuple[int, int]
    """The display's pixels."""

    def shown(self, reader: Reader) -> list[Shown]:
        """Every part, as people read of it."""
        return [_part(part, reader) for part in self.parts]


def workshop(reader: Reader, seen: Seen | None, bench: Bench) -> str:
    """Everything about the box itself."""
    own = reader.tongue.own
    return page(
        "workshop.html",
        reader,
        seen,
        tab="more",
        topics="screen,motion",
        parts=bench.shown(reader),
        counters=[
            (own.workshop.counters.get(name, name), f"{number:,}".replace(",", "\u202f"))
            for name, number in bench.counters.items()
        ],
        tables=[(name, day_of(when, reader) if when else "") for name, when in bench.tables],
        settings=list(_settings(bench, reader)),
        log=[(_clock(line.when, reader), line.level, line.text) for line in reversed(bench.log[-LISTED:])],
        release=bench.version,
        place=None if bench.address is None else _place(bench.address),
        code=None if bench.address is None else _code(bench.address),
        display=". ".join(bench.texts),
        size=bench.size,
    )


class _Choice(NamedTuple):
    """Something that can be set: its title, and what it can be: label, what is sent, whether it is so now."""

    title: str
    options: Sequence[tuple[str, Mapping[str, object], bool]]


def _settings(bench: Bench, reader: Reader) -> Iterator[_Choice]:
    """The pages of the button's menu, each as a row."""
    table = menu.Facts(setting=bench.setting, has_volume=bench.has_volume, words=reader.tongue.words)
    for each in (setting.Sound(), setting.Brightness(), setting.Language()):
        listing = each.list(table)
        options = [
            (item.label, item.then.wanted, at == listing.start)
            for at, item in enumerate(listing.items)
            if isinstance(item.then, menu.Adjust)
        ]
        yield _Choice(listing.title, options)


def _part(part: Part, reader: Reader) -> Shown:
    own, trouble = reader.tongue.own, part.trouble
    name, how = own.workshop.parts.get(trouble.part, trouble.part), own.workshop.statuses[trouble.status]
    if trouble.status == "ok":
        return Shown(trouble.part, trouble.status, name, how, "", "", "")
    why, cure = trouble.told(reader.tongue.words)
    exactly = f"{trouble.why} {trouble.cure}" if (why, cure) != (trouble.why, trouble.cure) else ""
    return Shown(trouble.part, trouble.status, name, f"{how}, {_since(part, reader)}", why, cure, exactly)


def _since(part: Part, reader: Reader) -> str:
    own = reader.tongue.own
    if part.since is not None:
        return fill(own.workshop.since, {"time": _clock(part.since, reader)})
    return fill(own.workshop.lasting, {"minutes": int(part.seconds // 60)})


def _clock(when: str | None, reader: Reader) -> str:
    return f"{datetime.fromisoformat(when).astimezone(reader.zone):%H:%M:%S}" if when else ""


def _place(address: str) -> str:
    """The table's own address, as people type it.

    >>> _place("HTTP://192.168.178.20:2287/J/CATSHAVEFOURPAWS")
    'http://192.168.178.20:2287/'
    """
    return address.rpartition("/J/")[0].lower() + "/"


@lru_cache(maxsize=1)
def _code(address: str) -> Markup:
    """The code that a second phone scans, dark on light in any scheme."""
    import segno

    code = segno.make(address, error="l", micro=False, boost_error=False)
    drawn = code.svg_inline(scale=8, border=4, dark="#000", light="#fff", svgclass="code", omitsize=True)
    return Markup(drawn)  # noqa: S704 - nothing but squares
